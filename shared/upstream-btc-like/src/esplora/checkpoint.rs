//! `GET /block-height/{height}`: the chain check.

use super::{Esplora, success, trimmed_text};
use wallet_btc_like::BlockHash;
use wallet_upstream::client::{Deadline, UpstreamResponse};
use wallet_upstream::failure::Failure;

impl Esplora {
    /// Returns the hash of the block at a height.
    pub(super) async fn block_hash(&self, height: u32, deadline: Deadline) -> Result<BlockHash, Failure> {
        let response = success(self.get(&["block-height", &height.to_string()], deadline).await?)?;
        block_hash(&response)
    }
}

pub(super) fn block_hash(response: &UpstreamResponse) -> Result<BlockHash, Failure> {
    let hash = trimmed_text(response)?.parse();
    hash.map_err(|_| Failure::unusable("the hash of a block is not valid"))
}
