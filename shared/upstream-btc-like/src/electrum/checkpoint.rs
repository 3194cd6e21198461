//! `blockchain.block.header`: the chain check.

use super::Electrum;
use super::head::{hash, header_request};
use wallet_btc_like::BlockHash;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

impl Electrum {
    /// Returns the hash of the block at a height. It is computed from the header: a server of another chain cannot repeat
    /// it from its settings.
    pub(super) async fn block_hash(&self, height: u32, deadline: Deadline) -> Result<BlockHash, Failure> {
        let request = header_request(height);
        let [header] = self.client.call([request], self.client.attempt(deadline)).await?;
        hash(&header.read::<String>()?)
    }
}
