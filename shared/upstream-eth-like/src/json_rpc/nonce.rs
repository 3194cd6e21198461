//! `eth_getTransactionCount`

use super::message::Call;
use super::values::{Number, plain};
use super::{JsonRpc, Outcome};
use futures::future::join_all;
use serde_json::json;
use wallet_eth_like::{Address, Holder, MAX_NONCE, TransactionCounts};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;

/// Maximum number of addresses of one batch, which has two calls for each: some nodes accept a hundred calls.
const MAX_ADDRESSES: usize = 50;

impl JsonRpc {
    /// Returns both counts of an address: the pool of a node behind a load balancer may lag behind its latest
    /// block, and some nodes have no pool.
    pub(super) async fn counts(&self, address: Address, deadline: Deadline) -> Result<TransactionCounts, Failure> {
        let [pending, latest] = self.call_batch(calls(address), deadline).await?;
        decode(&pending, &latest)
    }

    /// Returns the counts of holders in their order, `None` for those that the node does not return.
    pub(super) async fn counts_of(&self, holders: &[Holder], deadline: Deadline) -> Vec<Option<TransactionCounts>> {
        let batches = holders.chunks(MAX_ADDRESSES).map(async |holders| {
            let calls: Vec<_> = holders.iter().flat_map(|holder| calls(holder.address)).collect();
            let outcomes = self.call_each(&calls, Lane::Required, deadline).await;
            let outcomes = outcomes.unwrap_or_default();
            (0..holders.len())
                .map(|index| decode(outcomes.get(2 * index)?, outcomes.get(2 * index + 1)?).ok())
                .collect::<Vec<_>>()
        });
        join_all(batches).await.concat()
    }
}

/// Returns the calls for the counts of an address with and without pending transactions.
fn calls(address: Address) -> [Call; 2] {
    ["pending", "latest"].map(|block| Call::new("eth_getTransactionCount", json!([plain(address), block])))
}

/// Returns the counts with and without pending transactions.
pub(super) fn decode(pending: &Outcome, latest: &Outcome) -> Result<TransactionCounts, Failure> {
    let Number(latest) = latest.value()?;
    let pending = match &pending.0 {
        Ok(_) => pending.value::<Number>()?.0,
        Err(error) => {
            tracing::debug!(error = error.for_log(), "node reports no pending transaction count");
            latest
        }
    };
    if latest.max(pending) > MAX_NONCE {
        return Err(Failure::unusable("transaction count out of range"));
    }
    Ok(TransactionCounts {
        confirmed: latest,
        pending,
    })
}
