//! Tests of payment requests, by the examples of EIP-681 and the Solidity ABI specification.

use super::livenet;
use crate::{Address, Amount, Params, PaymentRequest, PaymentRequestError, TokenPayment, payment_uri};
use proptest::prelude::*;
use wallet_core::error::{CodedError, ErrorCode};

/// The recipient of the first example of EIP-681.
const TO: &str = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
const TOKEN: &str = "0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7";
const BENEFICIARY: &str = "0x8e23ee67d1332ad560396262c48ffbb01f93d052";

fn eth() -> Params {
    livenet("eth")
}

#[track_caller]
fn parsed(uri: &str) -> PaymentRequest {
    PaymentRequest::parse(eth(), uri).expect(uri)
}

fn address(text: &str) -> Address {
    text.to_lowercase().parse().expect("an address")
}

/// <https://eips.ethereum.org/EIPS/eip-681>, "Semantics".
#[test]
fn examples_of_eip_681() {
    let to = TO.to_lowercase();
    for uri in [
        format!("ethereum:{to}?value=2.014e18"),
        format!("ethereum:pay-{to}?value=2.014e18"),
        format!("ETHEREUM:{to}@1?value=2014000000000000000"),
        format!("ethereum:{to}?value=+2014.0E15"),
    ] {
        let request = parsed(&uri);
        assert_eq!(request.to, address(TO));
        assert_eq!(
            request.amount,
            Some(Amount::from(2_014_000_000_000_000_000_u64)),
            "{uri}"
        );
        assert!(request.data.is_empty() && request.token.is_none());
    }
    let uri = format!("ethereum:{TOKEN}/transfer?address={BENEFICIARY}&uint256=1");
    let request = parsed(&uri);
    assert_eq!((request.to, request.amount), (address(TOKEN), Some(Amount::ZERO)));
    let token = TokenPayment {
        to: address(BENEFICIARY),
        amount: Some(Amount::from(1_u64)),
    };
    assert_eq!(request.token, Some(token));
    let data = format!("a9059cbb{:0>64}{:064x}", &BENEFICIARY[2..], 1);
    assert_eq!(hex::encode(request.data), data);
}

#[test]
fn gas_is_a_suggestion_and_other_parameters_are_ignored() {
    let request = parsed(&format!(
        "ethereum:{}?gas=21000&gasPrice=5e9&label=Shop",
        TO.to_lowercase()
    ));
    assert_eq!(request.amount, None);
    assert_eq!(request.gas_limit, Some(Amount::from(21_000_u64)));
    assert_eq!(request.gas_price, Some(Amount::from(5_000_000_000_u64)));
    assert_eq!(request.ignored, ["label"]);
    let request = parsed(&format!("ethereum:{TOKEN}/transfer?address={BENEFICIARY}&gasLimit=1e5"));
    assert_eq!(request.token.map(|token| token.amount), Some(None));
    assert!(request.data.is_empty());
}

/// <https://docs.soliditylang.org/en/latest/abi-spec.html>, "Examples": `baz(uint32,bool)`, and `sam` with elementary types.
#[test]
fn calls_are_encoded_as_in_the_abi_specification() {
    let call = |query: &str| hex::encode(parsed(&format!("ethereum:{TOKEN}/{query}")).data);
    assert_eq!(
        call("baz?uint32=69&bool=true"),
        format!("cdcd77c0{:064x}{:064x}", 69, 1)
    );
    let request = parsed(&format!("ethereum:{TOKEN}/deposit?value=1e18"));
    // The selector of `deposit()` of WETH9.
    assert_eq!(hex::encode(&request.data), "d0e30db0");
    assert_eq!(request.amount, Some(Amount::from(1_000_000_000_000_000_000_u64)));
    // `withdraw(uint256)` of WETH9, and `transferFrom(address,address,uint256)` of ERC-20.
    assert_eq!(call("withdraw?uint=1"), format!("2e1a7d4d{:064x}", 1));
    let from = call(&format!("transferFrom?address={TOKEN}&address={BENEFICIARY}&uint256=2"));
    let expected = format!("23b872dd{:0>64}{:0>64}{:064x}", &TOKEN[2..], &BENEFICIARY[2..], 2);
    assert_eq!(from, expected);
    let negative = call("f?int8=-128");
    assert!(negative.ends_with(&format!("{}80", "f".repeat(62))), "{negative}");
    let text = call("f?string=a%20b");
    assert!(
        text.ends_with(&format!("{:064x}{:064x}{:0<64}", 32, 3, "612062")),
        "{text}"
    );
}

