//! Tests of the conversion of every operation to XDR and back, and of the order of sponsorships.

use super::{ALICE, BOB, HASH, MUXED, read, rejection};
use crate::operation::{Operation, OperationBody};
use serde_json::{Value, json};

/// Returns examples of every variant in canonical form, several where a variant has several forms.
pub(super) fn examples() -> Vec<Value> {
    let coin = json!({ "kind": "coin", "chain": "xlm" });
    let usd = json!({ "kind": "xlm-asset", "chain": "xlm", "code": "USD", "issuer": BOB });
    let long = json!({ "kind": "xlm-asset", "chain": "xlm", "code": "LONGTOKEN12", "issuer": ALICE });
    let balance = format!("00000000{HASH}");
    vec![
        json!({ "type": "createAccount", "destination": BOB, "startingBalance": "2.5" }),
        json!({ "type": "payment", "source": MUXED, "destination": MUXED, "asset": usd, "amount": "9223372036854775807" }),
        json!({ "type": "pathPaymentStrictReceive", "sendAsset": coin, "sendMax": "1", "destination": BOB,
            "destAsset": usd, "destAmount": "2", "path": [usd, long, coin, usd, long] }),
        json!({ "type": "pathPaymentStrictSend", "sendAsset": usd, "sendAmount": "3", "destination": MUXED,
            "destAsset": coin, "destMin": "4", "path": [] }),
        json!({ "type": "manageSellOffer", "selling": coin, "buying": usd, "amount": "5", "price": "0.25", "offerId": "0" }),
        json!({ "type": "manageSellOffer", "selling": usd, "buying": coin, "amount": "0", "price": "2/4", "offerId": "77" }),
        json!({ "type": "manageBuyOffer", "selling": coin, "buying": long, "buyAmount": "6", "price": "1/3",
            "offerId": "9223372036854775807" }),
        json!({ "type": "createPassiveSellOffer", "selling": usd, "buying": long, "amount": "7", "price": "12" }),
        json!({ "type": "setOptions", "inflationDest": BOB, "clearFlags": 8, "setFlags": 3, "masterWeight": 255,
            "lowThreshold": 0, "medThreshold": 1, "highThreshold": 2, "homeDomain": "example.org",
            "signer": { "ed25519PublicKey": BOB, "weight": 0 } }),
        json!({ "type": "setOptions", "signer": { "sha256Hash": HASH, "weight": 1 } }),
        json!({ "type": "setOptions", "signer": { "preAuthTx": HASH, "weight": 255 } }),
        json!({ "type": "setOptions", "homeDomain": "", "signer": { "weight": 2, "ed25519SignedPayload":
            "PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM" } }),
        json!({ "type": "changeTrust", "asset": usd, "limit": "9223372036854775807" }),
        json!({ "type": "changeTrust", "asset": { "assetA": coin, "assetB": usd, "fee": 30 }, "limit": "0" }),
        json!({ "type": "allowTrust", "trustor": BOB, "assetCode": "ABCDE", "authorize": 2 }),
        json!({ "type": "accountMerge", "destination": MUXED, "source": BOB }),
        json!({ "type": "manageData", "name": "key with space", "value": "ünïcode" }),
        json!({ "type": "manageData", "name": "k", "value": null }),
        json!({ "type": "manageData", "name": "k", "value": { "base64": "/wA=" } }),
        json!({ "type": "bumpSequence", "bumpTo": "9223372036854775807" }),
        json!({ "type": "createClaimableBalance", "asset": coin, "amount": "8", "claimants": [
            { "destination": ALICE },
            { "destination": BOB, "predicate": { "and": [
                { "or": [{ "abs_before": "1767225600" }, { "rel_before": "60" }] },
                { "not": { "not": { "rel_before": "0" } } },
            ] } },
        ] }),
        json!({ "type": "claimClaimableBalance", "balanceId": balance }),
        json!({ "type": "beginSponsoringFutureReserves", "sponsoredId": BOB }),
        json!({ "type": "endSponsoringFutureReserves", "source": BOB }),
        json!({ "type": "revokeAccountSponsorship", "account": BOB }),
        json!({ "type": "revokeTrustlineSponsorship", "account": ALICE, "asset": usd }),
        json!({ "type": "revokeTrustlineSponsorship", "account": ALICE, "asset": { "liquidityPoolId": HASH } }),
        json!({ "type": "revokeOfferSponsorship", "seller": BOB, "offerId": "12" }),
        json!({ "type": "revokeDataSponsorship", "account": BOB, "name": "key" }),
        json!({ "type": "revokeClaimableBalanceSponsorship", "balanceId": balance }),
        json!({ "type": "revokeLiquidityPoolSponsorship", "liquidityPoolId": HASH }),
        json!({ "type": "revokeSignerSponsorship", "account": BOB, "signer": { "preAuthTx": HASH } }),
        json!({ "type": "clawback", "asset": long, "amount": "9", "from": BOB }),
        json!({ "type": "clawbackClaimableBalance", "balanceId": balance }),
        json!({ "type": "setTrustLineFlags", "trustor": BOB, "asset": long,
            "flags": { "authorized": false, "authorizedToMaintainLiabilities": true, "clawbackEnabled": false } }),
        json!({ "type": "liquidityPoolDeposit", "liquidityPoolId": HASH, "maxAmountA": "1", "maxAmountB": "2",
            "minPrice": "0.45", "maxPrice": "0.55" }),
        json!({ "type": "liquidityPoolWithdraw", "liquidityPoolId": HASH, "amount": "1", "minAmountA": "0", "minAmountB": "3" }),
    ]
}

