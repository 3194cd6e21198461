//! The port of current prices over the configured upstreams, with a cache.

use crate::lookup::{Lookup, Place, places};
use crate::simple_price::Quotes;
use crate::upstreams::{PricePool, PriceUpstreams, REQUEST_TIME};
use async_trait::async_trait;
use futures::future::try_join_all;
use lru::LruCache;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use wallet_assets::{PricedAsset, Prices, Quoted};
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;
use wallet_refresh::{Policy, Reading, Refreshing};
use wallet_upstream::{Deadline, after};

/// Prices are at most a minute old, or ten while every upstream fails. A failed request is repeated after ten seconds.
const POLICY: Policy = Policy {
    stale_for: Duration::from_mins(10),
    wait: Duration::from_secs(5),
    backoff: Duration::from_secs(10),
    ..Policy::fresh_for(Duration::from_mins(1))
};

/// The maximum number of cached lookups, each with at most 30 assets.
const MAX_LOOKUPS: NonZeroUsize = NonZeroUsize::new(200).expect("more than none");

/// The result of a lookup, which is requested when needed.
type Cell = Arc<Refreshing<Arc<Quotes>, UpstreamError>>;

/// The results of lookups.
pub(crate) struct Cells(Mutex<LruCache<Lookup, Cell>>);

impl Default for Cells {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MAX_LOOKUPS)))
    }
}

impl PricePool {
    /// Returns the quotes of a lookup from the cache or an upstream.
    async fn read(&self, lookup: &Lookup) -> Result<Reading<Arc<Quotes>>, UpstreamError> {
        let cell = self.cell(lookup);
        let request = || {
            let (pool, lookup) = (Arc::clone(&self.pool), lookup.clone());
            async move {
                let read = pool.read(after(REQUEST_TIME), |source, deadline| {
                    let lookup = lookup.clone();
                    async move { source.quotes(&lookup, deadline).await }
                });
                read.await.map(Arc::new)
            }
        };
        cell.read(request).await
    }

    fn cell(&self, lookup: &Lookup) -> Cell {
        let mut cells = self.cells.0.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(Refreshing::new(self.clocks.clone(), POLICY));
        Arc::clone(cells.get_or_insert(lookup.clone(), new))
    }
}

impl PricePool {
    async fn quotes(&self, assets: &[PricedAsset]) -> Result<Vec<Quoted>, UpstreamError> {
        self.check_configured()?;
        let places = places(assets, self.per_call);
        let mut lookups: Vec<_> = Vec::new();
        for Place { lookup, .. } in places.iter().flatten() {
            if !lookups.contains(&lookup) {
                lookups.push(lookup);
            }
        }
        let readings = try_join_all(lookups.iter().map(|lookup| self.read(lookup))).await?;
        let readings: HashMap<_, _> = lookups.into_iter().zip(readings).collect();
        let quoted = places.iter().map(|place| match place {
            Some(Place { lookup, key }) => Quoted {
                quote: readings[lookup].value.get(key).cloned(),
                stale: readings[lookup].stale,
            },
            None => Quoted {
                quote: None,
                stale: false,
            },
        });
        Ok(quoted.collect())
    }
}

#[async_trait]
impl Prices for PriceUpstreams {
    async fn quotes(
        &self,
        assets: &[PricedAsset],
        network: Network,
        deadline: Deadline,
    ) -> Result<Vec<Quoted>, UpstreamError> {
        let quotes = timeout_at(Instant::from_std(deadline.instant()), self.pool(network).quotes(assets));
        quotes.await.unwrap_or(Err(UpstreamError::Timeout))
    }
}
