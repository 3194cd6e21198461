//! Upstream data for the Stellar address info service.

use crate::history::{AccountFacts, ClaimableFacts, HistoryFacts, Position};
use crate::{AccountId, OfferFacts, OfferId};
use async_trait::async_trait;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// An index of accounts on the Stellar network. Every call ends by the deadline.
#[async_trait]
pub trait XlmIndex: Send + Sync {
    /// Returns the number of accounts to request at the same time, at least 1, so that the requests of further callers
    /// are not delayed.
    fn concurrent_accounts(&self, network: Network) -> usize;

    /// Returns an account and the latest ledger. A missing account is not an error.
    async fn account_facts(
        &self,
        network: Network,
        id: AccountId,
        deadline: Deadline,
    ) -> Result<AccountFacts, UpstreamError>;

    /// Returns the balances that an address may claim, also for an address without an account. A
    /// failure is always an error, never an empty list.
    async fn claimable_balances(
        &self,
        network: Network,
        id: AccountId,
        deadline: Deadline,
    ) -> Result<ClaimableFacts, UpstreamError>;

    /// Returns at most `limit` transactions of the history of an account, starting at position
    /// `from`.
    ///
    /// An unused account has no history. A failure is always an error, never an empty list. The page
    /// may have fewer than `limit` transactions, or none, although more follow.
    async fn history(
        &self,
        network: Network,
        id: AccountId,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, UpstreamError>;

    /// Returns at most `limit` open offers of an account, latest first, starting after the offer `after`. An account
    /// that does not exist has no offers.
    async fn offers(
        &self,
        network: Network,
        id: AccountId,
        after: Option<OfferId>,
        limit: u32,
        deadline: Deadline,
    ) -> Result<OfferFacts, UpstreamError>;
}