#[test]
fn every_variant_round_trips() {
    let examples = examples();
    let operations = read(&examples).unwrap();
    for (example, operation) in examples.iter().zip(operations.as_slice()) {
        let back = Operation::from_xdr(&operation.to_xdr()).unwrap();
        assert_eq!(back, *operation, "{example}");
        assert_eq!(serde_json::to_value(&back).unwrap(), *example);
    }
}

#[test]
fn every_variant_has_an_example() {
    for name in OperationBody::NAMES {
        assert!(examples().iter().any(|example| example["type"] == **name), "{name}");
    }
    assert_eq!(OperationBody::NAMES.len(), 29);
}

#[test]
fn alternate_forms_are_parsed() {
    for (input, canonical) in [
        (
            json!({ "type": "payment", "destination": BOB, "asset": { "code": "USD", "issuer": BOB }, "amount": "1" }),
            json!({ "type": "payment", "destination": BOB, "amount": "1",
                "asset": { "kind": "xlm-asset", "chain": "xlm", "code": "USD", "issuer": BOB } }),
        ),
        (
            json!({ "type": "bumpSequence", "bumpTo": 5, "source": null }),
            json!({ "type": "bumpSequence", "bumpTo": "5" }),
        ),
        (
            json!({ "type": "changeTrust", "asset": { "code": "USD", "issuer": BOB } }),
            json!({ "type": "changeTrust", "limit": "9223372036854775807",
                "asset": { "kind": "xlm-asset", "chain": "xlm", "code": "USD", "issuer": BOB } }),
        ),
        (
            json!({ "type": "manageData", "name": "k", "value": { "base64": "Ymx1ZQ==" } }),
            json!({ "type": "manageData", "name": "k", "value": "blue" }),
        ),
        (
            json!({ "type": "setOptions", "setFlags": "3", "masterWeight": "7" }),
            json!({ "type": "setOptions", "setFlags": 3, "masterWeight": 7 }),
        ),
    ] {
        let operations = read(std::slice::from_ref(&input)).unwrap();
        assert_eq!(
            serde_json::to_value(&operations.as_slice()[0]).unwrap(),
            canonical,
            "{input}"
        );
    }
}

const CAROL: &str = "GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7";

fn begin(sponsored: &str, sponsor: &str) -> Value {
    json!({ "type": "beginSponsoringFutureReserves", "sponsoredId": sponsored, "source": sponsor })
}

fn end(sponsored: &str) -> Value {
    json!({ "type": "endSponsoringFutureReserves", "source": sponsored })
}

fn create(destination: &str, balance: &str) -> Value {
    json!({ "type": "createAccount", "destination": destination, "startingBalance": balance })
}

#[test]
fn every_sponsorship_must_end() {
    assert_eq!(rejection(&[create(CAROL, "1"), begin(BOB, ALICE)]).0, "[1]");
    assert_eq!(rejection(&[end(BOB)]).0, "[0]");
    assert_eq!(rejection(&[begin(BOB, ALICE), end(ALICE)]).0, "[1]");
    assert_eq!(rejection(&[begin(BOB, ALICE), end(BOB), end(BOB)]).0, "[2]");
}

#[test]
fn sponsor_may_have_several_sponsored_accounts_but_no_chain() {
    assert!(read(&[begin(BOB, ALICE), begin(CAROL, ALICE), end(CAROL), end(BOB)]).is_ok());
    assert_eq!(
        rejection(&[begin(BOB, ALICE), begin(BOB, CAROL), end(BOB)]).0,
        "[1].sponsoredId"
    );
    assert_eq!(
        rejection(&[begin(BOB, ALICE), begin(CAROL, BOB), end(CAROL), end(BOB)]).0,
        "[1]"
    );
    assert_eq!(
        rejection(&[begin(BOB, ALICE), begin(ALICE, CAROL), end(ALICE), end(BOB)]).0,
        "[1]"
    );
}
