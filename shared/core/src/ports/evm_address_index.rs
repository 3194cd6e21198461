//! What address info needs from indexes of the EVM chains.

use crate::eth_like::history::{HistoryFacts, Position};
use crate::eth_like::{Address, Params};
use crate::ports::deadline::Deadline;
use crate::ports::upstream::UpstreamError;
use async_trait::async_trait;

/// An index of the addresses of the EVM chains. Every call ends by its deadline.
#[async_trait]
pub trait EvmAddressIndex: Send + Sync {
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
