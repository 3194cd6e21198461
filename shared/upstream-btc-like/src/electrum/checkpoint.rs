//! `blockchain.block.header`: the chain check.

use super::Electrum;
use super::head::{hash, header_request};
use crate::checkpoint::is_checkpoint;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

impl Electrum {
    /// Returns true if the server has the checkpoint of the chain. The hash is computed from the header: a server of
    /// another chain cannot repeat it from its settings.
    pub(super) async fn has_checkpoint(&self, deadline: Deadline) -> Result<bool, Failure> {
        let request = header_request(self.params.checkpoint.height);
        let [header] = self.client.call([request], self.client.attempt(deadline)).await?;
        Ok(is_checkpoint(self.params, hash(&header.read::<String>()?)?))
    }
}
