//! Implementation of the port `EthLikeIndex` over the configured indexes of the EVM chains.

use crate::history_source::{Head, HistorySource};
use crate::kinds::{Role, history_source, role};
use crate::nodes::all_params;
use async_trait::async_trait;
use futures::future::BoxFuture;
use std::sync::Arc;
use wallet_core::model::ChainName;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::history::{HistoryFacts, Position};
use wallet_eth_like::ports::EthLikeIndex;
use wallet_eth_like::{Address, Params};
use wallet_upstream::client::{Deadline, HttpClient};
use wallet_upstream::config::{UpstreamConfigError, configured, parse_list, setting_name};
use wallet_upstream::failure::Failure;
use wallet_upstream::first_seen::FirstSeen;
use wallet_upstream::resilience::{Clocks, Pool, Rules};

/// Number of blocks that an index may lag behind its peers: indexing takes time, and the compared heads were
/// requested up to 15 s apart.
const MAX_LAG: u64 = 60;

/// Indexes of every EVM chain and network that has one.
pub struct EthLikeHistories {
    /// A list is sufficient for a few rows.
    pub(crate) rows: Vec<Row>,
}

/// Indexes of one chain and network.
pub(crate) struct Row {
    pub(crate) params: Params,
    pub(crate) pool: Pool<dyn HistorySource>,
}

impl EthLikeHistories {
    /// Reads the indexes from the settings, which also list the nodes of the chains: `setting` returns the
    /// value of a variable, `None` if it is not set.
    pub fn from_settings(
        client: &HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        let first_seen = Arc::new(FirstSeen::new(Arc::clone(clock)));
        let mut rows = Vec::new();
        for params in all_params() {
            let name = setting_name(params.chain.name(), params.network);
            let Some(value) = setting(&name) else { continue };
            let rules = Rules {
                attempt: client.limits().attempt,
                // Only one protocol reports the time of the latest block; the nodes of the chain detect an old
                // head.
                oldest_head: None,
                tolerated: MAX_LAG,
            };
            let mut pool = Pool::new(ask_head, rules, Clocks::new(Arc::clone(clock)));
            for entry in parse_list(&name, &value)? {
                if role(&entry)? == Role::History {
                    let source = history_source(&entry, client, params, &first_seen)?;
                    pool.push(source.kind(), entry.host(), source);
                }
            }
            if !pool.members().is_empty() {
                rows.push(Row { params, pool });
            }
        }
        Ok(Self { rows })
    }
}

fn ask_head(source: Arc<dyn HistorySource>, deadline: Deadline) -> BoxFuture<'static, Result<Head, Failure>> {
    Box::pin(async move { source.head(deadline).await })
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
        let row = self.rows.iter().find(|row| row.params == params);
        let row = configured(row, params.chain.name(), params.network)?;
        let read = row.pool.read(deadline, |source, deadline| {
            source.history(address, from, limit, deadline)
        });
        read.await
    }
}
