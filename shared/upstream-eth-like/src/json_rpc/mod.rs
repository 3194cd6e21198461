//! Ethereum JSON-RPC of EVM nodes and of the gateways in front of them.
//!
//! Conventions (ethereum/execution-apis): a `POST` of JSON-RPC 2.0 to one URL, with numbers and bytes as hex
//! with a `0x` prefix. Related calls form one batch, mostly of at most three, since some gateways accept no more.
//! Errors come with status 200 or 4xx, and their messages differ between clients.

mod account;
mod batches;
mod contract_reads;
mod fees;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod head;
mod message;
mod multicall;
mod pool;
mod rejection;
mod rollup;
mod rpc_error;
mod transaction;
mod values;

use crate::node_source::{NodeSource, PaidRollupFees, Reported, TransactionState};
use async_trait::async_trait;
use batches::BatchSize;
use message::{Call as RpcCall, Outcome};
use rollup::PaidFees;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wallet_eth_like::{
    Address, Amount, Balances, Call, FeeFacts, GasEstimate, Hash, Holder, Inclusion, Params, PoolLookup,
    PoolTransaction, SenderNonce, SignedTransaction, TokenMetadata, TransactionCounts,
};
use wallet_upstream::{Deadline, Endpoint, Failure, FirstSeen, Head, Kind, Lane, Source, Submit, SubmitOutcome};

/// Maximum size in bytes of a response to calls of contracts that a caller chooses. The results of 500 reads of balances,
/// the maximum of one call, have 160 kB.
const MAX_CONTRACT_RESPONSE: usize = 256 * 1024;

/// One node, or a gateway to several nodes.
pub(crate) struct JsonRpc {
    endpoint: Endpoint,
    /// The same endpoint for calls of contracts that a caller chooses.
    contract_endpoint: Endpoint,
    params: Params,
    /// True if the node reported the expected chain id with its last head.
    is_of_chain: AtomicBool,
    batch_size: BatchSize,
    /// Fees of a rollup that transactions in blocks have paid.
    paid_fees: PaidFees,
    /// True if the node has reported that it does not list the transactions of its pool.
    lacks_pool: AtomicBool,
    first_seen: Arc<FirstSeen<Hash>>,
}

#[async_trait]
impl Source for JsonRpc {
    fn kind(&self) -> Kind {
        Kind::JsonRpc
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        self.latest_block(deadline).await
    }

    async fn follows_chain(&self, deadline: Deadline) -> Result<bool, Failure> {
        self.is_node_of_chain(deadline).await
    }

    fn head_has_chain(&self) -> bool {
        true
    }
}

#[async_trait]
impl NodeSource for JsonRpc {
    async fn transaction_counts(&self, address: Address, deadline: Deadline) -> Result<TransactionCounts, Failure> {
        self.counts(address, deadline).await
    }

    async fn balance(&self, address: Address, deadline: Deadline) -> Result<Amount, Failure> {
        self.coin(address, deadline).await
    }

    async fn has_code(&self, address: Address, lane: Lane, deadline: Deadline) -> Result<bool, Failure> {
        self.code(address, lane, deadline).await
    }

    async fn estimate_gas(&self, call: &Call, deadline: Deadline) -> Result<GasEstimate, Failure> {
        self.gas(call, deadline).await
    }

    async fn fee_facts(&self, deadline: Deadline) -> Result<FeeFacts, Failure> {
        self.prices(deadline).await
    }

    async fn rollup_fee(&self, unsigned: &[u8], gas_limit: u64, deadline: Deadline) -> Result<Amount, Failure> {
        self.rollup_fees(unsigned, gas_limit, deadline).await
    }

    async fn pending_rollup_fees(
        &self,
        transactions: &[(&[u8], u64)],
        deadline: Deadline,
    ) -> Result<Vec<Option<Amount>>, Failure> {
        self.fees_of_pending(transactions, deadline).await
    }

    async fn paid_rollup_fees(&self, transactions: &[Inclusion], deadline: Deadline) -> PaidRollupFees {
        self.paid_fees(transactions, deadline).await
    }

    async fn pending_transaction(
        &self,
        sender: Address,
        nonce: u64,
        deadline: Deadline,
    ) -> Result<Option<Reported>, Failure> {
        self.pending_by_nonce(sender, nonce, deadline).await
    }

