//! Upstreams of all chains and networks of a family, the same for every family.
//!
//! - [`Family`]: the differences between families; [`FamilyPool`]: the configured upstreams.
//! - [`Submit`]: submission of a transaction to an upstream.

use crate::broadcast::{Broadcaster, SubmitOutcome, broadcast};
use crate::client::{Deadline, HttpClient, after};
use crate::config::{Entry, UpstreamConfigError, any_requires_key, configured, parse_list, setting_name};
use crate::failure::Failure;
use crate::resilience::{Clocks, Member, Pool, Refreshing, Rules, Source};
use async_trait::async_trait;
use futures::future::{BoxFuture, join_all};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;
use wallet_core::model::{Network, Responses};
use wallet_core::observation::BROADCAST;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport};

/// Chain family: chains, adapters and rules for lagging upstreams.
pub trait Family: Send + Sync + 'static {
    /// Chain and network.
    type Params: Copy + PartialEq + Send + Sync + 'static;
    /// Interface of the family's adapters.
    type Source: Source + ?Sized;
    /// Cache of each chain and network.
    type Cache: Send + Sync;

    /// Returns every chain on each network.
    fn all() -> impl Iterator<Item = Self::Params>;

    /// Returns the chain name as in paths, and the network.
    fn name_and_network(params: Self::Params) -> (&'static str, Network);

    /// Returns the settings of the pool of a chain and network. One call to an upstream has the time `call`; an attempt
    /// may consist of several.
    fn rules(params: Self::Params, call: Duration) -> Rules;

    /// Returns false if the chain of an upstream is not verified.
    fn verifies_chain(&self) -> bool {
        true
    }

    /// Creates the empty cache of a chain and network.
    fn cache(params: Self::Params, clocks: Clocks) -> Self::Cache;

    /// Creates the adapter of an entry, `None` if the entry belongs to a different pool of the same chain. Sends no
    /// request.
    fn adapter(
        &self,
        entry: &Entry<'_>,
        client: &HttpClient,
        clocks: &Clocks,
        params: Self::Params,
    ) -> Result<Option<Arc<Self::Source>>, UpstreamConfigError>;
}

/// An attempt of a request at a source.
type Request<S, T> = for<'a> fn(&'a S, Deadline) -> BoxFuture<'a, Result<T, Failure>>;

/// Upstreams of every chain and network of a family with upstreams.
pub struct FamilyPool<F: Family> {
    client: HttpClient,
    /// A list is sufficient for a few rows.
    rows: Vec<Row<F>>,
}

/// Upstreams of a chain and network.
struct Row<F: Family> {
    params: F::Params,
    pool: Arc<Pool<F::Source>>,
    cache: F::Cache,
}

impl<F: Family> FamilyPool<F> {
    /// Returns true if the URL of a configured upstream has the placeholder of a key.
    pub fn requires_keys(setting: impl Fn(&str) -> Option<String>) -> bool {
        any_requires_key(F::all().map(setting_of::<F>), setting)
    }

    /// Reads the upstreams from the settings: `setting` returns the value of a variable, `None` if not
    /// set. Entries of different pools are ignored.
    pub fn from_settings(
        family: &F,
        client: HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        let mut rows = Vec::new();
        for params in F::all() {
            let name = setting_of::<F>(params);
            let Some(value) = setting(&name) else { continue };
            let clocks = Clocks::new(Arc::clone(clock));
            let mut pool = Pool::new(rules::<F>(&client, params), clocks.clone());
            for entry in parse_list(&name, &value)? {
                if let Some(source) = family.adapter(&entry, &client, &clocks, params)? {
                    pool.push(entry.host(), source);
                }
            }
            if !family.verifies_chain() {
                pool.trust_chains();
            }
            if !pool.members().is_empty() {
                rows.push(Row {
                    params,
                    pool: Arc::new(pool),
                    cache: F::cache(params, clocks),
                });
            }
        }
        Ok(Self { client, rows })
    }

    /// Returns the upstreams of a chain and network, or the error that none is configured.
    pub fn pool(&self, params: F::Params) -> Result<&Pool<F::Source>, UpstreamError> {
        self.row(params).map(|row| &*row.pool)
    }

