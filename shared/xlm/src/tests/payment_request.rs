//! Tests of payment requests, by the examples of SEP-7
//! (<https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0007.md>, version 2.1.0).

use crate::{Asset, Memo, MemoType, OriginError, PaymentRequest, PaymentRequestError, RequestedAction};
use ed25519_dalek::SigningKey;
use proptest::prelude::*;
use stellar_strkey::ed25519::PrivateKey;
use wallet_core::error::{CodedError, ErrorCode};
use wallet_core::model::Network;

const TO: &str = "GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO";
const ISSUER: &str = "GCRCUE2C5TBNIPYHMEP7NK5RWTT2WBSZ75CMARH7GDOHDDCQH3XANFOB";
const PAY: &str = "web+stellar:pay?destination=GCALNQQBXAPZ2WIRSDDBMSTAKCUH5SG6U76YBFLQLIXJTF7FE5AX7AOO\
                   &amount=120.1234567&memo=skdjfasf&msg=pay%20me%20with%20lumens";
const SIGNATURE: &str =
    "JTlGMGzxUv90P2SWxUY9xo%2BLlbXaDloend6gkpyylY8X4bUNf6%2F9mFTMJs7JKqSDPRtejlK1kQvrsJfRZSJeAQ%3D%3D";
/// The secret key of the example of a signature.
const SEED: &str = "SBPOVRVKTTV7W3IOX2FJPSMPCJ5L2WU2YKTP3HCLYPXNI5MDIGREVNYC";
const XDR: &str = "AAAAAP%2Byw%2BZEuNg533pUmwlYxfrq6%2FBoMJqiJ8vuQhf6rHWmAAAAZAB8NHAAAAABAAAAAAAAAAAAAAABAAAAAAAAAAYAAAAB\
                   SFVHAAAAAABAH0wIyY3BJBS2qHdRPAV80M8hF7NBpxRjXyjuT9kEbH%2F%2F%2F%2F%2F%2F%2F%2F%2F%2FAAAAAAAAAAA%3D";

fn parse(uri: &str) -> Result<PaymentRequest, PaymentRequestError> {
    PaymentRequest::parse(Network::Livenet, uri, None)
}

fn key() -> crate::PublicKey {
    let seed = PrivateKey::from_string(SEED).expect("a seed").0;
    let key = SigningKey::from_bytes(&seed).verifying_key();
    crate::PublicKey::of(crate::AccountId(key.to_bytes())).expect("a key")
}

#[test]
fn examples_of_payments() {
    let request = parse(PAY).expect("a request");
    let RequestedAction::Pay(payment) = &request.action else {
        panic!("a payment");
    };
    assert_eq!(payment.to.to_string(), TO);
    assert_eq!(
        payment.amount.map(crate::operation::PositiveStroops::get),
        Some(1_201_234_567)
    );
    assert_eq!(payment.asset, Asset::Native);
    assert_eq!(
        (payment.memo.kind(), payment.memo.to_string().as_str()),
        (Some(MemoType::Text), "skdjfasf")
    );
    assert_eq!(request.message.as_deref(), Some("pay me with lumens"));
    assert_eq!(
        (request.callback, request.origin, request.ignored),
        (None, None, Vec::new())
    );

    let request = parse(&format!(
        "web+stellar:pay?destination={TO}&amount=120.123&asset_code=USD&asset_issuer={ISSUER}&memo=hasysda987fs\
         &callback=url%3Ahttps%3A%2F%2FsomeSigningService.com%2Fhasysda987fs%3Fasset%3DUSD"
    ))
    .expect("a request");
    let callback = "https://someSigningService.com/hasysda987fs?asset=USD";
    assert_eq!(request.callback.as_deref(), Some(callback));
    let RequestedAction::Pay(payment) = request.action else {
        panic!("a payment");
    };
    assert_eq!(payment.asset.to_string(), format!("USD:{ISSUER}"));
}

