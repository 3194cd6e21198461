//! Rates of the fee modes and the resulting fees.

pub(crate) mod rate;

use rate::FeeRate;

use crate::chain::params::Params;
use wallet_core::model::{MAX_PRICE_SPREAD, Modes, Responses, Surveyed};

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
    /// (docs/decisions/utxo-payments.md#fee-rates).
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
pub type Fees = Modes<u64>;

/// The fee modes of an estimate.
const MODES: [fn(&FeeEstimates) -> Option<u64>; 3] = [
    |estimates| estimates.slow,
    |estimates| estimates.normal,
    |estimates| estimates.fast,
];

/// Returns the estimates of one mode, `None` if no upstream has one.
fn of_mode(responses: &Responses<FeeEstimates>, mode: fn(&FeeEstimates) -> Option<u64>) -> Option<Responses<u64>> {
    Responses::of(responses.iter().filter_map(mode))
}

impl FeeEstimates {
    /// Returns true if the estimates of a mode differ by more than [`MAX_PRICE_SPREAD`]. Estimates below the
    /// chain's price floor count as the floor, which a payment costs at least.
    pub fn have_outlier(params: &Params, responses: &Responses<Self>) -> bool {
        let floor = params.price_floor.units_per_kilobyte();
        MODES.into_iter().any(|mode| {
            let estimates = of_mode(responses, mode).map(|estimates| estimates.map(|estimate| *estimate.max(&floor)));
            estimates.is_some_and(|estimates| estimates.spread_exceeds(|low| low.saturating_mul(MAX_PRICE_SPREAD)))
        })
    }

    /// Returns the lower median of each mode among the upstreams that have an estimate for it.
    pub fn median(responses: &Responses<Self>) -> Self {
        let [slow, normal, fast] = MODES.map(|mode| of_mode(responses, mode).map(|estimates| estimates.lower_median()));
        Self { slow, normal, fast }
    }
}

