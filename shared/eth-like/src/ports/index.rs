//! Upstream data for the EVM address info service.

use crate::history::{HistoryFacts, Position};
use crate::{Address, Params};
use async_trait::async_trait;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// An index of EVM chain addresses. Every call ends by the deadline.
#[async_trait]
pub trait EthLikeIndex: Send + Sync {
    /// Returns at most `limit` transactions of the history of an address, starting at position
    /// `from`.
    ///
    /// An unused address has no history. A failure is always an error, never an empty list.
    async fn history(
        &self,
        params: Params,
        address: Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, UpstreamError>;
}
