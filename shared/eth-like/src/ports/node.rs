//! What the eth-like services need from nodes.

use crate::{
    Address, Amount, Balances, Call, FeeFacts, GasEstimate, Hash, Params, PendingTransaction, SignedTransaction,
    TransactionStatus,
};
use async_trait::async_trait;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};

/// A view of the EVM chains: a node, however many upstreams stand behind it. Every call ends by its deadline.
#[async_trait]
pub trait EthLikeNode: Send + Sync {
    /// How many transactions an address has sent, those that wait for a block included: the highest count that any upstream
    /// reports. Never remembered.
    async fn pending_nonce(&self, params: Params, address: Address, deadline: Deadline) -> Result<u64, UpstreamError>;

    /// The coin that an address holds, in wei.
    async fn balance(&self, params: Params, address: Address, deadline: Deadline) -> Result<Amount, UpstreamError>;

    /// Whether there is a contract at an address. The code of a delegated account (EIP-7702) counts as well: it runs.
    async fn has_code(&self, params: Params, address: Address, deadline: Deadline) -> Result<bool, UpstreamError>;

    /// Tries a transaction.
    async fn estimate_gas(&self, params: Params, call: &Call, deadline: Deadline)
    -> Result<GasEstimate, UpstreamError>;

    /// What gas costs now.
    async fn fee_facts(&self, params: Params, deadline: Deadline) -> Result<FeeFacts, UpstreamError>;

    /// What a rollup asks for these bytes of an unsigned transaction with this gas limit beside the price of the gas itself:
    /// the L1 data fee and the operator fee, in wei.
    async fn rollup_fee(
        &self,
        params: Params,
        unsigned: &[u8],
        gas_limit: u64,
        deadline: Deadline,
    ) -> Result<Amount, UpstreamError>;

    /// The transaction of an address with this nonce that waits for a block, `None` when no upstream knows of one.
    async fn pending_transaction(
        &self,
        params: Params,
        sender: Address,
        nonce: u64,
        deadline: Deadline,
    ) -> Result<Option<PendingTransaction>, UpstreamError>;

    /// Where a transaction stands, `None` when no upstream knows it.
    async fn transaction_status(
        &self,
        params: Params,
        hash: Hash,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError>;

    /// The coin and these tokens of an address, at one block and in one round of calls.
    async fn balances(
        &self,
        params: Params,
        address: Address,
        tokens: &[Address],
        deadline: Deadline,
    ) -> Result<Balances, UpstreamError>;

    /// Sends a signed transaction and resolves ambiguous answers by looking its hash up.
    /// An error means that as far as anybody can tell no node has the transaction.
    async fn broadcast(
        &self,
        params: Params,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<BroadcastOutcome, UpstreamError>;
}
