//! Blocks: their header, and what became of each transaction.

use super::tracer::InternalTransfer;
use super::transaction::Transaction;
use alloy_consensus::{Header, TxReceipt as _};
use revm::primitives::{Address, B256, Log, U256};
use std::sync::Arc;
use wallet_core::ports::system::Timestamp;

/// A block of the chain, or the one that would come next.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its header. The sandbox keeps no state trie, so the state root is that of an empty one.
    pub header: Header,
    /// The hash of the header.
    pub hash: B256,
    /// Its transactions.
    pub transactions: Vec<Included>,
}

/// A transaction in a block.
#[derive(Clone, Debug)]
pub struct Included {
    /// The transaction.
    pub transaction: Arc<Transaction>,
    /// When it was first seen.
    pub seen: Timestamp,
    /// Success, gas and logs, as they count for the block.
    pub receipt: alloy_consensus::Receipt<Log>,
    /// The gas that it used itself.
    pub gas_used: u64,
    /// What it paid for each gas, in wei.
    pub gas_price: u128,
    /// Where it puts the contract that it creates.
    pub created: Option<Address>,
    /// The coins that contracts moved.
    pub transfers: Vec<InternalTransfer>,
    /// What a rollup charged beside the gas.
    pub rollup: Option<RollupCharge>,
}

/// What a rollup charged, in wei.
#[derive(Clone, Copy, Debug)]
pub struct RollupCharge {
    /// For the bytes.
    pub l1_fee: U256,
    /// What these bytes count as.
    pub l1_gas_used: U256,
    /// The price of the chain below, per gas.
    pub l1_gas_price: U256,
    /// For the operator.
    pub operator_fee: U256,
}

impl Included {
    /// Whether it did what it says.
    pub fn succeeded(&self) -> bool {
        self.receipt.status()
    }
}
