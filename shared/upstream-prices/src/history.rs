//! Past prices, each fetched once (docs/decisions/assets.md#prices-of-the-past).

use async_trait::async_trait;
use futures::stream::{self, StreamExt};
use lru::LruCache;
use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use wallet_core::model::{Asset, DailyPrices, Month, PriceInterval, PriceMonth, PricePoint, price_in};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::past_prices::{
    DailyPriceStore, MAX_REQUESTED_MONTHS, PastPrice, PastPriceQuery, PastPrices, PriceSource,
};
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::UpstreamError;
use wallet_refresh::{Clocks, Policy, Refreshing};

/// The month that the source returned is used for this time, as long as CoinGecko's servers cache such a response. A failed
/// request is repeated after ten seconds.
const POLICY: Policy = Policy {
    backoff: Duration::from_secs(10),
    ..Policy::fresh_for(Duration::from_mins(30))
};

/// The maximum number of months from the source that are cached, each with at most 745 prices.
const MAX_CELLS: NonZeroUsize = NonZeroUsize::new(200).expect("more than none");

/// The maximum number of months with all daily prices that are cached.
const MAX_COMPLETE: NonZeroUsize = NonZeroUsize::new(2000).expect("more than none");

/// The number of months that a request fetches from the source at the same time.
const CONCURRENT_MONTHS: usize = 4;

/// The prices of a month from the source.
type Points = Arc<Vec<PricePoint>>;

/// The request for a month, which concurrent callers share.
type Cell = Arc<Refreshing<Points, UpstreamError>>;

/// Past prices from a store of daily prices and a source.
pub struct PriceHistory {
    source: Arc<dyn PriceSource>,
    store: Arc<dyn DailyPriceStore>,
    clock: Arc<dyn Clock>,
    complete: Mutex<LruCache<PriceMonth, Arc<DailyPrices>>>,
    cells: Mutex<LruCache<PriceMonth, Cell>>,
}

impl PriceHistory {
    /// Creates past prices from these sources of data.
    pub fn new(source: Arc<dyn PriceSource>, store: Arc<dyn DailyPriceStore>, clock: Arc<dyn Clock>) -> Self {
        Self {
            source,
            store,
            clock,
            complete: Mutex::new(LruCache::new(MAX_COMPLETE)),
            cells: Mutex::new(LruCache::new(MAX_CELLS)),
        }
    }

    /// Returns the stored months, those that are complete from memory. After a failure of the store, which is
    /// logged, the source is used instead.
    async fn stored(&self, months: &[PriceMonth]) -> HashMap<PriceMonth, Arc<DailyPrices>> {
        let mut found = HashMap::new();
        let mut missing = Vec::new();
        for month in months {
            let known = self
                .complete
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get(month)
                .cloned();
            match known {
                Some(known) => drop(found.insert(month.clone(), known)),
                None => missing.push(month.clone()),
            }
        }
        if missing.is_empty() {
            return found;
        }
        let read = self.store.read(&missing).await;
        let read = read.inspect_err(|error| tracing::error!(%error, "stored prices not readable"));
        for (month, stored) in missing.into_iter().zip(read.unwrap_or_default()) {
            let Some(stored) = stored.map(Arc::new) else { continue };
            self.remember(&month, &stored);
            found.insert(month, stored);
        }
        found
    }

    /// Caches a month with a price for each day.
    fn remember(&self, month: &PriceMonth, prices: &Arc<DailyPrices>) {
        if prices.is_complete(month.month) {
            let mut complete = self.complete.lock().unwrap_or_else(PoisonError::into_inner);
            complete.put(month.clone(), Arc::clone(prices));
        }
    }

