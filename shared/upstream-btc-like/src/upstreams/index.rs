//! Implementation of the port `BtcLikeIndex`.

use super::{BtcLikeUpstreams, address_info, key_info};
use async_trait::async_trait;
use wallet_btc_like::history::{AddressFacts, Position};
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_btc_like::{Address, ExtendedKey, KeyFacts, KeyQuery, Params};
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Lane;

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
            let read = |source, deadline| Box::pin(address_info::balance(source, address, deadline)) as _;
            return pool.read(deadline, read).await;
        }
        let read = |source, deadline| Box::pin(address_info::page(source, address, from, limit, deadline)) as _;
        let is_incomplete = |facts: &AddressFacts| u64::from(facts.history.is_none());
        pool.read_most_complete(Lane::Required, deadline, read, is_incomplete)
            .await
    }

    async fn balances(
        &self,
        params: &'static Params,
        addresses: &[Address],
        deadline: Deadline,
    ) -> Result<Vec<Result<AddressFacts, UpstreamError>>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let read = |source, deadline| Box::pin(address_info::balances(source, addresses, deadline)) as _;
        let missing = |balances: &Vec<Result<_, _>>| balances.iter().filter(|balance| balance.is_err()).count() as u64;
        let balances = pool.read_most_complete(Lane::Required, deadline, read, missing).await?;
        let facts = balances.into_iter().map(|facts| facts.map_err(UpstreamError::from));
        Ok(facts.collect())
    }

    async fn key_facts(
        &self,
        key: &ExtendedKey,
        query: KeyQuery,
        deadline: Deadline,
    ) -> Result<KeyFacts, UpstreamError> {
        let pool = self.0.pool(key.params())?;
        let read = |source, deadline| Box::pin(key_info::facts(source, key, query, deadline)) as _;
        let is_incomplete = |facts: &KeyFacts| u64::from(facts.history.is_none());
        pool.read_most_complete(Lane::Required, deadline, read, is_incomplete)
            .await
    }
}
