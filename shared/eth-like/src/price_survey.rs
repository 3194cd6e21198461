//! Gas prices from the fee data of several nodes (docs/decisions/upstreams.md#facts-from-several-upstreams).

use super::amount::Amount;
use super::fee::{FeeFacts, Modes, PendingTransaction};
use super::gas_prices::GasPrices;
use super::params::Params;
use wallet_core::model::{MAX_PRICE_SPREAD, Responses, Surveyed};

impl GasPrices {
    /// Computes the prices of each node and returns the lower median of each field. On a tie of nodes with and
    /// without base fee those with base fee count, otherwise the majority.
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
    /// A single node reports the transaction, and its prices are not verified.
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

/// The fee modes.
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
