//! The port `EthLikeNode` over the configured nodes of the EVM chains.

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
use wallet_upstream::resilience::{Clocks, Head, Member, Pool, Rules, Search, SingleFlight};

/// How old the newest block of a livenet may be, in block intervals.
const OLDEST_HEAD: u32 = 10;
/// Some chains make blocks only when there is something to put into them.
const LEAST_OLDEST_HEAD: Duration = Duration::from_mins(5);

/// Blocks that a node may be behind its peers, and the time that gives more of them where blocks are quick: heads are
/// compared that were asked for up to 15 s apart.
const TOLERATED: u64 = 5;
const TOLERATED_FOR: Duration = Duration::from_secs(30);

/// The nodes of every EVM chain and network that has one.
pub struct EthLikeNodes {
    client: HttpClient,
    /// A few rows, so a list is as good as a map.
    pub(crate) rows: Vec<Row>,
}

/// The nodes of one chain and network.
pub(crate) struct Row {
    pub(crate) params: Params,
    pub(crate) pool: Arc<Pool<dyn NodeSource>>,
    prices: SingleFlight<FeeFacts, UpstreamError>,
}

/// Every chain on both networks.
pub(crate) fn all_params() -> impl Iterator<Item = Params> {
    let both = |chain: &'static Chain| Network::ALL.map(|network| Params::of(*chain, network));
    Chain::ALL.iter().flat_map(both)
}

impl EthLikeNodes {
    /// Whether one of the configured upstreams asks for a key, by the placeholder in its address.
    pub fn want_keys(setting: impl Fn(&str) -> Option<String>) -> bool {
        let settings = all_params().map(|params| setting_name(params.chain.name(), params.network));
        one_wants_key(settings, setting)
    }

    /// Reads the nodes from the settings: `setting` gives the value of a variable, `None` when it is not set. What a list
    /// has beside nodes is left to others.
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
            // Prices move with every block.
            let good_for = params.block_interval() / 2;
            rows.push(Row {
                params,
                pool: Arc::new(pool),
                prices: SingleFlight::new(clocks, good_for, Duration::ZERO),
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
    // A testnet may rest for hours.
    let steady = params.network == Network::Livenet;
    let interval = params.block_interval();
    let quick = TOLERATED_FOR.as_secs() / interval.as_secs().max(1);
    Rules {
        attempt: client.limits().attempt,
        oldest_head: steady.then_some((interval * OLDEST_HEAD).max(LEAST_OLDEST_HEAD)),
        tolerated: TOLERATED.max(quick),
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
                "nodes count an address's transactions differently"
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
        let ask = || -> BoxFuture<'static, _> {
            let pool = Arc::clone(&row.pool);
            Box::pin(async move { pool.read(deadline, |source, deadline| source.fee_facts(deadline)).await })
        };
        row.prices.answer(deadline, UpstreamError::Timeout, ask).await
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

/// What was found. "Not found" asks the caller to try again, or to do without, which is right also when some upstreams
/// could not be asked.
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
