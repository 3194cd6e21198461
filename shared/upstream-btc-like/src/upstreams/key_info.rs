//! The data of an extended key from one upstream: addresses, unspent outputs, balance, and page of the history.

use super::address_info::available;
use crate::source::{BtcLikeSource, SourceKeyFacts, trusted};
use tokio::time::{Instant, timeout_at};
use wallet_btc_like::{ExtendedKey, KeyFacts, KeyQuery, key_funds};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Part of an attempt for a key, in percent.
const KEY_TIME: u32 = 95;

/// Returns the data of a key.
pub(super) async fn facts(
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
