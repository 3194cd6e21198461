//! What the btc-like services need from the network.

use crate::{Address, FeeEstimates, Params, SignedTransaction, TransactionStatus, Txid, Unspent};
use async_trait::async_trait;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};

/// A view of the UTXO chains: a node with an address index, however many upstreams stand behind it.
/// Every call ends by its deadline.
#[async_trait]
pub trait BtcLikeNode: Send + Sync {
    /// The unspent outputs of an address, mempool included; empty for an address never used.
    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, UpstreamError>;

    /// What the upstream believes a kilo-vbyte costs; a mode without an estimate is `None`.
    async fn fee_estimates(&self, params: &'static Params, deadline: Deadline) -> Result<FeeEstimates, UpstreamError>;

    /// The raw bytes of a transaction as the upstream gives them, `None` when it knows no such transaction.
    /// They are the upstream's word: check them against the txid.
    async fn raw_transaction(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Result<Option<Vec<u8>>, UpstreamError>;

    /// Where the upstream has a transaction, `None` when it knows no such transaction.
    async fn transaction_status(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError>;

    /// Sends a signed transaction and resolves ambiguous answers by looking its txid up.
    /// An error means that as far as anybody can tell no node has the transaction.
    async fn broadcast(
        &self,
        params: &'static Params,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<BroadcastOutcome, UpstreamError>;
}
