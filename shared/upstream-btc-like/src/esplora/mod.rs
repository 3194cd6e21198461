//! Esplora: a REST server on top of a chain index, as operated by blockstream.info, and the dialect of
//! mempool.space.
//!
//! Conventions (`API.md` of Blockstream/esplora, `src/rest.rs` of Blockstream/electrs): paths below the URL of
//! the upstream, amounts as JSON integers in base units; errors, hashes and hex are plain text. The extensions
//! of mempool.space are below `v1/`, plus longer pages on request (`max_txs`); they are detected by requesting
//! them (docs/decisions/utxo-history.md#esplora-and-mempool-space).

mod blocks;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod history;
mod key;
mod pages;
mod payment;
mod transaction;
mod transaction_row;

use crate::memory::{BlockDownloads, Shared};
use crate::source::follows_chain;
use async_trait::async_trait;
use payment::Coinbases;
#[cfg(test)]
pub(crate) use payment::node_error;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use transaction::{PendingTimes, ReplacementHistory};
use wallet_btc_like::{BlockHash, Params};
use wallet_upstream::{Deadline, Endpoint, Failure, Head, Kind, Lane, Source, UpstreamResponse, for_log};

pub(crate) struct Esplora {
    endpoint: Endpoint,
    params: &'static Params,
    coinbases: Coinbases,
    pending: PendingTimes,
    replacement_history: ReplacementHistory,
    downloads: BlockDownloads,
}

#[async_trait]
impl Source for Esplora {
    fn kind(&self) -> Kind {
        Kind::Esplora
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        let latest = self.latest_block(Lane::Required, deadline).await?;
        Ok(Head {
            height: latest.height.into(),
            time: Some(latest.timestamp),
        })
    }

    async fn follows_chain(&self, deadline: Deadline) -> Result<bool, Failure> {
        follows_chain(self.params, |height| self.block_hash(height, deadline)).await
    }
}

impl Esplora {
    /// Creates the adapter of an Esplora of this chain and network at this endpoint, which must accept text.
    pub(crate) fn new(endpoint: Endpoint, params: &'static Params, shared: &Shared) -> Self {
        Self {
            endpoint,
            params,
            coinbases: Coinbases::default(),
            pending: PendingTimes::new(Arc::clone(&shared.first_seen)),
            replacement_history: ReplacementHistory::default(),
            downloads: BlockDownloads::new(shared, params.max_block_size),
        }
    }

    /// Sends `GET {segments}` and returns the response regardless of the status.
    async fn get(&self, segments: &[&str], deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        self.get_in(Lane::Required, segments, deadline).await
    }

    /// Sends `GET {segments}` in this lane, as [`Self::get`] does.
    async fn get_in(&self, lane: Lane, segments: &[&str], deadline: Deadline) -> Result<UpstreamResponse, Failure> {
        self.endpoint.get_in(lane, self.endpoint.url(segments), deadline).await
    }

    /// Sends `GET {segments}`; any error response is a failure.
    async fn get_json<T: DeserializeOwned>(&self, segments: &[&str], deadline: Deadline) -> Result<T, Failure> {
        success(self.get(segments, deadline).await?)?.json()
    }
}

/// Returns the response of a success; otherwise converts the error to a failure.
fn success(response: UpstreamResponse) -> Result<UpstreamResponse, Failure> {
    if response.is_success() {
        Ok(response)
    } else {
        Err(unexpected_error(&response))
    }
}

fn unexpected_error(response: &UpstreamResponse) -> Failure {
    let text = match trimmed_text(response) {
        Ok(text) => text,
        Err(failure) => return failure,
    };
    if response.status() == 400 && is_beyond_limits(text) {
        Failure::Declined { cause: for_log(text) }
    } else {
        response.failure(for_log(text))
    }
}

/// Returns the text of a response without surrounding whitespace.
fn trimmed_text(response: &UpstreamResponse) -> Result<&str, Failure> {
    response.text().map(str::trim)
}

/// Returns true if the address has more outputs or transactions than the server's limit. Known messages: "Too
/// many history entries" and "Too many unspent outputs" (Blockstream/electrs), "Too many history transactions (>500).
/// …" and "Too many unspent transaction outputs (>500). …" (mempool/electrs).
fn is_beyond_limits(error: &str) -> bool {
    let error = error.to_ascii_lowercase();
    error.starts_with("too many history") || error.starts_with("too many unspent")
}

impl Esplora {
    /// Returns the hash of the block at a height.
    pub(crate) async fn block_hash(&self, height: u32, deadline: Deadline) -> Result<BlockHash, Failure> {
        let response = success(self.get(&["block-height", &height.to_string()], deadline).await?)?;
        block_hash(&response)
    }
}

pub(crate) fn block_hash(response: &UpstreamResponse) -> Result<BlockHash, Failure> {
    let hash = trimmed_text(response)?.parse();
    hash.map_err(|_| Failure::unusable("the hash of a block is not valid"))
}

/// Block of the list, which starts with the latest block.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct BlockRow {
    pub(crate) height: u32,
    /// Block time in Unix seconds.
    pub(crate) timestamp: u64,
}

impl Esplora {
    /// Returns the latest block: the list has height and time in a single call.
    pub(crate) async fn latest_block(&self, lane: Lane, deadline: Deadline) -> Result<BlockRow, Failure> {
        let blocks: Vec<BlockRow> = success(self.get_in(lane, &["blocks"], deadline).await?)?.json()?;
        blocks.first().copied().ok_or_else(|| Failure::unusable("no blocks"))
    }
}

/// Returns the number of confirmations at this height, which includes that block. A server with several
/// caches may report a block before a tip of that height.
pub(crate) fn confirmations(tip: u32, height: u32) -> u32 {
    tip.saturating_sub(height).saturating_add(1)
}

/// Confirmation status of a transaction. The remaining fields are absent or null while unconfirmed.
#[derive(Deserialize)]
pub(crate) struct Status {
    confirmed: bool,
    block_height: Option<u32>,
    block_hash: Option<BlockHash>,
    block_time: Option<u64>,
}

/// Block of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) height: u32,
    pub(crate) hash: BlockHash,
    /// Block time in Unix seconds.
    pub(crate) time: u64,
}

impl Status {
    /// Returns the height of the block, if reported.
    pub(crate) const fn height(&self) -> Option<u32> {
        self.block_height
    }

    /// Returns the block, `None` in the mempool.
    pub(crate) fn block(&self) -> Result<Option<Block>, Failure> {
        match (self.confirmed, self.block_height, self.block_hash, self.block_time) {
            (false, ..) => Ok(None),
            (true, Some(height), Some(hash), Some(time)) => Ok(Some(Block { height, hash, time })),
            (true, ..) => Err(Failure::unusable("confirmed transaction without a block")),
        }
    }
}
