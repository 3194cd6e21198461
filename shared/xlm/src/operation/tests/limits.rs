//! Tests of values that violate the protocol and of the paths in their errors.

use super::{ALICE, BOB, HASH, read, rejection};
use serde_json::{Value, json};

fn usd() -> Value {
    json!({ "code": "USD", "issuer": BOB })
}

fn coin() -> Value {
    json!({ "kind": "coin", "chain": "xlm" })
}

#[track_caller]
fn check(operation: Value, path: &str) {
    let request = operation.to_string();
    let (error_path, sentence) = rejection(&[json!({ "type": "bumpSequence", "bumpTo": 1 }), operation]);
    let path = if path.is_empty() {
        "[1]".to_owned()
    } else {
        format!("[1].{path}")
    };
    assert_eq!(error_path, path, "{request}: {sentence}");
}

#[test]
fn transaction_has_1_to_100_operations() {
    let one = json!({ "type": "bumpSequence", "bumpTo": 1 });
    assert_eq!(rejection(&[]).0, "");
    assert!(read(&vec![one.clone(); 100]).is_ok());
    assert_eq!(rejection(&vec![one; 101]).0, "");
}

#[test]
fn operation_is_an_object_of_a_known_type() {
    check(json!(7), "");
    check(json!({}), "type");
    check(json!({ "type": 7 }), "type");
    check(json!({ "type": "inflation" }), "type");
    check(json!({ "type": "Payment" }), "type");
}

#[test]
fn unknown_field_is_named() {
    check(json!({ "type": "bumpSequence", "bumpTo": 1, "sorce": ALICE }), "sorce");
    check(
        json!({ "type": "payment", "destination": BOB, "amount": "1", "asset": { "code": "USD", "issuer": BOB, "x": 1 } }),
        "asset.x",
    );
    let predicate = json!({ "not": { "abs_before": "1", "absBefore": "2" } });
    let claimants = json!([{ "destination": BOB, "predicate": predicate }]);
    check(
        json!({ "type": "createClaimableBalance", "asset": coin(), "amount": "1", "claimants": claimants }),
        "claimants[0].predicate.not.absBefore",
    );
}

#[test]
fn amounts_and_numbers_are_bounded() {
    let payment = |amount: Value| json!({ "type": "payment", "destination": BOB, "asset": coin(), "amount": amount });
    for invalid in [
        json!("0"),
        json!(1),
        json!("1.0"),
        json!("-1"),
        json!("9223372036854775808"),
        json!(null),
    ] {
        check(payment(invalid), "amount");
    }
    check(
        json!({ "type": "bumpSequence", "bumpTo": 9_007_199_254_740_992_u64 }),
        "bumpTo",
    );
    check(
        json!({ "type": "bumpSequence", "bumpTo": "9223372036854775808" }),
        "bumpTo",
    );
    check(json!({ "type": "setOptions", "masterWeight": 256 }), "masterWeight");
    check(json!({ "type": "setOptions", "setFlags": 16 }), "setFlags");
    check(
        json!({ "type": "setOptions", "setFlags": 2, "clearFlags": 3 }),
        "setFlags",
    );
    check(
        json!({ "type": "setOptions", "homeDomain": "a".repeat(33) }),
        "homeDomain",
    );
    check(
        json!({ "type": "manageData", "name": "a".repeat(65), "value": null }),
        "name",
    );
    check(
        json!({ "type": "manageData", "name": "a", "value": "ü".repeat(33) }),
        "value",
    );
    check(json!({ "type": "manageData", "name": "a" }), "value");
    check(
        json!({ "type": "allowTrust", "trustor": BOB, "assetCode": "USD", "authorize": 3 }),
        "authorize",
    );
    check(
        json!({ "type": "revokeOfferSponsorship", "seller": BOB, "offerId": 0 }),
        "offerId",
    );
}

#[test]
fn signer_has_one_kind() {
    check(json!({ "type": "setOptions", "signer": {} }), "signer");
    let two = json!({ "sha256Hash": HASH, "preAuthTx": HASH });
    check(json!({ "type": "setOptions", "signer": two }), "signer.preAuthTx");
    check(
        json!({ "type": "setOptions", "signer": { "ed25519PublicKey": ALICE } }),
        "signer",
    );
    check(
        json!({ "type": "setOptions", "signer": { "sha256Hash": BOB } }),
        "signer.sha256Hash",
    );
}

#[test]
fn offer_has_two_assets_and_an_amount() {
    let offer = |field: &str, value: Value| {
        let mut offer =
            json!({ "type": "manageSellOffer", "selling": coin(), "buying": usd(), "amount": "1", "price": "1" });
        offer[field] = value;
        offer
    };
    check(offer("buying", coin()), "buying");
    check(offer("amount", json!("0")), "amount");
    for invalid in ["0", "1/0", "2147483648", "x"] {
        check(offer("price", json!(invalid)), "price");
    }
    let mut path = json!({ "type": "pathPaymentStrictSend", "sendAsset": coin(), "sendAmount": "1", "destination": BOB,
        "destAsset": usd(), "destMin": "1", "path": [coin(), coin(), coin(), coin(), coin(), coin()] });
    check(path.clone(), "path");
    path["path"] = json!([coin(), { "code": "TOO-SHORT", "issuer": BOB }]);
    check(path.clone(), "path[1].code");
    path["path"] = json!(null);
    check(path, "path");
}

