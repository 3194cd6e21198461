//! The Blockbook API (version 2) of a chain.
//!
//! Amounts are strings of base units; empty and zero fields are omitted, as in Blockbook. Errors have the form
//! `{"error": text}`, with status 400 for public errors.

mod address;
mod block;
mod utxo;
mod view;
pub mod xpub;

use super::node::{Node, SubmitError};
use super::rules::{DECIMALS, in_coins};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// The maximum body size of `sendtx` in bytes.
const MAX_BODY: usize = 8 << 20;

/// Returns the routes, relative to the server's root.
pub fn router(node: Arc<Node>) -> Router {
    Router::new()
        .route("/api/status", get(status))
        .route("/api/v2", get(status))
        .route("/api/v2/", get(status))
        .route("/api/v2/block-index/{height}", get(block::index))
        .route("/api/v2/block/{block}", get(block::get))
        .route("/api/v2/rawblock/{block}", get(block::raw))
        .route("/api/v2/address/{address}", get(address::get))
        .route("/api/v2/xpub/{key}", get(xpub::get))
        .route("/api/v2/utxo/{address}", get(utxo::get))
        .route("/api/v2/tx/{txid}", get(view::transaction))
        .route("/api/v2/estimatefee/{blocks}", get(estimate_fee))
        .route("/api/v2/sendtx/", post(send))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(node)
}

/// Runs a node call on a blocking thread, because a call may wait for a lock or for a disk write.
async fn run_blocking<T: Send + 'static>(
    node: Arc<Node>,
    call: impl FnOnce(&Node) -> Result<T, BlockbookError> + Send + 'static,
) -> Result<Json<T>, BlockbookError> {
    let result = tokio::task::spawn_blocking(move || call(&node)).await;
    result.map_err(BlockbookError::internal)?.map(Json)
}

/// An error response.
#[derive(Debug)]
pub struct BlockbookError {
    status: StatusCode,
    text: String,
}

impl BlockbookError {
    /// Returns a 400 error with this message.
    pub fn public(text: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            text: text.into(),
        }
    }

    /// Returns a 500 error and logs the cause.
    pub fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(%cause, "sandbox request failed");
        Self {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            text: "Internal server error".to_owned(),
        }
    }
}

impl From<SubmitError> for BlockbookError {
    fn from(error: SubmitError) -> Self {
        match error {
            SubmitError::Rejected(rejection) => Self::public(format!("{}: {rejection}", rejection.rpc_code())),
            SubmitError::Journal(error) => Self::internal(error),
        }
    }
}

impl IntoResponse for BlockbookError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.text }))).into_response()
    }
}

pub async fn status(State(node): State<Arc<Node>>) -> Json<Value> {
    Json(node.read(|ledger| {
        let best_height = ledger.next_height().saturating_sub(1);
        json!({
            "blockbook": {
                "coin": node.rules().coin,
                "host": "sandbox",
                "version": env!("CARGO_PKG_VERSION"),
                "syncMode": true,
                "initialSync": false,
                "inSync": true,
                "bestHeight": best_height,
                "lastBlockTime": rfc_3339(ledger.blocks().last().map_or(0, |block| block.header.time)),
                "inSyncMempool": true,
                "mempoolSize": ledger.mempool().len(),
                "decimals": DECIMALS,
                "about": "Wallet Cloud Services sandbox: the coins of this chain are worth nothing.",
            },
            "backend": {
                "chain": "sandbox",
                "blocks": best_height,
                "headers": best_height,
                "bestBlockHash": ledger.tip().to_string(),
                "version": env!("CARGO_PKG_VERSION"),
            },
        })
    }))
}

fn rfc_3339(unix_time: u32) -> String {
    let time = OffsetDateTime::from_unix_timestamp(unix_time.into());
    let text = time.ok().and_then(|time| time.format(&Rfc3339).ok());
    text.expect("RFC 3339 can represent every 32-bit Unix time")
}

pub async fn estimate_fee(
    State(node): State<Arc<Node>>,
    Path(blocks): Path<String>,
) -> Result<Json<Value>, BlockbookError> {
    let blocks: u32 = blocks
        .parse()
        .map_err(|_| BlockbookError::public("Parameter 'number of blocks' is not a number"))?;
    let [soon, later, sometime] = node.rules().estimates;
    let price = match blocks {
        0..=2 => soon,
        3..=6 => later,
        _ => sometime,
    };
    Ok(Json(json!({ "result": in_coins(price) })))
}

pub async fn send(State(node): State<Arc<Node>>, hex: String) -> Result<Json<Value>, BlockbookError> {
    if hex.is_empty() {
        return Err(BlockbookError::public("Missing tx blob"));
    }
    run_blocking(node, move |node| {
        let txid = node.submit(&hex)?;
        Ok(json!({ "result": txid.to_string() }))
    })
    .await
}
