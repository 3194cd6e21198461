//! The JSON-RPC API of a chain (<https://ethereum.github.io/execution-apis>), with the behaviour of
//! go-ethereum.
//!
//! One file per group of methods. A body contains one request or an array of requests.

mod account;
mod arguments;
mod block;
mod call;
mod error;
mod fee;
mod logs;
mod pool;
mod selected;
mod transaction;
mod view;

use super::node::Node;
use arguments::Arguments;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::post;
use axum::{Json, Router};
use error::RpcError;
use serde_json::{Value, json};
use std::sync::Arc;

/// The maximum size of a body in bytes.
const MAX_BODY: usize = 5 << 20;
/// The maximum number of requests in one array.
const MAX_BATCH: usize = 1000;

/// Returns the route, which is the chain's own path.
pub fn router(node: Arc<Node>) -> Router {
    Router::new()
        .route("/", post(handle))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(node)
}

async fn handle(State(node): State<Arc<Node>>, body: Bytes) -> Json<Value> {
    // Requests may wait for a lock or for a disk write.
    let response = tokio::task::spawn_blocking(move || match serde_json::from_slice(&body) {
        Err(_) => failure(&Value::Null, &RpcError::parse()),
        Ok(Value::Array(requests)) if requests.is_empty() => failure(&Value::Null, &RpcError::empty_batch()),
        Ok(Value::Array(requests)) if requests.len() > MAX_BATCH => failure(&Value::Null, &RpcError::large_batch()),
        Ok(Value::Array(requests)) => requests.iter().map(|request| single(&node, request)).collect(),
        Ok(request) => single(&node, &request),
    });
    Json(
        response
            .await
            .unwrap_or_else(|_| failure(&Value::Null, &RpcError::internal())),
    )
}

fn single(node: &Node, request: &Value) -> Value {
    let id = &request["id"];
    let Some(method) = request["method"].as_str() else {
        return failure(id, &RpcError::invalid_request());
    };
    let result = Arguments::of(&request["params"]).and_then(|arguments| dispatch(node, method, &arguments));
    match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(error) => failure(id, &error),
    }
}

fn failure(id: &Value, error: &RpcError) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}

fn dispatch(node: &Node, method: &str, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    match method {
        "eth_chainId" => Ok(view::quantity(node.rules().chain_id)),
        "net_version" => Ok(node.rules().chain_id.to_string().into()),
        "web3_clientVersion" => Ok(concat!("wallet-cloud-sandbox/", env!("CARGO_PKG_VERSION")).into()),
        "eth_syncing" => Ok(false.into()),
        "eth_blockNumber" => Ok(view::quantity(node.read(super::ledger::Ledger::height))),
        "eth_getBlockByNumber" => block::by_number(node, arguments),
        "eth_getBlockByHash" => block::by_hash(node, arguments),
        "eth_getBalance" => account::balance(node, arguments),
        "eth_getCode" => account::code(node, arguments),
        "eth_getStorageAt" => account::storage(node, arguments),
        "eth_getTransactionCount" => account::transaction_count(node, arguments),
        "eth_call" => call::call(node, arguments),
        "eth_estimateGas" => call::estimate_gas(node, arguments),
        "eth_gasPrice" => Ok(fee::gas_price(node)),
        "eth_maxPriorityFeePerGas" => fee::tip(node, method),
        "eth_feeHistory" => fee::history(node, method, arguments),
        "eth_sendRawTransaction" => transaction::send(node, arguments),
        "eth_getTransactionByHash" => transaction::by_hash(node, arguments),
        "eth_getTransactionBySenderAndNonce" => transaction::by_sender_and_nonce(node, arguments),
        "eth_getTransactionReceipt" => transaction::receipt(node, arguments),
        "eth_getLogs" => logs::get(node, arguments),
        "txpool_contentFrom" => pool::content_from(node, arguments),
        other => Err(RpcError::unknown_method(other)),
    }
}
