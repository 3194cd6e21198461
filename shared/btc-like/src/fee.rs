//! Rates of the fee modes and the resulting fees.

use super::fee_rate::FeeRate;
use super::params::Params;

/// Fee estimates of an upstream, in base units per 1000 vbytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeeEstimates {
    /// Confirmation within a few hours; `None` if the upstream has no estimate.
    pub slow: Option<u64>,
    /// Confirmation within about an hour.
    pub normal: Option<u64>,
    /// Confirmation within the next blocks.
    pub fast: Option<u64>,
}

/// Rates of the fee modes: slow ≤ normal ≤ fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeeRates {
    /// Rate of a payment that is not urgent.
    pub slow: FeeRate,
    /// Rate of an ordinary payment.
    pub normal: FeeRate,
    /// Rate of an urgent payment.
    pub fast: FeeRate,
}

impl FeeRates {
    /// Clamps estimates to the price floor and the fee cap of the chain, and restores their order.
    ///
    /// A mode without an estimate costs the floor or the price of the slower mode, whichever is higher. An
    /// inconsistent order is corrected upwards: an expensive payment confirms, a cheap one may not
    /// (docs/decisions/0103).
    pub fn from_estimates(params: &Params, estimates: &FeeEstimates) -> Self {
        let rate = |estimate: Option<u64>, minimum: FeeRate| {
            FeeRate::per_kilobyte(estimate.unwrap_or(0))
                .min(FeeRate::per_byte(params.fee_cap))
                .max(minimum)
        };
        let slow = rate(estimates.slow, params.price_floor);
        let normal = rate(estimates.normal, slow);
        let fast = rate(estimates.fast, normal);
        Self { slow, normal, fast }
    }

    /// Returns the fees of a transaction of this size in vbytes.
    pub fn fees(&self, size: u64) -> Fees {
        Fees {
            slow: self.slow.fee(size),
            normal: self.normal.fee(size),
            fast: self.fast.fee(size),
        }
    }
}

/// Fees of one transaction in base units, one per fee mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fees {
    /// Fee of a payment that is not urgent.
    pub slow: u64,
    /// Fee of an ordinary payment.
    pub normal: u64,
    /// Fee of an urgent payment.
    pub fast: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chain;
    use wallet_core::model::Network;

    #[track_caller]
    fn check(chain: Chain, estimates: [Option<u64>; 3], expected: [&str; 3]) {
        let params = Params::of(chain, Network::Livenet).unwrap();
        let [slow, normal, fast] = estimates;
        let rates = FeeRates::from_estimates(params, &FeeEstimates { slow, normal, fast });
        let FeeRates { slow, normal, fast } = rates;
        assert_eq!([slow, normal, fast].map(|rate| rate.to_string()), expected);
    }

    #[test]
    fn rates_keep_three_decimals_and_respect_the_floor() {
        check(Chain::Btc, [Some(1), Some(1001), Some(20_000)], ["0.1", "1.001", "20"]);
        check(Chain::Btc, [Some(0), None, Some(999)], ["0.1", "0.1", "0.999"]);
        check(Chain::Ltc, [Some(100), Some(999), None], ["1", "1", "1"]);
        check(
            Chain::Doge,
            [Some(100_000), Some(1_000_001), None],
            ["1000", "1000.001", "1000.001"],
        );
    }

    #[test]
    fn rates_out_of_order_are_raised() {
        check(Chain::Ltc, [Some(9000), Some(3000), Some(5000)], ["9", "9", "9"]);
    }

    #[test]
    fn rates_do_not_exceed_the_fee_cap() {
        check(Chain::Btc, [None, None, Some(u64::MAX)], ["0.1", "0.1", "10000"]);
    }

    #[test]
    fn fee_is_size_times_rate_rounded_up() {
        let rates = FeeRates {
            slow: FeeRate::per_kilobyte(100),
            normal: FeeRate::per_kilobyte(1027),
            fast: FeeRate::per_byte(7),
        };
        assert_eq!(
            rates.fees(141),
            Fees {
                slow: 15,
                normal: 145,
                fast: 987
            }
        );
    }
}
