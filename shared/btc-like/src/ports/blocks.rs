//! Upstream data for the notifications of the UTXO chains.

use crate::history::Entry;
use crate::{Address, Block, BlockHash, BlockId, Params, Txid};
use async_trait::async_trait;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// The blocks and pending transactions of UTXO chains. Requests take no permits of payments. Every call ends by the
/// deadline.
#[async_trait]
pub trait BtcLikeBlocks: Send + Sync {
    /// Returns the latest block: with upstreams of two operators that respond, the highest block on which two operators
    /// agree; with a single operator, the latest block of the operator.
    async fn head(&self, params: &'static Params, deadline: Deadline) -> Result<BlockId, UpstreamError>;

    /// Returns the block of the best chain at a height, `None` above the head. A second operator that responds has
    /// confirmed the hash.
    async fn block(
        &self,
        params: &'static Params,
        height: u32,
        deadline: Deadline,
    ) -> Result<Option<Block>, UpstreamError>;

    /// Returns the hash of the block of the best chain at a height, `None` above the head, confirmed like a block.
    async fn block_hash(
        &self,
        params: &'static Params,
        height: u32,
        deadline: Deadline,
    ) -> Result<Option<BlockHash>, UpstreamError>;

    /// Returns a transaction by the id as an entry of a history, with the owners and values of the inputs; `None` if no
    /// upstream knows the transaction.
    async fn transaction(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Result<Option<Entry>, UpstreamError>;

    /// Returns the pending transactions of an address, the latest first.
    async fn pending(&self, address: &Address, deadline: Deadline) -> Result<Vec<Entry>, UpstreamError>;

    /// Returns true if a configured upstream has whole blocks, as Blockbook and Esplora do: Electrum has none.
    fn lists_blocks(&self, params: &'static Params) -> bool;
}
