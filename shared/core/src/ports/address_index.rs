//! Upstream data for the UTXO address info services.

use crate::btc_like::Address;
use crate::btc_like::history::{AddressFacts, Position};
use crate::ports::deadline::Deadline;
use crate::ports::upstream::UpstreamError;
use async_trait::async_trait;

/// An index of UTXO chain addresses. Every call ends by its deadline.
#[async_trait]
pub trait UtxoAddressIndex: Send + Sync {
    /// Returns the balance of an address and at most `limit` transactions of its history, starting at
    /// position `from`.
    ///
    /// An unused address has a balance of 0 and no history. A failure is always an error, never an
    /// empty list.
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, UpstreamError>;
}
