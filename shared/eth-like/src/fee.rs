//! Fee data of the network.

use super::amount::Amount;
use super::params::Params;

/// One value for each fee mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes<T> {
    /// Value for a payment that is not urgent.
    pub slow: T,
    /// Value for an ordinary payment.
    pub normal: T,
    /// Value for an urgent payment.
    pub fast: T,
}

impl<T> Modes<T> {
    /// Applies a function to each value.
    pub fn map<U>(self, of: impl Fn(T) -> U) -> Modes<U> {
        Modes {
            slow: of(self.slow),
            normal: of(self.normal),
            fast: of(self.fast),
        }
    }
}

/// Fee data of a node, in wei per gas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeeFacts {
    /// The base fee of the next block; `None` without fee market.
    pub next_base_fee: Option<Amount>,
    /// The tips paid in each of the latest blocks, at the percentiles [`REWARD_PERCENTILES`] for slow, normal
    /// and fast.
    pub rewards: Vec<[Amount; 3]>,
    /// The node's suggested tip (`eth_maxPriorityFeePerGas`); `None` if the node does not report it.
    pub suggested_tip: Option<Amount>,
    /// The node's suggested price (`eth_gasPrice`).
    pub gas_price: Amount,
}

/// Gas-weighted percentiles of the tips for slow, normal and fast.
pub const REWARD_PERCENTILES: [u8; 3] = [20, 50, 90];

/// Minimum number of blocks for meaningful medians.
const MIN_BLOCKS: usize = 4;

impl FeeFacts {
    /// Returns true if the prices are plausible: at each of them the cheapest transaction costs at most the
    /// chain's maximum fee. Nodes with implausible prices are skipped
    /// (docs/decisions/evm-payments.md#implausible-gas-prices).
    pub fn are_plausible(&self, params: Params) -> bool {
        let highest = params.max_gas_price();
        let own = [self.next_base_fee, self.suggested_tip, Some(self.gas_price)];
        let mut prices = own.into_iter().chain(self.median_tips()).flatten();
        prices.all(|price| price <= highest)
    }

    /// Returns the medians of the tips paid in the latest blocks, the upper median for even counts; `None` for
    /// too few blocks.
    pub(super) fn median_tips(&self) -> [Option<Amount>; 3] {
        [0, 1, 2].map(|mode| {
            let mut tips: Vec<_> = self.rewards.iter().map(|block| block[mode]).collect();
            tips.sort_unstable();
            (tips.len() >= MIN_BLOCKS).then(|| tips[tips.len() / 2])
        })
    }
}

/// Prices of a pending transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingTransaction {
    /// The transaction hash.
    pub hash: super::Hash,
    /// The maximum price per gas, base fee and tip, in wei.
    pub max_fee_per_gas: Amount,
    /// The maximum tip for the block producer; of a legacy transaction the entire price.
    pub max_priority_fee_per_gas: Amount,
}