#[test]
fn examples_of_transactions() {
    let signer = "GAU2ZSYYEYO5S5ZQSMMUENJ2TANY4FPXYGGIMU6GMGKTNVDG5QYFW6JS";
    let start = format!("web+stellar:tx?xdr={XDR}");
    let callback = "callback=url%3Ahttps%3A%2F%2FsomeSigningService.com%2Fa8f7asdfkjha";
    let request = parse(&format!("{start}&{callback}&pubkey={signer}&msg=order%20number%2024")).expect("a request");
    assert_eq!(request.message.as_deref(), Some("order number 24"));
    let RequestedAction::Sign {
        envelope,
        signer: found,
    } = &request.action
    else {
        panic!("a transaction");
    };
    assert_eq!(found.map(|account| account.to_string()).as_deref(), Some(signer));
    let base64 = XDR.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    assert_eq!(envelope.to_base64(), base64);
    let without_padding = parse(start.trim_end_matches("%3D")).expect("a request");
    assert_eq!(
        without_padding.action,
        RequestedAction::Sign {
            envelope: envelope.clone(),
            signer: None
        }
    );
    let replaced =
        format!("{start}&replace=sourceAccount%3AX%3BX%3Aaccount%20on%20which%20to%20create%20the%20trustline");
    assert_eq!(parse(&replaced), Err(PaymentRequestError::Placeholders));
}

#[test]
fn example_of_a_signature() {
    let uri = format!("{PAY}&origin_domain=someDomain.com&signature={SIGNATURE}");
    let origin = |request: PaymentRequest| {
        let origin = request.origin.expect("an origin");
        (origin.domain, origin.is_verified)
    };
    let domain = || "someDomain.com".to_owned();
    assert_eq!(origin(parse(&uri).expect("a request")), (domain(), false));
    let verified = PaymentRequest::parse(Network::Livenet, &uri, Some(&key()));
    assert_eq!(origin(verified.expect("a request")), (domain(), true));
    let changed = uri.replace("120.1234567", "120.1234568");
    let error = PaymentRequest::parse(Network::Livenet, &changed, Some(&key()));
    assert_eq!(error, Err(PaymentRequestError::Origin(OriginError::Invalid)));
    let error = PaymentRequest::parse(Network::Livenet, PAY, Some(&key()));
    assert_eq!(error, Err(PaymentRequestError::Origin(OriginError::Unsigned)));
}

