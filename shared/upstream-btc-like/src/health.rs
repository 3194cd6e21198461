//! Implementation of the port `UpstreamHealth` over the configured upstreams of btc, ltc, bch and doge.

use crate::upstreams::{BtcLikeUpstreams, Row};
use async_trait::async_trait;
use futures::future::join_all;
use wallet_core::model::ChainName;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport};
use wallet_upstream::client::Deadline;

#[async_trait]
impl UpstreamHealth for BtcLikeUpstreams {
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        let reports = join_all(self.rows.iter().map(|row| reports(row, deadline))).await;
        reports.concat()
    }
}

async fn reports(row: &Row, deadline: Deadline) -> Vec<UpstreamReport> {
    let reports = row.pool.report(deadline).await.into_iter();
    reports
        .map(|report| report.of(row.params.chain.name(), row.params.network))
        .collect()
}
