//! Tests of payment requests, by the examples of BIP 21 and URIs of other wallets.

use crate::{AddressError, Chain, Params, PaymentRequest, PaymentRequestError};
use proptest::prelude::*;
use wallet_core::error::{CodedError, ErrorCode};
use wallet_core::model::Network;

const BTC: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
/// The address of the examples of BIP 21, which has a false checksum.
const BIP21: &str = "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W";
const BCH: &str = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
const DOGE: &str = "DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE";

fn params(chain: Chain) -> &'static Params {
    Params::of(chain, Network::Livenet).expect("a row")
}

#[track_caller]
fn parsed(chain: Chain, uri: &str) -> (String, Option<u64>, Option<String>, Option<String>, Vec<String>) {
    let request = PaymentRequest::parse(params(chain), uri).expect(uri);
    let to = request.to.to_string();
    (to, request.amount, request.label, request.message, request.ignored)
}

/// <https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki>, "Examples", with another address.
#[test]
fn examples_of_bip_21() {
    let to = || BTC.to_owned();
    let none = Vec::new;
    let text = |text: &str| Some(text.to_owned());
    for (query, expected) in [
        ("", (to(), None, None, None, none())),
        ("?label=Luke-Jr", (to(), None, text("Luke-Jr"), None, none())),
        (
            "?amount=20.3&label=Luke-Jr",
            (to(), Some(2_030_000_000), text("Luke-Jr"), None, none()),
        ),
        (
            "?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz",
            (
                to(),
                Some(5_000_000_000),
                text("Luke-Jr"),
                text("Donation for project xyz"),
                none(),
            ),
        ),
        (
            "?somethingyoudontunderstand=50&somethingelseyoudontget=999",
            (
                to(),
                None,
                None,
                None,
                vec![
                    "somethingyoudontunderstand".to_owned(),
                    "somethingelseyoudontget".to_owned(),
                ],
            ),
        ),
    ] {
        for scheme in ["bitcoin", "BITCOIN", "BitCoin"] {
            assert_eq!(parsed(Chain::Btc, &format!("{scheme}:{BTC}{query}")), expected);
        }
    }
    let required = format!("bitcoin:{BTC}?req-somethingyoudontunderstand=50&req-somethingelseyoudontget=999");
    let error = PaymentRequest::parse(params(Chain::Btc), &required);
    assert_eq!(error, Err(PaymentRequestError::Required));
    let published = PaymentRequest::parse(params(Chain::Btc), &format!("bitcoin:{BIP21}"));
    assert_eq!(published, Err(PaymentRequestError::Address(AddressError::BadChecksum)));
}

/// A QR code of capital letters, and a URI with an invoice of the Lightning network beside the address (BIP 321).
#[test]
fn capital_letters_and_further_parameters() {
    let qr = format!("BITCOIN:{}?AMOUNT=0.001&LIGHTNING=LNBC10U1P3PJ257", BTC.to_uppercase());
    let expected = (BTC.to_owned(), Some(100_000), None, None, vec!["lightning".to_owned()]);
    assert_eq!(parsed(Chain::Btc, &qr), expected);
}

/// <https://github.com/bitcoin/bips/blob/master/bip-0321.mediawiki>, the parameters `bc` and `tb`.
#[test]
fn segwit_address_may_be_a_parameter() {
    let expected = |ignored: &[&str]| {
        let ignored = ignored.iter().map(|name| (*name).to_owned()).collect();
        (BTC.to_owned(), None, None, None, ignored)
    };
    assert_eq!(
        parsed(Chain::Btc, &format!("bitcoin:?lno=lno1abc&bc={BTC}")),
        expected(&["lno"])
    );
    assert_eq!(
        parsed(Chain::Btc, &format!("BITCOIN:?BC={}", BTC.to_uppercase())),
        expected(&[])
    );
    // The address before the parameters is for payers that support nothing else.
    assert_eq!(
        parsed(Chain::Btc, &format!("bitcoin:{BTC}?bc={BTC}")),
        expected(&["bc"])
    );
    let error = |uri: &str| PaymentRequest::parse(params(Chain::Btc), uri).expect_err(uri);
    assert_eq!(error(&format!("bitcoin:?tb={BTC}")), PaymentRequestError::NoAddress);
    assert_eq!(error("bitcoin:?bc="), PaymentRequestError::NoAddress);
    let two = error(&format!("bitcoin:?bc={BTC}&bc={BTC}"));
    assert_eq!(two.info().code, ErrorCode::InvalidRequest);
    assert_eq!(
        error(&format!("bitcoin:?bc={DOGE}")).info().code,
        ErrorCode::InvalidAddress
    );
}

