//! Interface of the UTXO protocols, implemented by the adapters and used by the pool.

use async_trait::async_trait;
use wallet_btc_like::history::{AddressFacts, Position};
use wallet_btc_like::{Address, FeeEstimates, SignedTransaction, TransactionStatus, Txid, Unspent};
use wallet_upstream::broadcast::SubmitOutcome;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;
use wallet_upstream::resilience::Source;

/// One upstream of one UTXO chain and network. Each call is one attempt.
#[async_trait]
pub(crate) trait BtcLikeSource: Source {
    /// Returns the unspent outputs of an address, including the mempool.
    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure>;

    /// Returns the estimated fees per 1000 vbytes.
    async fn fee_estimates(&self, deadline: Deadline) -> Result<FeeEstimates, Failure>;

    /// Returns the bytes of a transaction, `None` if the upstream does not know it.
    async fn raw_transaction(&self, txid: Txid, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure>;

    /// Returns the status of a transaction, `None` if the upstream does not know it.
    async fn transaction_status(&self, txid: Txid, deadline: Deadline) -> Result<Option<TransactionStatus>, Failure>;

    /// Returns the balance of an address and at most `limit` transactions of its history from a position on.
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, Failure>;

    /// Submits a transaction's bytes.
    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<SubmitOutcome, Failure>;
}
