//! `GET /api/v2/block-index/{height}`: the chain check.

use super::Blockbook;
use crate::checkpoint::is_checkpoint;
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
    /// Returns true if the server has the checkpoint of the chain.
    pub(super) async fn has_checkpoint(&self, deadline: Deadline) -> Result<bool, Failure> {
        let height = self.params.checkpoint.height.to_string();
        let index: BlockIndex = self.get_json(&["block-index", &height], deadline).await?;
        Ok(is_checkpoint(self.params, index.block_hash))
    }
}
