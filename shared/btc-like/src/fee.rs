//! Prices per vbyte and the resulting fees.

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

/// Prices in base units per vbyte: slow ≤ normal ≤ fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BytePrices {
    /// Price of a payment that is not urgent.
    pub slow: u64,
    /// Price of an ordinary payment.
    pub normal: u64,
    /// Price of an urgent payment.
    pub fast: u64,
}

impl BytePrices {
    /// Rounds estimates up to whole units, clamps them to `floor` and the chain's fee cap, and restores their
    /// order.
    ///
    /// A mode without an estimate costs the floor or the price of the slower mode, whichever is higher. An
    /// inconsistent order is corrected upwards: an expensive payment confirms, a cheap one may not
    /// (docs/decisions/0103).
    pub fn from_estimates(params: &Params, floor: u64, estimates: &FeeEstimates) -> Self {
        let price = |estimate: Option<u64>, minimum: u64| {
            estimate
                .map_or(0, |per_kilo| per_kilo.div_ceil(1000))
                .min(params.fee_cap)
                .max(minimum)
        };
        let slow = price(estimates.slow, floor);
        let normal = price(estimates.normal, slow);
        let fast = price(estimates.fast, normal);
        Self { slow, normal, fast }
    }

    /// Returns the fees of a transaction of this size in vbytes.
    pub fn fees(&self, size: u64) -> Fees {
        // The size is at most 100 000 and the price at most the cap of 10^6, unless the operator sets an absurd
        // floor. Such a saturated fee still exceeds every cap.
        let fee = |price: u64| price.saturating_mul(size);
        Fees {
            slow: fee(self.slow),
            normal: fee(self.normal),
            fast: fee(self.fast),
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
    fn check(chain: Chain, estimates: [Option<u64>; 3], expected: [u64; 3]) {
        let params = Params::of(chain, Network::Livenet).unwrap();
        let [slow, normal, fast] = estimates;
        let prices = BytePrices::from_estimates(params, params.price_floor, &FeeEstimates { slow, normal, fast });
        assert_eq!([prices.slow, prices.normal, prices.fast], expected);
    }

    #[test]
    fn prices_are_rounded_up_and_respect_the_floor() {
        check(Chain::Btc, [Some(1), Some(1001), Some(20_000)], [1, 2, 20]);
        check(Chain::Btc, [Some(0), None, Some(999)], [1, 1, 1]);
        check(Chain::Doge, [Some(100_000), Some(1_000_001), None], [1000, 1001, 1001]);
    }

    #[test]
    fn prices_out_of_order_are_raised() {
        check(Chain::Ltc, [Some(9000), Some(3000), Some(5000)], [9, 9, 9]);
    }

    #[test]
    fn prices_do_not_exceed_the_fee_cap() {
        check(Chain::Btc, [None, None, Some(u64::MAX)], [1, 1, 10_000]);
    }

    #[test]
    fn fee_is_size_times_price() {
        let prices = BytePrices {
            slow: 1,
            normal: 2,
            fast: 7,
        };
        assert_eq!(
            prices.fees(141),
            Fees {
                slow: 141,
                normal: 282,
                fast: 987
            }
        );
    }
}
