//! A minimal Blockbook server in front of a node, so that the real adapter can use the node.
//!
//! The bridge follows the conventions of Blockbook v2: amounts are strings, every public error has status 400 with
//! `{"error": "text"}`, a rejected broadcast contains the node's code and text, a missing estimate is `-1`.

use crate::node::{Coin, Node, Rejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

type BridgeResult = Result<Json<Value>, (StatusCode, Json<Value>)>;

/// Number of blocks until a coinbase output may be spent.
const MATURITY: u64 = 100;

/// A running bridge, which stops when this value is dropped.
#[derive(Debug)]
pub struct Bridge {
    url: String,
    server: JoinHandle<()>,
}

impl Bridge {
    /// Serves the node on a free port of this machine.
    pub async fn start(node: Arc<dyn Node>) -> Self {
        let routes = Router::new()
            .route("/api/status", get(status))
            .route("/api/v2/utxo/{address}", get(utxo))
            .route("/api/v2/tx/{txid}", get(transaction))
            .route("/api/v2/estimatefee/{blocks}", get(estimate_fee))
            .route("/api/v2/sendtx/", post(send))
            .with_state(node);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("a bound socket"));
        let server = tokio::spawn(async { axum::serve(listener, routes).await.expect("the bridge serves") });
        Self { url, server }
    }

    /// Returns the address in the format of an upstream setting.
    pub fn upstream(&self) -> String {
        format!("blockbook+{}", self.url)
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn bad_request(text: impl std::fmt::Display) -> (StatusCode, Json<Value>) {
    (StatusCode::BAD_REQUEST, Json(json!({ "error": text.to_string() })))
}

async fn status(State(node): State<Arc<dyn Node>>) -> Json<Value> {
    let height = node.height().await;
    Json(json!({ "blockbook": { "inSync": true, "bestHeight": height }, "backend": { "blocks": height } }))
}

async fn utxo(State(node): State<Arc<dyn Node>>, Path(address): Path<String>) -> BridgeResult {
    // Blockbook accepts a CashAddr only with the prefix.
    if address.starts_with(['q', 'p']) {
        return Err(bad_request("Invalid address, decoded address is of unknown format"));
    }
    let tip = node.height().await;
    let mut coins = node.unspent(&address).await;
    coins.sort_by_key(|coin| Reverse(coin.height.unwrap_or(u64::MAX)));
    Ok(Json(coins.iter().map(|coin| row(coin, tip)).collect()))
}

fn row(coin: &Coin, tip: u64) -> Value {
    let confirmations = coin.height.map_or(0, |height| tip + 1 - height);
    let mut row = json!({
        "txid": coin.txid,
        "vout": coin.vout,
        "value": coin.value.to_string(),
        "confirmations": confirmations,
    });
    if let Some(height) = coin.height {
        row["height"] = json!(height);
    }
    if coin.coinbase && confirmations < MATURITY {
        row["coinbase"] = json!(true);
    }
    row
}

async fn transaction(State(node): State<Arc<dyn Node>>, Path(txid): Path<String>) -> BridgeResult {
    let Some(known) = node.transaction(&txid).await else {
        return Err(bad_request(format_args!("Transaction '{txid}' not found")));
    };
    let tip = node.height().await;
    let confirmations = known.height.map_or(0, |height| tip + 1 - height);
    let height = known.height.map_or(json!(-1), |height| json!(height));
    Ok(Json(json!({
        "txid": txid,
        "blockHeight": height,
        "confirmations": confirmations,
        "hex": known.hex,
    })))
}

async fn estimate_fee(State(node): State<Arc<dyn Node>>, Path(blocks): Path<u32>) -> Json<Value> {
    let estimate = node.fee_estimate(blocks).await;
    let result = estimate.map_or("-1".to_owned(), |units| {
        format!("{}.{:08}", units / 100_000_000, units % 100_000_000)
    });
    Json(json!({ "result": result }))
}

async fn send(State(node): State<Arc<dyn Node>>, hex: String) -> BridgeResult {
    match node.send(&hex).await {
        Ok(txid) => Ok(Json(json!({ "result": txid }))),
        Err(Rejection { code, message }) => Err(bad_request(format_args!("{code}: {message}"))),
    }
}
