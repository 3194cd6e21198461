//! Interface of the EVM history protocols, implemented by the adapters and used by the pool.

use async_trait::async_trait;
use wallet_eth_like::Address;
use wallet_eth_like::history::{HistoryFacts, Position};
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
use wallet_upstream::failure::Failure;
pub(crate) use wallet_upstream::resilience::Head;

/// One index of one EVM chain and network. Each call is one attempt.
#[async_trait]
pub(crate) trait HistorySource: Send + Sync {
    /// Returns the protocol.
    fn kind(&self) -> Kind;

    /// Returns the latest block. An index that reports itself out of sync fails with [`Failure::Behind`].
    async fn head(&self, deadline: Deadline) -> Result<Head, Failure>;

    /// Returns at most `limit` transactions of the history of an address from a position on.
    async fn history(
        &self,
        address: Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, Failure>;
}
