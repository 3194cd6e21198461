//! Upstream data for the UTXO address info services.

use crate::history::{AddressFacts, Position};
use crate::{Address, ExtendedKey, KeyFacts, KeyQuery, Params};
use async_trait::async_trait;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// An index of UTXO chain addresses. Every call ends by its deadline.
#[async_trait]
pub trait BtcLikeIndex: Send + Sync {
    /// Returns the balance of an address and at most `limit` transactions of its history, starting at
    /// position `from`. With a limit of 0 only the balance is requested, and the page is empty.
    ///
    /// An unused address has a balance of 0 and no history. A failure is always an error, or a missing page if only
    /// the history is unavailable, never an empty list.
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, UpstreamError>;

    /// Returns the addresses of a key by the gap limit, their unspent outputs, and a page of the history of all of
    /// them. With a limit of 0 the history is not requested, and the page is empty.
    ///
    /// A failure is always an error, or a missing page if only the history is unavailable.
    async fn key_facts(
        &self,
        key: &ExtendedKey,
        query: KeyQuery,
        deadline: Deadline,
    ) -> Result<KeyFacts, UpstreamError>;

    /// Returns the balances of addresses on the same chain and network, in order, each with an empty page: in a single
    /// pipeline where the protocol allows it. An error of an address fails no further address.
    async fn balances(
        &self,
        params: &'static Params,
        addresses: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Result<AddressFacts, UpstreamError>>, UpstreamError>;
}