#[test]
fn invalid_uris_have_a_precise_error() {
    let pay = |query: &str| format!("web+stellar:pay?destination={TO}&{query}");
    let signed = |query: &str| pay(&format!("origin_domain=a.b&{query}"));
    let long = "x".repeat(301);
    for (uri, code) in [
        (TO.to_owned(), ErrorCode::InvalidRequest),
        ("stellar:pay".to_owned(), ErrorCode::InvalidRequest),
        (format!("web+stellar:send?destination={TO}"), ErrorCode::InvalidRequest),
        ("web+stellar:pay?amount=1".to_owned(), ErrorCode::InvalidRequest),
        ("web+stellar:tx?msg=a".to_owned(), ErrorCode::InvalidRequest),
        ("web+stellar:tx?xdr=AAAA".to_owned(), ErrorCode::InvalidTransaction),
        ("web+stellar:tx?xdr=_".to_owned(), ErrorCode::InvalidTransaction),
        (
            "web+stellar:pay?destination=bob*example.com".to_owned(),
            ErrorCode::InvalidAddress,
        ),
        ("web+stellar:pay?destination=GA".to_owned(), ErrorCode::InvalidAddress),
        (format!("web+stellar:pay?destination={SEED}"), ErrorCode::InvalidAddress),
        (pay("amount=0"), ErrorCode::InvalidAmount),
        (pay("amount=-1"), ErrorCode::InvalidAmount),
        (pay("amount=1e3"), ErrorCode::InvalidAmount),
        (pay("amount=0.00000001"), ErrorCode::InvalidAmount),
        (pay("amount=922337203685.4775808"), ErrorCode::InvalidAmount),
        (pay("amount=1&amount=1"), ErrorCode::InvalidRequest),
        (pay("asset_code=USD"), ErrorCode::InvalidRequest),
        (pay(&format!("asset_issuer={ISSUER}")), ErrorCode::InvalidRequest),
        (
            pay(&format!("asset_code=U-D&asset_issuer={ISSUER}")),
            ErrorCode::InvalidRequest,
        ),
        (pay("asset_code=USD&asset_issuer=G"), ErrorCode::InvalidAddress),
        (pay("memo=1&memo_type=id"), ErrorCode::InvalidRequest),
        (pay("memo=x&memo_type=MEMO_ID"), ErrorCode::InvalidRequest),
        (pay("memo=abcd&memo_type=MEMO_HASH"), ErrorCode::InvalidRequest),
        (pay("memo=12345678901234567890123456789"), ErrorCode::InvalidRequest),
        (pay(&format!("msg={long}")), ErrorCode::InvalidRequest),
        (pay("callback=https%3A%2F%2Fa.b"), ErrorCode::InvalidRequest),
        (pay("callback=url%3Ahttp%3A%2F%2Fa.b"), ErrorCode::InvalidRequest),
        (pay("network_passphrase=x"), ErrorCode::InvalidRequest),
        (
            pay("network_passphrase=Test%20SDF%20Network%20%3B%20September%202015"),
            ErrorCode::InvalidRequest,
        ),
        (signed("msg=a"), ErrorCode::InvalidRequest),
        (pay(&format!("signature={SIGNATURE}")), ErrorCode::InvalidRequest),
        (signed("signature=AAAA"), ErrorCode::InvalidSignature),
        (
            signed(&format!("signature={SIGNATURE}&msg=a")),
            ErrorCode::InvalidSignature,
        ),
        (
            pay(&format!("origin_domain=localhost&signature={SIGNATURE}")),
            ErrorCode::InvalidRequest,
        ),
    ] {
        let error = parse(&uri).expect_err(&uri).info();
        assert_eq!(error.code, code, "{uri}: {error:?}");
    }
}

#[test]
fn uri_of_the_testnet_has_the_passphrase() {
    let request = parse(PAY).expect("a request");
    let uri = request.to_uri(Network::Testnet);
    assert!(
        uri.ends_with("&network_passphrase=Test%20SDF%20Network%20%3B%20September%202015"),
        "{uri}"
    );
    assert_eq!(PaymentRequest::parse(Network::Testnet, &uri, None), Ok(request));
    let without = PaymentRequest::parse(Network::Testnet, PAY, None);
    assert!(matches!(without, Err(PaymentRequestError::OtherNetwork { .. })));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn payments_round_trip(
        amount in proptest::option::of(1..=i64::MAX),
        hash: [u8; 32],
        kind in 0..5,
        message in proptest::option::of(".{0,30}"),
        is_credit: bool,
    ) {
        let credit = || format!("USD:{ISSUER}").parse().expect("an asset");
        let stroops = |amount| crate::Stroops::new(amount).and_then(crate::operation::PositiveStroops::new);
        let payment = crate::RequestedPayment {
            to: TO.parse().expect("an address"),
            amount: amount.and_then(stroops),
            asset: if is_credit { credit() } else { Asset::Native },
            memo: match kind {
                0 => Memo::NONE,
                1 => Memo::of_text("order 5 & 6 ₿".as_bytes()).expect("a memo"),
                2 => Memo::of_id("18446744073709551615").expect("a memo"),
                3 => Memo::of_hash(hash),
                _ => Memo::of_return(hash),
            },
        };
        let request = PaymentRequest {
            action: RequestedAction::Pay(payment),
            message,
            callback: Some("https://example.com/?a=b&c=d".to_owned()),
            origin: None,
            ignored: Vec::new(),
        };
        prop_assert_eq!(parse(&request.to_uri(Network::Livenet)), Ok(request));
    }

    #[test]
    fn parser_never_panics(text in "web\\+stellar:(pay|tx)\\?.{0,60}") {
        let _ = parse(&text);
    }
}
