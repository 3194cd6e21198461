//! Upstream data for the btc-like connector.

use crate::{
    Address, FeeEstimates, OutPoint, Params, SignedTransaction, TransactionStatus, Txid, Unspent, VerifiedOutputs,
};
use async_trait::async_trait;
use wallet_core::model::Responses;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};

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
