//! Implementation of the port `BtcLikeIndex`.

use super::BtcLikeUpstreams;
use crate::source::{AddressBalance, SourceFacts};
use async_trait::async_trait;
use wallet_btc_like::history::{AddressFacts, HistoryPage, Position};
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_btc_like::{Address, Params};
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;

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
                        if let Err(failure) = &facts.history {
                            tracing::warn!(kind = source.kind().name(), %failure, "history unavailable, balance available");
                        }
                        Ok((source.kind(), facts))
                    })
                },
                |(_, facts): &(Kind, SourceFacts)| u64::from(facts.history.is_err()),
            )
            .await?;
        Ok(balance.facts(kind, history.ok()))
    }

    async fn balances(
        &self,
        params: &'static Params,
        addresses: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Result<AddressFacts, UpstreamError>>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let (kind, balances) = pool
            .read_most_complete(
                deadline,
                |source, deadline| {
                    Box::pin(async move { Ok((source.kind(), source.balances(addresses, deadline).await?)) })
                },
                |(_, balances): &(Kind, Vec<Result<_, _>>)| {
                    balances.iter().filter(|balance| balance.is_err()).count() as u64
                },
            )
            .await?;
        let facts = balances.into_iter().map(|balance| {
            let balance: AddressBalance = balance.map_err(UpstreamError::from)?;
            Ok(balance.facts(kind, Some(HistoryPage::default())))
        });
        Ok(facts.collect())
    }
}
