//! POST /address-info-btc-like/v1/api/{chain}/balance-history and …/statement

use super::App;
use super::fixture::row;
use super::xpub::scripted;
use crate::support::client::{TestResponse, call, request};
use crate::support::stub::Reply;
use address_info_btc_like::NAME;
use axum::http::Method;
use serde_json::{Value, json};

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

/// The start of the day of the transactions, 14 November 2023.
const DAY: u64 = 1_699_920_000;
const NEXT: u64 = DAY + 86_400;

async fn post(app: &App, endpoint: &str, body: &Value) -> TestResponse {
    let path = format!("/{NAME}/v1/api/btc/{endpoint}");
    call(&app.router, request(Method::POST, &path, app.token(), Some(body))).await
}

/// Returns a service with a received amount, a payment from that amount, and a pending payment.
async fn with_history() -> App {
    let app = App::new().await;
    let spends = |mut row: Value, value: &str| {
        row["vin"][0]["value"] = value.into();
        row
    };
    let mut fixture = app.fixture();
    fixture.balance = ("3988".to_owned(), "-500".to_owned());
    fixture.transactions = vec![
        spends(row(3, -1, &[OWN], &[(SHOP, 488), (OWN, 3488)]), "3988"),
        spends(row(2, 690, &[OWN], &[(SHOP, 5000), (OWN, 3988)]), "9000"),
        spends(row(1, 680, &[SHOP], &[(OWN, 9000)]), "9012"),
    ];
    drop(fixture);
    app
}

fn coin(amount: &str) -> Value {
    json!({ "asset": { "kind": "coin", "chain": "btc" }, "value": { "amount": amount, "decimals": 8 } })
}

#[tokio::test]
async fn balances_are_those_of_each_day() {
    let app = with_history().await;
    let body = json!({ "address": OWN, "from": DAY, "to": NEXT + 5, "interval": "day", "currency": "usd" });
    let response = post(&app, "balance-history", &body).await;
    let point = |at: u64, amount: &str, fiat: &str| json!({ "at": at, "balance": { "amount": amount, "decimals": 8 }, "fiat": fiat });
    let points = [
        point(DAY, "0", "0"),
        point(NEXT, "3988", "0.0000997"),
        point(NEXT + 5, "3988", "0.0000997"),
    ];
    let expected = json!({
        "asset": { "kind": "coin", "chain": "btc" },
        "points": points,
        "source": { "upstream": "blockbook", "block": "800" },
    });
    assert_eq!(*response.data(), expected);
}

#[tokio::test]
async fn rows_add_up_and_have_prices() {
    let app = with_history().await;
    let mut body = json!({ "address": OWN, "from": DAY, "to": NEXT, "format": "json", "currency": "usd" });
    let response = post(&app, "statement", &body).await;
    let rows = json!([
        {
            "at": 1_700_000_002, "txid": super::fixture::id(2), "type": "send", "sent": coin("5000"), "fee": coin("12"),
            "counterparty": SHOP, "price": "2.5", "fiat": "0.000125",
        },
        {
            "at": 1_700_000_001, "txid": super::fixture::id(1), "type": "receive", "received": coin("9000"),
            "counterparty": SHOP, "price": "2.5", "fiat": "0.000225",
        },
    ]);
    assert_eq!(*response.data(), json!({ "rows": rows, "source": {} }));
    body["format"] = "csv".into();
    let response = post(&app, "statement", &body).await;
    let csv = response.data()["csv"].as_str().expect("a text");
    let lines: Vec<_> = csv.split("\r\n").collect();
    assert_eq!(lines.len(), 4);
    let expected = format!("2023-11-14 22:13:22 UTC,0.00005,BTC,,,0.00000012,BTC,0.000125,USD,,send; to {SHOP},");
    assert_eq!(lines[1].strip_prefix(&expected), Some(super::fixture::id(2).as_str()));
}

#[tokio::test]
async fn period_excludes_the_end() {
    let app = with_history().await;
    let rows = async |from: u64, to: u64| {
        let body = json!({ "address": OWN, "from": from, "to": to, "format": "json" });
        let response = post(&app, "statement", &body).await;
        response.data()["rows"].as_array().expect("rows").len()
    };
    assert_eq!(rows(1_700_000_001, 1_700_000_002).await, 1);
    assert_eq!(rows(1_700_000_002, 1_700_000_003).await, 1);
    assert_eq!(rows(1_700_000_003, NEXT).await, 0);
}

#[tokio::test]
async fn without_the_history_only_the_current_balance_is_known() {
    let app = with_history().await;
    app.fixture().instead_of_list = Some(Reply::json(500, "{}"));
    let body = json!({ "address": OWN, "interval": "day" });
    let response = post(&app, "balance-history", &body).await;
    assert_eq!(response.data()["source"]["partial"], json!(["history"]));
    assert_eq!(response.data()["points"].as_array().map(Vec::len), Some(1));
    assert_eq!(response.data()["points"][0]["balance"]["amount"], "3988");
    let body = json!({ "address": OWN, "from": DAY, "to": NEXT, "format": "json" });
    let response = post(&app, "statement", &body).await;
    assert_eq!(
        *response.data(),
        json!({ "rows": [], "source": { "partial": ["history"] } })
    );
}

