//! The JSON-RPC API of a chain (<https://ethereum.github.io/execution-apis>), with the behaviour of
//! go-ethereum. A body contains a request or an array of requests.

mod gas;
mod overrides;
mod queries;
mod request;
mod simulate;
mod trace;
mod view;

use super::ledger::Ledger;
use super::node::Node;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::routing::post;
use axum::{Json, Router};
use request::{Arguments, RpcError};
use serde_json::{Value, json};
use std::sync::Arc;

/// The maximum size of a body in bytes.
const MAX_BODY: usize = 5 << 20;
/// The maximum number of requests in an array.
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
        Err(_) => failure(&Value::Null, &RpcError::new(-32700, "parse error")),
        Ok(Value::Array(requests)) if requests.is_empty() => {
            failure(&Value::Null, &RpcError::new(-32600, "empty batch"))
        }
        Ok(Value::Array(requests)) if requests.len() > MAX_BATCH => {
            failure(&Value::Null, &RpcError::new(-32600, "batch too large"))
        }
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
        return failure(id, &RpcError::new(-32600, "invalid request"));
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
        "eth_blockNumber" => Ok(view::quantity(node.read(Ledger::height))),
        "eth_getBlockByNumber" => queries::block_by_number(node, arguments),
        "eth_getBlockByHash" => queries::block_by_hash(node, arguments),
        "eth_getBalance" => queries::balance(node, arguments),
        "eth_getCode" => queries::code(node, arguments),
        "eth_getStorageAt" => queries::storage(node, arguments),
        "eth_getTransactionCount" => queries::transaction_count(node, arguments),
        "eth_call" => gas::call(node, arguments),
        "eth_simulateV1" => simulate::v1(node, arguments),
        "eth_estimateGas" => gas::estimate_gas(node, arguments),
        "eth_gasPrice" => Ok(gas::gas_price(node)),
        "eth_maxPriorityFeePerGas" => gas::tip(node, method),
        "eth_feeHistory" => gas::fee_history(node, method, arguments),
        "eth_sendRawTransaction" => queries::send(node, arguments),
        "eth_getTransactionByHash" => queries::transaction_by_hash(node, arguments),
        "eth_getTransactionBySenderAndNonce" => queries::transaction_by_nonce(node, arguments),
        "eth_getTransactionReceipt" => queries::receipt(node, arguments),
        "eth_getBlockReceipts" => queries::block_receipts(node, arguments),
        "eth_getLogs" => queries::logs(node, arguments),
        "debug_traceCall" => trace::call(node, arguments),
        "debug_traceBlockByHash" => trace::block_by_hash(node, arguments),
        "txpool_contentFrom" => queries::content_from(node, arguments),
        other => Err(RpcError::unknown_method(other)),
    }
}
