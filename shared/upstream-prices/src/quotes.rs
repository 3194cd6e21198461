//! The port of current prices over the configured upstreams, with a cache.

use crate::lookup::{Lookup, Place, places};
use crate::simple_price::Quotes;
use crate::upstreams::{PricePool, PriceUpstreams, REQUEST_TIME};
use async_trait::async_trait;
use futures::future::try_join_all;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::time::{Instant, timeout_at};
use wallet_assets::{PricedAsset, Prices, Quoted};
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;
use wallet_refresh::Reading;
use wallet_upstream::{Deadline, after};

impl PricePool {
    /// Returns the quotes of a lookup from the cache or an upstream.
    async fn read(&self, lookup: &Lookup) -> Result<Reading<Arc<Quotes>>, UpstreamError> {
        let cell = self.cells.cell(lookup, &self.clocks);
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
