//! Implementation of the port `BtcLikeIndex` over the configured upstreams.

use super::BtcLikeUpstreams;
use crate::source::{BtcLikeSource, SourceFacts, SourceKeyFacts};
use async_trait::async_trait;
use std::time::Instant;
use tokio::time::timeout_at;
use wallet_btc_like::history::{AddressFacts, HistoryPage, Position};
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_btc_like::{Address, ExtendedKey, KeyFacts, KeyQuery};
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
use wallet_upstream::failure::Failure;

#[async_trait]
impl BtcLikeIndex for BtcLikeUpstreams {
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, UpstreamError> {
        let pool = self.0.pool(address.params())?;
        if limit == 0 {
            let (kind, balance) = pool
                .read(deadline, |source, deadline| {
                    Box::pin(async move { Ok((source.kind(), source.balance(address, deadline).await?)) })
                })
                .await?;
            return Ok(balance.facts(kind, Some(HistoryPage::default())));
        }
        let (kind, SourceFacts { balance, history }) = pool
            .read_most_complete(
                deadline,
                |source, deadline| {
                    Box::pin(async move {
                        let facts = source.address_facts(address, from, limit, deadline).await?;
                        log_missing_history(source, &facts.history);
                        Ok((source.kind(), facts))
                    })
                },
                |(_, facts): &(Kind, SourceFacts)| u64::from(facts.history.is_err()),
            )
            .await?;
        Ok(balance.facts(kind, history.ok()))
    }

    async fn key_facts(
        &self,
        key: &ExtendedKey,
        query: KeyQuery,
        deadline: Deadline,
    ) -> Result<KeyFacts, UpstreamError> {
        let pool = self.0.pool(key.params())?;
        pool.read_most_complete(
            deadline,
            |source, deadline| {
                Box::pin(async move {
                    let facts = within_attempt(source.key_facts(key, query, deadline), deadline).await?;
                    log_missing_history(source, &facts.history);
                    Ok(facts.facts(source.kind()))
                })
            },
            |facts: &KeyFacts| u64::from(facts.history.is_none()),
        )
        .await
    }
}

/// Part of an attempt for a key, in percent.
const KEY_TIME: u32 = 95;

/// Ends the requests for a key before the end of the attempt. Their number depends on the key, so that too many of them
/// do not count as a failure of the upstream.
async fn within_attempt(
    facts: impl Future<Output = Result<SourceKeyFacts, Failure>>,
    deadline: Deadline,
) -> Result<SourceKeyFacts, Failure> {
    let end = deadline.percent(KEY_TIME, Instant::now());
    let facts = timeout_at(end.instant().into(), facts).await;
    facts.unwrap_or_else(|_| {
        Err(Failure::Declined {
            cause: "not all addresses of the key within the time of an attempt".to_owned(),
        })
    })
}

fn log_missing_history(source: &dyn BtcLikeSource, history: &Result<HistoryPage, Failure>) {
    if let Err(failure) = history {
        tracing::warn!(kind = source.kind().name(), %failure, "history unavailable, balance available");
    }
}
