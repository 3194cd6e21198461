//! Implementation of the ports `XlmNode`, `XlmIndex`, `XlmLedgers`, `XlmContracts` and `XlmTokens` over the configured
//! servers: Horizon and Stellar RPC. Lists that only an index has are requested from Horizon alone (docs/decisions/upstreams.md#stellar-rpc).

mod ledgers;
mod sending;
pub(crate) mod source;
mod tokens;

use crate::horizon::Horizon;
use crate::stellar_rpc::StellarRpc;
use async_trait::async_trait;
use source::{IndexSource, XlmSource};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wallet_core::model::{ChainName, Network, Responses};
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport};
use wallet_upstream::{
    Clocks, Deadline, Endpoint, Entry, Family, FamilyPool, HttpClient, ImmutableCache, Kind, Lane, Part, Policy,
    Refreshing, Rules, Topic, UpstreamConfigError, setting_name, within,
};
use wallet_xlm::contract::{ContractId, Simulation, SimulationQuery};
use wallet_xlm::history::{AccountFacts, ClaimableFacts, HistoryFacts, Position};
use wallet_xlm::ports::{XlmContracts, XlmIndex, XlmNode};
use wallet_xlm::{
    Account, AccountId, AccountQuery, Asset, BalanceId, BestOffers, Chain, Envelope, FeeStats, Ledger, Market,
    OfferFacts, OfferId, PathQuery, PaymentPath, StoredBalance, Submission, TransactionLookup,
};

/// Maximum age of the latest ledger on livenet: ledgers close five to six seconds apart, and a server reports
/// one after 1 or 2 more seconds (docs/decisions/upstreams.md#default-horizon-servers).
const MAX_HEAD_AGE: Duration = Duration::from_mins(2);

/// Maximum number of requests of an account without a page: the account, claimable balances, and the ledger if not
/// cached.
const REQUESTS_OF_ACCOUNT: usize = 3;

/// Number of ledgers that a server may lag behind the peers: the compared heads were requested up to 15 s
/// apart.
const MAX_LAG: u64 = 8;

const LEDGER_INTERVAL: Duration = Duration::from_secs(5);

/// Maximum time for the best offers of a market, which only complete a response.
const MARKET_TIME: Duration = Duration::from_secs(3);

/// Lifetime of fee statistics, which cover the last five ledgers and are requested for every payment.
const FEES_LIFETIME: Duration = Duration::from_secs(5);

/// Servers of each network.
pub struct XlmUpstreams {
    pools: FamilyPool<Xlm>,
    /// Known contracts with the asset that the contract represents, `None` for others. The id of a contract determines both.
    contracts: ImmutableCache<(Network, ContractId), Option<Asset>>,
}

/// Stellar.
struct Xlm;

impl Family for Xlm {
    type Params = Network;
    type Source = dyn XlmSource;
    type Cache = Refreshing<Responses<FeeStats>, UpstreamError>;

    fn all() -> impl Iterator<Item = Network> {
        Network::ALL.into_iter()
    }

    fn name_and_network(network: Network) -> (&'static str, Network) {
        (Chain::Xlm.name(), network)
    }

    fn rules(_: Network, call: Duration) -> Rules {
        Rules {
            chain: Chain::Xlm.name(),
            attempt: call,
            max_head_age: Some(MAX_HEAD_AGE),
            max_lag: MAX_LAG,
            block_interval: LEDGER_INTERVAL,
        }
    }

    fn cache(_: Network, clocks: Clocks) -> Self::Cache {
        Refreshing::new(clocks, Policy::fresh_for(FEES_LIFETIME))
    }

    fn adapter(
        &self,
        entry: &Entry<'_>,
        client: &HttpClient,
        clocks: &Clocks,
        network: Network,
    ) -> Result<Option<Arc<dyn XlmSource>>, UpstreamConfigError> {
        source_of(entry, client, network, clocks.clone()).map(Some)
    }
}

impl XlmUpstreams {
    /// Returns true if the URL of a configured upstream has the placeholder of a key.
    pub fn requires_keys(setting: impl Fn(&str) -> Option<String>) -> bool {
        FamilyPool::<Xlm>::requires_keys(setting)
    }

