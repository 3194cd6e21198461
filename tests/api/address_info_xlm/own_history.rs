//! POST /address-info-xlm/v1/api/{chain}/balance-history and …/statement

use super::App;
use super::fixture::{OTHER, OWN};
use super::records::{account, and, payment, record, usd_fields};
use crate::support::client::{TestResponse, call, request};
use address_info_xlm::NAME;
use axum::http::Method;
use serde_json::{Value, json};

/// The end of the statements, before the time of the clock.
const END: u64 = 1_799_999_000;

async fn post(app: &App, endpoint: &str, body: &Value) -> TestResponse {
    let path = format!("/{NAME}/v1/api/xlm/{endpoint}");
    call(&app.router, request(Method::POST, &path, app.token(), Some(body))).await
}

/// Returns an operation that pays the account an amount of an asset.
fn received(transaction: u64, asset: &Value, amount: &str) -> Value {
    let fields = json!({ "from": OTHER, "to": OWN, "amount": amount });
    record(transaction, 0, "payment", &and(fields, asset))
}

async fn with_history() -> App {
    let native = json!({ "asset_type": "native" });
    let operations = vec![
        payment(3, 0),
        received(2, &usd_fields(""), "7.0000000"),
        received(1, &native, "50.0000000"),
    ];
    let app = App::with_operations(operations).await;
    app.ledger().put(account(OWN, "1.0000000"));
    app
}

#[tokio::test]
async fn rows_name_assets_and_counterparties() {
    let app = with_history().await;
    let body = json!({ "address": OWN, "from": 0, "to": END + 999, "format": "json", "currency": "eur" });
    let response = post(&app, "statement", &body).await;
    let rows = response.data()["rows"].as_array().expect("rows");
    let kinds: Vec<_> = rows.iter().map(|row| row["type"].as_str().expect("a type")).collect();
    assert_eq!(kinds, ["send", "receive", "receive"], "{rows:?}");
    assert_eq!(rows[0]["counterparty"], OTHER);
    assert_eq!(rows[1]["received"]["asset"]["code"], "USD");
    assert_eq!(rows[2]["received"]["value"]["amount"], "500000000");
    assert_eq!(rows[2]["fiat"], "125");
    let csv = json!({ "address": OWN, "from": 0, "to": END + 999, "format": "csv" });
    let response = post(&app, "statement", &csv).await;
    let csv = response.data()["csv"].as_str().expect("a text");
    assert!(csv.contains(",50,XLM,") && csv.contains(",7,USD-G"), "{csv}");
}

#[tokio::test]
async fn history_that_does_not_add_up_has_only_the_current_balance() {
    let app = with_history().await;
    let response = post(&app, "balance-history", &json!({ "address": OWN, "interval": "month" })).await;
    assert_eq!(response.data()["source"]["partial"], json!(["history"]));
    let points = response.data()["points"].as_array().expect("points");
    assert_eq!(points.len(), 1);
    assert_eq!(points[0]["balance"], json!({ "amount": "10000000", "decimals": 7 }));
}

#[tokio::test]
async fn account_without_a_history_has_a_balance_of_zero() {
    let app = App::new().await;
    let body = json!({ "address": OWN, "interval": "day", "to": END, "from": END - 86_400 });
    let response = post(&app, "balance-history", &body).await;
    assert_eq!(response.data()["source"]["partial"], Value::Null, "{}", response.text);
    let points = response.data()["points"].as_array().expect("points");
    assert!(
        points.iter().all(|point| point["balance"]["amount"] == "0"),
        "{points:?}"
    );
}

#[tokio::test]
async fn upstream_without_configuration_is_an_error() {
    let app = App::new().await;
    let body = json!({ "address": OWN, "network": "testnet", "from": 0, "to": END, "format": "json" });
    post(&app, "statement", &body)
        .await
        .assert_error(503, "not_configured", None);
    let body = json!({ "address": OWN, "network": "testnet", "interval": "day" });
    post(&app, "balance-history", &body)
        .await
        .assert_error(503, "not_configured", None);
}

#[tokio::test]
async fn invalid_fields_are_rejected_without_a_request() {
    let app = App::new().await;
    for (field, value, code) in [
        ("address", json!("G12"), "invalid_address"),
        ("address", Value::Null, "invalid_request"),
        ("network", json!("public"), "invalid_request"),
        ("from", json!("now"), "invalid_request"),
        ("from", json!(END + 1), "invalid_request"),
        ("to", json!(4_000_000_000_u64), "invalid_request"),
        ("currency", json!("xlm"), "invalid_request"),
    ] {
        let body = json!({ "address": OWN, "from": END - 5, "to": END });
        for (endpoint, kind, name) in [("balance-history", "interval", "day"), ("statement", "format", "json")] {
            let mut body = body.clone();
            body[kind] = name.into();
            body[field] = value.clone();
            post(&app, endpoint, &body).await.assert_error(400, code, Some(field));
        }
    }
    let body = json!({ "address": OWN, "from": 0, "to": END, "format": "json", "cursor": "AA.AA" });
    post(&app, "statement", &body)
        .await
        .assert_error(400, "invalid_request", Some("cursor"));
    assert_eq!(app.requested_paths("/"), Vec::<String>::new());
}

#[tokio::test]
async fn requests_of_a_statement_are_counted() {
    let native = json!({ "asset_type": "native" });
    for (rows, requests) in [(1_u64, 5), (50, 5), (1000, 22)] {
        let operations = (1..=rows).rev().map(|row| received(row, &native, "1.0000000"));
        let app = App::with_operations(operations.collect()).await;
        app.ledger().put(account(OWN, "1000.0000000"));
        let body = json!({ "address": OWN, "from": 0, "to": END + 999, "format": "json" });
        let response = post(&app, "statement", &body).await;
        let listed = response.data()["rows"].as_array().map(Vec::len);
        assert_eq!(listed, usize::try_from(rows).ok());
        assert_eq!(response.data()["nextCursor"], Value::Null);
        assert_eq!(app.requested_paths("/").len(), requests, "{rows} rows");
    }
}
