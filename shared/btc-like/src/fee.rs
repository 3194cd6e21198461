//! Prices per vbyte and the fees that follow from them.

use super::params::Params;

/// What an upstream believes a transaction costs, in smallest units per 1000 vbytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeeEstimates {
    /// Within some hours; `None` when the upstream cannot tell.
    pub slow: Option<u64>,
    /// Within about an hour.
    pub normal: Option<u64>,
    /// Within the next blocks.
    pub fast: Option<u64>,
}

/// Prices in smallest units per vbyte: slow ≤ normal ≤ fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BytePrices {
    /// For a payment that may wait.
    pub slow: u64,
    /// For an ordinary payment.
    pub normal: u64,
    /// For a payment in a hurry.
    pub fast: u64,
}

impl BytePrices {
    /// Rounds estimates up to whole units, and keeps them between `floor` and the chain's fee cap and in order.
    ///
    /// A mode without an estimate costs the floor, or what the slower mode costs when that is more: a wrong order
    /// is mended upwards, since a payment that is too dear arrives and one that is too cheap does not.
    pub fn from_estimates(params: &Params, floor: u64, estimates: &FeeEstimates) -> Self {
        let price = |estimate: Option<u64>, least: u64| {
            estimate
                .map_or(0, |per_kilo| per_kilo.div_ceil(1000))
                .min(params.fee_cap)
                .max(least)
        };
        let slow = price(estimates.slow, floor);
        let normal = price(estimates.normal, slow);
        let fast = price(estimates.fast, normal);
        Self { slow, normal, fast }
    }

    /// What a transaction of this size in vbytes costs.
    pub fn fees(&self, size: u64) -> Fees {
        // A size is at most 100 000 and a price at most the cap of 10^6, unless the operator sets a floor beyond
        // all reason; such a fee is above every cap, and stays so when it is cut off.
        let fee = |price: u64| price.saturating_mul(size);
        Fees {
            slow: fee(self.slow),
            normal: fee(self.normal),
            fast: fee(self.fast),
        }
    }
}

/// Fees of one transaction in smallest units, by how soon it shall be confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fees {
    /// For a payment that may wait.
    pub slow: u64,
    /// For an ordinary payment.
    pub normal: u64,
    /// For a payment in a hurry.
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
    fn prices_are_rounded_up_and_never_below_the_floor() {
        check(Chain::Btc, [Some(1), Some(1001), Some(20_000)], [1, 2, 20]);
        check(Chain::Btc, [Some(0), None, Some(999)], [1, 1, 1]);
        check(Chain::Doge, [Some(100_000), Some(1_000_001), None], [1000, 1001, 1001]);
    }

    #[test]
    fn prices_out_of_order_are_raised() {
        check(Chain::Ltc, [Some(9000), Some(3000), Some(5000)], [9, 9, 9]);
    }

    #[test]
    fn prices_never_pass_the_fee_cap() {
        check(Chain::Btc, [None, None, Some(u64::MAX)], [1, 1, 10_000]);
    }

    #[test]
    fn a_fee_is_size_times_price() {
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
