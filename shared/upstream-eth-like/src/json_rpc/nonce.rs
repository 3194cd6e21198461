//! `eth_getTransactionCount`

use super::message::Call;
use super::values::{Number, plain};
use super::{JsonRpc, Outcome};
use serde_json::json;
use wallet_eth_like::{Address, MAX_NONCE, TransactionCounts};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

impl JsonRpc {
    /// Returns both counts of an address: the pool of a node behind a load balancer may lag behind its latest
    /// block, and some nodes have no pool.
    pub(super) async fn counts(&self, address: Address, deadline: Deadline) -> Result<TransactionCounts, Failure> {
        let count = |block: &str| Call::new("eth_getTransactionCount", json!([plain(address), block]));
        let [pending, latest] = self.call_batch([count("pending"), count("latest")], deadline).await?;
        decode(&pending, &latest)
    }
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
