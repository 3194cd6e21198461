//! POST /api/transaction/preview/{chain}

use super::App;
use super::fixture::{unavailable, usd_json};
use serde_json::{Value, json};
use wallet_core::model::Network;

/// Builds a transaction of Alice with these operations on the test network.
async fn built(app: &App, operations: Value) -> Value {
    let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "fee": "1000",
        "operations": operations });
    let response = app.post("transaction/get-hash/xlm/multi-operations", &body).await;
    response.data().clone()
}

async fn preview(app: &App, transaction: &Value) -> Value {
    app.requests();
    let body = json!({ "transaction": transaction, "network": "testnet" });
    app.post("transaction/preview/xlm", &body).await.data().clone()
}

fn payment(app: &App, amount: &str) -> Value {
    json!({ "type": "payment", "destination": app.bob.address(), "asset": { "kind": "coin", "chain": "xlm" },
        "amount": amount })
}

#[tokio::test]
async fn payment_changes_both_balances() {
    let app = App::new();
    let message = built(&app, json!([payment(&app, "70"), payment(&app, "30")])).await;
    let preview = preview(&app, &message["unsignedMessage"]).await;
    let change = |address: String, delta: &str| {
        json!({ "address": address, "kind": "coin", "asset": { "kind": "coin", "chain": "xlm" },
            "delta": { "amount": delta, "decimals": 7 } })
    };
    let expected = json!({
        "outcome": "success",
        "changes": [change(app.alice.address(), "-100"), change(app.bob.address(), "100")],
        "fee": { "amount": "200", "decimals": 7 },
        "maxFee": { "amount": "1000", "decimals": 7 },
        "feePayer": app.alice.address(),
        "warnings": [],
        "source": { "upstream": "horizon", "block": "50000000" },
    });
    assert_eq!(preview, expected);
    let mut requests = app.requests();
    requests.sort_unstable();
    assert_eq!(requests.len(), 3, "the ledger and two accounts: {requests:?}");
}

#[tokio::test]
async fn first_failed_operation_has_the_code_of_the_network() {
    let app = App::new();
    let operations = json!([payment(&app, "70"), payment(&app, "2000000000")]);
    let message = built(&app, operations).await;
    let preview = preview(&app, &message["unsignedMessage"]).await;
    assert_eq!(preview["outcome"], "reverted");
    assert_eq!(preview["reason"]["code"], "tx_failed");
    let failed = json!({ "index": 1, "type": "payment", "code": "op_underfunded" });
    assert_eq!(preview["failedOperation"], failed);
    assert_eq!(preview["changes"], json!([]));
}

#[tokio::test]
async fn rejected_transaction_has_a_reason() {
    let app = App::new();
    let message = built(&app, json!([payment(&app, "70")])).await;
    app.change(&app.alice, |account| account.sequence += 1);
    let late = preview(&app, &message["unsignedMessage"]).await;
    assert_eq!(late["reason"]["code"], "tx_bad_seq");
    assert!(
        late.get("failedOperation").is_none() && late["outcome"] == "reverted",
        "{late}"
    );
    app.change(&app.alice, |account| account.sequence -= 1);
    let signed = app.signed(&message, &app.bob).await;
    assert_eq!(preview(&app, &signed).await["reason"]["code"], "tx_bad_auth");
    let signed = app.signed(&message, &app.alice).await;
    assert_eq!(preview(&app, &signed).await["outcome"], "success");
}

#[tokio::test]
async fn path_payment_has_the_certain_limits_only() {
    let app = App::new();
    let usd = usd_json(&app.bob);
    let operations = json!([{ "type": "pathPaymentStrictReceive", "sendAsset": { "kind": "coin", "chain": "xlm" },
        "sendMax": "500", "destination": app.bob.address(), "destAsset": usd, "destAmount": "7", "path": [] }]);
    let message = built(&app, operations).await;
    let preview = preview(&app, &message["unsignedMessage"]).await;
    assert_eq!(
        (&preview["outcome"], &preview["source"]["partial"]),
        (&json!("unknown"), &json!(["paths"]))
    );
    assert_eq!(preview["changes"][0]["delta"]["amount"], "-500");
    assert_eq!(preview["changes"][0]["bound"], "atMost");
}

#[tokio::test]
async fn invalid_requests_are_rejected() {
    let app = App::new();
    let message = built(&app, json!([payment(&app, "70")])).await;
    let envelope = &message["unsignedMessage"];
    for (body, code, field) in [
        (json!({}), "invalid_request", "transaction"),
        (json!({ "transaction": 7 }), "invalid_request", "transaction"),
        (json!({ "transaction": "AAAA" }), "invalid_transaction", "transaction"),
        (
            json!({ "transaction": envelope, "network": "mainnet" }),
            "invalid_request",
            "network",
        ),
        (
            json!({ "transaction": app.signed(&message, &app.alice).await }),
            "invalid_transaction",
            "transaction",
        ),
    ] {
        app.requests();
        let response = app.post("transaction/preview/xlm", &body).await;
        response.assert_error(400, code, Some(field));
        assert_eq!(app.requests(), Vec::<String>::new(), "{body}");
    }
    let response = app
        .post("transaction/preview/btc", &json!({ "transaction": envelope }))
        .await;
    response.assert_error(404, "chain_not_supported", None);
}

#[tokio::test]
async fn unreachable_upstream_is_not_a_preview() {
    let app = App::new();
    let message = built(&app, json!([payment(&app, "70")])).await;
    app.fixture().failing = Some((Network::Testnet, unavailable()));
    let body = json!({ "transaction": message["unsignedMessage"], "network": "testnet" });
    let response = app.post("transaction/preview/xlm", &body).await;
    response.assert_error(503, "upstream_unavailable", None);
}
