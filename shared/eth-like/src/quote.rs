//! What a transaction costs before it is signed, and whether its sender can pay that.

use super::amount::Amount;
use super::bounds::BoundsError;
use super::fee::Modes;
use super::gas::GasLimit;
use super::gas_prices::{GasPrices, max_amount};
use super::params::Params;

/// The sender does not have what a transaction costs at the slow price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the funds do not reach: the sender has {available} wei, and amount and fees take {required} at least")]
pub struct FundsError {
    /// What the sender has, in wei.
    pub available: Amount,
    /// What is needed at the least, in wei.
    pub required: Amount,
}

/// A gas limit, prices that the chain accepts with it, and the fees that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The gas limit.
    pub gas_limit: u64,
    /// The prices.
    pub prices: GasPrices,
    /// Gas limit times price, in wei.
    pub fees: Modes<Amount>,
}

impl Quote {
    /// The costs of a transaction with this gas limit. Prices above the chain's highest fee are cut down to it; where
    /// not even the slow one fits, there is no quote.
    pub fn new(params: Params, limit: GasLimit, prices: GasPrices) -> Result<Self, BoundsError> {
        let gas_limit = limit.gas;
        let prices = prices.affordable(params, gas_limit)?;
        let fees = prices.fees(gas_limit);
        Ok(Self {
            gas_limit,
            prices,
            fees,
        })
    }

    /// Checks that the sender has this amount and the slow fee, and what a rollup asks beside it.
    pub fn check_funds(&self, available: Amount, amount: Amount, rollup_fee: Amount) -> Result<(), FundsError> {
        let required = [amount, rollup_fee].into_iter().fold(self.fees.slow, saturating_add);
        if available < required {
            return Err(FundsError { available, required });
        }
        Ok(())
    }

    /// All that can be sent for each fee and what a rollup asks beside it; nothing where a fee is not reached. At least
    /// one wei for the slow one.
    pub fn everything(&self, available: Amount, rollup_fee: Amount) -> Result<Modes<Amount>, FundsError> {
        self.check_funds(available, Amount::from(1_u64), rollup_fee)?;
        let left = |fee| max_amount(available, fee, rollup_fee).unwrap_or(Amount::ZERO);
        Ok(self.fees.map(left))
    }
}

/// What a rollup asks, and a quarter more, rounded up: it changes from block to block, and a transaction of the whole
/// balance has nothing to spare (docs/decisions/0813).
pub fn with_room_to_rise(rollup_fee: Amount) -> Amount {
    saturating_add(rollup_fee, quarter(rollup_fee))
}

/// The sum; what is beyond 256 bits is more than anybody has anyway.
fn saturating_add(left: Amount, right: Amount) -> Amount {
    left.checked_add(right).unwrap_or(Amount::MAX)
}

/// A fourth part, rounded up.
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

    /// A payment at 10, 20 and 30 wei per gas.
    fn quote() -> Quote {
        let prices = GasPrices {
            prices: modes([10, 20, 30]),
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
    fn a_fee_above_the_highest_of_the_chain_is_refused_when_not_even_slow_fits() {
        let params = Params::of(Chain::ALL[0], Network::Livenet);
        let dear = GasPrices {
            prices: modes([1, 1, u64::MAX]),
            ..quote().prices
        };
        let quote = Quote::new(params, GasLimit::TRANSFER, dear).unwrap();
        assert!(quote.fees.fast <= params.max_fee());
        let dear = GasPrices {
            prices: modes([u64::MAX; 3]),
            ..dear
        };
        let maximum = params.max_fee();
        let refused = Quote::new(params, GasLimit::TRANSFER, dear);
        assert_eq!(refused, Err(BoundsError::FeeTooHigh { maximum }));
    }

    #[test]
    fn the_slow_fee_decides_whether_the_funds_reach() {
        let required = wei(210_000 + 5 + 7);
        assert_eq!(quote().check_funds(required, wei(5), wei(7)), Ok(()));
        let available = wei(210_000 + 5 + 6);
        let refused = FundsError { available, required };
        assert_eq!(quote().check_funds(available, wei(5), wei(7)), Err(refused));
        let refused = quote().check_funds(available, Amount::MAX, wei(7)).unwrap_err();
        assert_eq!(refused.required, Amount::MAX);
    }

    #[test]
    fn everything_is_what_each_fee_leaves() {
        let amounts = quote().everything(wei(500_000), Amount::ZERO);
        assert_eq!(amounts, Ok(modes([290_000, 80_000, 0])));
        let amounts = quote().everything(wei(500_000), with_room_to_rise(wei(1_001)));
        assert_eq!(amounts, Ok(modes([288_748, 78_748, 0])));
        assert!(quote().everything(wei(210_001), Amount::ZERO).is_ok());
        let refused = quote().everything(wei(210_000), Amount::ZERO).unwrap_err();
        assert_eq!(refused.required, wei(210_001));
    }
}
