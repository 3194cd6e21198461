//! Fees: modes, gas prices with the survey over several nodes, gas limits, and the costs of a transaction before signing
//! with checks of the sender's funds.

pub(crate) mod gas;

use crate::chain::params::Params;
use crate::fee::gas::GasLimit;
use crate::transaction::fields::BoundsError;
use crate::value::Amount;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::{MAX_PRICE_SPREAD, Modes, Responses, Surveyed};

/// Fee data of a node, in wei per gas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeeFacts {
    /// The base fee of the next block; `None` without fee market.
    pub next_base_fee: Option<Amount>,
    /// The tips paid in each of the latest blocks, at the percentiles [`REWARD_PERCENTILES`] for slow, normal
    /// and fast.
    pub rewards: Vec<[Amount; 3]>,
    /// The node's suggested tip (`eth_maxPriorityFeePerGas`); `None` if the node reports none.
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
    pub(crate) fn median_tips(&self) -> [Option<Amount>; 3] {
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
    pub hash: crate::Hash,
    /// The maximum price per gas, base fee and tip, in wei.
    pub max_fee_per_gas: Amount,
    /// The maximum tip for the block producer; of a legacy transaction the entire price.
    pub max_priority_fee_per_gas: Amount,
}

/// Prices per gas, in wei.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GasPrices {
    /// The `gasPrice` of a legacy transaction, paid in full.
    pub prices: Modes<Amount>,
    /// The `maxFeePerGas` of an EIP-1559 transaction, which pays base fee and tip only; at least equal to the prices.
    /// `None` without fee market.
    pub max_fees: Option<Modes<Amount>>,
    /// The base fee of the next block; `None` without fee market.
    pub base_fee_per_gas: Option<Amount>,
    /// The `maxPriorityFeePerGas` for the prices, at most equal to them; `None` without fee market.
    pub priority_fees: Option<Modes<Amount>>,
}

/// Multipliers of the base fee in eighths. The base fee rises by at most an eighth per block (EIP-1559).
///
/// A legacy transaction pays the whole price, so the margin suffices for up to two full blocks. The margin of
/// `maxFeePerGas` is not paid (docs/decisions/evm-payments.md#evm-gas-prices).
const PRICE_EIGHTHS: [u64; 3] = [8, 9, 10];
const MAX_FEE_EIGHTHS: [u64; 3] = [10, 12, 16];
/// Multipliers of the node's suggested price in twentieths, without base fee.
const GAS_PRICE_TWENTIETHS: [u64; 3] = [20, 22, 25];

impl GasPrices {
    /// Computes prices from the fee data of a node. Results are rounded up and limited to the price at which
    /// the cheapest transaction costs the chain's maximum fee. Tips, and without base fee prices, are at least the tip
    /// floor, in wei per gas.
    pub fn from_facts(params: Params, tip_floor: Amount, facts: &FeeFacts) -> Self {
        let base_fee = facts.next_base_fee.filter(|_| params.has_fee_market());
        let prices = match base_fee {
            Some(base_fee) => Self::over_base_fee(params, tip_floor, facts, base_fee),
            None => Self {
                prices: ascending(GAS_PRICE_TWENTIETHS.map(|part| portion(facts.gas_price, part, 20).max(tip_floor))),
                max_fees: None,
                base_fee_per_gas: None,
                priority_fees: None,
            },
        };
        prices.at_most(params.max_gas_price())
    }

    fn over_base_fee(params: Params, tip_floor: Amount, facts: &FeeFacts, base_fee: Amount) -> Self {
        let tips = tips(params, tip_floor, facts, base_fee);
        let price = |eighths, tip| add(portion(base_fee, eighths, 8), tip);
        let prices = |[slow, normal, fast]: [u64; 3]| {
            ascending([
                price(slow, tips.slow),
                price(normal, tips.normal).max(facts.gas_price),
                price(fast, tips.fast).max(facts.gas_price),
            ])
        };
        Self {
            prices: prices(PRICE_EIGHTHS),
            max_fees: Some(prices(MAX_FEE_EIGHTHS)),
            base_fee_per_gas: Some(base_fee),
            priority_fees: Some(tips),
        }
    }