#[tokio::test]
async fn history_that_lacks_a_row_has_no_earlier_points() {
    let app = with_history().await;
    app.fixture().transactions.pop();
    let response = post(
        &app,
        "balance-history",
        &json!({ "address": OWN, "interval": "day", "from": DAY, "to": NEXT }),
    )
    .await;
    assert_eq!(response.data()["points"], json!([]));
    assert_eq!(response.data()["source"]["partial"], json!(["history"]));
}

#[tokio::test]
async fn extended_key_has_a_balance_and_a_statement() {
    let app = scripted::App::new().await;
    let body = json!({ "key": scripted::ZPUB, "interval": "month" });
    let response = app.send("balance-history", &body).await;
    assert_eq!(response.data()["points"][0]["balance"]["amount"], "0");
    assert_eq!(response.data()["source"]["partial"], Value::Null);
    let body = json!({ "key": scripted::ZPUB, "from": DAY, "to": NEXT, "format": "csv" });
    let csv = app.send("statement", &body).await.data()["csv"]
        .as_str()
        .expect("a text")
        .to_owned();
    assert!(
        csv.starts_with("Date,Sent Amount,") && csv.ends_with(",TxHash\r\n"),
        "{csv}"
    );
}

#[tokio::test]
async fn requests_of_a_statement_are_counted() {
    for (rows, requests) in [(1_u16, 2), (50, 2), (1000, 14)] {
        let app = App::new().await;
        let received = |number: u16| row(usize::from(number), i64::from(number % 700) + 1, &[SHOP], &[(OWN, 9)]);
        let mut transactions: Vec<_> = (1..=rows).map(received).collect();
        transactions.sort_by_key(|row| -row["blockHeight"].as_i64().expect("a height"));
        {
            let mut fixture = app.fixture();
            fixture.balance = ((u32::from(rows) * 9).to_string(), "0".to_owned());
            fixture.transactions = transactions;
        }
        let body = json!({ "address": OWN, "from": DAY, "to": NEXT, "format": "json" });
        let response = post(&app, "statement", &body).await;
        assert_eq!(
            response.data()["rows"].as_array().map(Vec::len),
            Some(usize::from(rows))
        );
        assert_eq!(response.data()["nextCursor"], Value::Null);
        assert_eq!(app.requested_paths().len(), requests, "{rows} rows");
    }
}

#[tokio::test]
async fn invalid_fields_are_rejected_without_a_request() {
    let app = App::new().await;
    let key = scripted::ZPUB;
    let valid = [
        ("balance-history", json!({ "address": OWN, "interval": "day" })),
        (
            "statement",
            json!({ "address": OWN, "from": DAY, "to": NEXT, "format": "json" }),
        ),
    ];
    let common = [
        ("address", json!("x"), "invalid_address", "address"),
        ("address", Value::Null, "invalid_request", "address"),
        ("key", json!(key), "invalid_request", "key"),
        ("network", json!("mainnet"), "invalid_request", "network"),
        ("from", json!(-1), "invalid_request", "from"),
        ("from", json!("1"), "invalid_request", "from"),
        ("from", json!(NEXT + 1), "invalid_request", "from"),
        ("to", json!(4_000_000_000_u64), "invalid_request", "to"),
        ("currency", json!("USD"), "invalid_request", "currency"),
    ];
    let of_each = [
        vec![
            ("interval", Value::Null, "invalid_request", "interval"),
            ("interval", json!("week"), "invalid_request", "interval"),
            ("from", json!(0), "invalid_request", "from"),
        ],
        vec![
            ("from", Value::Null, "invalid_request", "from"),
            ("from", json!(NEXT), "invalid_request", "from"),
            ("to", Value::Null, "invalid_request", "to"),
            ("format", Value::Null, "invalid_request", "format"),
            ("format", json!("xlsx"), "invalid_request", "format"),
            ("cursor", json!("x"), "invalid_request", "cursor"),
            ("cursor", json!("."), "invalid_request", "cursor"),
        ],
    ];
    for (endpoint, body) in valid.clone() {
        let mut body = body;
        body.as_object_mut().unwrap().remove("address");
        body["key"] = "x".into();
        let response = post(&app, endpoint, &body).await;
        response.assert_error(400, "invalid_public_key", Some("key"));
    }
    for ((endpoint, body), more) in valid.into_iter().zip(of_each) {
        for (field, value, code, expected) in common.iter().cloned().chain(more) {
            let mut body = body.clone();
            body["to"] = NEXT.into();
            body[field] = value;
            let response = post(&app, endpoint, &body).await;
            response.assert_error(400, code, Some(expected));
        }
    }
    assert_eq!(app.requested_paths(), Vec::<String>::new());
}
