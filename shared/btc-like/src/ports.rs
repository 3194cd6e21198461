//! The ports of the family: the queries that handlers and the watching of chains send to nodes and indexes.

use crate::history::{AddressFacts, Entry, Position};
use crate::{
    Address, Block, BlockHash, BlockId, ExtendedKey, FeeEstimates, KeyFacts, KeyQuery, OutPoint, Params, ScriptBuf,
    SignedTransaction, TransactionStatus, Txid, Unspent, VerifiedOutputs,
};
use async_trait::async_trait;
use std::ops::RangeInclusive;
use wallet_core::model::Responses;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};

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

/// A view of the UTXO chains: a node with an address index, independent of the number of upstreams that serve it.
/// Every call ends by its deadline.
#[async_trait]
pub trait BtcLikeNode: Send + Sync {
    /// Returns the unspent outputs of an address, including the mempool. Empty for an unused
    /// address.
    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, UpstreamError>;

    /// Returns the fee estimates per kilo-vbyte of each upstream. A mode without an estimate is `None`.
    async fn fee_estimates(
        &self,
        params: &'static Params,
        deadline: Deadline,
    ) -> Result<Responses<FeeEstimates>, UpstreamError>;

    /// Returns the raw bytes of a transaction, checked against the txid, or `None` if the upstream does not know the
    /// transaction.
    async fn raw_transaction(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Result<Option<Vec<u8>>, UpstreamError>;

    /// Returns the requested outputs of a transaction, or `None` if the upstream does not know the transaction.
    ///
    /// They are read from bytes that were checked against the txid, and cached: they never change.
    async fn verified_outputs(
        &self,
        params: &'static Params,
        txid: Txid,
        indexes: &[u32],
        deadline: Deadline,
    ) -> Result<Option<VerifiedOutputs>, UpstreamError>;

    /// Returns the cached outputs. Sends no request.
    fn known_outputs(&self, params: &'static Params, outpoints: &[OutPoint]) -> VerifiedOutputs;

    /// Returns the status of a transaction, or `None` if the upstream does not know the transaction. `inputs` are the
    /// spent outputs, as the caller knows them: by a spender of an input, a replaced transaction is recognised that the
    /// network has forgotten.
    async fn transaction_status(
        &self,
        params: &'static Params,
        txid: Txid,
        inputs: &[OutPoint],
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError>;

    /// Broadcasts a signed transaction and resolves ambiguous responses by looking up the txid.
    ///
    /// An error means that, to the best of our knowledge, no node has the transaction.
    async fn broadcast(
        &self,
        params: &'static Params,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<BroadcastOutcome, UpstreamError>;
}
