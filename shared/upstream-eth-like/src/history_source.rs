//! What each protocol of the histories of EVM addresses has to answer: the seam between the adapters and what chooses among
//! them.

use async_trait::async_trait;
use wallet_eth_like::Address;
use wallet_eth_like::history::{HistoryFacts, Position};
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
use wallet_upstream::failure::Failure;
pub(crate) use wallet_upstream::resilience::Head;

/// One index of one EVM chain and network, in whatever protocol. Each call is one attempt.
#[async_trait]
pub(crate) trait HistorySource: Send + Sync {
    /// Its protocol.
    fn kind(&self) -> Kind;

    /// How far it is. An index that says it is not in step with its chain is [`Failure::Behind`].
    async fn head(&self, deadline: Deadline) -> Result<Head, Failure>;

    /// At most `limit` transactions of the history of an address from a place on.
    async fn history(
        &self,
        address: Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, Failure>;
}