#[test]
fn predicate_has_one_key_and_four_levels() {
    let with = |predicate: Value| {
        let claimants = json!([{ "destination": ALICE }, { "destination": BOB, "predicate": predicate }]);
        json!({ "type": "createClaimableBalance", "asset": coin(), "amount": "1", "claimants": claimants })
    };
    let nested = |depth: usize| (1..depth).fold(json!({ "rel_before": "1" }), |inner, _| json!({ "not": inner }));
    assert!(read(&[with(nested(4))]).is_ok());
    check(with(nested(5)), "claimants[1].predicate.not.not.not.not");
    check(with(json!({})), "claimants[1].predicate");
    check(
        with(json!({ "abs_before": "1", "rel_before": "1" })),
        "claimants[1].predicate",
    );
    check(
        with(json!({ "and": [{ "abs_before": "1" }] })),
        "claimants[1].predicate.and",
    );
    check(
        with(json!({ "or": [{ "abs_before": "1" }, { "abs_before": "x" }] })),
        "claimants[1].predicate.or[1].abs_before",
    );
    check(with(json!({ "not": null })), "claimants[1].predicate");
}

#[test]
fn balance_has_1_to_10_claimants() {
    let with = |claimants: Value| json!({ "type": "createClaimableBalance", "asset": coin(), "amount": "1", "claimants": claimants });
    check(with(json!([])), "claimants");
    check(
        with(json!([{ "destination": BOB }, { "destination": BOB }])),
        "claimants[1].destination",
    );
    check(with(json!(vec![json!({ "destination": BOB }); 11])), "claimants");
}

#[test]
fn pool_has_ordered_assets_and_a_fixed_fee() {
    let with = |a: Value, b: Value, fee: u32| json!({ "type": "changeTrust", "asset": { "assetA": a, "assetB": b, "fee": fee } });
    let code = |code: &str, issuer: &str| json!({ "code": code, "issuer": issuer });
    assert!(read(&[with(coin(), usd(), 30)]).is_ok());
    assert!(read(&[with(code("ZZZZ", BOB), code("AAAAA", BOB), 30)]).is_ok());
    assert!(read(&[with(code("USD", ALICE), code("USD", BOB), 30)]).is_ok());
    check(with(coin(), usd(), 31), "asset.fee");
    check(with(usd(), coin(), 30), "asset.assetA");
    check(with(usd(), usd(), 30), "asset.assetA");
    check(with(code("AAAAA", BOB), code("ZZZZ", BOB), 30), "asset.assetA");
    check(json!({ "type": "changeTrust", "asset": coin() }), "asset");
    let deposit = |min: &str, max: &str| {
        json!({ "type": "liquidityPoolDeposit", "liquidityPoolId": HASH,
        "maxAmountA": "1", "maxAmountB": "1", "minPrice": min, "maxPrice": max })
    };
    assert!(read(&[deposit("1/3", "2/6")]).is_ok());
    check(deposit("0.5", "0.4"), "maxPrice");
}

#[test]
fn operations_on_the_source_account_are_rejected() {
    check(
        json!({ "type": "createAccount", "destination": ALICE, "startingBalance": "1" }),
        "destination",
    );
    check(json!({ "type": "accountMerge", "destination": ALICE }), "destination");
    check(
        json!({ "type": "changeTrust", "asset": { "code": "USD", "issuer": ALICE } }),
        "asset",
    );
    check(
        json!({ "type": "allowTrust", "trustor": ALICE, "assetCode": "USD", "authorize": 1 }),
        "trustor",
    );
    check(
        json!({ "type": "clawback", "asset": usd(), "amount": "1", "from": ALICE }),
        "asset",
    );
    check(
        json!({ "type": "setTrustLineFlags", "trustor": ALICE, "asset": usd(), "flags": {} }),
        "trustor",
    );
    check(
        json!({ "type": "setTrustLineFlags", "trustor": BOB, "asset": { "code": "X", "issuer": ALICE },
        "flags": { "clawbackEnabled": true } }),
        "flags.clawbackEnabled",
    );
}

#[test]
fn bytes_of_data_entries_are_canonical_base64_without_other_fields() {
    for (value, path) in [
        (json!(["/w=="]), "value"),
        (json!({}), "value.base64"),
        (json!({ "base64": null }), "value.base64"),
        (json!({ "base64": "/w" }), "value.base64"),
        (json!({ "base64": "/x==" }), "value.base64"),
        (json!({ "base64": "_w==" }), "value.base64"),
        (
            json!({ "base64": format!("{}//8=", "////".repeat(21)) }),
            "value.base64",
        ),
        (json!({ "base64": "/w==", "text": "a" }), "value.text"),
    ] {
        check(json!({ "type": "manageData", "name": "a", "value": value }), path);
    }
}
