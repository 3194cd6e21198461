//! Latest block.

use super::envelope::Envelope;
use super::{Dialect, Etherscan};
use wallet_eth_like::Amount;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;
use wallet_upstream::resilience::Head;

impl Etherscan {
    pub(super) async fn latest_block(&self, deadline: Deadline) -> Result<Head, Failure> {
        let (module, action) = match self.dialect {
            Dialect::Etherscan => ("proxy", "eth_blockNumber"),
            Dialect::Blockscout => ("block", "eth_block_number"),
        };
        let envelope = self.call(&[("module", module), ("action", action)], deadline).await?;
        read(&envelope)
    }
}

pub(super) fn read(envelope: &Envelope) -> Result<Head, Failure> {
    let text: Option<String> = envelope.read()?;
    let height = text.as_deref().and_then(Amount::from_quantity).and_then(Amount::as_u64);
    let height = height.ok_or_else(|| Failure::unusable("expected a block height"))?;
    Ok(Head { height, time: None })
}
