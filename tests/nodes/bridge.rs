//! A minimal Blockbook server in front of a node, so that the real adapter can use the node.
//!
//! The bridge follows the conventions of Blockbook v2: amounts are strings, every public error has status 400 with
//! `{"error": "text"}`, a rejected broadcast contains the node's code and text, a missing estimate is `-1`.

use crate::core::CoreNode;
use crate::node::{Coin, Node, Rejection};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use bitcoin::consensus::encode::deserialize_hex;
use bitcoin::{Address, Script, Transaction};
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
            .route("/api/v2/sendtx/", post(send));
        Self::serve(routes.with_state(node)).await
    }

    /// Serves the blocks, the transactions and the mempool of bitcoind, as notifications request them.
    pub async fn of_blocks(node: Arc<CoreNode>) -> Self {
        let general: Arc<dyn Node> = node.clone();
        let status = Router::new().route("/api/status", get(status)).with_state(general);
        let routes = Router::new()
            .route("/api/v2/block-index/{height}", get(block_index))
            .route("/api/v2/rawblock/{hash}", get(raw_block))
            .route("/api/v2/tx/{txid}", get(detailed_transaction))
            .route("/api/v2/address/{address}", get(pending));
        Self::serve(routes.with_state(node).merge(status)).await
    }

    async fn serve(routes: Router) -> Self {
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

async fn block_index(State(node): State<Arc<CoreNode>>, Path(height): Path<u64>) -> BridgeResult {
    let hash = node.block_hash(height).await;
    let hash = hash.ok_or_else(|| bad_request("Block not found"))?;
    Ok(Json(json!({ "blockHash": hash })))
}

async fn raw_block(State(node): State<Arc<CoreNode>>, Path(hash): Path<String>) -> BridgeResult {
    let block = node.raw_block(&hash).await;
    let block = block.ok_or_else(|| bad_request("Block not found"))?;
    Ok(Json(json!({ "hex": block })))
}

async fn detailed_transaction(State(node): State<Arc<CoreNode>>, Path(txid): Path<String>) -> BridgeResult {
    let row = detailed_row(&node, &txid).await;
    row.map(Json)
        .ok_or_else(|| bad_request(format_args!("Transaction '{txid}' not found")))
}

/// Lists the pending transactions of an address only.
async fn pending(State(node): State<Arc<CoreNode>>, Path(address): Path<String>) -> Json<Value> {
    let mut rows = Vec::new();
    for txid in node.mempool().await {
        let row = detailed_row(&node, &txid).await.expect("a pending transaction");
        let sides = [&row["vin"], &row["vout"]].into_iter().filter_map(Value::as_array);
        if sides.flatten().any(|side| side["addresses"][0] == address.as_str()) {
            rows.push(row);
        }
    }
    Json(json!({ "balance": "0", "page": 1, "totalPages": 1, "itemsOnPage": 1, "transactions": rows }))
}

/// Returns a transaction with addresses and values, whose time is that of the genesis block of Bitcoin.
async fn detailed_row(node: &CoreNode, txid: &str) -> Option<Value> {
    let known = node.transaction(txid).await?;
    let transaction: Transaction = deserialize_hex(&known.hex).expect("a transaction");
    let (mut spent, mut inputs) = (0, Vec::new());
    for input in transaction
        .input
        .iter()
        .filter(|input| !input.previous_output.is_null())
    {
        let parent = input.previous_output.txid.to_string();
        let (mut row, value) = output_row(node, &parent, input.previous_output.vout).await;
        row["txid"] = json!(parent);
        row["vout"] = json!(input.previous_output.vout);
        inputs.push(row);
        spent += value;
    }
    let paid: u64 = transaction.output.iter().map(|output| output.value.to_sat()).sum();
    let outputs = transaction
        .output
        .iter()
        .map(|output| side(&output.script_pubkey, output.value.to_sat()));
    let tip = node.height().await;
    Some(json!({
        "txid": txid,
        "blockHeight": known.height.map_or(json!(-1), |height| json!(height)),
        "confirmations": known.height.map_or(0, |height| tip + 1 - height),
        "blockTime": 1_231_006_505,
        "fees": spent.saturating_sub(paid).to_string(),
        "vin": inputs,
        "vout": outputs.collect::<Vec<_>>(),
    }))
}

/// Returns an output of a transaction and the value.
async fn output_row(node: &CoreNode, txid: &str, vout: u32) -> (Value, u64) {
    let known = node.transaction(txid).await.expect("the parent");
    let parent: Transaction = deserialize_hex(&known.hex).expect("a transaction");
    let output = &parent.output[usize::try_from(vout).expect("an index")];
    let value = output.value.to_sat();
    (side(&output.script_pubkey, value), value)
}

/// Returns the script and the value of an output with an address of testnet.
fn side(script: &Script, value: u64) -> Value {
    let address = Address::from_script(script, bitcoin::Network::Testnet).ok();
    json!({
        "value": value.to_string(),
        "addresses": address.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "hex": hex::encode(script.as_bytes()),
    })
}
