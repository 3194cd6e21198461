//! Implementation of the port `EthLikeNode` over the configured nodes of the EVM chains.

use crate::kinds::{Role, node, role};
use crate::node_source::NodeSource;
use async_trait::async_trait;
use futures::future::BoxFuture;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{
    Address, Amount, Balances, Call, Chain, FeeFacts, GasEstimate, Hash, Params, PendingTransaction, SignedTransaction,
    TransactionStatus,
};
use wallet_upstream::broadcast::{Broadcaster, Verdict, broadcast};
use wallet_upstream::client::{Deadline, HttpClient};
use wallet_upstream::config::{UpstreamConfigError, configured, one_wants_key, parse_list, setting_name};
use wallet_upstream::failure::Failure;
use wallet_upstream::resilience::{Clocks, Head, Member, Policy, Pool, Refreshing, Rules, Search};

/// Maximum age of the latest block of a livenet, in block intervals.
const MAX_HEAD_INTERVALS: u32 = 10;
/// Lower bound of that age: some chains create blocks only for pending transactions.
const MIN_HEAD_AGE: Duration = Duration::from_mins(5);

/// Number of blocks that a node may lag behind its peers, and the time that allows more of them on chains with
/// short block intervals: the compared heads were requested up to 15 s apart.
const MAX_LAG: u64 = 5;
const MAX_LAG_TIME: Duration = Duration::from_secs(30);

/// Nodes of every EVM chain and network that has one.
pub struct EthLikeNodes {
    client: HttpClient,
    /// A list is sufficient for a few rows.
    pub(crate) rows: Vec<Row>,
}

/// Nodes of one chain and network.
pub(crate) struct Row {
    pub(crate) params: Params,
    pub(crate) pool: Arc<Pool<dyn NodeSource>>,
    prices: Refreshing<FeeFacts, UpstreamError>,
}

/// Returns every chain on both networks.
pub(crate) fn all_params() -> impl Iterator<Item = Params> {
    let both = |chain: &'static Chain| Network::ALL.map(|network| Params::of(*chain, network));
    Chain::ALL.iter().flat_map(both)
}

impl EthLikeNodes {
    /// Returns true if the URL of a configured upstream has the placeholder of a key.
    pub fn want_keys(setting: impl Fn(&str) -> Option<String>) -> bool {
        let settings = all_params().map(|params| setting_name(params.chain.name(), params.network));
        one_wants_key(settings, setting)
    }

    /// Reads the nodes from the settings: `setting` returns the value of a variable, `None` if it is not set.
    /// Other entries of the lists are ignored.
    pub fn from_settings(
        client: HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        let mut rows = Vec::new();
        for params in all_params() {
            let name = setting_name(params.chain.name(), params.network);
            let Some(value) = setting(&name) else { continue };
            let clocks = Clocks::new(Arc::clone(clock));
            let mut pool = Pool::new(ask_head, rules(&client, params), clocks.clone());
            for entry in parse_list(&name, &value)? {
                if role(&entry)? == Role::Node {
                    let source = node(&entry, &client, params)?;
                    pool.push(source.kind(), entry.host(), source);
                }
            }
            if pool.members().is_empty() {
                continue;
            }
            // Prices change with every block.
            let lifetime = params.block_interval() / 2;
            rows.push(Row {
                params,
                pool: Arc::new(pool),
                prices: Refreshing::new(clocks, Policy::fresh_for(lifetime)),
            });
        }
        Ok(Self { client, rows })
    }

    fn row(&self, params: Params) -> Result<&Row, UpstreamError> {
        let found = self.rows.iter().find(|row| row.params == params);
        configured(found, params.chain.name(), params.network)
    }
}

fn rules(client: &HttpClient, params: Params) -> Rules {
    // A testnet may pause for hours.
    let steady = params.network == Network::Livenet;
    let interval = params.block_interval();
    let quick = MAX_LAG_TIME.as_secs() / interval.as_secs().max(1);
    Rules {
        attempt: client.limits().attempt,
        oldest_head: steady.then_some((interval * MAX_HEAD_INTERVALS).max(MIN_HEAD_AGE)),
        tolerated: MAX_LAG.max(quick),
    }
}

fn ask_head(source: Arc<dyn NodeSource>, deadline: Deadline) -> BoxFuture<'static, Result<Head, Failure>> {
    Box::pin(async move { source.head(deadline).await })
}

