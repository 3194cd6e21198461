//! The RPC API of the chain (<https://developers.stellar.org/docs/data/apis/rpc>), which behaves like a
//! public server: JSON-RPC 2.0 over POST, named parameters, XDR in base64.
//!
//! History is kept for seven days by the clock of the sandbox. docs/decisions/local.md#rpc-of-the-sandbox lists
//! the differences to public servers.

mod close_meta;
mod entries;
mod events;
mod fees;
mod ledgers;
mod page;
mod request;
mod retention;
mod simulation;
mod transactions;

use super::node::Node;
use super::rules::{PASSPHRASE, PROTOCOL};
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, OriginalUri, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use request::{RpcError, parameters};
use serde_json::{Value, json};
use std::sync::Arc;
use tower_http::cors::{self, CorsLayer};

/// The path of the API below the path of the chain.
pub const PATH: &str = "/rpc";
/// The maximum size of a body in bytes.
const MAX_BODY: usize = 512 << 10;
/// The maximum number of requests in an array.
const MAX_BATCH: usize = 1000;

/// Returns the route. Browsers may use it from any origin, as with public servers.
pub fn router(node: Arc<Node>) -> Router {
    let cors = CorsLayer::new().allow_origin(cors::Any).allow_headers(cors::Any);
    Router::new()
        .route(PATH, post(handle))
        .layer(cors)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(node)
}

async fn handle(
    State(node): State<Arc<Node>>,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|text| text.to_str().ok());
    let media_type = content_type.and_then(|text| text.split(';').next());
    if media_type.is_none_or(|text| !text.trim().eq_ignore_ascii_case("application/json")) {
        let reason = "content-type must be application/json";
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, reason).into_response();
    }
    let host = headers.get(header::HOST).and_then(|text| text.to_str().ok());
    let chain = uri.path().strip_suffix(PATH).unwrap_or_default();
    let server = Server {
        node,
        friendbot: format!("http://{}{chain}/friendbot", host.unwrap_or("localhost")),
    };
    // Requests may wait for a lock or for a disk write.
    let response = tokio::task::spawn_blocking(move || server.respond(&body)).await;
    response.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

/// The data of all methods.
struct Server {
    node: Arc<Node>,
    /// The URL that creates and funds accounts.
    friendbot: String,
}

impl Server {
    fn respond(&self, body: &[u8]) -> Response {
        let response = match serde_json::from_slice(body) {
            // Public servers reject text that is not JSON without a JSON-RPC response.
            Err(_) => return (StatusCode::INTERNAL_SERVER_ERROR, "invalid request value").into_response(),
            Ok(Value::Array(requests)) if requests.is_empty() || requests.len() > MAX_BATCH => Some(failure(
                &Value::Null,
                &RpcError::invalid_request("invalid size of a batch"),
            )),
            Ok(Value::Array(requests)) => {
                let responses: Vec<_> = requests.iter().filter_map(|request| self.single(request)).collect();
                (!responses.is_empty()).then_some(Value::Array(responses))
            }
            Ok(request) => self.single(&request),
        };
        // Notifications have no response.
        response.map_or_else(
            || StatusCode::NO_CONTENT.into_response(),
            |response| Json(response).into_response(),
        )
    }

    fn single(&self, request: &Value) -> Option<Value> {
        let id = &request["id"];
        if request["jsonrpc"] != "2.0" {
            return Some(failure(id, &RpcError::invalid_request("invalid version marker")));
        }
        let Some(method) = request["method"].as_str().filter(|method| !method.is_empty()) else {
            return Some(failure(id, &RpcError::invalid_request("empty method name")));
        };
        let result = self.call(method, &request["params"]);
        if id.is_null() {
            return None;
        }
        Some(match result {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(error) => failure(id, &error),
        })
    }

    fn call(&self, method: &str, params: &Value) -> Result<Value, RpcError> {
        let node = &*self.node;
        match method {
            "getNetwork" => Ok(json!({
                "friendbotUrl": self.friendbot,
                "passphrase": PASSPHRASE,
                "protocolVersion": PROTOCOL,
            })),
            "getVersionInfo" => Ok(json!({
                "version": concat!("wallet-cloud-sandbox-", env!("CARGO_PKG_VERSION")),
                "commitHash": "",
                "buildTimestamp": "",
                "captiveCoreVersion": concat!("wallet-cloud-sandbox ", env!("CARGO_PKG_VERSION")),
                "protocolVersion": PROTOCOL,
            })),
            "getHealth" => Ok(retention::health(node)),
            "getLatestLedger" => Ok(node.read(|ledger| ledgers::latest(ledger.tip()))),
            "getLedgers" => ledgers::list(node, &parameters(params)?),
            "getLedgerEntries" => entries::get(node, &parameters(params)?),
            "getFeeStats" => Ok(node.read(fees::statistics)),
            "sendTransaction" => transactions::send(node, &parameters(params)?),
            "getTransaction" => transactions::get(node, &parameters(params)?),
            "getTransactions" => transactions::list(node, &parameters(params)?),
            "getEvents" => events::list(node, &parameters(params)?),
            "simulateTransaction" => simulation::simulate(node, &parameters(params)?),
            other => Err(RpcError::unknown_method(other)),
        }
    }
}

fn failure(id: &Value, error: &RpcError) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": error })
}
