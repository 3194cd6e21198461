//! The EVM chains as members of a pool: chains, rules for the latest block, and adapters.

use crate::json_rpc::JsonRpc;
use crate::kinds::{Role, node, role};
use std::sync::Arc;
use std::time::Duration;
use wallet_core::model::{ChainName, Network, Responses};
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::{Chain, FeeFacts, Hash, Params};
use wallet_upstream::{Clocks, Entry, Family, FirstSeen, HttpClient, Policy, Refreshing, Rules, UpstreamConfigError};

/// Maximum age of the latest block of a livenet, in block intervals.
const MAX_HEAD_INTERVALS: u32 = 10;
/// Lower bound of that age: some chains create blocks only for pending transactions.
const MIN_HEAD_AGE: Duration = Duration::from_mins(5);

/// Number of blocks that a node may lag behind the peers, and the time that allows more of them on chains with
/// short block intervals: the compared heads were requested up to 15 s apart.
const MAX_LAG: u64 = 5;
const MAX_LAG_TIME: Duration = Duration::from_secs(30);

/// Lower bound of the time for which prices are cached, for chains with several blocks per second.
const MIN_PRICE_AGE: Duration = Duration::from_millis(500);

/// The EVM chains with their nodes.
pub(crate) struct Nodes {
    pub(crate) first_seen: Arc<FirstSeen<Hash>>,
}

/// Returns every chain on both networks.
pub(crate) fn all_params() -> impl Iterator<Item = Params> {
    let both = |chain: &'static Chain| Network::ALL.map(|network| Params::of(*chain, network));
    Chain::ALL.iter().flat_map(both)
}

/// Returns the number of blocks that a chain produces in this time.
pub(crate) fn blocks_in(params: Params, time: Duration) -> u64 {
    let blocks = time.as_millis() / params.block_interval().as_millis().max(1);
    u64::try_from(blocks).unwrap_or(u64::MAX)
}

impl Family for Nodes {
    type Params = Params;
    type Source = JsonRpc;
    type Cache = Refreshing<Responses<FeeFacts>, UpstreamError>;

    fn all() -> impl Iterator<Item = Params> {
        all_params()
    }

    fn name_and_network(params: Params) -> (&'static str, Network) {
        (params.chain.name(), params.network)
    }

    fn rules(params: Params, call: Duration) -> Rules {
        Rules {
            chain: params.chain.name(),
            attempt: call,
            max_head_age: Some((params.block_interval() * MAX_HEAD_INTERVALS).max(MIN_HEAD_AGE)),
            max_lag: MAX_LAG.max(blocks_in(params, MAX_LAG_TIME)),
            block_interval: params.block_interval(),
        }
    }

    fn cache(params: Params, clocks: Clocks) -> Self::Cache {
        // Prices change with every block.
        let lifetime = (params.block_interval() / 2).max(MIN_PRICE_AGE);
        Refreshing::new(clocks, Policy::fresh_for(lifetime))
    }

    fn adapter(
        &self,
        entry: &Entry<'_>,
        client: &HttpClient,
        _: &Clocks,
        params: Params,
    ) -> Result<Option<Arc<JsonRpc>>, UpstreamConfigError> {
        match role(entry)? {
            Role::Node => node(entry, client, params, &self.first_seen).map(Some),
            Role::History => Ok(None),
        }
    }
}
