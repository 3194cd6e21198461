//! The Blockbook API (version 2) of a chain.
//!
//! Amounts are strings of base units; empty and zero fields are omitted, as in Blockbook. Errors have the form
//! `{"error": text}`, with status 400 for public errors.

mod address;
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
use serde::Serialize;
use std::fmt;
use std::sync::Arc;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// The maximum body size of `sendtx` in bytes.
const MAX_BODY: usize = 8 << 20;

/// The state shared by the handlers.
#[derive(Clone)]
pub struct Blockbook {
    /// The node of the chain.
    pub node: Arc<Node>,
}

/// Returns the routes, relative to the server's root.
pub fn router(blockbook: Blockbook) -> Router {
    Router::new()
        .route("/api/status", get(status))
        .route("/api/v2", get(status))
        .route("/api/v2/", get(status))
        .route("/api/v2/block-index/{height}", get(block_index))
        .route("/api/v2/address/{address}", get(address::get))
        .route("/api/v2/xpub/{key}", get(xpub::get))
        .route("/api/v2/utxo/{address}", get(utxo::get))
        .route("/api/v2/tx/{txid}", get(view::transaction))
        .route("/api/v2/estimatefee/{blocks}", get(estimate_fee))
        .route("/api/v2/sendtx/", post(send))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(blockbook)
}

impl Blockbook {
    /// Runs a node call on a blocking thread, because it may wait for a lock or for a disk write.
    async fn run_blocking<T: Send + 'static>(
        &self,
        call: impl FnOnce(&Self) -> Result<T, BlockbookError> + Send + 'static,
    ) -> Result<T, BlockbookError> {
        let blockbook = self.clone();
        tokio::task::spawn_blocking(move || call(&blockbook))
            .await
            .map_err(BlockbookError::internal)?
    }
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

#[derive(Serialize)]
struct Body {
    error: String,
}

impl IntoResponse for BlockbookError {
    fn into_response(self) -> Response {
        (self.status, Json(Body { error: self.text })).into_response()
    }
}

#[derive(Serialize)]
pub struct Status {
    blockbook: Index,
    backend: Backend,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "these are the fields that Blockbook has")]
struct Index {
    coin: &'static str,
    host: &'static str,
    version: &'static str,
    sync_mode: bool,
    initial_sync: bool,
    in_sync: bool,
    best_height: u32,
    /// The time in RFC 3339 format.
    last_block_time: String,
    in_sync_mempool: bool,
    mempool_size: usize,
    decimals: u8,
    about: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Backend {
    chain: &'static str,
    blocks: u32,
    headers: u32,
    best_block_hash: String,
    version: &'static str,
}

pub async fn status(State(blockbook): State<Blockbook>) -> Json<Status> {
    let rules = blockbook.node.rules();
    let status = blockbook.node.read(|ledger| {
        let best_height = ledger.next_height().saturating_sub(1);
        Status {
            blockbook: Index {
                coin: rules.coin,
                host: "sandbox",
                version: env!("CARGO_PKG_VERSION"),
                sync_mode: true,
                initial_sync: false,
                in_sync: true,
                best_height,
                last_block_time: rfc_3339(ledger.blocks().last().map_or(0, |block| block.header.time)),
                in_sync_mempool: true,
                mempool_size: ledger.mempool().len(),
                decimals: DECIMALS,
                about: "Wallet Cloud Services sandbox: the coins of this chain are worth nothing.",
            },
            backend: Backend {
                chain: "sandbox",
                blocks: best_height,
                headers: best_height,
                best_block_hash: ledger.tip().to_string(),
                version: env!("CARGO_PKG_VERSION"),
            },
        }
    });
    Json(status)
}

fn rfc_3339(unix_time: u32) -> String {
    let time = OffsetDateTime::from_unix_timestamp(unix_time.into());
    let text = time.ok().and_then(|time| time.format(&Rfc3339).ok());
    text.expect("RFC 3339 can represent every 32-bit Unix time")
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockIndex {
    block_hash: String,
}

/// Returns the hash of a block of the sandbox, except at the height by which clients recognise the testnet: there it is
/// the hash of the testnet's own block.
pub async fn block_index(
    State(blockbook): State<Blockbook>,
    Path(height): Path<String>,
) -> Result<Json<BlockIndex>, BlockbookError> {
    let not_found = || BlockbookError::public("Block not found");
    let height: u32 = height.parse().map_err(|_| not_found())?;
    let (checkpoint, hash) = blockbook.node.rules().checkpoint;
    if height == checkpoint {
        let block_hash = hash.to_owned();
        return Ok(Json(BlockIndex { block_hash }));
    }
    let index = usize::try_from(height).map_err(|_| not_found())?;
    let found = blockbook.node.read(|ledger| {
        let block = ledger.blocks().get(index);
        block.map(|block| block.header.block_hash().to_string())
    });
    let block_hash = found.ok_or_else(not_found)?;
    Ok(Json(BlockIndex { block_hash }))
}

#[derive(Serialize)]
pub struct Estimate {
    result: String,
}

pub async fn estimate_fee(
    State(blockbook): State<Blockbook>,
    Path(blocks): Path<String>,
) -> Result<Json<Estimate>, BlockbookError> {
    let blocks: u32 = blocks
        .parse()
        .map_err(|_| BlockbookError::public("Parameter 'number of blocks' is not a number"))?;
    let [soon, later, sometime] = blockbook.node.rules().estimates;
    let price = match blocks {
        0..=2 => soon,
        3..=6 => later,
        _ => sometime,
    };
    Ok(Json(Estimate {
        result: in_coins(price),
    }))
}

#[derive(Serialize)]
pub struct Sent {
    result: String,
}

pub async fn send(State(blockbook): State<Blockbook>, hex: String) -> Result<Json<Sent>, BlockbookError> {
    if hex.is_empty() {
        return Err(BlockbookError::public("Missing tx blob"));
    }
    let txid = blockbook
        .run_blocking(move |blockbook| Ok(blockbook.node.submit(&hex)?))
        .await?;
    Ok(Json(Sent {
        result: txid.to_string(),
    }))
}
