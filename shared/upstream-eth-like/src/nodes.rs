//! Implementation of the port `EthLikeNode` over the configured nodes of the EVM chains.

use crate::kinds::{Role, node, role};
use crate::node_source::NodeSource;
use async_trait::async_trait;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wallet_core::model::{ChainName, Network, Responses};
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport};
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{
    Address, Amount, Balances, Call, Chain, FeeFacts, GasEstimate, Hash, Inclusion, NextNonce, Params,
    PendingTransaction, SignedTransaction, TransactionStatus,
};
use wallet_upstream::client::{Deadline, HttpClient, within};
use wallet_upstream::config::{Entry, UpstreamConfigError};
use wallet_upstream::family::{Family, FamilyPool};
use wallet_upstream::resilience::{Clocks, Policy, Refreshing};

/// Maximum age of the latest block of a livenet, in block intervals.
const MAX_HEAD_INTERVALS: u32 = 10;
/// Lower bound of that age: some chains create blocks only for pending transactions.
const MIN_HEAD_AGE: Duration = Duration::from_mins(5);

/// Number of blocks that a node may lag behind its peers, and the time that allows more of them on chains with
/// short block intervals: the compared heads were requested up to 15 s apart.
const MAX_LAG: u64 = 5;
const MAX_LAG_TIME: Duration = Duration::from_secs(30);

/// Time for the fees of receipts, which only complete a history.
const RECEIPTS_TIME: Duration = Duration::from_secs(4);

/// Nodes of every EVM chain and network that has one.
pub struct EthLikeNodes(FamilyPool<Nodes>);

/// The EVM chains with their nodes.
struct Nodes;

/// Returns every chain on both networks.
pub(crate) fn all_params() -> impl Iterator<Item = Params> {
    let both = |chain: &'static Chain| Network::ALL.map(|network| Params::of(*chain, network));
    Chain::ALL.iter().flat_map(both)
}

impl Family for Nodes {
    type Params = Params;
    type Source = dyn NodeSource;
    type Cache = Refreshing<Responses<FeeFacts>, UpstreamError>;

    fn all() -> impl Iterator<Item = Params> {
        all_params()
    }

    fn name_and_network(params: Params) -> (&'static str, Network) {
        (params.chain.name(), params.network)
    }

    fn max_head_age(params: Params) -> Option<Duration> {
        Some((params.block_interval() * MAX_HEAD_INTERVALS).max(MIN_HEAD_AGE))
    }

    fn max_lag(params: Params) -> u64 {
        let quick = MAX_LAG_TIME.as_secs() / params.block_interval().as_secs().max(1);
        MAX_LAG.max(quick)
    }

    fn block_interval(params: Params) -> Duration {
        params.block_interval()
    }

    fn cache(params: Params, clocks: Clocks) -> Self::Cache {
        // Prices change with every block.
        let lifetime = params.block_interval() / 2;
        Refreshing::new(clocks, Policy::fresh_for(lifetime))
    }

    fn adapter(
        &self,
        entry: &Entry<'_>,
        client: &HttpClient,
        _: &Clocks,
        params: Params,
    ) -> Result<Option<Arc<dyn NodeSource>>, UpstreamConfigError> {
        match role(entry)? {
            Role::Node => node(entry, client, params).map(Some),
            Role::History => Ok(None),
        }
    }
}

impl EthLikeNodes {
    /// Returns true if the URL of a configured upstream has the placeholder of a key.
    pub fn requires_keys(setting: impl Fn(&str) -> Option<String>) -> bool {
        FamilyPool::<Nodes>::requires_keys(setting)
    }

    /// Reads the nodes from the settings: `setting` returns the value of a variable, `None` if it is not set.
    /// Other entries of the lists are ignored.
    pub fn from_settings(
        client: HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        FamilyPool::from_settings(&Nodes, client, clock, setting).map(Self)
    }
}

#[async_trait]
impl UpstreamHealth for EthLikeNodes {
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        self.0.upstreams(deadline).await
    }
}

