//! The port of prices over the configured upstreams.

use crate::coingecko::{CoinGecko, PING_TIME, Quotes, contracts_per_call};
use crate::lookup::{Lookup, Place, places};
use async_trait::async_trait;
use futures::future::{join_all, try_join_all};
use lru::LruCache;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use wallet_assets::{PricedAsset, Prices, Quoted};
use wallet_core::model::Network;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport, UpstreamState};
use wallet_refresh::{Clocks, Policy, Reading, Refreshing};
use wallet_upstream::{
    Deadline, Endpoint, HttpClient, Kind, Member, Pool, Rules, UpstreamConfigError, after, any_requires_key,
    or_default, parse_list, within,
};

/// Returns the name of the setting of a network. The coins of a testnet have no price, so only a test environment has a
/// price source.
pub const fn setting_name(network: Network) -> &'static str {
    match network {
        Network::Livenet => "WALLET_CLOUD_UPSTREAM_PRICES",
        Network::Testnet => "WALLET_CLOUD_UPSTREAM_PRICES_TESTNET",
    }
}

/// Prices are at most a minute old, or ten while every upstream fails. A failed request is repeated after ten seconds.
const POLICY: Policy = Policy {
    stale_for: Duration::from_mins(10),
    wait: Duration::from_secs(5),
    backoff: Duration::from_secs(10),
    ..Policy::fresh_for(Duration::from_mins(1))
};

/// The maximum number of cached lookups, each with at most 30 assets.
const MAX_LOOKUPS: NonZeroUsize = NonZeroUsize::new(200).expect("more than none");

/// The maximum time of a request to all upstreams, which callers share.
const REQUEST_TIME: Duration = Duration::from_secs(16);

/// The result of a lookup, which is requested when needed.
type Cell = Arc<Refreshing<Arc<Quotes>, UpstreamError>>;

/// The configured price sources of both networks.
pub struct PriceUpstreams {
    livenet: PricePool,
    testnet: PricePool,
}

/// The price sources of a network with a cache.
struct PricePool {
    network: Network,
    pool: Arc<Pool<CoinGecko>>,
    /// The maximum number of contracts per call.
    per_call: usize,
    clocks: Clocks,
    cells: Mutex<LruCache<Lookup, Cell>>,
}

impl PriceUpstreams {
    /// Returns true if the URL of a configured upstream has the placeholder of a key.
    pub fn requires_keys(setting: impl Fn(&str) -> Option<String>) -> bool {
        any_requires_key(
            Network::ALL.map(|network| setting_name(network).to_owned()).into_iter(),
            setting,
        )
    }

    /// Reads the upstreams from the settings: `setting` returns the value of a variable, `None` if it is not set.
    /// Without the variable of a network, requests fail with the error that none is configured.
    pub fn from_settings(
        client: &HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        let pool = |network| {
            let name = setting_name(network);
            PricePool::new(network, client, clock, or_default(setting(name), None).as_deref())
        };
        Ok(Self {
            livenet: pool(Network::Livenet)?,
            testnet: pool(Network::Testnet)?,
        })
    }
}

impl PricePool {
    fn new(
        network: Network,
        client: &HttpClient,
        clock: &Arc<dyn Clock>,
        value: Option<&str>,
    ) -> Result<Self, UpstreamConfigError> {
        let clocks = Clocks::new(Arc::clone(clock));
        let mut pool = Pool::new(rules(client), clocks.clone());
        let mut have_keys = true;
        let entries = value
            .map(|value| parse_list(setting_name(network), value))
            .transpose()?;
        for entry in entries.unwrap_or_default() {
            if entry.kind != Kind::CoinGecko {
                return Err(entry.unsupported("coingecko"));
            }
            let base = entry.base_url()?;
            have_keys &= base.requires_key();
            let endpoint = Endpoint::new(client.clone(), base).limited(entry.rate, entry.concurrency);
            pool.push(entry.host(), Arc::new(CoinGecko::new(endpoint)));
        }
        pool.trust_chains();
        Ok(Self {
            network,
            pool: Arc::new(pool),
            per_call: contracts_per_call(have_keys),
            clocks,
            cells: Mutex::new(LruCache::new(MAX_LOOKUPS)),
        })
    }

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
        let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || Arc::new(Refreshing::new(self.clocks.clone(), POLICY));
        Arc::clone(cells.get_or_insert(lookup.clone(), new))
    }
}

fn rules(client: &HttpClient) -> Rules {
    Rules {
        chain: "prices",
        attempt: client.limits().attempt,
        max_head_age: None,
        max_lag: 0,
        block_interval: Duration::from_secs(1),
    }
}

impl PricePool {
    async fn quotes(&self, assets: &[PricedAsset]) -> Result<Vec<Quoted>, UpstreamError> {
        if self.pool.members().is_empty() {
            return Err(UpstreamError::NotConfigured {
                setting: setting_name(self.network).to_owned(),
            });
        }
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
        let pool = match network {
            Network::Livenet => &self.livenet,
            Network::Testnet => &self.testnet,
        };
        let quotes = timeout_at(Instant::from_std(deadline.instant()), pool.quotes(assets));
        quotes.await.unwrap_or(Err(UpstreamError::Timeout))
    }
}

#[async_trait]
impl UpstreamHealth for PriceUpstreams {
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        let deadline = within(deadline, PING_TIME);
        let pools = [&self.livenet, &self.testnet].into_iter();
        let members = pools.flat_map(|pool| pool.pool.members().iter().map(|member| (pool.network, member)));
        join_all(members.map(|(network, member)| report(network, member, deadline))).await
    }
}

async fn report(network: Network, member: &Member<CoinGecko>, deadline: Deadline) -> UpstreamReport {
    let state = if member.retry_after().is_some() {
        UpstreamState::Paused
    } else {
        match member.call(deadline, member.source().ping(deadline)).await {
            Ok(()) => UpstreamState::Up,
            Err(_) => UpstreamState::Down,
        }
    };
    UpstreamReport {
        chain: "prices",
        network,
        kind: member.kind.name(),
        host: member.host.clone(),
        state,
        height: None,
        lag: None,
        block_time: None,
    }
}
