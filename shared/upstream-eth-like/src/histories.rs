//! Implementation of the port `EthLikeIndex` over the configured indexes of the EVM chains.

use crate::json_rpc::LOGS;
use crate::kinds::{Role, history_source, role};
use crate::nodes::{EthLikeNodes, all_params, blocks_in};
use crate::windows::HistorySource;
use async_trait::async_trait;
use futures::future::join;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport};
use wallet_eth_like::history::{HistoryFacts, Position};
use wallet_eth_like::ports::EthLikeIndex;
use wallet_eth_like::{Address, ApprovalLogs, Hash, Params, ReceivedNfts};
use wallet_upstream::{
    Clocks, Deadline, Entry, Family, FamilyPool, FirstSeen, HttpClient, Lane, Rules, UpstreamConfigError, within,
};

/// Number of blocks that an index may lag behind the peers, and the time that allows more of them on chains with
/// several blocks per second: indexing takes time, and the compared heads were requested up to 15 s apart.
const MAX_LAG: u64 = 60;
const MAX_LAG_TIME: Duration = Duration::from_mins(1);

/// Time for an attempt, in calls.
const ATTEMPT_CALLS: u32 = 3;

/// Time for logs and received tokens, which leaves time for the reads that confirm the state.
const LOG_TIME: Duration = Duration::from_secs(4);

/// Indexes of every EVM chain and network.
pub struct EthLikeHistories(FamilyPool<Indexes>);

/// The EVM chains with their indexes.
struct Indexes {
    first_seen: Arc<FirstSeen<Hash>>,
}

impl Family for Indexes {
    type Params = Params;
    type Source = dyn HistorySource;
    type Cache = ();

    fn all() -> impl Iterator<Item = Params> {
        all_params()
    }

    fn name_and_network(params: Params) -> (&'static str, Network) {
        (params.chain.name(), params.network)
    }

    fn rules(params: Params, call: Duration) -> Rules {
        Rules {
            chain: params.chain.name(),
            // The calls of a history may wait for their turn at a free index; the time of each call is limited as well.
            attempt: call * ATTEMPT_CALLS,
            // Only one protocol reports the time of the latest block; the nodes of the chain detect an old head.
            max_head_age: None,
            max_lag: MAX_LAG.max(blocks_in(params, MAX_LAG_TIME)),
            block_interval: params.block_interval(),
        }
    }

    fn cache(_: Params, _: Clocks) -> Self::Cache {}

    fn adapter(
        &self,
        entry: &Entry<'_>,
        client: &HttpClient,
        clocks: &Clocks,
        params: Params,
    ) -> Result<Option<Arc<dyn HistorySource>>, UpstreamConfigError> {
        match role(entry)? {
            Role::Node => Ok(None),
            Role::History => history_source(entry, client, params, &self.first_seen, clocks).map(Some),
        }
    }
}

impl EthLikeHistories {
    /// Reads the indexes from the settings, which also list the nodes of the chains: `setting` returns the
    /// value of a variable, `None` if not set.
    pub fn from_settings(
        client: &HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        let first_seen = Arc::new(FirstSeen::new(Arc::clone(clock)));
        FamilyPool::from_settings(&Indexes { first_seen }, client.clone(), clock, setting).map(Self)
    }
}

#[async_trait]
impl UpstreamHealth for EthLikeHistories {
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        self.0.upstreams(deadline).await
    }
}

#[async_trait]
impl EthLikeIndex for EthLikeHistories {
    async fn history(
        &self,
        params: Params,
        address: Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, UpstreamError> {
        let pool = self.0.pool(params)?;
        // A different index may have the internal transfers.
        pool.read_most_complete(
            Lane::Required,
            deadline,
            |source, deadline| source.history(address, from, limit, deadline),
            |facts| u64::from(facts.lacks_internal_transfers),
        )
        .await
    }

    async fn approval_logs(
        &self,
        params: Params,
        owner: Address,
        from: u64,
        deadline: Deadline,
    ) -> Result<ApprovalLogs, UpstreamError> {
        let pool = self.0.pool(params)?;
        pool.read_most_complete(
            LOGS,
            within(deadline, LOG_TIME),
            |source, deadline| source.approval_logs(owner, from, deadline),
            |logs| u64::from(logs.is_partial),
        )
        .await
    }

    async fn received_nfts(
        &self,
        params: Params,
        address: Address,
        to: Option<u64>,
        deadline: Deadline,
    ) -> Result<ReceivedNfts, UpstreamError> {
        let pool = self.0.pool(params)?;
        pool.read_most_complete(
            LOGS,
            within(deadline, LOG_TIME),
            |source, deadline| source.received_nfts(address, to, deadline),
            |received| u64::from(received.is_partial),
        )
        .await
    }
}

/// Nodes and indexes together, for services that use both.
#[derive(Clone)]
pub struct NodesAndIndexes {
    /// Configured nodes.
    pub nodes: Arc<EthLikeNodes>,
    /// Configured indexes.
    pub indexes: Arc<EthLikeHistories>,
}

#[async_trait]
impl UpstreamHealth for NodesAndIndexes {
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        let (nodes, indexes) = join(self.nodes.upstreams(deadline), self.indexes.upstreams(deadline)).await;
        [nodes, indexes].concat()
    }
}