    /// Reads the servers from the settings: `setting` returns the value of a variable, `None` if it is
    /// not set.
    pub fn from_settings(
        client: HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        Ok(Self {
            pools: FamilyPool::from_settings(&Xlm, client, clock, setting)?,
            contracts: ImmutableCache::default(),
        })
    }

    /// Returns the upstreams with an index, or the error that none is configured.
    fn index(&self, network: Network) -> Result<Part<'_, dyn XlmSource, dyn IndexSource>, UpstreamError> {
        let part = self.pools.pool(network)?.part(XlmSource::index);
        part.ok_or_else(|| not_configured(network))
    }
}

/// Returns the error for a network without upstreams that serve a request.
fn not_configured(network: Network) -> UpstreamError {
    UpstreamError::NotConfigured {
        setting: setting_name(Chain::Xlm.name(), network),
    }
}

/// Creates the adapter of an entry. Sends no request.
fn source_of(
    entry: &Entry<'_>,
    client: &HttpClient,
    network: Network,
    clocks: Clocks,
) -> Result<Arc<dyn XlmSource>, UpstreamConfigError> {
    let endpoint = || {
        let base = entry.base_url()?;
        Ok(Endpoint::new(client.clone(), base).limited(entry.rate, entry.concurrency))
    };
    match entry.kind {
        Kind::Horizon => Ok(Arc::new(Horizon::new(endpoint()?, network, clocks))),
        Kind::StellarRpc => Ok(Arc::new(StellarRpc::new(endpoint()?, network, clocks))),
        Kind::Blockbook
        | Kind::Esplora
        | Kind::Electrum
        | Kind::JsonRpc
        | Kind::Etherscan
        | Kind::Blockscout
        | Kind::CoinGecko => Err(entry.unsupported("horizon or stellar-rpc")),
    }
}

#[async_trait]
impl UpstreamHealth for XlmUpstreams {
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        self.pools.upstreams(deadline).await
    }
}

#[async_trait]
impl XlmNode for XlmUpstreams {
    async fn account(
        &self,
        network: Network,
        query: AccountQuery,
        deadline: Deadline,
    ) -> Result<Option<Account>, UpstreamError> {
        let pool = self.pools.pool(network)?;
        let accounts = pool.fan_out(deadline, |source, deadline| source.account(&query, deadline));
        let accounts = accounts.await?;
        let account = Account::survey(&accounts);
        let chosen = account.as_ref().map(|account| account.sequence);
        let sequences = accounts.map(|account| account.as_ref().map(|account| account.sequence));
        if sequences.iter().any(|sequence| *sequence != chosen) {
            tracing::info!(%network, ?sequences, ?chosen, "sequence numbers of an account differ between servers");
        }
        Ok(account)
    }

    async fn claimable_balance(
        &self,
        network: Network,
        id: BalanceId,
        deadline: Deadline,
    ) -> Result<Option<StoredBalance>, UpstreamError> {
        let pool = self.pools.pool(network)?;
        pool.read(deadline, |source, deadline| source.stored_balance(id, deadline))
            .await
    }

    async fn ledger(&self, network: Network, deadline: Deadline) -> Result<Ledger, UpstreamError> {
        let pool = self.pools.pool(network)?;
        let ledgers = pool.fan_out(deadline, XlmSource::ledger).await?;
        Ok(Ledger::survey(&ledgers))
    }

    async fn fee_stats(&self, network: Network, deadline: Deadline) -> Result<Responses<FeeStats>, UpstreamError> {
        self.pools
            .read_prices(
                network,
                deadline,
                |source, deadline| source.fee_stats(deadline),
                |_, responses| FeeStats::have_outlier(responses),
            )
            .await
    }

    async fn paths(
        &self,
        network: Network,
        query: PathQuery,
        deadline: Deadline,
    ) -> Result<Vec<PaymentPath>, UpstreamError> {
        let index = self.index(network)?;
        index
            .read(deadline, |source, deadline| source.paths(query, deadline))
            .await
    }

    async fn best_offers(&self, network: Network, market: Market, deadline: Deadline) -> BestOffers {
        let Ok(index) = self.index(network) else {
            return BestOffers::default();
        };
        let lane = Lane::Optional(Topic::Market);
        let read = index.read_in(lane, within(deadline, MARKET_TIME), |source, deadline| {
            source.best_offers(market, deadline)
        });
        read.await.unwrap_or_else(|error| {
            tracing::warn!(%error, "best offers unavailable");
            BestOffers::default()
        })
    }

