//! Upstream data for following the ledgers of the chain.

use crate::{LedgerContents, LedgerId, LedgerTransaction};
use async_trait::async_trait;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// The ledgers of the Stellar network, served by any number of upstreams. Every call ends by the deadline. The requests
/// never use the capacity of the requests for payments.
#[async_trait]
pub trait XlmLedgers: Send + Sync {
    /// Returns the latest ledger. If upstreams of several operators respond, the latest ledger on which two operators
    /// agree.
    ///
    /// # Errors
    ///
    /// Fails if no upstream responds in time, or if no two of the operators that respond agree on a ledger.
    async fn head(&self, network: Network, deadline: Deadline) -> Result<LedgerId, UpstreamError>;

    /// Returns the ledger with this sequence number and all transactions, or `None` above the head. The contents are
    /// those of one upstream, complete by the counts of the ledger.
    ///
    /// The amounts of claims may be unknown (`Entry::has_unresolved_claims`); [`Self::transaction`] requests the
    /// amounts.
    ///
    /// # Errors
    ///
    /// Fails if no upstream has the complete ledger.
    async fn ledger(
        &self,
        network: Network,
        sequence: u32,
        deadline: Deadline,
    ) -> Result<Option<LedgerContents>, UpstreamError>;

    /// Returns the transaction with this hash, that of the outer or the inner envelope, or `None` if no known ledger
    /// contains the transaction.
    async fn transaction(
        &self,
        network: Network,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<Option<LedgerTransaction>, UpstreamError>;
}
