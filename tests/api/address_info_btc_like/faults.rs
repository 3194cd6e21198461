//! A failing upstream yields an error, never an empty list, a zero or a 500.
//!
//! Each fault uses a separate service, because the circuit breaker opens after repeated failures.

use super::App;
use super::fixture::{id, row};
use crate::support::stub::Reply;
use serde_json::{Value, json};
use std::time::Duration;

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

async fn check(app: &App, status: u16, code: &str) {
    let response = app.get(&format!("btc?address={OWN}")).await;
    response.assert_error(status, code, None);
    assert!(!response.text.contains("secret words"), "{}", response.text);
}

/// Returns faulty responses with the expected status and code.
fn faults() -> Vec<(Reply, u16, &'static str)> {
    let body = r#"{"error":"secret words"}"#;
    vec![
        (Reply::json(400, body), 502, "upstream_error"),
        (Reply::json(404, body), 502, "upstream_error"),
        (Reply::json(500, body), 502, "upstream_error"),
        (Reply::json(429, body), 503, "upstream_unavailable"),
        (Reply::json(503, body), 503, "upstream_unavailable"),
        (Reply::Reset, 503, "upstream_unavailable"),
        (Reply::Hang, 504, "upstream_timeout"),
        (Reply::Drip(Duration::from_millis(100)), 504, "upstream_timeout"),
        (Reply::Flood, 502, "upstream_error"),
        (
            Reply::text(200, "text/html", "<html>secret words"),
            502,
            "upstream_error",
        ),
        (Reply::ok(""), 502, "upstream_error"),
        (Reply::ok("null"), 502, "upstream_error"),
        (Reply::ok("[]"), 502, "upstream_error"),
        (Reply::ok("{}"), 502, "upstream_error"),
        (Reply::Raw(b"secret words".to_vec()), 502, "upstream_error"),
    ]
}

#[tokio::test(start_paused = true)]
async fn address_failure_is_an_error() {
    for (reply, status, code) in faults() {
        let app = App::new().await;
        app.fixture().instead = Some(reply);
        check(&app, status, code).await;
    }
}

#[tokio::test(start_paused = true)]
async fn height_failure_is_an_error() {
    for (reply, status, code) in faults() {
        let app = App::new().await;
        app.fixture().status = reply;
        check(&app, status, code).await;
    }
}

#[tokio::test(start_paused = true)]
async fn retry_after_of_the_upstream_is_returned() {
    let app = App::new().await;
    app.fixture().instead = Some(Reply::json(429, "{}").with_header("Retry-After: 7"));
    let response = app.get(&format!("btc?address={OWN}")).await;
    response.assert_error(503, "upstream_unavailable", None);
    assert_eq!(response.headers["retry-after"], "7");
}

#[tokio::test(start_paused = true)]
async fn impossible_balances_are_rejected() {
    for (confirmed, unconfirmed) in [
        ("", "0"),
        ("-1", "0"),
        ("1.5", "0"),
        ("2100000000000001", "0"),
        ("2100000000000000", "1"),
        ("5", "-6"),
        ("5", "--1"),
        ("5", "-"),
        ("5", "1e3"),
    ] {
        let app = App::new().await;
        app.fixture().balance = (confirmed.to_owned(), unconfirmed.to_owned());
        check(&app, 502, "upstream_error").await;
    }
}

#[tokio::test(start_paused = true)]
async fn unreadable_transaction_is_omitted_and_disclosed() {
    for (pointer, invalid) in [
        ("/txid", json!("00")),
        ("/txid", Value::Null),
        ("/fees", json!("-1")),
        ("/fees", json!("2100000000000001")),
        ("/fees", json!(12)),
        ("/vout/0/value", json!("x")),
        ("/vout/0/value", json!("99999999999999999999999")),
        ("/vout", json!({})),
        ("/vin", json!("none")),
        ("/vin/0/addresses", json!(OWN)),
        ("/vin/0/txid", json!("00")),
        ("/vout/0/addresses", json!([SHOP])),
        ("/blockHeight", json!("170")),
        ("/blockHeight", json!(4_294_967_296_u64)),
        ("/blockTime", json!(-1)),
        ("/confirmations", json!(-1)),
    ] {
        let mut transaction = row(1, 170, &[SHOP], &[(OWN, 5)]);
        *transaction.pointer_mut(pointer).expect("a field") = invalid.clone();
        let app = App::new().await;
        app.fixture().transactions = vec![transaction, row(2, 170, &[SHOP], &[(OWN, 5)])];
        // Repeated failures would open the circuit breaker.
        for _ in 0..7 {
            let response = app.get(&format!("btc?address={OWN}")).await;
            let data = response.data();
            assert_eq!(data["source"]["partial"], json!(["rows"]), "{pointer} {invalid}");
            let listed = data["transactions"].as_array().expect("a list");
            assert_eq!(
                (listed.len(), &listed[0]["txid"]),
                (1, &json!(id(2))),
                "{pointer} {invalid}"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn rows_without_any_txid_are_not_transactions() {
    let app = App::new().await;
    app.fixture().transactions = vec![json!({ "secret": "words" }), json!("secret words")];
    check(&app, 502, "upstream_error").await;
}

#[tokio::test(start_paused = true)]
async fn upstream_text_is_not_returned() {
    let app = App::new().await;
    let texts = [
        "secret words",
        "<script>",
        "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9",
    ];
    app.fixture().transactions = texts
        .into_iter()
        .enumerate()
        .map(|(salt, text)| row(salt, 170, &[text], &[(text, 5), (OWN, 6)]))
        .collect();
    let response = app.get(&format!("btc?address={OWN}")).await;
    for (text, entry) in texts
        .iter()
        .zip(response.data()["transactions"].as_array().expect("a list"))
    {
        assert_eq!((&entry["from"], &entry["to"]), (&json!(""), &json!(OWN)));
        assert!(!response.text.contains(text), "{}", response.text);
    }
}