    async fn transaction_status(
        &self,
        network: Network,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<TransactionLookup, UpstreamError> {
        let pool = self.pools.pool(network)?;
        let retentions = Mutex::new(Vec::new());
        let search = pool.find(deadline, |source, deadline| {
            let status = source.status(hash, deadline);
            let retentions = &retentions;
            async move {
                Ok(match status.await? {
                    TransactionLookup::Found(status) => Some(status),
                    TransactionLookup::Missing(retention) => {
                        retentions
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .push(retention);
                        None
                    }
                })
            }
        });
        if let Some(status) = search.await?.found() {
            return Ok(TransactionLookup::Found(status));
        }
        // An upstream with the whole history has no retention.
        let retentions = retentions.into_inner().unwrap_or_else(PoisonError::into_inner);
        let known: Option<Vec<_>> = retentions.into_iter().collect();
        Ok(TransactionLookup::Missing(known.into_iter().flatten().min()))
    }

    async fn broadcast(
        &self,
        network: Network,
        envelope: &Envelope,
        deadline: Deadline,
    ) -> Result<Submission, UpstreamError> {
        sending::broadcast(&self.pools, network, envelope, deadline).await
    }
}

#[async_trait]
impl XlmIndex for XlmUpstreams {
    fn concurrent_accounts(&self, network: Network) -> usize {
        let pool = self.pools.pool(network).ok();
        let members = pool.iter().flat_map(|pool| pool.members());
        let concurrency = members.map(|member| member.source().concurrency()).min();
        (concurrency.unwrap_or_default() / REQUESTS_OF_ACCOUNT).max(1)
    }

    async fn account_facts(
        &self,
        network: Network,
        query: AccountQuery,
        deadline: Deadline,
    ) -> Result<AccountFacts, UpstreamError> {
        let pool = self.pools.pool(network)?;
        // A different upstream may have an index with all trustlines.
        let read = pool.read_most_complete(
            Lane::Required,
            deadline,
            |source, deadline| source.account_facts(&query, deadline),
            |facts| {
                let account = facts.account.as_ref();
                account.map_or(0, |account| account.settings.unlisted.into())
            },
        );
        read.await
    }

    async fn claimable_balances(
        &self,
        network: Network,
        id: AccountId,
        deadline: Deadline,
    ) -> Result<ClaimableFacts, UpstreamError> {
        let index = self.index(network)?;
        index
            .read(deadline, |source, deadline| source.claimable(id, deadline))
            .await
    }

    async fn history(
        &self,
        network: Network,
        id: AccountId,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, UpstreamError> {
        let index = self.index(network)?;
        index
            .read(deadline, |source, deadline| source.history(id, from, limit, deadline))
            .await
    }

    async fn offers(
        &self,
        network: Network,
        id: AccountId,
        after: Option<OfferId>,
        limit: u32,
        deadline: Deadline,
    ) -> Result<OfferFacts, UpstreamError> {
        let pool = self.pools.pool(network)?;
        let read = pool.read_most_complete(
            Lane::Required,
            deadline,
            |source, deadline| source.offers(id, after, limit, deadline),
            |facts| facts.lacks_offers.into(),
        );
        read.await
    }

    async fn offer(
        &self,
        network: Network,
        id: AccountId,
        offer: OfferId,
        deadline: Deadline,
    ) -> Result<OfferFacts, UpstreamError> {
        let pool = self.pools.pool(network)?;
        pool.read(deadline, |source, deadline| source.offer(id, offer, deadline))
            .await
    }
}

#[async_trait]
impl XlmContracts for XlmUpstreams {
    async fn simulate(
        &self,
        network: Network,
        query: &SimulationQuery,
        deadline: Deadline,
    ) -> Result<Simulation, UpstreamError> {
        let part = self.pools.pool(network)?.part(XlmSource::contracts);
        let part = part.ok_or_else(|| not_configured(network))?;
        part.read(deadline, |source, deadline| source.simulate(query, deadline))
            .await
    }
}
