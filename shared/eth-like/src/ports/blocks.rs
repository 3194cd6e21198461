//! Blocks of the EVM chains, for the notifications service.

use crate::block::{Block, BlockTransaction, Head};
use crate::{Address, Hash, Params};
use async_trait::async_trait;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// The best chain of an EVM chain, block by block. Every call ends by the deadline, and takes no capacity of an upstream
/// from payments.
#[async_trait]
pub trait EthLikeBlocks: Send + Sync {
    /// Returns the latest block. Where nodes of two operators respond, the latest block is the highest on which two
    /// operators agree.
    async fn head(&self, params: Params, deadline: Deadline) -> Result<Head, UpstreamError>;

    /// Returns the block of the best chain at a height, with the receipts of the same block hash, or `None` above the
    /// head of the nodes.
    async fn block(&self, params: Params, height: u64, deadline: Deadline) -> Result<Option<Block>, UpstreamError>;

    /// Returns the hash of the block of the best chain at a height, or `None` above the head of the nodes.
    async fn block_hash(&self, params: Params, height: u64, deadline: Deadline) -> Result<Option<Hash>, UpstreamError>;

    /// Returns a transaction by hash, pending or in a block of the best chain, or `None` if no node knows the hash.
    async fn transaction(
        &self,
        params: Params,
        hash: Hash,
        deadline: Deadline,
    ) -> Result<Option<BlockTransaction>, UpstreamError>;

    /// Returns the pending transactions of a sender as far as a node lists them: none if no node has the method
    /// `txpool_contentFrom`.
    async fn pending(
        &self,
        params: Params,
        sender: Address,
        deadline: Deadline,
    ) -> Result<Vec<BlockTransaction>, UpstreamError>;
}