    /// Returns the prices of a month from the source, and stores the daily prices if the source has more of them than the store.
    async fn request(&self, month: &PriceMonth, stored: usize) -> Result<Points, UpstreamError> {
        let cell = {
            let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
            let new = || Arc::new(Refreshing::new(Clocks::new(Arc::clone(&self.clock)), POLICY));
            Arc::clone(cells.get_or_insert(month.clone(), new))
        };
        let request = || {
            let (source, store, clock) = (
                Arc::clone(&self.source),
                Arc::clone(&self.store),
                Arc::clone(&self.clock),
            );
            let month = month.clone();
            async move {
                let now = clock.now().as_secs();
                let points = source.month(&month, now).await?;
                let daily = DailyPrices::of(month.month, &points, now);
                if daily.len() > stored {
                    // The prices are returned nevertheless, and stored by a later request.
                    let written = store.write(&month, &daily).await;
                    let _ = written.inspect_err(|error| tracing::error!(%error, "prices not stored"));
                }
                Ok(Arc::new(points))
            }
        };
        cell.get(request).await
    }

    /// Returns the months from the source by the deadline: at most [`MAX_REQUESTED_MONTHS`], the latest first.
    async fn requested(
        &self,
        mut months: Vec<(PriceMonth, usize)>,
        deadline: Deadline,
    ) -> Vec<(PriceMonth, Result<Points, UpstreamError>)> {
        months.sort_by_key(|(month, _)| std::cmp::Reverse(month.month));
        months.truncate(MAX_REQUESTED_MONTHS);
        let end = Instant::from_std(deadline.instant());
        let mut requests = Vec::with_capacity(months.len());
        for (month, stored) in months {
            requests.push(async move {
                let points = timeout_at(end, self.request(&month, stored)).await;
                (month, points.unwrap_or(Err(UpstreamError::Timeout)))
            });
        }
        stream::iter(requests).buffered(CONCURRENT_MONTHS).collect().await
    }
}

#[async_trait]
impl PastPrices for PriceHistory {
    async fn past_prices(&self, query: &PastPriceQuery, deadline: Deadline) -> Result<Vec<PastPrice>, UpstreamError> {
        let month_of = |(asset, at): &(Asset, u64)| PriceMonth {
            asset: asset.clone(),
            network: query.network,
            currency: query.currency,
            month: Month::of(*at),
        };
        let mut items: HashMap<PriceMonth, BTreeSet<u64>> = HashMap::new();
        for item in &query.items {
            items.entry(month_of(item)).or_default().insert(item.1);
        }
        let months: Vec<_> = items.keys().cloned().collect();
        let stored = match query.interval {
            PriceInterval::Day => self.stored(&months).await,
            PriceInterval::Hour => HashMap::new(),
        };
        let lacks = |month: &PriceMonth, times: &BTreeSet<u64>| {
            let known = stored.get(month);
            times.iter().any(|at| known.is_none_or(|known| known.at(*at).is_none()))
        };
        let missing = items.iter().filter(|(month, times)| lacks(month, times));
        let count = |month: &PriceMonth| stored.get(month).map_or(0, |known| known.len());
        let missing = missing.map(|(month, _)| (month.clone(), count(month))).collect();
        let requested: HashMap<_, _> = self.requested(missing, deadline).await.into_iter().collect();
        let prices = query.items.iter().map(|item| {
            let month = month_of(item);
            let known = stored.get(&month).and_then(|known| known.at(item.1));
            let found = known.or_else(|| {
                let points = requested.get(&month)?.as_ref().ok()?;
                price_in(points, query.interval, item.1)
            });
            match (found, requested.get(&month)) {
                (Some(point), _) => PastPrice::Price(point.clone()),
                (None, Some(Ok(_))) => PastPrice::Unknown,
                (None, Some(Err(_)) | None) => PastPrice::Unavailable,
            }
        });
        let prices: Vec<_> = prices.collect();
        if prices.iter().all(|price| *price == PastPrice::Unavailable)
            && let Some(error) = requested.into_values().find_map(Result::err)
        {
            return Err(error);
        }
        Ok(prices)
    }
}
