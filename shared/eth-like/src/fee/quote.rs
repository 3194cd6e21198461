//! Transaction costs before signing, and checks of the sender's funds.

use crate::chain::params::Params;
use crate::fee::gas::GasLimit;
use crate::fee::prices::{GasPrices, max_amount};
use crate::transaction::fields::BoundsError;
use crate::value::amount::Amount;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::Modes;

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
    /// slow amount is at least one wei.
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
