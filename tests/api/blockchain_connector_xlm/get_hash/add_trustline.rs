//! POST /api/transaction/get-hash/{chain}/add-trustline

use super::super::App;
use super::super::fixture::{line, usd, usd_json};
use crate::support::client::TestResponse;
use serde_json::{Value, json};

const BALANCE: &str = "00000000dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7";

async fn add_trustline(app: &App, fields: Value) -> TestResponse {
    let mut body = json!({ "publicKey": app.alice.address(), "network": "testnet", "fee": "100" });
    for (name, value) in fields.as_object().expect("fields") {
        body[name] = value.clone();
    }
    app.post("transaction/get-hash/xlm/add-trustline", &body).await
}

async fn operation(app: &App, response: &TestResponse) -> Value {
    let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
    parsed["operations"][0].clone()
}

#[tokio::test]
async fn trustline_has_the_requested_limit_or_none() {
    let app = App::new();
    for (amount, limit) in [(Value::Null, "9223372036854775807"), (json!("5"), "5")] {
        let response = add_trustline(&app, json!({ "asset": usd_json(&app.bob), "amount": amount })).await;
        let expected = json!({ "type": "changeTrust", "asset": usd_json(&app.bob), "limit": limit });
        assert_eq!(operation(&app, &response).await, expected);
    }
    let short = json!({ "code": "USD", "issuer": app.bob.address() });
    assert!(add_trustline(&app, json!({ "asset": short })).await.status.is_success());
}

#[tokio::test]
async fn zero_limit_deletes_an_empty_trustline() {
    let app = App::new();
    let delete = json!({ "asset": usd_json(&app.bob), "amount": "0" });
    let missing = add_trustline(&app, delete.clone()).await;
    missing.assert_error(400, "invalid_request", Some("amount"));
    app.change(&app.alice, |alice| alice.lines = vec![line(usd(&app.bob), 3)]);
    let held = add_trustline(&app, delete.clone()).await;
    held.assert_error(400, "invalid_amount", Some("amount"));
    assert_eq!(held.detail("minimum"), "3");
    app.change(&app.alice, |alice| alice.lines = vec![line(usd(&app.bob), 0)]);
    assert_eq!(operation(&app, &add_trustline(&app, delete).await).await["limit"], "0");
}

#[tokio::test]
async fn new_trustline_requires_a_base_reserve() {
    let app = App::new();
    app.change(&app.alice, |alice| *alice = app.alice.account(1));
    let response = add_trustline(&app, json!({ "asset": usd_json(&app.bob) })).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(
        (response.detail("available"), response.detail("required")),
        (&json!("0"), &json!("5000100"))
    );
}

#[tokio::test]
async fn issuer_and_lumens_need_no_trustline() {
    let app = App::new();
    let own = add_trustline(&app, json!({ "asset": usd_json(&app.alice) })).await;
    own.assert_error(400, "invalid_request", Some("asset"));
    let coin = add_trustline(&app, json!({ "asset": { "kind": "coin", "chain": "xlm" } })).await;
    coin.assert_error(400, "invalid_request", Some("asset"));
}

#[tokio::test]
async fn claimable_balance_is_accepted_at_this_path_too() {
    let app = App::new();
    let response = add_trustline(&app, json!({ "claimableBalanceId": BALANCE })).await;
    let claim = json!({ "type": "claimClaimableBalance", "balanceId": BALANCE });
    assert_eq!(operation(&app, &response).await, claim);
    let neither = add_trustline(&app, json!({})).await;
    neither.assert_error(400, "invalid_request", Some("asset"));
    let both = add_trustline(
        &app,
        json!({ "asset": usd_json(&app.bob), "claimableBalanceId": BALANCE }),
    )
    .await;
    both.assert_error(400, "invalid_request", Some("claimableBalanceId"));
}
