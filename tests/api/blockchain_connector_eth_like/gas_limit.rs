//! POST /api/prepare-transaction/gas-limit/{chain}

use super::App;
use super::wallet::{ADDRESS, RECIPIENT};
use crate::support::client::TestResponse;
use crate::support::json_rpc::{error, reverted};
use serde_json::{Value, json};

const PATH: &str = "prepare-transaction/gas-limit/eth";

/// Calldata with a selector that no token has.
const OTHER_CALL: &str = "0x12345678";

fn payment() -> Value {
    json!({ "to": RECIPIENT, "amount": "1000", "data": "", "nonce": 7 })
}

/// Returns a call of the contract at the recipient's address.
fn call(data: &str) -> Value {
    json!({ "to": RECIPIENT, "amount": "0", "data": data, "nonce": 7 })
}

fn with_sender(mut body: Value) -> Value {
    body["address"] = ADDRESS.into();
    body
}

/// Returns the calldata of a token function.
async fn token_data(app: &App, function: &str) -> String {
    let path = format!("prepare-transaction/erc20-{function}-data?to={ADDRESS}&amount=5");
    let response = app.get(&path).await;
    response.data()["data"].as_str().expect("a string").to_owned()
}

#[track_caller]
fn assert_limit(response: &TestResponse, gas_limit: &str, exact: bool) {
    let expected = if exact {
        json!({ "gasLimit": gas_limit })
    } else {
        json!({ "gasLimit": gas_limit, "exact": false })
    };
    assert_eq!(response.data(), &expected);
}

#[tokio::test]
async fn payment_to_an_account_needs_no_simulation() {
    let app = App::new().await;
    app.fixture().gas = |_| error(-32000, "insufficient funds for transfer");
    assert_limit(&app.post(PATH, &payment()).await, "21000", true);
    assert_eq!(app.methods(), ["eth_getCode"]);
}

#[tokio::test]
async fn simulation_uses_the_sender_and_the_exact_call() {
    let app = App::new().await;
    app.fixture().gas = |_| Ok(json!("0xc350"));
    let response = app.post(PATH, &with_sender(call(OTHER_CALL))).await;
    assert_limit(&response, "60000", true);
    let calls = app.requests();
    assert_eq!(calls.len(), 1, "{calls:?}");
    let message = &calls[0].params[0];
    assert_eq!(
        message["from"].as_str().map(str::to_lowercase),
        Some(ADDRESS.to_lowercase())
    );
    assert_eq!(message["to"].as_str(), Some(RECIPIENT));
    app.fixture().gas = |_| Ok(json!("0x5208"));
    assert_limit(&app.post(PATH, &with_sender(payment())).await, "21000", true);
}

#[tokio::test]
async fn insufficient_funds_report_the_available_balance() {
    let app = App::new().await;
    app.fixture().gas = |_| error(-32000, "insufficient funds for transfer");
    app.fixture().balance = 999;
    let response = app.post(PATH, &with_sender(payment())).await;
    response.assert_error(400, "insufficient_funds", None);
    assert_eq!(
        (response.detail("available"), response.detail("required")),
        (&json!("999"), &json!("1000"))
    );
}

#[tokio::test]
async fn zero_address_needs_no_funds_for_a_payment_to_a_contract() {
    let app = App::new().await;
    app.fixture().code.insert(RECIPIENT.to_owned(), "0x6000");
    app.fixture().gas = |message| match message["value"].as_str() {
        Some("0x0") | None => Ok(json!("0x7530")),
        _ => error(-32000, "insufficient funds for gas * price + value"),
    };
    assert_limit(&app.post(PATH, &payment()).await, "36000", false);
    app.fixture().gas = |message| match message["value"].as_str() {
        Some("0x0") | None => Ok(json!("0x7530")),
        _ => Ok(json!("0xc350")),
    };
    assert_limit(&app.post(PATH, &payment()).await, "60000", true);
}

#[tokio::test]
async fn token_that_rejects_the_zero_address_gets_the_default_limit() {
    let app = App::new().await;
    app.fixture().gas = |_| reverted("0x");
    for (function, bound) in [("transfer", "150000"), ("approve", "100000")] {
        let body = call(&token_data(&app, function).await);
        assert_limit(&app.post(PATH, &body).await, bound, false);
        let response = app.post(PATH, &with_sender(body)).await;
        response.assert_error(400, "execution_reverted", None);
    }
    app.fixture().gas = |_| Ok(json!("0xc350"));
    let body = call(&token_data(&app, "transfer").await);
    assert_limit(&app.post(PATH, &body).await, "60000", true);
}

#[tokio::test]
async fn revert_reports_its_data_and_requests_the_sender() {
    let app = App::new().await;
    app.fixture().gas = |_| reverted("0x08c379a0");
    let response = app.post(PATH, &call(OTHER_CALL)).await;
    response.assert_error(400, "execution_reverted", None);
    assert_eq!(response.detail("revertData"), "0x08c379a0");
    assert!(response.text.contains("address"), "{}", response.text);
    let response = app.post(PATH, &with_sender(call(OTHER_CALL))).await;
    response.assert_error(400, "execution_reverted", None);
    assert_eq!(response.detail("revertData"), "0x08c379a0");
}

#[tokio::test]
async fn contract_creation_is_simulated() {
    let app = App::new().await;
    app.fixture().gas = |message| match message.get("to") {
        None | Some(Value::Null) => Ok(json!("0x186a0")),
        Some(_) => reverted("0x"),
    };
    let mut body = call("0x6001");
    body["to"] = Value::Null;
    assert_limit(&app.post(PATH, &body).await, "120000", true);
    assert_limit(&app.post(PATH, &with_sender(body)).await, "120000", true);
}

#[tokio::test]
async fn margin_is_capped_at_the_maximum_gas_limit() {
    let app = App::new().await;
    app.fixture().gas = |_| Ok(json!("0xf42400"));
    let body = with_sender(call(OTHER_CALL));
    assert_limit(&app.post(PATH, &body).await, "16777216", true);
    app.fixture().gas = |_| Ok(json!("0x1000001"));
    let response = app.post(PATH, &body).await;
    response.assert_error(400, "invalid_request", None);
    assert_eq!(response.detail("maximum"), "16777216");
}

#[tokio::test]
async fn node_text_does_not_leak() {
    let app = App::new().await;
    app.fixture().gas = |_| error(-32000, "get a new wallet at evil.example");
    let response = app.post(PATH, &with_sender(call(OTHER_CALL))).await;
    assert!(response.status.is_server_error(), "{}", response.text);
    assert!(!response.text.contains("evil"), "{}", response.text);
}

/// A caller's contract does not change what further callers receive.
#[tokio::test]
async fn revert_with_too_much_data_affects_no_other_request() {
    let app = App::new().await;
    for _ in 0..100 {
        app.fixture().gas = |_| reverted(&format!("0x{}", "00".repeat(140_000)));
        let response = app.post(PATH, &call(OTHER_CALL)).await;
        response.assert_error(400, "execution_reverted", None);
        assert_eq!(response.detail("revertData"), "0x");
        app.fixture().gas = |_| Ok(json!("0x5208"));
        app.post(PATH, &call(OTHER_CALL)).await.data();
    }
}
