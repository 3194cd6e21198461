//! Implementation of the port `UpstreamHealth` over nodes and indexes of the EVM chains together.

use crate::histories::EthLikeHistories;
use crate::nodes::EthLikeNodes;
use async_trait::async_trait;
use futures::future::join;
use std::sync::Arc;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport};
use wallet_upstream::client::Deadline;

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
