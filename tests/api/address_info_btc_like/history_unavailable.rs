//! A known balance is returned with `source.partial` `history` if the history is unavailable.

use super::App;
use super::fixture::{id, row, service};
use crate::support::client::{TestResponse, call, request};
use crate::support::esplora::{Dialect, EsploraState, text};
use crate::support::stub::{Reply, Stub};
use crate::support::tokens;
use address_info_btc_like::NAME;
use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

fn check_partial(response: &TestResponse, upstream: &str, balance: &str) {
    let data = response.data();
    assert_eq!(data["balances"][0]["balance"]["amount"], balance);
    assert_eq!((&data["transactions"], &data["nextCursor"]), (&json!([]), &Value::Null));
    assert_eq!(
        (&data["source"]["upstream"], &data["source"]["partial"]),
        (&json!(upstream), &json!(["history"]))
    );
}

#[tokio::test(start_paused = true)]
async fn blockbook_without_a_list_returns_the_balance() {
    for reply in [
        Reply::json(500, r#"{"error":"Internal server error"}"#),
        Reply::json(504, "{}"),
        Reply::Reset,
        // More than the limit of a response.
        Reply::Flood,
        Reply::Hang,
    ] {
        let app = App::new().await;
        app.fixture().balance = ("100".to_owned(), "-25".to_owned());
        app.fixture().instead_of_list = Some(reply);
        for cursor in ["", "&cursor=AQAAAKoAAAAB"] {
            let response = app.get(&format!("btc?address={OWN}{cursor}")).await;
            check_partial(&response, "blockbook", "75");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn one_callers_long_history_does_not_close_the_upstream_for_others() {
    let app = App::new().await;
    app.fixture().balance = ("100".to_owned(), "0".to_owned());
    app.fixture().instead_of_list = Some(Reply::json(500, "{}"));
    for _ in 0..100 {
        let response = app.get(&format!("btc?address={OWN}")).await;
        check_partial(&response, "blockbook", "100");
    }
    app.fixture().instead_of_list = None;
    app.fixture().transactions = vec![row(1, 7, &[OWN], &[(SHOP, 1)])];
    let other = app.get(&format!("btc?address={SHOP}")).await;
    assert_eq!(other.data()["transactions"][0]["txid"], id(1));
}

#[tokio::test(start_paused = true)]
async fn list_that_is_not_one_of_the_protocol_is_an_error() {
    let app = App::new().await;
    app.fixture().instead_of_list = Some(Reply::ok("[]"));
    let response = app.get(&format!("btc?address={OWN}")).await;
    response.assert_error(502, "upstream_error", None);
}

/// Starts an Esplora with a balance of 9 that declines one list.
async fn esplora(list: &str, reply: Reply) -> Stub {
    let mut state = EsploraState::new(Dialect::Plain, OWN);
    let sums = |funded: u64| {
        json!({ "funded_txo_count": 1, "funded_txo_sum": funded, "spent_txo_count": 0, "spent_txo_sum": 0,
            "tx_count": 1 })
    };
    let summary = json!({ "address": OWN, "chain_stats": sums(8), "mempool_stats": sums(1) });
    state
        .overrides
        .insert(format!("address/{OWN}"), Reply::ok(summary.to_string()));
    state.overrides.insert(format!("address/{OWN}/{list}"), reply);
    Stub::start(move |request| state.respond(request)).await
}

fn over(upstreams: String) -> Router {
    service(move |name| (name == "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").then(|| upstreams.clone()))
}

async fn get(router: &Router) -> TestResponse {
    let path = format!("/{NAME}/v1/api/btc?address={OWN}");
    call(router, request(Method::GET, &path, &tokens::token(&["read"]), None)).await
}

/// The texts are those of electrs of Blockstream and of mempool.space (`errors.rs`, MIT).
#[tokio::test(start_paused = true)]
async fn esplora_without_a_list_returns_the_balance() {
    for list in ["txs/chain", "txs/mempool"] {
        for reply in [
            text(400, "Too many history entries"),
            text(
                400,
                "Too many history transactions (>500). Contact support to raise limits.",
            ),
            text(500, "internal error"),
            text(504, "gateway timeout"),
            Reply::Reset,
            Reply::Hang,
        ] {
            let stub = esplora(list, reply.clone()).await;
            let router = over(format!("esplora+{}/api", stub.url));
            // A failure of the upstream would open its breaker.
            let attempts = if matches!(reply, Reply::Hang) { 1 } else { 7 };
            for _ in 0..attempts {
                check_partial(&get(&router).await, "esplora", "9");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn history_of_another_upstream_is_preferred() {
    let app = App::new().await;
    app.fixture().balance = ("9".to_owned(), "0".to_owned());
    app.fixture().transactions = vec![row(1, 7, &[SHOP], &[(OWN, 9)])];
    let stub = esplora("txs/chain", text(400, "Too many history entries")).await;
    let router = over(format!("esplora+{}/api,{}", stub.url, app.upstream()));
    let response = get(&router).await;
    let data = response.data();
    assert_eq!(
        (&data["source"]["upstream"], &data["transactions"][0]["txid"]),
        (&json!("blockbook"), &json!(id(1)))
    );
    assert_eq!(data["source"]["partial"], Value::Null);
    // Without a history at the other one, the balance of the first is returned.
    app.fixture().instead = Some(Reply::json(500, "{}"));
    check_partial(&get(&router).await, "esplora", "9");
}
