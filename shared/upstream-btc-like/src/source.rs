//! What each protocol of the UTXO chains has to answer: the seam between the adapters and what chooses among them.

use async_trait::async_trait;
use wallet_btc_like::history::{AddressFacts, Position};
use wallet_btc_like::{Address, FeeEstimates, SignedTransaction, TransactionStatus, Txid, Unspent};
use wallet_upstream::broadcast::Verdict;
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
use wallet_upstream::failure::Failure;
pub(crate) use wallet_upstream::resilience::Head;

/// One upstream of one UTXO chain and network, in whatever protocol. Each call is one attempt.
#[async_trait]
pub(crate) trait BtcLikeSource: Send + Sync {
    /// Its protocol.
    fn kind(&self) -> Kind;

    /// How far it is. An index that says it is not in step with its chain is [`Failure::Behind`].
    async fn head(&self, deadline: Deadline) -> Result<Head, Failure>;

    /// The unspent outputs of an address, mempool included.
    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure>;

    /// What it believes a kilo-vbyte costs.
    async fn fee_estimates(&self, deadline: Deadline) -> Result<FeeEstimates, Failure>;

    /// The bytes of a transaction, `None` when it knows no such transaction.
    async fn raw_transaction(&self, txid: Txid, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure>;

    /// Where a transaction stands, `None` when it knows no such transaction.
    async fn transaction_status(&self, txid: Txid, deadline: Deadline) -> Result<Option<TransactionStatus>, Failure>;

    /// The balance of an address and at most `limit` transactions of its history from a place on.
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, Failure>;

    /// Hands a transaction's bytes over.
    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<Verdict, Failure>;
}
