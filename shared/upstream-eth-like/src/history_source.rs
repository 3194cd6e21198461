//! Interface of the EVM history protocols, implemented by the adapters and used by the pool.

use async_trait::async_trait;
use wallet_eth_like::Address;
use wallet_eth_like::history::{HistoryFacts, Position};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;
use wallet_upstream::resilience::Source;

/// One index of one EVM chain and network. Each call is one attempt.
#[async_trait]
pub(crate) trait HistorySource: Source {
    /// Returns at most `limit` transactions of the history of an address from a position on.
    async fn history(
        &self,
        address: Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, Failure>;
}
