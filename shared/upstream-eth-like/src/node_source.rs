//! What each protocol has to answer of an EVM node: the seam between the adapters and what chooses among them.

use async_trait::async_trait;
use wallet_eth_like::{
    Address, Amount, Balances, Call, FeeFacts, GasEstimate, Hash, PendingTransaction, SignedTransaction,
    TransactionStatus,
};
use wallet_upstream::broadcast::Verdict;
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
use wallet_upstream::failure::Failure;
use wallet_upstream::resilience::Head;

/// One node of one EVM chain and network, in whatever protocol. Each call is one attempt.
#[async_trait]
pub(crate) trait NodeSource: Send + Sync {
    /// Its protocol.
    fn kind(&self) -> Kind;

    /// How far it is. A node of another chain is [`Failure::Behind`]: it will never be in step with this one.
    async fn head(&self, deadline: Deadline) -> Result<Head, Failure>;

    /// How many transactions an address has sent, those that wait for a block included.
    async fn pending_nonce(&self, address: Address, deadline: Deadline) -> Result<u64, Failure>;

    /// The coin that an address holds, in wei.
    async fn balance(&self, address: Address, deadline: Deadline) -> Result<Amount, Failure>;

    /// Whether there is code at an address.
    async fn has_code(&self, address: Address, deadline: Deadline) -> Result<bool, Failure>;

    /// Tries a transaction.
    async fn estimate_gas(&self, call: &Call, deadline: Deadline) -> Result<GasEstimate, Failure>;

    /// What gas costs now.
    async fn fee_facts(&self, deadline: Deadline) -> Result<FeeFacts, Failure>;

    /// What a rollup asks for these bytes with this gas limit beside the price of the gas, in wei.
    async fn rollup_fee(&self, unsigned: &[u8], gas_limit: u64, deadline: Deadline) -> Result<Amount, Failure>;

    /// The transaction of an address with this nonce that waits for a block, `None` when it knows of none.
    async fn pending_transaction(
        &self,
        sender: Address,
        nonce: u64,
        deadline: Deadline,
    ) -> Result<Option<PendingTransaction>, Failure>;

    /// Where a transaction stands, `None` when it knows no such transaction.
    async fn transaction_status(&self, hash: Hash, deadline: Deadline) -> Result<Option<TransactionStatus>, Failure>;

    /// The coin and these tokens of an address, at one block.
    async fn balances(&self, address: Address, tokens: &[Address], deadline: Deadline) -> Result<Balances, Failure>;

    /// Hands a transaction's bytes over.
    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<Verdict, Failure>;

    /// Whether it has a transaction, in a block or waiting for one.
    async fn knows(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<bool, Failure>;
}
