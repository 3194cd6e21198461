//! What address info needs from the indexes of Stellar.

use crate::AccountId;
use crate::history::{AccountFacts, ClaimableFacts, HistoryFacts, Position};
use async_trait::async_trait;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// An index of the accounts of Stellar. Every call ends by its deadline.
#[async_trait]
pub trait XlmIndex: Send + Sync {
    /// An account, and the newest ledger. An account that does not exist is no failure.
    async fn account_facts(
        &self,
        network: Network,
        id: AccountId,
        deadline: Deadline,
    ) -> Result<AccountFacts, UpstreamError>;

    /// What an address may claim, whether it has an account or not; a failure is always an error, never an empty list.
    async fn claimable_balances(
        &self,
        network: Network,
        id: AccountId,
        deadline: Deadline,
    ) -> Result<ClaimableFacts, UpstreamError>;

    /// At most `limit` transactions of the history of an account from a place on.
    ///
    /// An account never used has no history; a failure is always an error, never an empty list. There may be fewer
    /// transactions than `limit`, even none, and more behind them.
    async fn history(
        &self,
        network: Network,
        id: AccountId,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, UpstreamError>;
}
