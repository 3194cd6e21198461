//! What the network tells about the price of gas.

use super::amount::Amount;
use super::params::Params;

/// Something for each mode, by how soon a transaction shall be in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes<T> {
    /// For a payment that may wait.
    pub slow: T,
    /// For an ordinary payment.
    pub normal: T,
    /// For a payment in a hurry.
    pub fast: T,
}

impl<T> Modes<T> {
    /// The same of each.
    pub fn map<U>(self, of: impl Fn(T) -> U) -> Modes<U> {
        Modes {
            slow: of(self.slow),
            normal: of(self.normal),
            fast: of(self.fast),
        }
    }
}

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

/// The fewest blocks whose tips tell something.
const MIN_BLOCKS: usize = 4;

impl FeeFacts {
    /// Whether the prices can be true: with none of them the cheapest transaction costs more than the chain's highest fee.
    /// A node of which that is not so is not asked any further (docs/decisions/0804).
    pub fn are_plausible(&self, params: Params) -> bool {
        let highest = params.max_gas_price();
        let own = [self.next_base_fee, self.suggested_tip, Some(self.gas_price)];
        let mut prices = own.into_iter().chain(self.usual_tips()).flatten();
        prices.all(|price| price <= highest)
    }

    /// The medians of the tips paid in the latest blocks, of an even count the higher one of the two in the middle;
    /// `None` where too few blocks are told of.
    pub(super) fn usual_tips(&self) -> [Option<Amount>; 3] {
        [0, 1, 2].map(|mode| {
            let mut tips: Vec<_> = self.rewards.iter().map(|block| block[mode]).collect();
            tips.sort_unstable();
            (tips.len() >= MIN_BLOCKS).then(|| tips[tips.len() / 2])
        })
    }
}

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
