//! Implementation of the port `UpstreamHealth` over the configured Horizon servers.

use super::{Row, XlmUpstreams};
use async_trait::async_trait;
use futures::future::join_all;
use wallet_core::model::ChainName;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport};
use wallet_upstream::client::Deadline;
use wallet_xlm::Chain;

#[async_trait]
impl UpstreamHealth for XlmUpstreams {
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        let reports = join_all(self.rows.iter().map(|row| reports(row, deadline))).await;
        reports.concat()
    }
}

async fn reports(row: &Row, deadline: Deadline) -> Vec<UpstreamReport> {
    let reports = row.pool.report(deadline).await.into_iter();
    reports
        .map(|report| report.of(Chain::Xlm.name(), row.network))
        .collect()
}
