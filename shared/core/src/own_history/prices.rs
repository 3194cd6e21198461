//! Prices of the past for the rows of a statement and for balances over time.

use crate::model::{Asset, Currency, Decimal, Network, PriceInterval};
use crate::ports::deadline::Deadline;
use crate::ports::past_prices::{PastPrice, PastPriceQuery, PastPrices};
use std::collections::{HashMap, HashSet};

/// A request for prices of the past in a currency.
#[derive(Clone, Copy)]
pub struct PriceQuery<'a> {
    /// The prices, `None` if none are configured.
    pub prices: Option<&'a dyn PastPrices>,
    /// The currency of the prices.
    pub currency: Currency,
    /// The network of the assets.
    pub network: Network,
    /// The deadline of the request.
    pub deadline: Deadline,
}

/// The prices that were found.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundPrices {
    prices: HashMap<(Asset, u64), Decimal>,
    /// True if prices are unavailable; a later request may have the prices.
    pub(super) is_partial: bool,
}

impl FoundPrices {
    /// Returns the price of an asset at a time.
    pub(super) fn of(&self, asset: &Asset, at: u64) -> Option<&Decimal> {
        self.prices.get(&(asset.clone(), at))
    }
}

impl PriceQuery<'_> {
    /// Returns the prices of assets, each at a time that is not in the future. A failure of the source is no error.
    pub(super) async fn fetch(&self, items: Vec<(Asset, u64)>, interval: PriceInterval) -> FoundPrices {
        let items: HashSet<_> = items.into_iter().collect();
        if items.is_empty() {
            return FoundPrices::default();
        }
        let query = PastPriceQuery {
            items: items.into_iter().collect(),
            network: self.network,
            currency: self.currency,
            interval,
        };
        let found = match self.prices {
            Some(prices) => prices.past_prices(&query, self.deadline).await.ok(),
            None => None,
        };
        let Some(found) = found else {
            return FoundPrices {
                is_partial: true,
                ..FoundPrices::default()
            };
        };
        let is_partial = found.contains(&PastPrice::Unavailable);
        let known = query
            .items
            .into_iter()
            .zip(found)
            .filter_map(|(item, price)| match price {
                PastPrice::Price(point) => Some((item, point.price)),
                PastPrice::Unknown | PastPrice::Unavailable => None,
            });
        FoundPrices {
            prices: known.collect(),
            is_partial,
        }
    }
}
