//! Interface of the EVM node protocols, implemented by the adapters and used by the pool.

use async_trait::async_trait;
use std::collections::HashMap;
use wallet_eth_like::{
    Address, Amount, Balances, Call, FeeFacts, GasEstimate, Hash, Inclusion, PendingTransaction, SignedTransaction,
    TransactionCounts, TransactionStatus,
};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;
use wallet_upstream::family::Submit;
use wallet_upstream::resilience::Source;

/// One node of one EVM chain and network. Each call is one attempt.
#[async_trait]
pub(crate) trait NodeSource: Source + Submit<SignedTransaction> {
    /// Returns the number of transactions sent by an address, with and without pending ones.
    async fn transaction_counts(&self, address: Address, deadline: Deadline) -> Result<TransactionCounts, Failure>;

    /// Returns the coin balance of an address in wei.
    async fn balance(&self, address: Address, deadline: Deadline) -> Result<Amount, Failure>;

    /// Returns true if an address has code.
    async fn has_code(&self, address: Address, deadline: Deadline) -> Result<bool, Failure>;

    /// Simulates a transaction.
    async fn estimate_gas(&self, call: &Call, deadline: Deadline) -> Result<GasEstimate, Failure>;

    /// Returns the current gas prices.
    async fn fee_facts(&self, deadline: Deadline) -> Result<FeeFacts, Failure>;

    /// Returns the fees of a rollup for these bytes with this gas limit beyond the gas price, in wei.
    async fn rollup_fee(&self, unsigned: &[u8], gas_limit: u64, deadline: Deadline) -> Result<Amount, Failure>;

    /// Returns the fees besides the gas fee that these transactions have paid on a rollup, in wei. The request is
    /// optional: transactions whose fees the node does not report are missing.
    async fn paid_rollup_fees(&self, transactions: &[Inclusion], deadline: Deadline) -> HashMap<Inclusion, Amount>;

    /// Returns the pending transaction of an address with this nonce, `None` if the node knows none.
    async fn pending_transaction(
        &self,
        sender: Address,
        nonce: u64,
        deadline: Deadline,
    ) -> Result<Option<PendingTransaction>, Failure>;

    /// Returns the status of a transaction, `None` if the node does not know it.
    async fn transaction_status(&self, hash: Hash, deadline: Deadline) -> Result<Option<TransactionStatus>, Failure>;

    /// Returns the coin and token balances of an address at one block.
    async fn balances(&self, address: Address, tokens: &[Address], deadline: Deadline) -> Result<Balances, Failure>;
}
