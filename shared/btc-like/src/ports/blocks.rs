//! Upstream data for the notifications of the UTXO chains.

use crate::history::Entry;
use crate::{Address, Block, BlockHash, BlockId, OutPoint, Params, ScriptBuf, Txid};
use async_trait::async_trait;
use std::ops::RangeInclusive;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;

/// The scripts and transactions that are watched through an upstream that lists the transactions of scripts, but no blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptQuery {
    /// Scripts, in the form of [`Address::script_pubkey`].
    pub scripts: Vec<ScriptBuf>,
    /// Outputs, of which the transactions that spend them are of interest.
    pub outpoints: Vec<OutPoint>,
    /// Single transactions.
    pub txids: Vec<Txid>,
}

/// A block of the best chain, with the transactions that concern a [`ScriptQuery`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptBlock {
    /// The height, and the hash of the header.
    pub id: BlockId,
    /// The hash of the block before.
    pub parent: BlockHash,
    /// The block time in Unix seconds.
    pub time: u64,
    /// The transactions in block order. The header commits to each. Further transactions of the scripts may be among them.
    pub entries: Vec<Entry>,
}

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

    /// Returns the blocks of the best chain from a height on, with the transactions that concern the query: at least the first
    /// block, at most the last; none above the head. The hashes are confirmed like that of a block.
    async fn script_blocks(
        &self,
        params: &'static Params,
        heights: RangeInclusive<u32>,
        query: &ScriptQuery,
        deadline: Deadline,
    ) -> Result<Vec<ScriptBlock>, UpstreamError>;

    /// Returns the pending transactions that concern the query, from an upstream that lists the transactions of scripts.
    async fn script_pending(
        &self,
        params: &'static Params,
        query: &ScriptQuery,
        deadline: Deadline,
    ) -> Result<Vec<Entry>, UpstreamError>;

    /// Returns true if a configured upstream lists the transactions of thousands of scripts at once, as Electrum does by statuses.
    fn lists_scripts(&self, params: &'static Params) -> bool;

    /// Returns true if a configured upstream has whole blocks, as Blockbook and Esplora do: Electrum has none.
    fn lists_blocks(&self, params: &'static Params) -> bool;
}