    /// Returns prices that replace a pending transaction with the same nonce: nodes require both prices to be
    /// at least ten percent higher (docs/decisions/evm-payments.md#prices-of-replacements).
    #[must_use]
    pub fn replacing(self, pending: &PendingTransaction) -> Self {
        let [price, tip] = [pending.max_fee_per_gas, pending.max_priority_fee_per_gas].map(bump_ten_percent);
        Self {
            prices: self.prices.map(|own| own.max(price)),
            max_fees: self.max_fees.map(|own| own.map(|own| own.max(price))),
            priority_fees: self.priority_fees.map(|own| own.map(|own| own.max(tip))),
            ..self
        }
    }

    /// Limits the prices so that a transaction with this gas limit stays within the chain's maximum fee and
    /// passes later validation.
    ///
    /// # Errors
    ///
    /// Returns [`BoundsError::FeeTooHigh`] if even the slow price exceeds the limit.
    pub fn affordable(self, params: Params, gas_limit: u64) -> Result<Self, BoundsError> {
        let highest = Amount(params.max_fee().0 / gas_limit.max(1));
        if self.prices.slow > highest {
            let maximum = params.max_fee();
            return Err(BoundsError::FeeTooHigh { maximum });
        }
        Ok(self.at_most(highest))
    }

    /// Returns the fees of a legacy transaction with this gas limit, in wei, without the L1 fee of a rollup.
    pub fn fees(&self, gas_limit: u64) -> Modes<Amount> {
        self.prices.map(|price| mul(price, gas_limit))
    }

    /// Returns the maximum fees of an EIP-1559 transaction with this gas limit, in wei, without the L1 fee of a rollup;
    /// `None` without fee market.
    pub fn maximum_fees(&self, gas_limit: u64) -> Option<Modes<Amount>> {
        self.max_fees.map(|prices| prices.map(|price| mul(price, gas_limit)))
    }

    fn at_most(self, highest: Amount) -> Self {
        let cut = |prices: Modes<Amount>| prices.map(|price| price.min(highest));
        Self {
            prices: cut(self.prices),
            max_fees: self.max_fees.map(cut),
            priority_fees: self.priority_fees.map(cut),
            ..self
        }
    }
}

/// Returns the balance minus fee and L1 fee, all in wei; `None` if the balance is insufficient.
pub fn max_amount(balance: Amount, fee: Amount, rollup_fee: Amount) -> Option<Amount> {
    balance.checked_sub(fee)?.checked_sub(rollup_fee)
}

/// Returns the median tips of the latest blocks, or the node's suggestion where a median is zero, but at least
/// the floor. The floor where the chain charges no tip.
fn tips(params: Params, tip_floor: Amount, facts: &FeeFacts, base_fee: Amount) -> Modes<Amount> {
    if params.ignores_tip() {
        return ascending([tip_floor; 3]);
    }
    // Without a suggested tip, the tip is the excess of the node's price over the base fee. With a zero base
    // fee that is the entire price.
    let in_own_price = facts.gas_price.checked_sub(base_fee).unwrap_or(Amount::ZERO);
    let suggested = facts
        .suggested_tip
        .filter(|&tip| tip > Amount::ZERO)
        .unwrap_or(in_own_price);
    ascending(facts.median_tips().map(|usual| {
        let tip = usual.filter(|&tip| tip > Amount::ZERO).unwrap_or(suggested);
        tip.max(tip_floor)
    }))
}

/// Corrects an inconsistent order upwards: an expensive transaction confirms, a cheap transaction may not.
fn ascending([slow, normal, fast]: [Amount; 3]) -> Modes<Amount> {
    let normal = normal.max(slow);
    let fast = fast.max(normal);
    Modes { slow, normal, fast }
}

/// Adds ten percent, rounded up, but at least 1 wei.
fn bump_ten_percent(price: Amount) -> Amount {
    portion(price, 11, 10).max(add(price, Amount::from(1_u64)))
}

/// Computes `price * parts / of`, rounded up. An overflow saturates, far above every returned price.
fn portion(price: Amount, parts: u64, of: u64) -> Amount {
    let scaled = mul(price, parts).0;
    let (quotient, remainder) = scaled.div_mod(of.into());
    add(Amount(quotient), Amount::from(u64::from(!remainder.is_zero())))
}

fn add(left: Amount, right: Amount) -> Amount {
    left.checked_add(right).unwrap_or(Amount::MAX)
}

fn mul(amount: Amount, factor: u64) -> Amount {
    amount.checked_mul(factor.into()).unwrap_or(Amount::MAX)
}

