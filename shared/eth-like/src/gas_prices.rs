//! Prices of gas and the fees that follow from them.

use super::amount::Amount;
use super::bounds::BoundsError;
use super::fee::{FeeFacts, Modes, PendingTransaction};
use super::params::Params;

/// What to pay per gas, in wei.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GasPrices {
    /// The `gasPrice` of a legacy transaction, and as well the `maxFeePerGas` of one of EIP-1559.
    pub prices: Modes<Amount>,
    /// The base fee of the next block, where the chain has one.
    pub base_fee_per_gas: Option<Amount>,
    /// The `maxPriorityFeePerGas` that goes with the prices, where the chain has a base fee. Never above them.
    pub priority_fees: Option<Modes<Amount>>,
}

/// Room for the base fee to rise in, as quarters of it. It rises by an eighth per block at most (EIP-1559).
const BASE_FEE_QUARTERS: [u64; 3] = [5, 6, 8];
/// Room above the node's own price where there is no base fee, in twentieths of it.
const GAS_PRICE_TWENTIETHS: [u64; 3] = [20, 22, 25];

impl GasPrices {
    /// What follows from what a node tells. Everything is rounded up, nothing is above what the chain's highest fee
    /// leaves for the cheapest transaction.
    pub fn from_facts(params: Params, facts: &FeeFacts) -> Self {
        let base_fee = facts.next_base_fee.filter(|_| params.has_fee_market());
        let prices = match base_fee {
            Some(base_fee) => Self::over_base_fee(params, facts, base_fee),
            None => Self {
                prices: ascending(GAS_PRICE_TWENTIETHS.map(|part| portion(facts.gas_price, part, 20))),
                base_fee_per_gas: None,
                priority_fees: None,
            },
        };
        prices.at_most(params.max_gas_price())
    }

    fn over_base_fee(params: Params, facts: &FeeFacts, base_fee: Amount) -> Self {
        let tips = tips(params, facts, base_fee);
        let price = |quarters, tip| add(portion(base_fee, quarters, 4), tip);
        let [slow, normal, fast] = BASE_FEE_QUARTERS;
        let prices = [
            price(slow, tips.slow),
            price(normal, tips.normal).max(facts.gas_price),
            price(fast, tips.fast).max(facts.gas_price),
        ];
        Self {
            prices: ascending(prices),
            base_fee_per_gas: Some(base_fee),
            priority_fees: Some(tips),
        }
    }

    /// Prices with which a transaction takes the place of one with the same nonce: nodes want a tenth more of both its
    /// prices (docs/decisions/0803).
    #[must_use]
    pub fn replacing(self, pending: &PendingTransaction) -> Self {
        let [price, tip] = [pending.max_fee_per_gas, pending.max_priority_fee_per_gas].map(a_tenth_more);
        Self {
            prices: self.prices.map(|own| own.max(price)),
            priority_fees: self.priority_fees.map(|own| own.map(|own| own.max(tip))),
            ..self
        }
    }

    /// Prices with which a transaction of so much gas stays below the chain's highest fee, so that no fee is given out
    /// that is refused afterwards. Where not even the slow price fits, there are none.
    pub fn affordable(self, params: Params, gas_limit: u64) -> Result<Self, BoundsError> {
        let highest = Amount(params.max_fee().0 / gas_limit.max(1));
        if self.prices.slow > highest {
            let maximum = params.max_fee();
            return Err(BoundsError::FeeTooHigh { maximum });
        }
        Ok(self.at_most(highest))
    }

    /// What a transaction of so much gas costs at most, in wei, without what a rollup asks beside it.
    pub fn fees(&self, gas_limit: u64) -> Modes<Amount> {
        self.prices.map(|price| mul(price, gas_limit))
    }

    fn at_most(self, highest: Amount) -> Self {
        let cut = |prices: Modes<Amount>| prices.map(|price| price.min(highest));
        Self {
            prices: cut(self.prices),
            priority_fees: self.priority_fees.map(cut),
            ..self
        }
    }
}

/// What is left of a balance after the fee and what a rollup asks beside it, all in wei; `None` where they do not fit.
pub fn max_amount(balance: Amount, fee: Amount, rollup_fee: Amount) -> Option<Amount> {
    balance.checked_sub(fee)?.checked_sub(rollup_fee)
}

/// The usual tips of the latest blocks; where these are nothing, what the node would pay. At least the chain's floor.
fn tips(params: Params, facts: &FeeFacts, base_fee: Amount) -> Modes<Amount> {
    // Where the node does not tell a tip, its price has one in it. On a chain whose base fee is nothing that is all of it.
    let in_own_price = facts.gas_price.checked_sub(base_fee).unwrap_or(Amount::ZERO);
    let suggested = facts
        .suggested_tip
        .filter(|&tip| tip > Amount::ZERO)
        .unwrap_or(in_own_price);
    ascending(facts.usual_tips().map(|usual| {
        let tip = usual.filter(|&tip| tip > Amount::ZERO).unwrap_or(suggested);
        tip.max(params.min_tip())
    }))
}

/// A wrong order is mended upwards, since a payment that is too dear arrives and one that is too cheap does not.
fn ascending([slow, normal, fast]: [Amount; 3]) -> Modes<Amount> {
    let normal = normal.max(slow);
    let fast = fast.max(normal);
    Modes { slow, normal, fast }
}

/// A tenth more, rounded up, and at least one more.
fn a_tenth_more(price: Amount) -> Amount {
    portion(price, 11, 10).max(add(price, Amount::from(1_u64)))
}

/// So many parts of so many, rounded up. What is beyond 256 bits is cut off, far above every price that is given out.
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
