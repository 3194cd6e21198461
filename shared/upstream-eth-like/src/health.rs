//! Implementation of the port `UpstreamHealth` over the configured nodes and indexes of the EVM chains.

use crate::histories::EthLikeHistories;
use crate::nodes::{EthLikeNodes, Row};
use async_trait::async_trait;
use futures::future::{join, join_all};
use std::sync::Arc;
use wallet_core::model::ChainName;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport};
use wallet_upstream::client::Deadline;

#[async_trait]
impl UpstreamHealth for EthLikeNodes {
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        let reports = join_all(self.rows.iter().map(|row| reports(row, deadline))).await;
        reports.concat()
    }
}

#[async_trait]
impl UpstreamHealth for EthLikeHistories {
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        let reports = self.rows.iter().map(|row| async move {
            let reports = row.pool.report(deadline).await.into_iter();
            let chain = row.params.chain.name();
            reports
                .map(|report| report.of(chain, row.params.network))
                .collect::<Vec<_>>()
        });
        join_all(reports).await.concat()
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

async fn reports(row: &Row, deadline: Deadline) -> Vec<UpstreamReport> {
    let reports = row.pool.report(deadline).await.into_iter();
    reports
        .map(|report| report.of(row.params.chain.name(), row.params.network))
        .collect()
}
