//! Upstream data for the Stellar connector.

use crate::{
    Account, AccountId, BestOffers, Envelope, FeeStats, Ledger, Market, PathQuery, PaymentPath, Submission,
    TransactionStatus,
};
use async_trait::async_trait;
use wallet_core::model::{Network, Responses};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// The Stellar network, served by any number of upstreams. Every call ends by the deadline.
#[async_trait]
pub trait XlmNode: Send + Sync {
    /// Returns an account as of the latest ledger, or `None` if not found.
    async fn account(
        &self,
        network: Network,
        id: AccountId,
        deadline: Deadline,
    ) -> Result<Option<Account>, UpstreamError>;

    /// Returns the latest ledger.
    async fn ledger(&self, network: Network, deadline: Deadline) -> Result<Ledger, UpstreamError>;

    /// Returns the current fee statistics of operations at each upstream.
    async fn fee_stats(&self, network: Network, deadline: Deadline) -> Result<Responses<FeeStats>, UpstreamError>;

    /// Returns the paths for a payment at the current prices, as an upstream finds and orders them.
    async fn paths(
        &self,
        network: Network,
        query: PathQuery,
        deadline: Deadline,
    ) -> Result<Vec<PaymentPath>, UpstreamError>;

    /// Returns the best offers of a market, none if no upstream reports them in time.
    async fn best_offers(&self, network: Network, market: Market, deadline: Deadline) -> BestOffers;

    /// Returns the status of a transaction, or `None` if no known ledger contains it. Finds a fee bump by either of
    /// its hashes.
    async fn transaction_status(
        &self,
        network: Network,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError>;

    /// Submits a signed envelope asynchronously, polls for the ledger for a limited time, and resolves ambiguous
    /// responses by looking up the hash.
    ///
    /// An error means that, to the best of our knowledge, the network does not have the transaction.
    async fn broadcast(
        &self,
        network: Network,
        envelope: &Envelope,
        deadline: Deadline,
    ) -> Result<Submission, UpstreamError>;
}
