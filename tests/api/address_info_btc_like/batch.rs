//! Several addresses in a request.

use super::App;
use super::fixture::{row, service};
use crate::support::batch::BatchEndpoint;
use crate::support::client::{call, request};
use crate::support::stub::{Reply, Stub};
use axum::http::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::Barrier;

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const DOGE: &str = "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L";

fn endpoint(app: &App) -> BatchEndpoint<'_> {
    BatchEndpoint {
        router: &app.router,
        service: "address-info-btc-like",
        entry: json!({ "chain": "btc", "address": OWN }),
        invalid_address: DOGE,
    }
}

#[tokio::test]
async fn malformed_bodies_are_rejected_without_requests() {
    let app = App::new().await;
    endpoint(&app).rejects_malformed_bodies().await;
    assert_eq!(app.requested_paths(), [""; 0]);
}

#[tokio::test]
async fn invalid_entries_fail_no_others() {
    let app = App::new().await;
    app.fixture().balance = ("100".to_owned(), "-25".to_owned());
    let result = endpoint(&app).reports_invalid_entries().await;
    assert_eq!(result["data"]["balances"][0]["balance"]["amount"], "75");
}

#[tokio::test]
async fn result_equals_that_of_a_single_request() {
    let app = App::new().await;
    app.fixture().balance = ("100".to_owned(), "-25".to_owned());
    let payment = |salt| row(salt, 7, &[SHOP], &[(OWN, 100)]);
    app.fixture().transactions = (1..=5).rev().map(payment).collect();
    let first = app.get(&format!("btc?address={OWN}&limit=2")).await.data().clone();
    let cursor = first["nextCursor"].as_str().expect("a cursor").to_owned();
    let next = app
        .get(&format!("btc?address={OWN}&limit=2&cursor={cursor}"))
        .await
        .data()
        .clone();
    let balance = app.get(&format!("btc?address={SHOP}&limit=0")).await.data().clone();
    let doge = app.get(&format!("doge?address={DOGE}&limit=0")).await.data().clone();
    let requests = [
        json!({ "chain": "btc", "address": OWN, "limit": 2 }),
        json!({ "chain": "doge", "address": DOGE, "limit": 0 }),
        json!({ "chain": "btc", "address": SHOP }),
        json!({ "chain": "btc", "address": OWN, "limit": 2, "cursor": cursor }),
    ];
    let results = app.batch(&requests).await;
    for ((single, request), result) in [first, doge, balance, next].iter().zip(&requests).zip(&results) {
        let expected = json!({ "chain": request["chain"], "address": request["address"], "data": single });
        assert_eq!(result, &expected);
    }
}

#[tokio::test]
async fn each_balance_is_requested_once() {
    let app = App::new().await;
    let requests: Vec<_> = (0..50).map(|_| json!({ "chain": "btc", "address": OWN })).collect();
    let results = app.batch(&requests).await;
    assert!(results.iter().all(|result| result["data"].is_object()), "{results:?}");
    let paths = app.requested_paths();
    assert_eq!(paths.iter().filter(|path| path.ends_with("details=tokens")).count(), 50);
    assert_eq!(paths.len(), 51, "one request for the status, which is shared");
}

/// The Blockbook does not serve an address.
#[tokio::test]
async fn address_whose_request_fails_fails_no_other() {
    let stub = Stub::start(|request| match &*request.path {
        "/api/status" => Reply::ok(r#"{"blockbook":{"bestHeight":800,"inSync":true},"backend":{}}"#),
        path if path.contains(SHOP) => Reply::json(500, r#"{"error":"secret words"}"#),
        _ => Reply::ok(r#"{"balance":"7","unconfirmedBalance":"0","unconfirmedTxs":0,"txs":1}"#),
    })
    .await;
    let upstream = format!("blockbook+{}", stub.url);
    let router = service(|name| (name == "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").then(|| upstream.clone()));
    let body = json!({ "requests": [
        { "chain": "btc", "address": SHOP },
        { "chain": "btc", "address": OWN },
        { "chain": "ltc", "address": "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1" },
    ] });
    let token = crate::support::tokens::token(&["read"]);
    let path = "/address-info-btc-like/v1/api/batch";
    let response = call(&router, request(Method::POST, path, &token, Some(&body))).await;
    let results = &response.data()["results"];
    assert_eq!(results[0]["error"]["code"], "upstream_error", "{results}");
    assert_eq!(results[1]["data"]["balances"][0]["balance"]["amount"], "7");
    assert_eq!(results[2]["error"]["code"], "not_configured");
    assert!(!response.text.contains("secret"), "{}", response.text);
}

#[tokio::test]
async fn network_is_that_of_all_entries() {
    let app = App::new().await;
    let path = "/address-info-btc-like/v1/api/batch";
    let body = json!({ "network": "testnet", "requests": [{ "chain": "btc", "address": OWN }] });
    let response = call(&app.router, request(Method::POST, path, app.token(), Some(&body))).await;
    let error = &response.data()["results"][0]["error"];
    assert_eq!(
        json!([error["code"], error["field"]]),
        json!(["invalid_address", "requests[0].address"])
    );
    assert_eq!(response.data()["results"][0].get("data"), None::<&Value>);
}

/// The Blockbook responds only when the requests for all addresses have arrived.
#[tokio::test]
async fn fifty_addresses_take_one_round_at_an_upstream_that_allows_it() {
    let all = Arc::new(Barrier::new(50));
    let stub = Stub::start(move |request| {
        if request.path == "/api/status" {
            return Reply::ok(r#"{"blockbook":{"bestHeight":800,"inSync":true},"backend":{}}"#);
        }
        let balance = Reply::ok(r#"{"balance":"0","unconfirmedBalance":"0","unconfirmedTxs":0,"txs":0}"#);
        Reply::Together(Arc::clone(&all), Box::new(balance))
    })
    .await;
    let upstream = format!("blockbook+{}#concurrency=100", stub.url);
    let router = service(|name| (name == "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").then(|| upstream.clone()));
    let requests: Vec<_> = (0..50).map(|_| json!({ "chain": "btc", "address": OWN })).collect();
    let token = crate::support::tokens::token(&["read"]);
    let path = "/address-info-btc-like/v1/api/batch";
    let body = json!({ "requests": requests });
    let response = call(&router, request(Method::POST, path, &token, Some(&body))).await;
    let results = response.data()["results"].as_array().expect("a list");
    assert!(results.iter().all(|result| result["data"].is_object()), "{results:?}");
}
