//! POST /api/transaction/parse/{chain}

use super::App;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// An envelope made by stellar-sdk 15 (npm): a payment on the test network with a hash memo and an unknown signature.
const FOREIGN: &str = concat!(
    "AAAAAgAAAADqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLAAAAfQAAHBIhg3fegAAAAIAAAABAAAAAAAAAAUAAAAAdzWT",
    "/wAAAAAAAAABAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAA6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urAAAAAgAA",
    "AAAAAAABAAAAABOY9ixtGkV8UbpqS189vS9p/KkyFiGNyJl+QWvRfZPKAAAAAAAAAAAA5OHAAAAAAAAAAAkAAAAAAAAAARRG0iwA",
    "AABACTakm0VPWVu/c8Qq0D6b4b27hbP3Gu7CPQrmZ8Ym+BwLJb8LNIcZTPKWwq3+CLUWiEnz4bj3wsRXAwuunVv6Ag==",
);

#[tokio::test]
async fn envelope_of_another_sdk_is_parsed_completely() {
    let app = App::new();
    let parsed = app.parsed(&json!(FOREIGN)).await;
    let expected = json!({
        "txid": "9a80f668d46d8c900b9d1b084b0ca65b6b36f56b04693c5a217b5e0ef11a63ee",
        "signed": true,
        "signatures": 1,
        "fee": "500",
        "memoType": "hash",
        "memo": "ab".repeat(32),
    });
    for (name, value) in expected.as_object().expect("fields") {
        assert_eq!(&parsed[name], value, "{name} of {parsed}");
    }
    let operations = parsed["operations"].as_array().expect("an array");
    assert_eq!((operations.len(), &operations[0]["type"]), (2, &json!("payment")));
    assert_eq!(operations[0]["amount"], parsed["amount"]);
    // Inflation, which the service does not build.
    assert_eq!(operations[1]["type"], "inflation");
    assert!(operations[1]["xdr"].is_string(), "{parsed}");
}

#[tokio::test]
async fn exactly_one_of_both_fields_is_accepted() {
    let app = App::new();
    for (body, field) in [
        (json!({}), "txdata"),
        (
            json!({ "txdata": FOREIGN, "unsignedMessage": FOREIGN }),
            "unsignedMessage",
        ),
    ] {
        let response = app.post("transaction/parse/xlm", &body).await;
        response.assert_error(400, "invalid_request", Some(field));
    }
    for field in ["txdata", "unsignedMessage"] {
        let mut body = json!({ "network": "testnet" });
        body[field] = FOREIGN.into();
        assert!(app.post("transaction/parse/xlm", &body).await.status.is_success());
        body[field] = FOREIGN[4..].into();
        let response = app.post("transaction/parse/xlm", &body).await;
        response.assert_error(400, "invalid_transaction", Some(field));
    }
}

#[tokio::test]
async fn transaction_signed_for_another_network_is_rejected() {
    let app = App::new();
    let signed = app.signed(&app.payment().await, &app.alice).await;
    let response = app.post("transaction/parse/xlm", &json!({ "txdata": signed })).await;
    response.assert_error(400, "invalid_transaction", Some("txdata"));
}

#[tokio::test]
async fn notes_contain_prices_and_predicted_rejections() {
    let app = App::new();
    let coin = json!({ "kind": "coin", "chain": "xlm" });
    let usd = json!({ "code": "USD", "issuer": app.bob.address() });
    let operations = json!([
        { "type": "manageSellOffer", "selling": coin, "buying": usd, "amount": "5", "price": "0.25" },
        { "type": "manageBuyOffer", "selling": coin, "buying": usd, "buyAmount": "5", "price": "1/3" },
        { "type": "revokeLiquidityPoolSponsorship", "liquidityPoolId": "ab".repeat(32) },
    ]);
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "operations": operations,
        "fee": "300" });
    let response = app.post("transaction/get-hash/xlm/multi-operations", &body).await;
    let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
    let notes = json!([
        { "field": "operations[0].price", "message": "1 XLM is sold for at least 0.25 USD." },
        { "field": "operations[1].price", "message": "1 USD is bought for at most 1/3 XLM." },
        { "field": "operations[2]",
            "message": "The network rejects this operation: a liquidity pool has no sponsor." },
    ]);
    assert_eq!(parsed["notes"], notes);
    assert_eq!(
        (&parsed["to"], &parsed["amount"], &parsed["asset"]),
        (&json!(""), &json!("0"), &Value::Null)
    );
}

#[tokio::test]
async fn first_payment_is_shown_next_to_the_operations() {
    let app = App::new();
    let operations = json!([
        { "type": "bumpSequence", "bumpTo": "1" },
        { "type": "accountMerge", "destination": app.bob.address() },
    ]);
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "operations": operations,
        "fee": "200" });
    let response = app.post("transaction/get-hash/xlm/multi-operations", &body).await;
    let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
    assert_eq!(
        (&parsed["to"], &parsed["amount"]),
        (&json!(app.bob.address()), &json!(""))
    );
    assert!(parsed.get("notes").is_none(), "{parsed}");
}

#[tokio::test]
async fn non_utf8_memo_is_reported_with_its_bytes() {
    let app = App::new();
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "to": app.bob.address(),
        "amount": "1", "fee": "100", "memo": "order 7" });
    let response = app.post("transaction/get-hash/xlm/transfer", &body).await;
    let mut xdr = STANDARD
        .decode(response.data()["unsignedMessage"].as_str().unwrap())
        .unwrap();
    let memo = xdr.windows(7).position(|bytes| bytes == b"order 7").unwrap();
    xdr[memo] = 0xff;
    let parsed = app.parsed(&STANDARD.encode(xdr).into()).await;
    assert_eq!(
        (&parsed["memo"], &parsed["memoType"]),
        (&json!("\u{fffd}rder 7"), &json!("text"))
    );
    let note = json!([{ "field": "memo", "message": "The memo is not valid UTF-8; its bytes are ff726465722037." }]);
    assert_eq!(parsed["notes"], note);
}