#[async_trait]
impl EthLikeNode for EthLikeNodes {
    async fn pending_nonce(&self, params: Params, address: Address, deadline: Deadline) -> Result<u64, UpstreamError> {
        let pool = &self.row(params)?.pool;
        let counts = pool.ask_everybody(deadline, |source, deadline| source.pending_nonce(address, deadline));
        let counts = counts.await?;
        let highest = counts.iter().copied().max().unwrap_or_default();
        if counts.iter().any(|count| *count != highest) {
            tracing::info!(
                chain = params.chain.name(),
                ?counts,
                "transaction counts of an address differ between nodes"
            );
        }
        Ok(highest)
    }

    async fn balance(&self, params: Params, address: Address, deadline: Deadline) -> Result<Amount, UpstreamError> {
        let pool = &self.row(params)?.pool;
        pool.read(deadline, |source, deadline| source.balance(address, deadline))
            .await
    }

    async fn has_code(&self, params: Params, address: Address, deadline: Deadline) -> Result<bool, UpstreamError> {
        let pool = &self.row(params)?.pool;
        pool.read(deadline, |source, deadline| source.has_code(address, deadline))
            .await
    }

    async fn estimate_gas(
        &self,
        params: Params,
        call: &Call,
        deadline: Deadline,
    ) -> Result<GasEstimate, UpstreamError> {
        let pool = &self.row(params)?.pool;
        pool.read(deadline, |source, deadline| source.estimate_gas(call, deadline))
            .await
    }

    async fn fee_facts(&self, params: Params, deadline: Deadline) -> Result<FeeFacts, UpstreamError> {
        let row = self.row(params)?;
        let request = || -> BoxFuture<'static, _> {
            let pool = Arc::clone(&row.pool);
            Box::pin(async move { pool.read(deadline, |source, deadline| source.fee_facts(deadline)).await })
        };
        row.prices.get_until(deadline, UpstreamError::Timeout, request).await
    }

    async fn rollup_fee(
        &self,
        params: Params,
        unsigned: &[u8],
        gas_limit: u64,
        deadline: Deadline,
    ) -> Result<Amount, UpstreamError> {
        let pool = &self.row(params)?.pool;
        pool.read(deadline, |source, deadline| {
            source.rollup_fee(unsigned, gas_limit, deadline)
        })
        .await
    }

    async fn pending_transaction(
        &self,
        params: Params,
        sender: Address,
        nonce: u64,
        deadline: Deadline,
    ) -> Result<Option<PendingTransaction>, UpstreamError> {
        let pool = &self.row(params)?.pool;
        let search = pool.find(deadline, |source, deadline| {
            source.pending_transaction(sender, nonce, deadline)
        });
        Ok(found(search.await?))
    }

    async fn transaction_status(
        &self,
        params: Params,
        hash: Hash,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError> {
        let pool = &self.row(params)?.pool;
        let search = pool.find(deadline, |source, deadline| source.transaction_status(hash, deadline));
        Ok(found(search.await?))
    }

    async fn balances(
        &self,
        params: Params,
        address: Address,
        tokens: &[Address],
        deadline: Deadline,
    ) -> Result<Balances, UpstreamError> {
        let pool = &self.row(params)?.pool;
        pool.read(deadline, |source, deadline| source.balances(address, tokens, deadline))
            .await
    }

    async fn broadcast(
        &self,
        params: Params,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<BroadcastOutcome, UpstreamError> {
        let members = self.row(params)?.pool.for_broadcast();
        let sending: Vec<_> = members
            .into_iter()
            .map(|upstream| Sending { upstream, transaction })
            .collect();
        let upstreams: Vec<_> = sending.iter().map(|upstream| upstream as &dyn Broadcaster).collect();
        let id = transaction.hash().to_string();
        broadcast(&upstreams, &id, self.client.limits(), deadline).await
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

/// One transaction at one upstream.
struct Sending<'a> {
    upstream: &'a Member<dyn NodeSource>,
    transaction: &'a SignedTransaction,
}

#[async_trait]
impl Broadcaster for Sending<'_> {
    async fn submit(&self, deadline: Deadline) -> Result<Verdict, Failure> {
        let deadline = self.upstream.attempt(deadline);
        let submit = self.upstream.source().submit(self.transaction, deadline);
        self.upstream.call(deadline, submit).await
    }

    async fn knows(&self, deadline: Deadline) -> Result<bool, Failure> {
        let look_up = self.upstream.source().knows(self.transaction, deadline);
        self.upstream.call(deadline, look_up).await
    }
}