impl GasPrices {
    /// Computes the prices of each node and returns the lower median of each field. On a tie of nodes with and
    /// without base fee the nodes with base fee count, otherwise the majority.
    ///
    /// The same rank in sorted fields keeps the order of the fields: a tip, or the base fee, that is at most the
    /// price at every node is at most the median price.
    pub fn survey(params: Params, tip_floor: Amount, responses: &Responses<FeeFacts>) -> Surveyed<Self> {
        let each = responses.map(|facts| Self::from_facts(params, tip_floor, facts));
        let has_outlier = have_outlier(&each);
        let with_base_fee = each.at_least_half(|prices| prices.base_fee_per_gas.is_some());
        let each = each.preferring(|prices| prices.base_fee_per_gas.is_some() == with_base_fee);
        let tips = Responses::of(each.iter().filter_map(|prices| prices.priority_fees));
        let max_fees = Responses::of(each.iter().filter_map(|prices| prices.max_fees));
        let base_fees = Responses::of(each.iter().filter_map(|prices| prices.base_fee_per_gas));
        let value = Self {
            prices: medians(&each.map(|prices| prices.prices)),
            max_fees: max_fees.map(|fees| medians(&fees)),
            base_fee_per_gas: base_fees.map(|fees| fees.lower_median()),
            priority_fees: tips.map(|tips| medians(&tips)),
        };
        Surveyed { value, has_outlier }
    }

    /// Returns true if a replacement of this transaction costs more than [`MAX_PRICE_SPREAD`] times these prices.
    /// A single node reports the transaction, with unverified prices.
    pub fn are_exceeded_by(&self, pending: &PendingTransaction) -> bool {
        self.replacing(pending).prices.fast > multiple(&self.prices.fast)
    }
}

impl FeeFacts {
    /// Returns true if the prices of a mode differ between nodes by more than [`MAX_PRICE_SPREAD`].
    pub fn have_outlier(params: Params, responses: &Responses<Self>) -> bool {
        have_outlier(&responses.map(|facts| GasPrices::from_facts(params, params.min_tip(), facts)))
    }
}

const MODES: [fn(&GasPrices) -> Amount; 3] = [
    |prices| prices.prices.slow,
    |prices| prices.prices.normal,
    |prices| prices.prices.fast,
];

fn have_outlier(each: &Responses<GasPrices>) -> bool {
    MODES.into_iter().any(|mode| each.map(mode).spread_exceeds(multiple))
}

/// Returns the lower median of each mode.
fn medians(each: &Responses<Modes<Amount>>) -> Modes<Amount> {
    Modes {
        slow: each.map(|modes| modes.slow).lower_median(),
        normal: each.map(|modes| modes.normal).lower_median(),
        fast: each.map(|modes| modes.fast).lower_median(),
    }
}

fn multiple(price: &Amount) -> Amount {
    price.checked_mul(MAX_PRICE_SPREAD.into()).unwrap_or(Amount::MAX)
}

/// The sender's balance does not cover the transaction at the slow price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("insufficient funds: balance {available} wei, required {required} wei")]
pub struct FundsError {
    /// The sender's balance in wei.
    pub available: Amount,
    /// The minimum required balance in wei.
    pub required: Amount,
}

impl CodedError for FundsError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InsufficientFunds, self)
            .amount("available", self.available)
            .amount("required", self.required)
    }
}

/// Gas limit with prices within the chain's bounds, and the resulting fees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The gas limit.
    pub gas_limit: u64,
    /// The prices.
    pub prices: GasPrices,
    /// The fees of a legacy transaction in wei: gas limit times price.
    pub fees: Modes<Amount>,
    /// The maximum fees of an EIP-1559 transaction in wei; `None` without fee market.
    pub maximum_fees: Option<Modes<Amount>>,
}

impl Quote {
    /// Computes the costs of a transaction with this gas limit. Prices above the chain's maximum fee are
    /// reduced to it.
    ///
    /// # Errors
    ///
    /// Returns [`BoundsError::FeeTooHigh`] if even the slow fee exceeds the maximum.
    pub fn new(params: Params, limit: GasLimit, prices: GasPrices) -> Result<Self, BoundsError> {
        let gas_limit = limit.gas;
        let prices = prices.affordable(params, gas_limit)?;
        Ok(Self {
            gas_limit,
            prices,
            fees: prices.fees(gas_limit),
            maximum_fees: prices.maximum_fees(gas_limit),
        })
    }

