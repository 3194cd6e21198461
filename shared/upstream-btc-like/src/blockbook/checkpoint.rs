//! `GET /api/v2/block-index/{height}`: the chain check.

use super::Blockbook;
use serde::Deserialize;
use wallet_btc_like::BlockHash;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Block of a height.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BlockIndex {
    pub(super) block_hash: BlockHash,
}

impl Blockbook {
    /// Returns the hash of the block at a height.
    pub(super) async fn block_hash(&self, height: u32, deadline: Deadline) -> Result<BlockHash, Failure> {
        let index: BlockIndex = self.get_json(&["block-index", &height.to_string()], deadline).await?;
        Ok(index.block_hash)
    }
}
