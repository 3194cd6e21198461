//! The chain as a Blockbook server (version 2 of its API) shows it.
//!
//! One file per call, named like its path. Amounts are strings of smallest units, and what is empty
//! or zero is left out, as Blockbook does.

mod address;
mod error;
mod estimate_fee;
mod sendtx;
mod status;
mod tx;
mod utxo;
mod view;

use super::node::Node;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};
use error::BlockbookError;
use std::sync::Arc;
use wallet_btc_like::Params;

/// The most that `sendtx` takes, in bytes.
const MAX_BODY: usize = 8 << 20;

/// What the calls need.
#[derive(Clone)]
pub struct Blockbook {
    /// The chain.
    pub node: Arc<Node>,
    /// How its addresses are written.
    pub params: &'static Params,
}

/// The routes, relative to the server's root.
pub fn router(blockbook: Blockbook) -> Router {
    Router::new()
        .route("/api/status", get(status::get))
        .route("/api/v2", get(status::get))
        .route("/api/v2/", get(status::get))
        .route("/api/v2/address/{address}", get(address::get))
        .route("/api/v2/utxo/{address}", get(utxo::get))
        .route("/api/v2/tx/{txid}", get(tx::get))
        .route("/api/v2/estimatefee/{blocks}", get(estimate_fee::get))
        .route("/api/v2/sendtx/", post(sendtx::post))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(blockbook)
}

impl Blockbook {
    /// Asks the node on a thread that may wait: a look-up waits for a judgement, a judgement for the disk.
    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Self) -> Result<T, BlockbookError> + Send + 'static,
    ) -> Result<T, BlockbookError> {
        let blockbook = self.clone();
        tokio::task::spawn_blocking(move || question(&blockbook))
            .await
            .map_err(BlockbookError::internal)?
    }
}