    /// Reads the prices of all upstreams, which all callers share while they are fresh. If they have an outlier,
    /// each read is logged.
    pub async fn read_prices<T>(
        &self,
        params: F::Params,
        deadline: Deadline,
        request: Request<F::Source, T>,
        have_outlier: fn(F::Params, &Responses<T>) -> bool,
    ) -> Result<Responses<T>, UpstreamError>
    where
        T: Clone + Send + Sync + 'static,
        F: Family<Cache = Refreshing<Responses<T>, UpstreamError>>,
    {
        let row = self.row(params)?;
        let pool = Arc::clone(&row.pool);
        let read = || -> BoxFuture<'static, _> {
            Box::pin(async move {
                let prices = pool.fan_out(deadline, request).await?;
                if have_outlier(params, &prices) {
                    let (chain, network) = F::name_and_network(params);
                    tracing::warn!(
                        chain,
                        network = network.name(),
                        "prices of the upstreams differ by more than a factor of 4"
                    );
                }
                Ok(prices)
            })
        };
        row.cache.get_until(deadline, UpstreamError::Timeout, read).await
    }

    /// Submits the transaction with this id (docs/decisions/upstreams.md#broadcasts-of-unknown-outcome).
    pub async fn broadcast<T: Sync>(
        &self,
        params: F::Params,
        transaction: &T,
        id: &str,
        deadline: Deadline,
    ) -> Result<BroadcastOutcome, UpstreamError>
    where
        F::Source: Submit<T>,
    {
        let members = self.pool(params)?.broadcast_order().into_iter();
        let submissions: Vec<_> = members.map(|upstream| Submission { upstream, transaction }).collect();
        let upstreams: Vec<_> = submissions.iter().map(|one| one as &dyn Broadcaster).collect();
        let outcome = broadcast(&upstreams, id, self.client.limits(), deadline).await;
        tracing::info!(target: BROADCAST, outcome = outcome_name(&outcome));
        outcome
    }

    fn row(&self, params: F::Params) -> Result<&Row<F>, UpstreamError> {
        // An operator may have changed further parameters of the row.
        let name = F::name_and_network(params);
        let found = self.rows.iter().find(|row| F::name_and_network(row.params) == name);
        let (chain, network) = F::name_and_network(params);
        configured(found, chain, network)
    }
}

/// Returns the outcome of a broadcast as a fact of the request.
const fn outcome_name(outcome: &Result<BroadcastOutcome, UpstreamError>) -> &'static str {
    match outcome {
        Ok(BroadcastOutcome::Accepted) => "accepted",
        Ok(BroadcastOutcome::Rejected(_)) => "rejected",
        Ok(BroadcastOutcome::Unknown) => "unknown",
        Err(_) => "failed",
    }
}

/// Returns the name of the setting of a chain and network.
fn setting_of<F: Family>(params: F::Params) -> String {
    let (chain, network) = F::name_and_network(params);
    setting_name(chain, network)
}

/// Returns the settings of a pool. A testnet may pause for hours, and the Stellar testnet is reset.
fn rules<F: Family>(client: &HttpClient, params: F::Params) -> Rules {
    let (_, network) = F::name_and_network(params);
    let rules = F::rules(params, client.limits().attempt);
    Rules {
        max_head_age: rules.max_head_age.filter(|_| network == Network::Livenet),
        ..rules
    }
}

#[async_trait]
impl<F: Family> UpstreamHealth for FamilyPool<F> {
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        let reports = self.rows.iter().map(|row| row.report(deadline));
        join_all(reports).await.concat()
    }
}

impl<F: Family> Row<F> {
    async fn report(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        let (chain, network) = F::name_and_network(self.params);
        let reports = self.pool.report(deadline).await.into_iter();
        reports.map(|report| report.of(chain, network)).collect()
    }
}

/// Adapter that accepts transactions of type `T`. Each call is an attempt.
#[async_trait]
pub trait Submit<T>: Source {
    /// Submits a transaction's bytes.
    async fn submit(&self, transaction: &T, deadline: Deadline) -> Result<SubmitOutcome, Failure>;

    /// Returns true if the upstream has a transaction, in a block or pending.
    async fn knows(&self, transaction: &T, deadline: Deadline) -> Result<bool, Failure>;

    /// Returns the delay after which a transaction that was not found is looked up once more, `None` if the
    /// first result is final.
    fn look_up_delay(&self, _transaction: &T) -> Option<Duration> {
        None
    }
}

/// A transaction at an upstream of a pool.
pub(crate) struct Submission<'a, S: ?Sized, T> {
    pub(crate) upstream: &'a Member<S>,
    pub(crate) transaction: &'a T,
}

impl<S: Submit<T> + ?Sized, T: Sync> Submission<'_, S, T> {
    async fn look_up(&self, deadline: Deadline) -> Result<bool, Failure> {
        let look_up = self.upstream.source().knows(self.transaction, deadline);
        self.upstream.call(deadline, look_up).await
    }
}

#[async_trait]
impl<S: Submit<T> + ?Sized, T: Sync> Broadcaster for Submission<'_, S, T> {
    async fn submit(&self, deadline: Deadline) -> Result<SubmitOutcome, Failure> {
        let deadline = self.upstream.attempt(deadline);
        self.upstream.verify_before_submission(deadline).await?;
        let submit = self.upstream.source().submit(self.transaction, deadline);
        self.upstream.call(deadline, submit).await
    }

    async fn knows(&self, deadline: Deadline) -> Result<bool, Failure> {
        let found = self.look_up(deadline).await?;
        let delay = self.upstream.source().look_up_delay(self.transaction);
        let delay = delay.filter(|delay| !found && deadline > after(*delay));
        let Some(delay) = delay else { return Ok(found) };
        sleep(delay).await;
        self.look_up(deadline).await
    }

    fn is_down(&self) -> bool {
        self.upstream.retry_after().is_some()
    }
}
