//! Ethereum JSON-RPC of EVM nodes and of the gateways in front of them.
//!
//! Conventions (ethereum/execution-apis): a `POST` of JSON-RPC 2.0 to a URL, with numbers and bytes as hex
//! with a `0x` prefix. Related calls form a batch, mostly of at most three, since some gateways accept no more.
//! Errors come with status 200 or 4xx, and their messages differ between clients.

mod account;
mod approvals;
mod batches;
mod blocks;
mod contract_reads;
mod fees;
#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod head;
mod logs;
mod message;
mod multicall;
mod nfts;
mod pool;
mod rejection;
mod rollup;
mod rpc_error;
mod simulation;
mod traces;
mod transaction;
mod values;

pub(crate) use blocks::{BLOCKS, Latest};
pub(crate) use logs::LOGS;
pub(crate) use rollup::PaidRollupFees;
pub(crate) use simulation::SIMULATIONS;
pub(crate) use traces::TRACES;
pub(crate) use transaction::TransactionState;

use batches::BatchSize;
use blocks::Absence;
use message::{Call as RpcCall, Outcome};
use rollup::PaidFees;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wallet_eth_like::{Hash, Params};
use wallet_upstream::{Deadline, Endpoint, Failure, FirstSeen, Lane};

/// Maximum size in bytes of a response to calls of contracts that a caller chooses. The results of 500 reads of
/// balances, the maximum of a call, have 160 kB.
const MAX_CONTRACT_RESPONSE: usize = 256 * 1024;

/// Maximum size in bytes of a response with a block, receipts or traces. Usual ones have less than 5 MB.
const MAX_BLOCK_RESPONSE: usize = 32 * 1024 * 1024;

/// A node, or a gateway to several nodes.
pub(crate) struct JsonRpc {
    endpoint: Endpoint,
    /// The same endpoint for calls of contracts that a caller chooses.
    contract_endpoint: Endpoint,
    /// The same endpoint for whole blocks.
    block_endpoint: Endpoint,
    /// The same endpoint for simulations.
    simulation_endpoint: Endpoint,
    params: Params,
    /// True if the node reported the expected chain id with the last head.
    is_of_chain: AtomicBool,
    batch_size: BatchSize,
    /// Fees of a rollup that transactions in blocks have paid.
    paid_fees: PaidFees,
    /// True if the node has reported that pool transactions are not listed.
    lacks_pool: AtomicBool,
    /// Set while the node is known to lack the receipts of a block.
    lacks_block_receipts: Absence,
    /// Set while the node is known to lack traces.
    lacks_traces: Absence,
    /// Set while the node is known to lack logs.
    lacks_logs: Absence,
    /// Set while the node is known to lack `eth_simulateV1`.
    lacks_simulations: Absence,
    /// Set while the node is known to lack `debug_traceCall`.
    lacks_call_traces: Absence,
    first_seen: Arc<FirstSeen<Hash>>,
}

impl JsonRpc {
    /// Creates the adapter of a node of this chain and network at this endpoint.
    pub(crate) fn new(endpoint: Endpoint, params: Params, first_seen: Arc<FirstSeen<Hash>>) -> Self {
        Self {
            contract_endpoint: endpoint.with_body_limit(MAX_CONTRACT_RESPONSE),
            block_endpoint: endpoint.allowing_body(MAX_BLOCK_RESPONSE),
            simulation_endpoint: endpoint.allowing_body(simulation::MAX_SIMULATION_RESPONSE),
            endpoint,
            params,
            is_of_chain: AtomicBool::new(false),
            batch_size: BatchSize::default(),
            paid_fees: PaidFees::default(),
            lacks_pool: AtomicBool::new(false),
            lacks_block_receipts: Absence::default(),
            lacks_traces: Absence::default(),
            lacks_logs: Absence::default(),
            lacks_simulations: Absence::default(),
            lacks_call_traces: Absence::default(),
            first_seen,
        }
    }

    /// Makes a single call.
    async fn call(&self, call: RpcCall, deadline: Deadline) -> Result<Outcome, Failure> {
        self.call_in(Lane::Required, call, deadline).await
    }

    /// Makes a single call of this lane.
    async fn call_in(&self, lane: Lane, call: RpcCall, deadline: Deadline) -> Result<Outcome, Failure> {
        self.call_at(&self.endpoint, call, lane, deadline).await
    }

    /// Makes a single call at the given endpoint.
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

    /// Makes some calls in a batch.
    async fn call_batch<const N: usize>(
        &self,
        calls: [RpcCall; N],
        deadline: Deadline,
    ) -> Result<[Outcome; N], Failure> {
        self.call_batch_in(Lane::Required, calls, deadline).await
    }

    /// Makes some calls of this lane in a batch.
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
