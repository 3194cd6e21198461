//! What the connector of Stellar needs from the network.

use crate::{Account, AccountId, Envelope, FeeStats, Ledger, Submission, TransactionStatus};
use async_trait::async_trait;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// A view of Stellar, however many upstreams stand behind it. Every call ends by its deadline.
#[async_trait]
pub trait XlmNode: Send + Sync {
    /// An account as the newest ledger has it, `None` when there is no such account.
    async fn account(
        &self,
        network: Network,
        id: AccountId,
        deadline: Deadline,
    ) -> Result<Option<Account>, UpstreamError>;

    /// The newest ledger.
    async fn ledger(&self, network: Network, deadline: Deadline) -> Result<Ledger, UpstreamError>;

    /// What operations cost.
    async fn fee_stats(&self, network: Network, deadline: Deadline) -> Result<FeeStats, UpstreamError>;

    /// Where a transaction stands, `None` when no ledger that is known has it. Of a fee bump either hash finds it.
    async fn transaction_status(
        &self,
        network: Network,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError>;

    /// Sends a signed envelope without waiting for its ledger on the line, looks for it for a while, and resolves ambiguous
    /// answers by its hash. An error means that as far as anybody can tell the network does not have it.
    async fn broadcast(
        &self,
        network: Network,
        envelope: &Envelope,
        deadline: Deadline,
    ) -> Result<Submission, UpstreamError>;
}