impl FeeRates {
    /// Computes rates from the median estimates, see [`Self::from_estimates`].
    pub fn survey(params: &Params, responses: &Responses<FeeEstimates>) -> Surveyed<Self> {
        Surveyed {
            value: Self::from_estimates(params, &FeeEstimates::median(responses)),
            has_outlier: FeeEstimates::have_outlier(params, responses),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chain, FeeRateError};
    use proptest::prelude::*;
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

    #[test]
    fn decimals_are_written_without_trailing_zeros() {
        for (rate, text) in [
            (0, "0"),
            (1, "0.001"),
            (100, "0.1"),
            (1000, "1"),
            (1027, "1.027"),
            (1030, "1.03"),
            (20_000, "20"),
        ] {
            assert_eq!(FeeRate::per_kilobyte(rate).to_string(), text);
            assert_eq!(text.parse(), Ok(FeeRate::per_kilobyte(rate)));
        }
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in [
            "",
            ".",
            "1.",
            ".1",
            "0.0001",
            "-1",
            "+1",
            "1e3",
            "1,5",
            " 1",
            "99999999999999999999",
        ] {
            assert_eq!(text.parse::<FeeRate>(), Err(FeeRateError), "{text}");
        }
    }

    #[test]
    fn fee_is_rounded_up() {
        for (rate, size, fee) in [
            (100, 141, 15),
            (1000, 141, 141),
            (1027, 141, 145),
            (1, 1, 1),
            (0, 141, 0),
            (u64::MAX, u64::MAX, u64::MAX),
        ] {
            assert_eq!(FeeRate::per_kilobyte(rate).fee(size), fee, "{rate} {size}");
        }
    }

    proptest! {
        #[test]
        fn text_round_trips(rate in any::<u64>()) {
            let rate = FeeRate::per_kilobyte(rate);
            prop_assert_eq!(rate.to_string().parse(), Ok(rate));
        }

        #[test]
        fn fee_is_the_lowest_integer_that_pays_the_rate(rate in 0u64..=1_000_000_000, size in 1u64..=100_000) {
            let fee = FeeRate::per_kilobyte(rate).fee(size);
            prop_assert!(fee * 1000 >= rate * size);
            prop_assert!(fee == 0 || (fee - 1) * 1000 < rate * size);
        }

        #[test]
        fn price_per_byte_is_never_below_the_rate(rate in 0u64..=1_000_000_000, size in 1u64..=100_000) {
            let rate = FeeRate::per_kilobyte(rate);
            prop_assert!(rate.units_per_byte() * size >= rate.fee(size));
        }
    }

    fn estimates([slow, normal, fast]: [u64; 3]) -> FeeEstimates {
        let known = |estimate| Some(estimate).filter(|estimate| *estimate > 0);
        FeeEstimates {
            slow: known(slow),
            normal: known(normal),
            fast: known(fast),
        }
    }

    /// Checks prices and outlier flag for estimates in base units per 1000 vbytes, 0 for a missing one.
    #[track_caller]
    fn check_survey(chain: Chain, reported: &[[u64; 3]], expected: [u64; 3], has_outlier: bool) {
        let params = Params::of(chain, Network::Livenet).unwrap();
        let responses = Responses::of(reported.iter().map(|reported| estimates(*reported))).unwrap();
        let found = FeeRates::survey(params, &responses);
        let FeeRates { slow, normal, fast } = found.value;
        let rates = [slow, normal, fast].map(FeeRate::units_per_kilobyte);
        assert_eq!((rates, found.has_outlier), (expected, has_outlier));
    }

    const HONEST: [u64; 3] = [2000, 5000, 9000];
    const OTHER: [u64; 3] = [3000, 6000, 8000];
    const EXTREME: [u64; 3] = [9_999_000; 3];

    #[test]
    fn single_upstream_decides_alone() {
        check_survey(Chain::Btc, &[HONEST], [2000, 5000, 9000], false);
    }

    #[test]
    fn of_two_the_lower_estimate_counts() {
        for reported in [[HONEST, EXTREME], [EXTREME, HONEST]] {
            check_survey(Chain::Btc, &reported, [2000, 5000, 9000], true);
        }
        check_survey(Chain::Btc, &[HONEST, OTHER], [2000, 5000, 8000], false);
    }

    #[test]
    fn of_three_the_middle_estimate_of_each_mode_counts() {
        for reported in [
            [EXTREME, HONEST, OTHER],
            [HONEST, OTHER, EXTREME],
            [HONEST, EXTREME, OTHER],
        ] {
            check_survey(Chain::Btc, &reported, [3000, 6000, 9000], true);
        }
        check_survey(Chain::Btc, &[HONEST, OTHER, [1, 1, 1]], [2000, 5000, 8000], true);
    }

    #[test]
    fn missing_estimates_do_not_lower_the_price() {
        check_survey(Chain::Btc, &[[0; 3], HONEST], [2000, 5000, 9000], false);
        check_survey(Chain::Btc, &[[0, 5000, 0], [2000, 0, 9000]], [2000, 5000, 9000], false);
        check_survey(Chain::Btc, &[[0; 3], [0; 3]], [100; 3], false);
    }

    #[test]
    fn four_times_the_price_is_no_outlier() {
        check_survey(Chain::Btc, &[[1000; 3], [4000; 3]], [1000; 3], false);
        check_survey(Chain::Btc, &[[1000; 3], [1000, 1000, 4001]], [1000; 3], true);
        check_survey(Chain::Btc, &[[200; 3], [200, 200, 801]], [200; 3], true);
    }

    #[test]
    fn estimates_below_the_floor_are_no_outliers() {
        check_survey(Chain::Btc, &[[10; 3], [400; 3]], [100; 3], false);
        check_survey(Chain::Ltc, &[[100; 3], [4000; 3]], [1000; 3], false);
        check_survey(Chain::Doge, &[[1000; 3], [4_000_000; 3]], [1_000_000; 3], false);
    }
}
