//! POST /api/transaction/get-hash/{chain}/fee-bump

use super::super::App;
use crate::support::client::TestResponse;
use serde_json::{Value, json};

async fn bump(app: &App, txdata: &Value, fee: &str) -> TestResponse {
    let body = json!({ "publicKey": app.bob.public_key(), "network": "testnet", "txdata": txdata, "fee": fee });
    app.post("transaction/get-hash/xlm/fee-bump", &body).await
}

#[tokio::test]
async fn another_account_pays_a_higher_fee() {
    let app = App::new();
    let inner = app.signed(&app.payment().await, &app.alice).await;
    let response = bump(&app, &inner, "200").await;
    let signed = app.signed(response.data(), &app.bob).await;
    let parsed = app.parsed(&signed).await;
    assert_eq!(
        (&parsed["fee"], &parsed["feeSource"], &parsed["from"], &parsed["txid"]),
        (
            &json!("200"),
            &json!(app.bob.address()),
            &json!(app.alice.address()),
            &response.data()["hash"]
        )
    );
    let sent = app.post("transaction/send/xlm", &json!({ "txdata": signed })).await;
    assert_eq!(sent.data()["txid"], response.data()["hash"]);
}

#[tokio::test]
async fn fee_rate_of_the_inner_transaction_is_the_minimum() {
    let app = App::new();
    let inner = app.signed(&app.payment().await, &app.alice).await;
    let response = bump(&app, &inner, "199").await;
    response.assert_error(400, "fee_too_low", Some("fee"));
    assert_eq!(response.detail("minimum"), "200");
    let response = bump(&app, &inner, "4294967296").await;
    response.assert_error(400, "fee_too_high", Some("fee"));
}

#[tokio::test]
async fn only_signed_regular_transactions_are_fee_bumped() {
    let app = App::new();
    let unsigned = app.payment().await;
    let response = bump(&app, &unsigned["unsignedMessage"], "200").await;
    response.assert_error(400, "invalid_signature", Some("txdata"));
    let inner = app.signed(&unsigned, &app.alice).await;
    let outer = bump(&app, &inner, "200").await.data()["unsignedMessage"].clone();
    bump(&app, &outer, "400")
        .await
        .assert_error(400, "invalid_transaction", Some("txdata"));
    bump(&app, &json!("AAAA"), "400")
        .await
        .assert_error(400, "invalid_transaction", Some("txdata"));
    let livenet = json!({ "publicKey": app.bob.public_key(), "txdata": inner, "fee": "200" });
    let response = app.post("transaction/get-hash/xlm/fee-bump", &livenet).await;
    response.assert_error(400, "invalid_transaction", Some("txdata"));
}