    /// Checks that the balance covers the amount, the slow fee and the L1 fee of a rollup, all in wei.
    pub fn check_funds(&self, available: Amount, amount: Amount, rollup_fee: Amount) -> Result<(), FundsError> {
        let required = [amount, rollup_fee].into_iter().fold(self.fees.slow, saturating_add);
        if available < required {
            return Err(FundsError { available, required });
        }
        Ok(())
    }

    /// Returns the maximum amounts after each fee and the L1 fee, in wei; zero if a fee is not covered. The
    /// slow amount is at least 1 wei.
    pub fn maximum_amounts(&self, available: Amount, rollup_fee: Amount) -> Result<Modes<Amount>, FundsError> {
        self.check_funds(available, Amount::from(1_u64), rollup_fee)?;
        let left = |fee| max_amount(available, fee, rollup_fee).unwrap_or(Amount::ZERO);
        Ok(self.fees.map(left))
    }
}

/// Adds a quarter to the L1 fee, rounded up: the fee changes from block to block, and a transaction of the
/// entire balance has no reserve (docs/decisions/evm-payments.md#evm-estimates).
pub fn with_l1_fee_margin(rollup_fee: Amount) -> Amount {
    saturating_add(rollup_fee, quarter(rollup_fee))
}

/// Returns the sum. An overflow, impossible on the chain, saturates.
fn saturating_add(left: Amount, right: Amount) -> Amount {
    left.checked_add(right).unwrap_or(Amount::MAX)
}

/// Returns a quarter, rounded up.
fn quarter(amount: Amount) -> Amount {
    let (quotient, remainder) = amount.0.div_mod(4.into());
    saturating_add(Amount(quotient), Amount::from(u64::from(!remainder.is_zero())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chain;
    use wallet_core::model::{ChainName, Network};

    fn wei(amount: u64) -> Amount {
        Amount::from(amount)
    }

    fn modes([slow, normal, fast]: [u64; 3]) -> Modes<Amount> {
        Modes {
            slow: wei(slow),
            normal: wei(normal),
            fast: wei(fast),
        }
    }

    /// Returns the quote of a payment at 10, 20 and 30 wei per gas.
    fn quote() -> Quote {
        let prices = GasPrices {
            prices: modes([10, 20, 30]),
            max_fees: None,
            base_fee_per_gas: None,
            priority_fees: None,
        };
        let params = Params::of(Chain::ALL[0], Network::Livenet);
        Quote::new(params, GasLimit::TRANSFER, prices).unwrap()
    }

    #[test]
    fn fees_are_gas_limit_times_price() {
        assert_eq!(quote().fees, modes([210_000, 420_000, 630_000]));
    }

    #[test]
    fn slow_fee_above_the_maximum_is_rejected() {
        let params = Params::of(Chain::ALL[0], Network::Livenet);
        let expensive = GasPrices {
            prices: modes([1, 1, u64::MAX]),
            ..quote().prices
        };
        let quote = Quote::new(params, GasLimit::TRANSFER, expensive).unwrap();
        assert!(quote.fees.fast <= params.max_fee());
        let expensive = GasPrices {
            prices: modes([u64::MAX; 3]),
            ..expensive
        };
        let maximum = params.max_fee();
        let rejected = Quote::new(params, GasLimit::TRANSFER, expensive);
        assert_eq!(rejected, Err(BoundsError::FeeTooHigh { maximum }));
    }

    #[test]
    fn funds_must_cover_the_slow_fee() {
        let required = wei(210_000 + 5 + 7);
        assert_eq!(quote().check_funds(required, wei(5), wei(7)), Ok(()));
        let available = wei(210_000 + 5 + 6);
        let rejected = FundsError { available, required };
        assert_eq!(quote().check_funds(available, wei(5), wei(7)), Err(rejected));
        let rejected = quote().check_funds(available, Amount::MAX, wei(7)).unwrap_err();
        assert_eq!(rejected.required, Amount::MAX);
    }

    #[test]
    fn maximum_amount_is_the_balance_minus_each_fee() {
        let amounts = quote().maximum_amounts(wei(500_000), Amount::ZERO);
        assert_eq!(amounts, Ok(modes([290_000, 80_000, 0])));
        let amounts = quote().maximum_amounts(wei(500_000), with_l1_fee_margin(wei(1_001)));
        assert_eq!(amounts, Ok(modes([288_748, 78_748, 0])));
        assert!(quote().maximum_amounts(wei(210_001), Amount::ZERO).is_ok());
        let rejected = quote().maximum_amounts(wei(210_000), Amount::ZERO).unwrap_err();
        assert_eq!(rejected.required, wei(210_001));
    }
}
