//! POST /address-info-eth-like/v1/api/{chain}/balance-history and …/statement

use super::App;
use super::fixture::{LISTED, OWN, SHOP, UNLISTED};
use super::rows::{id, internal, sent, token, with};
use crate::support::client::{TestResponse, call, request};
use crate::support::stub::Reply;
use address_info_eth_like::NAME;
use axum::http::Method;
use serde_json::{Value, json};

/// The start of the day of the transactions, 14 November 2023.
const DAY: u64 = 1_699_920_000;
const NEXT: u64 = DAY + 86_400;

/// The fee of a transaction of the address: 21,000 gas at 7 wei.
const FEE: u128 = 147_000;

async fn post(app: &App, endpoint: &str, body: &Value) -> TestResponse {
    let path = format!("/{NAME}/v1/api/eth/{endpoint}");
    call(&app.router, request(Method::POST, &path, app.token(), Some(body))).await
}

fn statement(format: &str) -> Value {
    json!({ "address": OWN, "from": DAY, "to": NEXT, "format": format, "currency": "usd" })
}

/// Returns a service with an internal transfer, a payment, a failed payment, a swap and an unlisted token.
async fn with_history() -> App {
    let app = App::new().await;
    {
        let mut fixture = app.fixture();
        fixture.index.transactions = vec![
            sent(5, 705, "100"),
            with(sent(3, 703, "7"), &json!({ "isError": "1" })),
            sent(2, 702, "5"),
        ];
        fixture.index.internal = vec![internal(1, 701, "1000000")];
        fixture.index.tokens = vec![
            with(
                token(6, 706, UNLISTED, "9"),
                &json!({ "tokenName": "=cmd|' /C calc'!A0,\"x\"" }),
            ),
            token(5, 705, LISTED, "2000000"),
        ];
        fixture.node.block = 800;
        fixture.node.coin = 1_000_000 - 105 - 3 * FEE;
    }
    app
}

#[tokio::test(start_paused = true)]
async fn rows_have_failed_transactions_swaps_and_unlisted_tokens() {
    let app = with_history().await;
    let response = post(&app, "statement", &statement("json")).await;
    let rows = response.data()["rows"].as_array().expect("rows");
    let kinds: Vec<_> = rows.iter().map(|row| row["type"].as_str().expect("a type")).collect();
    assert_eq!(kinds, ["receive", "swap", "failed", "send", "receive"]);
    assert_eq!(response.data()["source"], json!({}));
    let spam = &rows[0];
    assert_eq!(
        (&spam["received"]["unlisted"], &spam["flags"]),
        (&json!(true), &json!(["unlisted-token"]))
    );
    assert_eq!(spam["price"], Value::Null);
    let swap = &rows[1];
    assert_eq!(swap["sent"]["value"]["amount"], "100");
    assert_eq!(swap["received"]["asset"]["contract"], LISTED);
    assert_eq!(swap["fee"]["value"]["amount"], FEE.to_string());
    assert_eq!(swap["counterparty"], SHOP);
    let failed = &rows[2];
    assert_eq!(
        (&failed["sent"], &failed["fee"]["value"]["amount"]),
        (&Value::Null, &json!(FEE.to_string()))
    );
    assert_eq!(
        (&rows[4]["txid"], &rows[4]["at"]),
        (&json!(id(1)), &json!(1_700_000_701))
    );
}

#[tokio::test(start_paused = true)]
async fn balances_follow_from_the_rows() {
    let app = with_history().await;
    let balance = app.fixture().node.coin.to_string();
    let body = json!({ "address": OWN, "from": DAY, "to": NEXT, "interval": "day", "currency": "usd" });
    let response = post(&app, "balance-history", &body).await;
    assert_eq!(response.data()["source"]["partial"], Value::Null);
    let points = response.data()["points"].as_array().expect("points");
    let amounts: Vec<_> = points
        .iter()
        .map(|point| point["balance"]["amount"].as_str().expect("an amount"))
        .collect();
    assert_eq!(amounts, ["0", balance.as_str()]);
    // A row above the block of the balance is not part of the balance.
    app.fixture().index.transactions.insert(0, sent(9, 900, "1"));
    let response = post(&app, "balance-history", &body).await;
    assert_eq!(response.data()["points"][1]["balance"]["amount"], balance);
    // Withdrawals from the beacon chain are missing in the history.
    let withdrawal = json!({ "withdrawalIndex": "14", "validatorIndex": "1", "address": OWN.to_lowercase(), "amount": "3",
        "blockNumber": "705", "timestamp": "1700000705" });
    let app = with_history().await;
    app.fixture()
        .index
        .optional
        .insert("txsBeaconWithdrawal", vec![withdrawal]);
    let response = post(&app, "balance-history", &body).await;
    assert_eq!(response.data()["source"]["partial"], json!(["history"]));
    assert_eq!(response.data()["points"], json!([]));
}