    async fn pool_transactions(
        &self,
        sender: Address,
        deadline: Deadline,
    ) -> Result<Option<Vec<PoolTransaction>>, Failure> {
        self.pool_of(sender, deadline).await
    }

    async fn pool_transaction(&self, hash: Hash, deadline: Deadline) -> Result<Option<PoolLookup>, Failure> {
        self.lookup(hash, deadline).await
    }

    async fn transaction_state(&self, hash: Hash, deadline: Deadline) -> Result<Option<TransactionState>, Failure> {
        self.state_of(hash, deadline).await
    }

    async fn objection_to_replacement(
        &self,
        hash: Hash,
        sent: SenderNonce,
        deadline: Deadline,
    ) -> Result<Option<()>, Failure> {
        self.objection(hash, sent, deadline).await
    }

    async fn mined_with_nonce(&self, sender: Address, nonce: u64, deadline: Deadline) -> Result<Option<Hash>, Failure> {
        self.mined_by_nonce(sender, nonce, deadline).await
    }

    async fn balances(
        &self,
        holders: &[Holder],
        listed: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Balances>, Failure> {
        // Without the counts the balances are still useful.
        let counts = async { Ok(self.counts_of(holders, deadline).await) };
        let (balances, counts) = futures::try_join!(self.holdings(holders, listed, deadline), counts)?;
        let with_counts = balances.into_iter().zip(counts);
        Ok(with_counts
            .map(|(balances, counts)| Balances { counts, ..balances })
            .collect())
    }

    async fn token_metadata(&self, contract: Address, deadline: Deadline) -> Result<Option<TokenMetadata>, Failure> {
        self.metadata(contract, deadline).await
    }
}

#[async_trait]
impl Submit<SignedTransaction> for JsonRpc {
    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<SubmitOutcome, Failure> {
        self.send(transaction, deadline).await
    }

    async fn knows(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<bool, Failure> {
        self.has(transaction, deadline).await
    }
}

impl JsonRpc {
    /// Creates the adapter of a node of this chain and network at this endpoint.
    pub(crate) fn new(endpoint: Endpoint, params: Params, first_seen: Arc<FirstSeen<Hash>>) -> Self {
        Self {
            contract_endpoint: endpoint.with_body_limit(MAX_CONTRACT_RESPONSE),
            endpoint,
            params,
            is_of_chain: AtomicBool::new(false),
            batch_size: BatchSize::default(),
            paid_fees: PaidFees::default(),
            lacks_pool: AtomicBool::new(false),
            first_seen,
        }
    }

    /// Makes one call.
    async fn call(&self, call: RpcCall, deadline: Deadline) -> Result<Outcome, Failure> {
        self.call_in(Lane::Required, call, deadline).await
    }

    /// Makes one call of this lane.
    async fn call_in(&self, lane: Lane, call: RpcCall, deadline: Deadline) -> Result<Outcome, Failure> {
        self.call_at(&self.endpoint, call, lane, deadline).await
    }

    /// Makes one call at one of the endpoints.
    async fn call_at(
        &self,
        endpoint: &Endpoint,
        call: RpcCall,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Outcome, Failure> {
        let outcomes = self.call_each_at(endpoint, &[call], lane, deadline).await?;
        let outcome = outcomes.into_iter().next();
        outcome.ok_or_else(|| Failure::unusable("no response to a call"))
    }

    /// Makes some calls in one batch.
    async fn call_batch<const N: usize>(
        &self,
        calls: [RpcCall; N],
        deadline: Deadline,
    ) -> Result<[Outcome; N], Failure> {
        self.call_batch_in(Lane::Required, calls, deadline).await
    }

    /// Makes some calls of this lane in one batch.
    async fn call_batch_in<const N: usize>(
        &self,
        lane: Lane,
        calls: [RpcCall; N],
        deadline: Deadline,
    ) -> Result<[Outcome; N], Failure> {
        let outcomes = self.call_each(&calls, lane, deadline).await?;
        let outcomes = outcomes.try_into();
        outcomes.map_err(|_| Failure::unusable("number of responses differs from number of calls"))
    }
}
