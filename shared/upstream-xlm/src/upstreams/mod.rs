//! Implementation of the ports `XlmNode` and `XlmIndex` over the configured Horizon servers.

mod health;
mod sending;

use crate::horizon::Horizon;
use async_trait::async_trait;
use futures::future::BoxFuture;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::client::{Deadline, HttpClient};
use wallet_upstream::config::{Entry, Kind, UpstreamConfigError, configured, one_wants_key, parse_list, setting_name};
use wallet_upstream::endpoint::Endpoint;
use wallet_upstream::failure::Failure;
use wallet_upstream::resilience::{Clocks, Head, Policy, Pool, Refreshing, Rules, Search};
use wallet_xlm::history::{AccountFacts, ClaimableFacts, HistoryFacts, Position};
use wallet_xlm::ports::XlmIndex;
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Account, AccountId, Chain, Envelope, FeeStats, Ledger, Submission, TransactionStatus};

/// Maximum age of the latest ledger on livenet: ledgers close five to six seconds apart, and a Horizon reports
/// one after one or two more seconds (docs/decisions/0913).
const MAX_HEAD_AGE: Duration = Duration::from_mins(2);

/// Number of ledgers that a Horizon may lag behind its peers: the compared heads were requested up to 15 s
/// apart.
const MAX_LAG: u64 = 8;

/// Lifetime of fee statistics, which cover the last five ledgers and are requested for every payment.
const FEES_LIFETIME: Duration = Duration::from_secs(5);

/// Horizon servers of each network that has one.
pub struct XlmUpstreams {
    client: HttpClient,
    rows: Vec<Row>,
}

/// Horizon servers of one network.
struct Row {
    network: Network,
    pool: Arc<Pool<Horizon>>,
    fees: Refreshing<FeeStats, UpstreamError>,
}

/// Returns the name of the setting of a network.
fn name_of(network: Network) -> String {
    setting_name(Chain::Xlm.name(), network)
}

impl XlmUpstreams {
    /// Returns true if the URL of a configured upstream has the placeholder of a key.
    pub fn want_keys(setting: impl Fn(&str) -> Option<String>) -> bool {
        one_wants_key(Network::ALL.into_iter().map(name_of), setting)
    }

    /// Reads the Horizon servers from the settings: `setting` returns the value of a variable, `None` if it is
    /// not set.
    pub fn from_settings(
        client: HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        let mut rows = Vec::new();
        for network in Network::ALL {
            let name = name_of(network);
            let Some(value) = setting(&name) else { continue };
            let clocks = Clocks::new(Arc::clone(clock));
            let mut pool = Pool::new(ask_head, rules(&client, network), clocks.clone());
            for entry in parse_list(&name, &value)? {
                let horizon = horizon(&entry, &client, network, clocks.clone())?;
                pool.push(Kind::Horizon, entry.host(), Arc::new(horizon));
            }
            rows.push(Row {
                network,
                pool: Arc::new(pool),
                fees: Refreshing::new(clocks, Policy::fresh_for(FEES_LIFETIME)),
            });
        }
        Ok(Self { client, rows })
    }

    fn row(&self, network: Network) -> Result<&Row, UpstreamError> {
        let found = self.rows.iter().find(|row| row.network == network);
        configured(found, Chain::Xlm.name(), network)
    }

    fn pool(&self, network: Network) -> Result<&Pool<Horizon>, UpstreamError> {
        self.row(network).map(|row| &*row.pool)
    }
}

/// Creates the adapter of an entry. Sends no request.
fn horizon(
    entry: &Entry<'_>,
    client: &HttpClient,
    network: Network,
    clocks: Clocks,
) -> Result<Horizon, UpstreamConfigError> {
    match entry.kind {
        Kind::Horizon => {
            let endpoint = Endpoint::new(client.clone(), entry.base_url()?);
            Ok(Horizon::new(endpoint, network, clocks))
        }
        Kind::Blockbook | Kind::Esplora | Kind::Electrum | Kind::JsonRpc | Kind::Etherscan | Kind::Blockscout => {
            Err(entry.unsupported("horizon"))
        }
    }
}

fn rules(client: &HttpClient, network: Network) -> Rules {
    // The testnet is reset and may stop closing ledgers.
    let steady = network == Network::Livenet;
    Rules {
        attempt: client.limits().attempt,
        oldest_head: steady.then_some(MAX_HEAD_AGE),
        tolerated: MAX_LAG,
    }
}

fn ask_head(source: Arc<Horizon>, deadline: Deadline) -> BoxFuture<'static, Result<Head, Failure>> {
    Box::pin(async move { source.head(deadline).await })
}

#[async_trait]
impl XlmNode for XlmUpstreams {
    async fn account(
        &self,
        network: Network,
        id: AccountId,
        deadline: Deadline,
    ) -> Result<Option<Account>, UpstreamError> {
        let pool = self.pool(network)?;
        let read = pool.read(deadline, |source, deadline| Box::pin(source.account(id, deadline)));
        read.await
    }

    async fn ledger(&self, network: Network, deadline: Deadline) -> Result<Ledger, UpstreamError> {
        let pool = self.pool(network)?;
        let read = pool.read(deadline, |source, deadline| Box::pin(source.ledger(deadline)));
        read.await
    }

    async fn fee_stats(&self, network: Network, deadline: Deadline) -> Result<FeeStats, UpstreamError> {
        let row = self.row(network)?;
        let request = || -> BoxFuture<'static, _> {
            let pool = Arc::clone(&row.pool);
            Box::pin(async move {
                let read = pool.read(deadline, |source, deadline| Box::pin(source.fee_stats(deadline)));
                read.await
            })
        };
        row.fees.get_until(deadline, UpstreamError::Timeout, request).await
    }

    async fn transaction_status(
        &self,
        network: Network,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError> {
        let pool = self.pool(network)?;
        let search = pool.find(deadline, |source, deadline| Box::pin(source.status(hash, deadline)));
        Ok(found(search.await?))
    }

    async fn broadcast(
        &self,
        network: Network,
        envelope: &Envelope,
        deadline: Deadline,
    ) -> Result<Submission, UpstreamError> {
        sending::broadcast(self.pool(network)?, network, envelope, self.client.limits(), deadline).await
    }
}

#[async_trait]
impl XlmIndex for XlmUpstreams {
    async fn account_facts(
        &self,
        network: Network,
        id: AccountId,
        deadline: Deadline,
    ) -> Result<AccountFacts, UpstreamError> {
        let pool = self.pool(network)?;
        let read = pool.read(deadline, |source, deadline| {
            Box::pin(source.account_facts(id, deadline))
        });
        read.await
    }

    async fn claimable_balances(
        &self,
        network: Network,
        id: AccountId,
        deadline: Deadline,
    ) -> Result<ClaimableFacts, UpstreamError> {
        let pool = self.pool(network)?;
        let read = pool.read(deadline, |source, deadline| Box::pin(source.claimable(id, deadline)));
        read.await
    }

    async fn history(
        &self,
        network: Network,
        id: AccountId,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, UpstreamError> {
        let pool = self.pool(network)?;
        let read = pool.read(deadline, |source, deadline| {
            Box::pin(source.history(id, from, limit, deadline))
        });
        read.await
    }
}

/// Returns the item found. A caller that gets `None` retries or continues without it, which is also correct if
/// some upstreams were not available.
fn found<T>(search: Search<T>) -> Option<T> {
    match search {
        Search::Found(found) => Some(found),
        Search::Nowhere | Search::Unsure(_) => None,
    }
}
