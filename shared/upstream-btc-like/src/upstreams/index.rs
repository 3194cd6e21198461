//! Implementation of the port `BtcLikeIndex`: balances, histories and keys.

use super::BtcLikeUpstreams;
use crate::source::{
    AddressBalance, BtcLikeSource, SourceFacts, SourceKeyFacts, trusted, unavailable_by_outputs, unavailable_by_page,
};
use async_trait::async_trait;
use futures::stream::{self, StreamExt};
use tokio::time::{Instant, timeout_at};
use wallet_btc_like::history::{AddressFacts, HistoryPage, Position, Unavailable};
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_btc_like::{Address, ExtendedKey, KeyFacts, KeyQuery, Params, key_funds};
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::{Deadline, Failure, Lane};

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
            let read = |source, deadline| balance(source, address, deadline);
            return pool.read(deadline, read).await;
        }
        let read = |source, deadline| page(source, address, from, limit, deadline);
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
        let read = |source, deadline| balances(source, addresses, deadline);
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
        let read = |source, deadline| facts(source, key, query, deadline);
        let is_incomplete = |facts: &KeyFacts| u64::from(facts.history.is_none());
        pool.read_most_complete(Lane::Required, deadline, read, is_incomplete)
            .await
    }
}

/// Returns the balance without a history.
async fn balance(source: &dyn BtcLikeSource, address: &Address, deadline: Deadline) -> Result<AddressFacts, Failure> {
    let outputs = async { Ok(unavailable_by_outputs(source, address, deadline).await) };
    let (balance, unavailable) = futures::try_join!(source.balance(address, deadline), outputs)?;
    Ok(without_history(source, balance, unavailable))
}

/// Returns the balances of addresses in order, without histories. The unspent outputs of addresses with a balance are
/// requested in a second round.
async fn balances(
    source: &dyn BtcLikeSource,
    addresses: &[Address],
    deadline: Deadline,
) -> Result<Vec<Result<AddressFacts, Failure>>, Failure> {
    let balances = source.balances(addresses, deadline).await?;
    let mut facts = Vec::with_capacity(addresses.len());
    for (address, balance) in addresses.iter().zip(balances) {
        facts.push(async move {
            let balance = balance?;
            let unavailable = match balance.funds.total() {
                0 => Some(Unavailable::default()),
                _ => unavailable_by_outputs(source, address, deadline).await,
            };
            Ok(without_history(source, balance, unavailable))
        });
    }
    Ok(stream::iter(facts)
        .buffered(source.concurrent_addresses())
        .collect()
        .await)
}

fn without_history(
    source: &dyn BtcLikeSource,
    balance: AddressBalance,
    unavailable: Option<Unavailable>,
) -> AddressFacts {
    AddressFacts {
        upstream: source.kind().name(),
        tip: balance.tip,
        funds: balance.funds,
        unavailable,
        history: Some(HistoryPage::default()),
    }
}

/// Returns the balance and a page of the history.
async fn page(
    source: &dyn BtcLikeSource,
    address: &Address,
    from: Position,
    limit: u32,
    deadline: Deadline,
) -> Result<AddressFacts, Failure> {
    let facts = source.address_facts(address, from, limit, deadline);
    let (SourceFacts { balance, history }, outputs) = if from == Position::default() {
        (facts.await?, None)
    } else {
        // Such a page lacks the pending transactions.
        let outputs = async { Ok(unavailable_by_outputs(source, address, deadline).await) };
        let (facts, outputs) = futures::try_join!(facts, outputs)?;
        (facts, Some(outputs))
    };
    let history = available(source, history);
    let unavailable = match outputs {
        Some(outputs) => outputs,
        None => unavailable_by_page(source, address, history.as_ref(), balance.tip, deadline).await,
    };
    Ok(AddressFacts {
        upstream: source.kind().name(),
        tip: balance.tip,
        funds: balance.funds,
        unavailable,
        history,
    })
}

/// Returns the history if available, and otherwise logs the reason.
pub(super) fn available(source: &dyn BtcLikeSource, history: Result<HistoryPage, Failure>) -> Option<HistoryPage> {
    let history = history.inspect_err(
        |failure| tracing::warn!(kind = source.kind().name(), %failure, "history unavailable, balance available"),
    );
    history.ok()
}

/// Part of an attempt for a key, in percent.
const KEY_TIME: u32 = 95;

/// Returns the data of a key.
async fn facts(
    source: &dyn BtcLikeSource,
    key: &ExtendedKey,
    query: KeyQuery,
    deadline: Deadline,
) -> Result<KeyFacts, Failure> {
    let facts = source.key_facts(key, query, deadline);
    let SourceKeyFacts {
        tip,
        scanned,
        coins,
        pending,
        history,
    } = within_attempt(facts, deadline).await?;
    let funds = key_funds(key.params(), &scanned, &coins, pending.as_deref());
    let (funds, unavailable) = funds.ok_or_else(|| Failure::unusable("sum of unspent outputs above the maximum"))?;
    Ok(KeyFacts {
        upstream: source.kind().name(),
        tip,
        scanned,
        funds,
        unavailable,
        coins,
        history: available(source, trusted(history)?),
    })
}

/// Ends the requests for a key before the end of the attempt. Their number depends on the key, so that too many of them
/// do not count as a failure of the upstream.
async fn within_attempt<T>(facts: impl Future<Output = Result<T, Failure>>, deadline: Deadline) -> Result<T, Failure> {
    let end = deadline.percent(KEY_TIME, Instant::now().into_std());
    let facts = timeout_at(end.instant().into(), facts).await;
    facts.unwrap_or_else(|_| {
        Err(Failure::OutOfTime {
            cause: "not all addresses of the key within an attempt".to_owned(),
        })
    })
}
