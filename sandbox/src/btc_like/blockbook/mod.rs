//! The Blockbook API (version 2) of a chain.
//!
//! Each call has its own file, named like its path. Amounts are strings of base units; empty and zero fields
//! are omitted, as in Blockbook.

mod address;
mod block_index;
mod error;
mod estimate_fee;
mod key_address;
mod sendtx;
mod status;
mod tx;
mod utxo;
mod view;
mod xpub;

use super::node::Node;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use error::BlockbookError;
use std::sync::Arc;

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
        .route("/api/status", get(status::get))
        .route("/api/v2", get(status::get))
        .route("/api/v2/", get(status::get))
        .route("/api/v2/block-index/{height}", get(block_index::get))
        .route("/api/v2/address/{address}", get(address::get))
        .route("/api/v2/xpub/{key}", get(xpub::get))
        .route("/api/v2/utxo/{address}", get(utxo::get))
        .route("/api/v2/tx/{txid}", get(tx::get))
        .route("/api/v2/estimatefee/{blocks}", get(estimate_fee::get))
        .route("/api/v2/sendtx/", post(sendtx::post))
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
