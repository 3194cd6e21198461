//! Prices of gas, and what the network tells from which they follow.

use super::Amount;

/// What a node tells about the price of gas, in wei per gas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeeFacts {
    /// The base fee of the next block; `None` where there is none.
    pub next_base_fee: Option<Amount>,
    /// The tips paid in each of the latest blocks at the percentiles [`REWARD_PERCENTILES`], for slow, normal and fast.
    pub rewards: Vec<[Amount; 3]>,
    /// The tip that the node itself would pay (`eth_maxPriorityFeePerGas`); `None` where it does not tell.
    pub suggested_tip: Option<Amount>,
    /// The price that the node itself would pay (`eth_gasPrice`).
    pub gas_price: Amount,
}

/// The percentiles of the tips, weighted by gas, for slow, normal and fast.
pub const REWARD_PERCENTILES: [u8; 3] = [20, 50, 90];

/// The prices of a transaction that waits for a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingTransaction {
    /// Its id.
    pub hash: super::Hash,
    /// The most that it pays per gas, base fee and tip, in wei.
    pub max_fee_per_gas: Amount,
    /// The most of it that goes to whoever makes the block; of a legacy transaction all of it.
    pub max_priority_fee_per_gas: Amount,
}
