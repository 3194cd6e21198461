//! `GET /block-height/{height}`: the chain check.

use super::{Esplora, success, trimmed_text};
use crate::checkpoint::is_checkpoint;
use wallet_btc_like::BlockHash;
use wallet_upstream::client::{Deadline, UpstreamResponse};
use wallet_upstream::failure::Failure;

impl Esplora {
    /// Returns true if the server has the checkpoint of the chain.
    pub(super) async fn has_checkpoint(&self, deadline: Deadline) -> Result<bool, Failure> {
        let height = self.params.checkpoint.height.to_string();
        let response = success(self.get(&["block-height", &height], deadline).await?)?;
        Ok(is_checkpoint(self.params, block_hash(&response)?))
    }
}

pub(super) fn block_hash(response: &UpstreamResponse) -> Result<BlockHash, Failure> {
    let hash = trimmed_text(response)?.parse();
    hash.map_err(|_| Failure::unusable("the hash of a block is not valid"))
}