#[tokio::test(start_paused = true)]
async fn csv_has_symbols_of_listed_assets_only() {
    let app = with_history().await;
    let response = post(&app, "statement", &statement("csv")).await;
    let csv = response.data()["csv"].as_str().expect("a text");
    let lines: Vec<_> = csv.split("\r\n").collect();
    let spam = format!("2023-11-14 22:25:06 UTC,,,0.00000009,eth:{UNLISTED},,,,,,");
    assert!(lines[1].starts_with(&spam), "{csv}");
    assert!(lines[1].contains("\"receive; from"), "{csv}");
    assert!(lines[2].contains(",ETH,2,USDT,"), "{csv}");
    assert!(lines[3].contains(",ETH,,,,,"), "{csv}");
    assert!(lines[3].contains(",cost,failed,"), "{csv}");
}

#[tokio::test(start_paused = true)]
async fn failures_of_the_index_and_of_the_node_differ() {
    let app = with_history().await;
    app.fixture().instead = Some(Reply::json(500, "{}"));
    let body = json!({ "address": OWN, "interval": "day" });
    let response = post(&app, "balance-history", &body).await;
    assert_eq!(response.data()["source"]["partial"], json!(["history"]));
    assert_eq!(response.data()["points"].as_array().map(Vec::len), Some(1));
    let response = post(&app, "statement", &statement("json")).await;
    assert!([502, 503].contains(&response.status.as_u16()), "{}", response.text);
    let app = with_history().await;
    app.fixture().instead_of_node = Some(Reply::json(500, "{}"));
    let response = post(&app, "balance-history", &body).await;
    assert!([502, 503].contains(&response.status.as_u16()), "{}", response.text);
    let response = post(&app, "statement", &statement("json")).await;
    assert_eq!(response.data()["rows"].as_array().map(Vec::len), Some(5));
}

#[tokio::test(start_paused = true)]
async fn requests_of_a_statement_are_counted() {
    for (rows, requests, optional) in [(1, 3, 4), (50, 3, 4), (1000, 15, 12)] {
        let app = App::new().await;
        app.fixture().index.transactions = (1..=rows).rev().map(|block| sent(block, block, "5")).collect();
        let response = post(&app, "statement", &statement("json")).await;
        assert_eq!(response.data()["rows"].as_array().map(Vec::len), Some(rows));
        assert_eq!(response.data()["nextCursor"], Value::Null);
        assert_eq!(app.requested_paths().len(), requests, "{rows} rows");
        // A row of each list that the history omits, and the transfers of NFTs for each page.
        assert_eq!(app.optional_paths().len(), optional, "{:?}", app.optional_paths());
    }
}

#[tokio::test]
async fn invalid_fields_are_rejected_without_a_request() {
    let app = App::new().await;
    for (field, value, code) in [
        ("address", json!("0x12"), "invalid_address"),
        ("address", Value::Null, "invalid_request"),
        ("network", json!("mainnet"), "invalid_request"),
        ("from", json!(1.5), "invalid_request"),
        ("from", json!(NEXT + 1), "invalid_request"),
        ("to", json!(4_000_000_000_u64), "invalid_request"),
        ("currency", json!("xyz"), "invalid_request"),
    ] {
        let period = json!({ "address": OWN, "from": DAY, "to": NEXT, "interval": "hour", "currency": "usd" });
        for (endpoint, mut body) in [("balance-history", period), ("statement", statement("csv"))] {
            body[field] = value.clone();
            post(&app, endpoint, &body).await.assert_error(400, code, Some(field));
        }
    }
    for (endpoint, field) in [
        ("balance-history", "interval"),
        ("statement", "format"),
        ("statement", "cursor"),
    ] {
        let mut body = statement("json");
        body[field] = "x!".into();
        post(&app, endpoint, &body)
            .await
            .assert_error(400, "invalid_request", Some(field));
    }
}
