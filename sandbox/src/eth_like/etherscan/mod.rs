//! The Etherscan API of a chain: the account calls of version 2, and the height.
//!
//! Every response has HTTP status 200; the field `status` reports success. An empty result is not a success. The height has the
//! form of JSON-RPC, as a call of the module `proxy`.

mod query;
mod rows;

use super::ledger::Ledger;
use super::node::Node;
use axum::extract::{Query, State};
use axum::routing::get;
use axum::{Json, Router};
use query::{ListQuery, Search};
use serde_json::{Value, json};
use std::sync::Arc;

/// The maximum number of rows that pages can reach.
const MAX_WINDOW: usize = 10_000;

/// Returns the route, relative to the chain's own path.
pub fn router(node: Arc<Node>) -> Router {
    Router::new().route("/api", get(handle)).with_state(node)
}

async fn handle(State(node): State<Arc<Node>>, Query(query): Query<ListQuery>) -> Json<Value> {
    let response = tokio::task::spawn_blocking(move || respond(&node, &query));
    Json(response.await.unwrap_or_else(|_| error("Unexpected error")))
}

fn respond(node: &Node, query: &ListQuery) -> Value {
    if query.chain_id() != Some(node.rules().chain_id) {
        return error("Missing or unsupported chainid parameter (required for v2 api)");
    }
    if (&*query.module, &*query.action) == ("proxy", "eth_blockNumber") {
        return json!({ "jsonrpc": "2.0", "id": 83, "result": format!("{:#x}", node.read(Ledger::height)) });
    }
    if query.module != "account" {
        return error("Error! Missing Or invalid Module name");
    }
    let Some(address) = query.address() else {
        return error("Error! Invalid address format");
    };
    if query.action == "balance" {
        let balance = node.read(|ledger| ledger.state().info(address).balance);
        return json!({ "status": "1", "message": "OK", "result": balance.to_string() });
    }
    let search = match query.search() {
        Ok(search) if search.page * search.offset <= MAX_WINDOW => search,
        Ok(_) => {
            return error("Result window is too large, PageNo x Offset size must be less than or equal to 10000");
        }
        Err(problem) => return error(problem),
    };
    let rows = node.read(|ledger| match query.action.as_str() {
        "txlist" => Some(rows::transactions(ledger, address, &search)),
        "txlistinternal" => Some(rows::internal(ledger, address, &search)),
        "tokentx" => Some(rows::token_transfers(node.rules(), ledger, address, &search)),
        _ => None,
    });
    match rows {
        None => error("Error! Missing Or invalid Action name"),
        Some(rows) => page_of(rows, &search),
    }
}

/// Returns one page of the rows; `rows` starts with the oldest.
fn page_of(mut rows: Vec<Value>, search: &Search) -> Value {
    if search.newest_first {
        rows.reverse();
    }
    let page: Vec<_> = rows
        .into_iter()
        .skip((search.page - 1) * search.offset)
        .take(search.offset)
        .collect();
    if page.is_empty() {
        return json!({ "status": "0", "message": "No transactions found", "result": [] });
    }
    json!({ "status": "1", "message": "OK", "result": page })
}

fn error(problem: &str) -> Value {
    json!({ "status": "0", "message": "NOTOK", "result": problem })
}
