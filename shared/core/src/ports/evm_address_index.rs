//! Upstream data for the EVM address info service.

use crate::eth_like::history::{HistoryFacts, Position};
use crate::eth_like::{Address, Params};
use crate::ports::deadline::Deadline;
use crate::ports::upstream::UpstreamError;
use async_trait::async_trait;

/// An index of EVM chain addresses. Every call ends by its deadline.
#[async_trait]
pub trait EvmAddressIndex: Send + Sync {
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
