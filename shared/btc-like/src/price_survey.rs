//! Fee rates from the estimates of several upstreams (docs/decisions/0470).

use super::fee::{FeeEstimates, FeeRates};
use super::params::Params;
use wallet_core::model::{MAX_PRICE_SPREAD, Responses, Surveyed};

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
    use crate::{Chain, FeeRate};
    use wallet_core::model::Network;

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
    fn check(chain: Chain, reported: &[[u64; 3]], expected: [u64; 3], has_outlier: bool) {
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
        check(Chain::Btc, &[HONEST], [2000, 5000, 9000], false);
    }

    #[test]
    fn of_two_the_lower_estimate_counts() {
        for reported in [[HONEST, EXTREME], [EXTREME, HONEST]] {
            check(Chain::Btc, &reported, [2000, 5000, 9000], true);
        }
        check(Chain::Btc, &[HONEST, OTHER], [2000, 5000, 8000], false);
    }

    #[test]
    fn of_three_the_middle_estimate_of_each_mode_counts() {
        for reported in [
            [EXTREME, HONEST, OTHER],
            [HONEST, OTHER, EXTREME],
            [HONEST, EXTREME, OTHER],
        ] {
            check(Chain::Btc, &reported, [3000, 6000, 9000], true);
        }
        check(Chain::Btc, &[HONEST, OTHER, [1, 1, 1]], [2000, 5000, 8000], true);
    }

    #[test]
    fn missing_estimates_do_not_lower_the_price() {
        check(Chain::Btc, &[[0; 3], HONEST], [2000, 5000, 9000], false);
        check(Chain::Btc, &[[0, 5000, 0], [2000, 0, 9000]], [2000, 5000, 9000], false);
        check(Chain::Btc, &[[0; 3], [0; 3]], [100; 3], false);
    }

    #[test]
    fn four_times_the_price_is_no_outlier() {
        check(Chain::Btc, &[[1000; 3], [4000; 3]], [1000; 3], false);
        check(Chain::Btc, &[[1000; 3], [1000, 1000, 4001]], [1000; 3], true);
        check(Chain::Btc, &[[200; 3], [200, 200, 801]], [200; 3], true);
    }

    #[test]
    fn estimates_below_the_floor_are_no_outliers() {
        check(Chain::Btc, &[[10; 3], [400; 3]], [100; 3], false);
        check(Chain::Ltc, &[[100; 3], [4000; 3]], [1000; 3], false);
        check(Chain::Doge, &[[1000; 3], [4_000_000; 3]], [1_000_000; 3], false);
    }
}
