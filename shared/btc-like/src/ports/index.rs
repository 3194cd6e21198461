//! What the address info services need from the network.

use crate::Address;
use crate::history::{AddressFacts, Position};
use async_trait::async_trait;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// An index of the addresses of the UTXO chains. Every call ends by its deadline.
#[async_trait]
pub trait BtcLikeIndex: Send + Sync {
    /// The balance of an address and at most `limit` transactions of its history from a place on.
    ///
    /// An address never used has a balance of 0 and no history; a failure is always an error, never an empty list.
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, UpstreamError>;
}
