//! The chain as a block explorer shows it: the account calls of Etherscan's API, version 2.
//!
//! Every answer is HTTP 200; `status` says whether it went well, and finding nothing does not count as well.

mod query;
mod rows;

use super::node::Node;
use axum::extract::{Query, State};
use axum::routing::get;
use axum::{Json, Router};
use query::{Search, Wanted};
use serde_json::{Value, json};
use std::sync::Arc;

/// The most places that pages may reach.
const MAX_WINDOW: usize = 10_000;

/// The route, relative to the chain's own path.
pub fn router(node: Arc<Node>) -> Router {
    Router::new().route("/api", get(answer)).with_state(node)
}

async fn answer(State(node): State<Arc<Node>>, Query(wanted): Query<Wanted>) -> Json<Value> {
    let answer = tokio::task::spawn_blocking(move || found(&node, &wanted));
    Json(answer.await.unwrap_or_else(|_| refused("Unexpected error")))
}

fn found(node: &Node, wanted: &Wanted) -> Value {
    if wanted.chain_id() != Some(node.rules().params.chain_id()) {
        return refused("Missing or unsupported chainid parameter (required for v2 api)");
    }
    if wanted.module != "account" {
        return refused("Error! Missing Or invalid Module name");
    }
    let Some(address) = wanted.address() else {
        return refused("Error! Invalid address format");
    };
    if wanted.action == "balance" {
        let balance = node.read(|ledger| ledger.world().info(address).balance);
        return json!({ "status": "1", "message": "OK", "result": balance.to_string() });
    }
    let search = match wanted.search() {
        Ok(search) if search.page * search.offset <= MAX_WINDOW => search,
        Ok(_) => {
            return refused("Result window is too large, PageNo x Offset size must be less than or equal to 10000");
        }
        Err(problem) => return refused(problem),
    };
    let rows = node.read(|ledger| match wanted.action.as_str() {
        "txlist" => Some(rows::transactions(ledger, address, &search)),
        "txlistinternal" => Some(rows::internal(ledger, address, &search)),
        "tokentx" => Some(rows::token_transfers(node.rules(), ledger, address, &search)),
        _ => None,
    });
    match rows {
        None => refused("Error! Missing Or invalid Action name"),
        Some(rows) => listed(rows, &search),
    }
}

/// One page of the rows, which come with the oldest first.
fn listed(mut rows: Vec<Value>, search: &Search) -> Value {
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

fn refused(problem: &str) -> Value {
    json!({ "status": "0", "message": "NOTOK", "result": problem })
}