#[async_trait]
impl EthLikeNode for EthLikeNodes {
    async fn pending_nonce(&self, params: Params, address: Address, deadline: Deadline) -> Result<u64, UpstreamError> {
        let pool = self.0.pool(params)?;
        let counts = pool.fan_out(deadline, |source, deadline| {
            source.transaction_counts(address, deadline)
        });
        let counts = counts.await?;
        let next = NextNonce::of(&counts);
        if next.is_disputed {
            let chain = params.chain.name();
            tracing::warn!(
                chain,
                ?counts,
                "a node reports implausibly many pending transactions of an address"
            );
        }
        Ok(next.nonce)
    }

    async fn balance(&self, params: Params, address: Address, deadline: Deadline) -> Result<Amount, UpstreamError> {
        let pool = self.0.pool(params)?;
        let balances = pool.fan_out(deadline, |source, deadline| source.balance(address, deadline));
        // Nodes reject a transaction above the true balance, and one below it would not be sent at all.
        Ok(balances.await?.upper_median())
    }

    async fn has_code(&self, params: Params, address: Address, deadline: Deadline) -> Result<bool, UpstreamError> {
        let pool = self.0.pool(params)?;
        let have_code = pool.fan_out(deadline, |source, deadline| source.has_code(address, deadline));
        // Of an account without code the gas is not simulated, so one node suffices for a simulation.
        Ok(have_code.await?.iter().any(|has_code| *has_code))
    }

    async fn estimate_gas(
        &self,
        params: Params,
        call: &Call,
        deadline: Deadline,
    ) -> Result<GasEstimate, UpstreamError> {
        let pool = self.0.pool(params)?;
        let estimates = pool.fan_out(deadline, |source, deadline| source.estimate_gas(call, deadline));
        Ok(GasEstimate::survey(params, &estimates.await?))
    }

    async fn fee_facts(&self, params: Params, deadline: Deadline) -> Result<Responses<FeeFacts>, UpstreamError> {
        self.0
            .read_prices(
                params,
                deadline,
                |source, deadline| source.fee_facts(deadline),
                FeeFacts::have_outlier,
            )
            .await
    }

    async fn rollup_fee(
        &self,
        params: Params,
        unsigned: &[u8],
        gas_limit: u64,
        deadline: Deadline,
    ) -> Result<Amount, UpstreamError> {
        let pool = self.0.pool(params)?;
        let fees = pool.fan_out(deadline, |source, deadline| {
            source.rollup_fee(unsigned, gas_limit, deadline)
        });
        Ok(fees.await?.lower_median())
    }

    async fn paid_rollup_fees(
        &self,
        params: Params,
        transactions: &[Inclusion],
        deadline: Deadline,
    ) -> HashMap<Inclusion, Amount> {
        let paid = Mutex::new(HashMap::new());
        let known = || paid.lock().unwrap_or_else(PoisonError::into_inner);
        if let Ok(pool) = self.0.pool(params) {
            let search = pool.find(within(deadline, RECEIPTS_TIME), |source, deadline| {
                Box::pin(async move {
                    let unknown: Vec<_> = {
                        let known = known();
                        transactions
                            .iter()
                            .filter(|one| !known.contains_key(*one))
                            .copied()
                            .collect()
                    };
                    let more = source.paid_rollup_fees(&unknown, deadline).await;
                    let is_complete = more.len() == unknown.len();
                    known().extend(more);
                    Ok(is_complete.then_some(()))
                })
            });
            // What is missing afterwards is disclosed in the response.
            let _ = search.await;
        }
        paid.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    async fn pending_transaction(
        &self,
        params: Params,
        sender: Address,
        nonce: u64,
        deadline: Deadline,
    ) -> Result<Option<PendingTransaction>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let search = pool.find(deadline, |source, deadline| {
            source.pending_transaction(sender, nonce, deadline)
        });
        Ok(search.await?.found())
    }

    async fn transaction_status(
        &self,
        params: Params,
        hash: Hash,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let search = pool.find(deadline, |source, deadline| source.transaction_status(hash, deadline));
        Ok(search.await?.found())
    }

    async fn balances(
        &self,
        params: Params,
        address: Address,
        tokens: &[Address],
        deadline: Deadline,
    ) -> Result<Balances, UpstreamError> {
        let pool = self.0.pool(params)?;
        pool.read(deadline, |source, deadline| source.balances(address, tokens, deadline))
            .await
    }

    async fn broadcast(
        &self,
        params: Params,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<BroadcastOutcome, UpstreamError> {
        let id = transaction.hash().to_string();
        self.0.broadcast(params, transaction, &id, deadline).await
    }
}