#[test]
fn other_chains_have_other_schemes() {
    let amount = |chain, uri: &str| {
        let (to, amount, ..) = parsed(chain, uri);
        (to, amount.expect("an amount"))
    };
    let with_prefix = format!("bitcoincash:{BCH}");
    for uri in [
        format!("{with_prefix}?amount=1.5"),
        format!("{}?amount=1.5", with_prefix.to_uppercase()),
        format!("BitcoinCash:{BCH}?amount=1.5"),
    ] {
        assert_eq!(amount(Chain::Bch, &uri), (with_prefix.clone(), 150_000_000), "{uri}");
    }
    assert_eq!(
        amount(Chain::Doge, &format!("dogecoin:{DOGE}?amount=0.01")),
        (DOGE.to_owned(), 1_000_000)
    );
    let ltc = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9";
    assert_eq!(
        amount(Chain::Ltc, &format!("litecoin:{ltc}?amount=2")),
        (ltc.to_owned(), 200_000_000)
    );
    let testnet = Params::of(Chain::Bch, Network::Testnet).expect("a row");
    let error = PaymentRequest::parse(testnet, &with_prefix).expect_err("another network");
    assert!(matches!(
        error,
        PaymentRequestError::Scheme {
            expected: "bchtest",
            ..
        }
    ));
}

#[test]
fn invalid_uris_have_a_precise_error() {
    let of_address = |query: &str| format!("bitcoin:{BTC}?{query}");
    for (uri, code) in [
        (BTC.to_owned(), ErrorCode::InvalidRequest),
        (format!("litecoin:{BTC}"), ErrorCode::InvalidRequest),
        (format!("ethereum:{BTC}"), ErrorCode::InvalidRequest),
        ("bitcoin:".to_owned(), ErrorCode::InvalidAddress),
        ("bitcoin:?lightning=LNBC1".to_owned(), ErrorCode::InvalidAddress),
        ("bitcoin://abc".to_owned(), ErrorCode::InvalidAddress),
        (format!("bitcoin:{DOGE}"), ErrorCode::InvalidAddress),
        ("bitcoin:bc1pfeessrawgf".to_owned(), ErrorCode::InvalidAddress),
        (of_address("amount="), ErrorCode::InvalidAmount),
        (of_address("amount=1,5"), ErrorCode::InvalidAmount),
        (of_address("amount=50,000.00"), ErrorCode::InvalidAmount),
        (of_address("amount=-1"), ErrorCode::InvalidAmount),
        (of_address("amount=1e3"), ErrorCode::InvalidAmount),
        (of_address("amount=0.000000001"), ErrorCode::InvalidAmount),
        (of_address("amount=21000000.00000001"), ErrorCode::InvalidAmount),
        (of_address("amount=99999999999999999999"), ErrorCode::InvalidAmount),
        (of_address("amount=0"), ErrorCode::AmountBelowDust),
        (of_address("amount=0.00000293"), ErrorCode::AmountBelowDust),
        (of_address("amount=1&Amount=2"), ErrorCode::InvalidRequest),
        (of_address("label=%zz"), ErrorCode::InvalidRequest),
        (of_address("REQ-X=1"), ErrorCode::InvalidRequest),
    ] {
        let error = PaymentRequest::parse(params(Chain::Btc), &uri).expect_err(&uri).info();
        assert_eq!(error.code, code, "{uri}: {error:?}");
    }
}

#[test]
fn written_uris_have_whole_coins() {
    let uri = format!("bitcoin:{BTC}?amount=0.00123&label=Shop%20%26%20more&message=%E2%82%BF");
    let request = PaymentRequest::parse(params(Chain::Btc), &uri).expect("a request");
    assert_eq!(request.to_uri(), uri);
    let bch = format!("bitcoincash:{BCH}?amount=1");
    let request = PaymentRequest::parse(params(Chain::Bch), &bch).expect("a request");
    assert_eq!(request.to_uri(), bch);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn requests_round_trip(
        amount in proptest::option::of(546_u64..=2_100_000_000_000_000),
        label in proptest::option::of(".{0,20}"),
        message in proptest::option::of(".{0,20}"),
    ) {
        let params = params(Chain::Btc);
        let to = crate::Address::parse(params, BTC).expect("an address");
        let request = PaymentRequest { to, amount, label, message, ignored: Vec::new() };
        prop_assert_eq!(PaymentRequest::parse(params, &request.to_uri()), Ok(request));
    }

    #[test]
    fn parser_never_panics(text in "bitcoin:.{0,60}") {
        let _ = PaymentRequest::parse(params(Chain::Btc), &text);
    }
}
