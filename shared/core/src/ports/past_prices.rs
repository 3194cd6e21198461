//! Prices of the past (docs/decisions/assets.md#prices-of-the-past).

use super::deadline::Deadline;
use super::store::StoreError;
use super::upstream::UpstreamError;
use crate::model::{Asset, Currency, DailyPrices, Network, PriceInterval, PriceMonth, PricePoint};
use async_trait::async_trait;

/// A request for past prices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastPriceQuery {
    /// The assets, each with a Unix time in seconds that is not in the future.
    pub items: Vec<(Asset, u64)>,
    /// The network of the assets.
    pub network: Network,
    /// The currency of the prices.
    pub currency: Currency,
    /// The precision of the prices.
    pub interval: PriceInterval,
}

/// The price of an item, or the reason why the item has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PastPrice {
    /// The price at or shortly after the time.
    Price(PricePoint),
    /// The source has no price of the asset at this time.
    Unknown,
    /// The source was not reached, or the request has more months than one request may fetch. A later request may have
    /// the price.
    Unavailable,
}

/// The maximum number of months of assets that a request fetches from the source.
pub const MAX_REQUESTED_MONTHS: usize = 60;

/// Past prices, each fetched once.
#[async_trait]
pub trait PastPrices: Send + Sync {
    /// Returns the prices in the order of the items.
    ///
    /// # Errors
    ///
    /// Fails if prices are unavailable and none was found.
    async fn past_prices(&self, query: &PastPriceQuery, deadline: Deadline) -> Result<Vec<PastPrice>, UpstreamError>;
}

/// The source of past prices.
#[async_trait]
pub trait PriceSource: Send + Sync {
    /// Returns the prices of an asset in a month up to now: at most one an hour where the source has no more, in any order; none
    /// if the source does not know the asset.
    async fn month(&self, month: &PriceMonth, now: u64) -> Result<Vec<PricePoint>, UpstreamError>;
}

/// The store of daily prices.
#[async_trait]
pub trait DailyPriceStore: Send + Sync {
    /// Returns the stored prices of months in the same order, `None` for a month without any.
    async fn read(&self, months: &[PriceMonth]) -> Result<Vec<Option<DailyPrices>>, StoreError>;

    /// Stores the prices of a month in place of those that are stored.
    async fn write(&self, month: &PriceMonth, prices: &DailyPrices) -> Result<(), StoreError>;
}
