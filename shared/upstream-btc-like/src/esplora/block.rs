//! `GET /blocks`, and the block of a transaction in every row.

use super::{Esplora, success};
use serde::Deserialize;
use wallet_btc_like::BlockHash;
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;

/// Block of the list, which starts with the latest one.
#[derive(Clone, Copy, Deserialize)]
pub(super) struct BlockRow {
    /// Block height.
    pub(super) height: u32,
    /// Block time in Unix seconds.
    pub(super) timestamp: u64,
}

impl Esplora {
    /// Returns the latest block: the list has height and time in one call.
    pub(super) async fn latest_block(&self, lane: Lane, deadline: Deadline) -> Result<BlockRow, Failure> {
        let blocks: Vec<BlockRow> = success(self.get_in(lane, &["blocks"], deadline).await?)?.json()?;
        blocks.first().copied().ok_or_else(|| Failure::unusable("no blocks"))
    }
}

/// Returns the number of confirmations at this height, which includes the block itself. A server with several
/// caches may report a block before a tip of that height.
pub(super) fn confirmations(tip: u32, height: u32) -> u32 {
    tip.saturating_sub(height).saturating_add(1)
}

/// Confirmation status of a transaction. The other fields are absent or null while it is unconfirmed.
#[derive(Deserialize)]
pub(super) struct Status {
    confirmed: bool,
    #[serde(default)]
    block_height: Option<u32>,
    #[serde(default)]
    block_hash: Option<BlockHash>,
    #[serde(default)]
    block_time: Option<u64>,
}

/// Block of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// Block height.
    pub(super) height: u32,
    /// Block hash.
    pub(super) hash: BlockHash,
    /// Block time in Unix seconds.
    pub(super) time: u64,
}

impl Status {
    /// Returns the height of the block, if reported.
    pub(super) const fn height(&self) -> Option<u32> {
        self.block_height
    }

    /// Returns the block, `None` in the mempool.
    pub(super) fn block(&self) -> Result<Option<Block>, Failure> {
        match (self.confirmed, self.block_height, self.block_hash, self.block_time) {
            (false, ..) => Ok(None),
            (true, Some(height), Some(hash), Some(time)) => Ok(Some(Block { height, hash, time })),
            (true, ..) => Err(Failure::unusable("confirmed transaction without a block")),
        }
    }
}
