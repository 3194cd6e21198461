//! The configured upstreams, and past prices from them.

use crate::coingecko::{CoinGecko, PING_TIME};
#[cfg(feature = "quotes")]
use crate::simple_price::{Cells, contracts_per_call};
use async_trait::async_trait;
use futures::future::join_all;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::model::{Network, PriceMonth, PricePoint};
use wallet_core::ports::past_prices::PriceSource;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport, UpstreamState};
use wallet_refresh::Clocks;
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

/// The maximum time of a request to all upstreams, which callers share.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(16);

/// The configured price sources of both networks.
pub struct PriceUpstreams {
    livenet: PricePool,
    testnet: PricePool,
}

/// The price sources of a network with a cache.
pub(crate) struct PricePool {
    network: Network,
    pub(crate) pool: Arc<Pool<CoinGecko>>,
    /// The maximum number of contracts per call.
    #[cfg(feature = "quotes")]
    pub(crate) per_call: usize,
    #[cfg(feature = "quotes")]
    pub(crate) clocks: Clocks,
    #[cfg(feature = "quotes")]
    pub(crate) cells: Cells,
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

    /// Returns the price sources of a network.
    pub(crate) const fn pool(&self, network: Network) -> &PricePool {
        match network {
            Network::Livenet => &self.livenet,
            Network::Testnet => &self.testnet,
        }
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
        #[cfg(feature = "quotes")]
        let mut have_keys = true;
        let entries = value
            .map(|value| parse_list(setting_name(network), value))
            .transpose()?;
        for entry in entries.unwrap_or_default() {
            if entry.kind != Kind::CoinGecko {
                return Err(entry.unsupported("coingecko"));
            }
            let base = entry.base_url()?;
            #[cfg(feature = "quotes")]
            {
                have_keys &= base.requires_key();
            }
            let endpoint = Endpoint::new(client.clone(), base).limited(entry.rate, entry.concurrency);
            pool.push(entry.host(), Arc::new(CoinGecko::new(endpoint)));
        }
        pool.trust_chains();
        Ok(Self {
            network,
            pool: Arc::new(pool),
            #[cfg(feature = "quotes")]
            per_call: contracts_per_call(have_keys),
            #[cfg(feature = "quotes")]
            clocks,
            #[cfg(feature = "quotes")]
            cells: Cells::default(),
        })
    }

    /// Returns the error with the name of the setting if no upstream is configured.
    pub(crate) fn check_configured(&self) -> Result<(), UpstreamError> {
        if self.pool.members().is_empty() {
            return Err(UpstreamError::NotConfigured {
                setting: setting_name(self.network).to_owned(),
            });
        }
        Ok(())
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

#[async_trait]
impl PriceSource for PriceUpstreams {
    async fn month(&self, month: &PriceMonth, now: u64) -> Result<Vec<PricePoint>, UpstreamError> {
        let pool = self.pool(month.network);
        pool.check_configured()?;
        let read = pool.pool.read(after(REQUEST_TIME), |source, deadline| {
            source.month(month, now, deadline)
        });
        read.await
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
