//! What address info needs from indexes of the EVM chains.

use crate::history::{HistoryFacts, Position};
use crate::{Address, Params};
use async_trait::async_trait;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// An index of the addresses of the EVM chains. Every call ends by its deadline.
#[async_trait]
pub trait EthLikeIndex: Send + Sync {
    /// At most `limit` transactions of the history of an address from a place on.
    ///
    /// An address never used has no history; a failure is always an error, never an empty list.
    async fn history(
        &self,
        params: Params,
        address: Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, UpstreamError>;
}
