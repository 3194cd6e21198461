//! Interface of the EVM node protocols, implemented by the adapters and used by the pool.

use async_trait::async_trait;
use std::collections::HashMap;
use wallet_eth_like::{
    Address, Amount, Balances, Call, FeeFacts, GasEstimate, Hash, Holder, Inclusion, PaidFee, PendingTransaction,
    PoolLookup, PoolTransaction, SenderNonce, SignedTransaction, TokenMetadata, TransactionCounts, TransactionStatus,
};
use wallet_upstream::{Deadline, Failure, Lane, Source, Submit};

/// State of a transaction at one node.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TransactionState {
    /// In its pool.
    Pending { sender: Address, nonce: u64 },
    /// In a block.
    Mined(TransactionStatus),
}

/// Pending transaction that a node reports, or the reason why its response cannot be used.
pub(crate) type Reported = Result<PendingTransaction, Failure>;

/// Fees of a rollup that transactions have paid, as far as one node reports them.
#[derive(Debug)]
pub(crate) struct PaidRollupFees {
    pub(crate) paid: HashMap<Inclusion, PaidFee>,
    /// The failure that ended the requests.
    pub(crate) failure: Option<Failure>,
}

/// One node of one EVM chain and network. Each call is one attempt.
#[async_trait]
pub(crate) trait NodeSource: Source + Submit<SignedTransaction> {
    /// Returns the number of transactions sent by an address, with and without pending ones.
    async fn transaction_counts(&self, address: Address, deadline: Deadline) -> Result<TransactionCounts, Failure>;

    /// Returns the coin balance of an address in wei.
    async fn balance(&self, address: Address, deadline: Deadline) -> Result<Amount, Failure>;

    /// Returns true if an address has code.
    async fn has_code(&self, address: Address, lane: Lane, deadline: Deadline) -> Result<bool, Failure>;

    /// Simulates a transaction.
    async fn estimate_gas(&self, call: &Call, deadline: Deadline) -> Result<GasEstimate, Failure>;

    /// Returns the current gas prices.
    async fn fee_facts(&self, deadline: Deadline) -> Result<FeeFacts, Failure>;

    /// Returns the fees of a rollup for these bytes with this gas limit beyond the gas price, in wei.
    async fn rollup_fee(&self, unsigned: &[u8], gas_limit: u64, deadline: Deadline) -> Result<Amount, Failure>;

    /// Returns the fees of a rollup for each of these bytes with their gas limits, as [`Self::rollup_fee`] does; `None` for
    /// those that the node does not report. The request is optional.
    async fn pending_rollup_fees(
        &self,
        transactions: &[(&[u8], u64)],
        deadline: Deadline,
    ) -> Result<Vec<Option<Amount>>, Failure>;

    /// Returns the fees of a rollup that these transactions have paid. The request is optional: transactions whose fees the
    /// node does not report are missing.
    async fn paid_rollup_fees(&self, transactions: &[Inclusion], deadline: Deadline) -> PaidRollupFees;

    /// Returns the pending transaction of an address with this nonce, `None` if the node knows none. The request is optional.
    async fn pending_transaction(
        &self,
        sender: Address,
        nonce: u64,
        deadline: Deadline,
    ) -> Result<Option<Reported>, Failure>;

    /// Returns the pending transactions of an address in the node's pool that can be mined next, `None` if the node
    /// does not list them.
    async fn pool_transactions(
        &self,
        sender: Address,
        deadline: Deadline,
    ) -> Result<Option<Vec<PoolTransaction>>, Failure>;

    /// Returns a transaction by its hash, `None` if the node does not know it.
    async fn pool_transaction(&self, hash: Hash, deadline: Deadline) -> Result<Option<PoolLookup>, Failure>;

    /// Returns the state of a transaction, `None` if the node does not know it.
    async fn transaction_state(&self, hash: Hash, deadline: Deadline) -> Result<Option<TransactionState>, Failure>;

    /// Returns `None` if the node shows that another transaction with its sender and nonce is in a block: it has used the nonce
    /// and does not know the transaction. The request is optional.
    async fn objection_to_replacement(
        &self,
        hash: Hash,
        sent: SenderNonce,
        deadline: Deadline,
    ) -> Result<Option<()>, Failure>;

    /// Returns the hash of the transaction of an address in a block with this nonce, `None` if the node does not find
    /// it. The request is optional.
    async fn mined_with_nonce(&self, sender: Address, nonce: u64, deadline: Deadline) -> Result<Option<Hash>, Failure>;

    /// Returns the coin and token balances of addresses at one block, and their transaction counts.
    async fn balances(
        &self,
        holders: &[Holder],
        listed: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Balances>, Failure>;

    /// Returns the metadata of a token, `None` if the contract is not an ERC-20 contract with decimals.
    async fn token_metadata(&self, contract: Address, deadline: Deadline) -> Result<Option<TokenMetadata>, Failure>;
}