#[test]
fn invalid_uris_have_a_precise_error() {
    let to = TO.to_lowercase();
    for (uri, code) in [
        (to.clone(), ErrorCode::InvalidRequest),
        (format!("bitcoin:{to}"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}@137"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}@"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}@0x1"), ErrorCode::InvalidRequest),
        ("ethereum:vitalik.eth?value=1".to_owned(), ErrorCode::InvalidAddress),
        ("ethereum:pay-vitalik.eth".to_owned(), ErrorCode::InvalidAddress),
        ("ethereum:".to_owned(), ErrorCode::InvalidAddress),
        (format!("ethereum:future-{to}"), ErrorCode::InvalidAddress),
        (format!("ethereum:{TO}0"), ErrorCode::InvalidAddress),
        // The first example of EIP-681 as published, with an invalid checksum.
        (
            "ethereum:0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359?value=2.014e18".to_owned(),
            ErrorCode::InvalidAddress,
        ),
        (format!("ethereum:0xFB{}", &TO[4..]), ErrorCode::InvalidAddress),
        (format!("ethereum:{to}?value="), ErrorCode::InvalidAmount),
        (format!("ethereum:{to}?value=-1"), ErrorCode::InvalidAmount),
        (format!("ethereum:{to}?value=1.5"), ErrorCode::InvalidAmount),
        (format!("ethereum:{to}?value=1e"), ErrorCode::InvalidAmount),
        (format!("ethereum:{to}?value=1e-1"), ErrorCode::InvalidAmount),
        (format!("ethereum:{to}?value=2.0141e3"), ErrorCode::InvalidAmount),
        (format!("ethereum:{to}?value=0x10"), ErrorCode::InvalidAmount),
        (format!("ethereum:{to}?value=1e78"), ErrorCode::InvalidAmount),
        (format!("ethereum:{to}?value=1e99999999999"), ErrorCode::InvalidAmount),
        (format!("ethereum:{to}?value=1&value=1"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}?gas=1&gasLimit=1"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}/?uint256=1"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}/f()"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}/f?uint7=1"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}/f?uint256[]=1"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}/f?label=x"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}/f?uint8=256"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}/f?int8=128"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}/f?int8=-129"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}/f?bytes2=0x00"), ErrorCode::InvalidRequest),
        (format!("ethereum:{to}/f?bool=1"), ErrorCode::InvalidRequest),
        (
            format!("ethereum:{to}/transfer?address=a.eth&uint256=1"),
            ErrorCode::InvalidAddress,
        ),
        (
            format!("ethereum:{to}/transfer?address=0x{}&uint256=1", "0".repeat(40)),
            ErrorCode::InvalidAddress,
        ),
    ] {
        let error = PaymentRequest::parse(eth(), &uri).expect_err(&uri).info();
        assert_eq!(error.code, code, "{uri}: {error:?}");
    }
}

#[test]
fn chain_id_must_be_that_of_chain_and_network() {
    let uri = |id: u64| format!("ethereum:{}@{id}?value=1", TO.to_lowercase());
    let polygon = livenet("matic");
    assert!(PaymentRequest::parse(polygon, &uri(137)).is_ok());
    let other = PaymentRequestError::OtherChain {
        found: 1,
        expected: 137,
    };
    assert_eq!(PaymentRequest::parse(polygon, &uri(1)), Err(other));
}

#[test]
fn written_uris_are_short() {
    let to = address(TO);
    let amount = Some(Amount::from(2_014_000_000_000_000_000_u64));
    let uri = payment_uri(eth(), to, amount, None).expect("a URI");
    assert_eq!(uri, format!("ethereum:{to}@1?value=2.014e18"));
    let uri = payment_uri(eth(), to, Some(Amount::from(1_u64)), Some(address(TOKEN))).expect("a URI");
    assert_eq!(
        uri,
        format!("ethereum:{}@1/transfer?address={to}&uint256=1", address(TOKEN))
    );
    assert_eq!(payment_uri(eth(), to, None, None), Ok(format!("ethereum:{to}@1")));
    assert!(payment_uri(eth(), Address::ZERO, None, Some(to)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn payments_round_trip(to: [u8; 20], bytes: [u8; 32], zeros in 0_usize..32, is_token: bool) {
        let mut bytes = bytes;
        bytes[..zeros].fill(0);
        let (to, amount) = (Address::from_bytes(to), Some(Amount::from_be_bytes(bytes)));
        prop_assume!(to != Address::ZERO);
        let contract = is_token.then(|| address(TOKEN));
        let uri = payment_uri(eth(), to, amount, contract).expect("a URI");
        let request = PaymentRequest::parse(eth(), &uri).expect("a request");
        if is_token {
            prop_assert_eq!(request.token, Some(TokenPayment { to, amount }));
        } else {
            prop_assert_eq!((request.to, request.amount), (to, amount));
        }
    }

    #[test]
    fn parser_never_panics(text in "ethereum:(0xfb6916095ca1df60bb79Ce92cE3Ea74c37c5d359)?.{0,60}") {
        let _ = PaymentRequest::parse(eth(), &text);
    }
}
