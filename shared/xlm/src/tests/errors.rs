//! Tests of the errors as clients receive them, and of the network of a signed transaction.

use super::envelopes::{account, key, signed_on, unsigned};
use crate::operation::{Operations, StartingBalanceError};
use crate::{AccountId, Envelope, OtherNetworkError, ResultCodes, Stroops};
use serde_json::{Value, json};
use wallet_core::error::{CodedError, ErrorCode};
use wallet_core::model::Network;

const ALICE: &str = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";

#[track_caller]
fn check(operation: Value, code: ErrorCode, field: &str) {
    let source = ALICE.parse().expect("an address");
    let error = Operations::read(&[operation], source).expect_err("an error");
    let error = error.info().at("operations");
    assert_eq!((error.code, error.field.as_deref()), (code, Some(field)), "{error:?}");
}

#[test]
fn operation_error_has_the_full_path_and_a_specific_code() {
    let claimants = json!([{ "destination": ALICE, "predicate": { "not": {} } }]);
    let create = json!({ "type": "createClaimableBalance", "asset": { "kind": "coin", "chain": "xlm" },
        "amount": "1", "claimants": claimants });
    let not = "operations[0].claimants[0].predicate.not";
    check(create, ErrorCode::InvalidRequest, not);
    let payment = json!({ "type": "payment", "destination": "GA" });
    check(payment, ErrorCode::InvalidAddress, "operations[0].destination");
    let payment = json!({ "type": "payment", "destination": ALICE, "asset": { "kind": "coin", "chain": "xlm" },
        "amount": "1.5" });
    check(payment, ErrorCode::InvalidAmount, "operations[0].amount");
    check(json!({}), ErrorCode::InvalidRequest, "operations[0].type");
}

#[test]
fn minimum_starting_balance_is_in_the_unit_of_its_field() {
    let minimum = Stroops::new(10_000_000).expect("above 0");
    let error = StartingBalanceError { index: 3, minimum }.info().at("operations");
    assert_eq!(error.field.as_deref(), Some("operations[3].startingBalance"));
    assert_eq!(error.details["minimum"], "1");
}

#[test]
fn result_codes_of_the_network_are_returned_unchanged() {
    let codes = ResultCodes {
        transaction: "tx_failed".to_owned(),
        inner_transaction: None,
        operations: vec!["op_underfunded".to_owned()],
    };
    let error = codes.info();
    assert_eq!(error.code, ErrorCode::TransactionRejected);
    assert_eq!(error.details["reason"], "operation_failed");
    let codes = json!({ "transaction": "tx_failed", "operations": ["op_underfunded"] });
    assert_eq!(error.details["resultCodes"], codes);
}

fn envelope() -> Envelope {
    Envelope::parse(&unsigned(account(&key(1))).to_base64()).unwrap()
}

fn sources(envelope: &Envelope) -> impl Fn(Network) -> Vec<AccountId> + '_ {
    |_| envelope.sources()
}

#[test]
fn signature_of_a_source_determines_the_network() {
    for network in Network::ALL {
        let signed = signed_on(network, envelope(), &key(1));
        assert_eq!(signed.signed_network(sources(&signed)), Some(network));
        assert_eq!(signed.check_network(network), Ok(()));
        let other = Network::ALL.into_iter().find(|other| *other != network).unwrap();
        let signed_for = network;
        assert_eq!(signed.check_network(other), Err(OtherNetworkError { signed_for }));
    }
}

#[test]
fn signature_of_another_key_requires_known_signers() {
    let signed = signed_on(Network::Testnet, envelope(), &key(2));
    assert_eq!(signed.signed_network(sources(&signed)), None);
    let signers = |network| match network {
        Network::Livenet => vec![account(&key(3))],
        Network::Testnet => vec![account(&key(2))],
    };
    assert_eq!(signed.signed_network(signers), Some(Network::Testnet));
    for network in Network::ALL {
        assert_eq!(signed.check_network(network), Ok(()));
    }
}

#[test]
fn signatures_for_both_networks_are_ambiguous() {
    let both = signed_on(
        Network::Livenet,
        signed_on(Network::Testnet, envelope(), &key(1)),
        &key(1),
    );
    assert_eq!(both.signed_network(sources(&both)), None);
}
