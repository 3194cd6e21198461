//! Blocks: headers and the execution results of their transactions.

use super::tracer::InternalTransfer;
use super::transaction::Transaction;
use crate::clock::Timestamp;
use alloy_consensus::{Header, TxReceipt as _};
use revm::primitives::{Address, B256, Log, U256};
use std::sync::Arc;

/// A block of the chain, or the pending block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The block header. The sandbox stores no state trie, so the state root is that of an empty one.
    pub header: Header,
    /// The hash of the header.
    pub hash: B256,
    /// Its transactions in order of execution.
    pub transactions: Vec<Included>,
}

/// A transaction in a block.
#[derive(Clone, Debug)]
pub struct Included {
    /// The transaction.
    pub transaction: Arc<Transaction>,
    /// The time at which the node first saw it.
    pub seen: Timestamp,
    /// Status, cumulative gas and logs, as in the block.
    pub receipt: alloy_consensus::Receipt<Log>,
    /// The gas used by this transaction alone.
    pub gas_used: u64,
    /// The part of it that pays for the data on L1; `None` on chains other than Arbitrum.
    pub l1_gas: Option<u64>,
    /// The effective gas price in wei.
    pub gas_price: u128,
    /// The address of the created contract.
    pub created: Option<Address>,
    /// The value transfers made by contracts.
    pub transfers: Vec<InternalTransfer>,
    /// The fees of a rollup besides the gas fee.
    pub rollup: Option<RollupCharge>,
}

/// The additional fees of a rollup in wei.
#[derive(Clone, Copy, Debug)]
pub struct RollupCharge {
    /// The L1 data fee.
    pub l1_fee: U256,
    /// The L1 gas equivalent of the transaction's bytes.
    pub l1_gas_used: U256,
    /// The L1 base fee per gas.
    pub l1_gas_price: U256,
    /// The operator fee.
    pub operator_fee: U256,
    /// The operator fee per million of gas.
    pub operator_fee_scalar: U256,
    /// The part of the operator fee that does not depend on the gas.
    pub operator_fee_constant: U256,
}

impl Included {
    /// Returns true if the transaction did not revert.
    pub fn succeeded(&self) -> bool {
        self.receipt.status()
    }
}
