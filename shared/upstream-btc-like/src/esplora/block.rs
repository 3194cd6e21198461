//! `GET /blocks`, and the place of a transaction as every row tells it.

use super::Esplora;
use serde::Deserialize;
use wallet_btc_like::BlockHash;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// A block of the list, which begins with the newest one.
#[derive(Clone, Copy, Deserialize)]
pub(super) struct BlockRow {
    /// Its height.
    pub(super) height: u32,
    /// Its time in Unix seconds.
    pub(super) timestamp: u64,
}

impl Esplora {
    /// The newest block: the list gives height and time in one call.
    pub(super) async fn newest_block(&self, deadline: Deadline) -> Result<BlockRow, Failure> {
        let blocks: Vec<BlockRow> = self.get_json(&["blocks"], deadline).await?;
        blocks
            .first()
            .copied()
            .ok_or_else(|| Failure::unusable("a chain without blocks"))
    }
}

/// Blocks on top of a transaction in a block of this height, its own included. A server that takes its answers from
/// several caches may tell of a block before it tells of a tip that high.
pub(super) fn confirmations(tip: u32, height: u32) -> u32 {
    tip.saturating_sub(height).saturating_add(1)
}

/// Whether a transaction is in a block. The rest is absent or null while it is not.
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

/// The block of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    /// Its height.
    pub(super) height: u32,
    /// Its hash.
    pub(super) hash: BlockHash,
    /// Its time in Unix seconds.
    pub(super) time: u64,
}

impl Status {
    /// The block, `None` in the mempool.
    pub(super) fn block(&self) -> Result<Option<Block>, Failure> {
        match (self.confirmed, self.block_height, self.block_hash, self.block_time) {
            (false, ..) => Ok(None),
            (true, Some(height), Some(hash), Some(time)) => Ok(Some(Block { height, hash, time })),
            (true, ..) => Err(Failure::unusable("confirmed without a block")),
        }
    }
}
