//! `eth_getTransactionCount`

use super::message::Call;
use super::values::{Number, plain};
use super::{JsonRpc, Outcome};
use serde_json::json;
use wallet_eth_like::Address;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Maximum plausible count: 2^53 − 1, the highest nonce accepted here.
const MAX_COUNT: u64 = (1 << 53) - 1;

impl JsonRpc {
    /// Returns the next nonce of an address. Requests both counts: the pool of a node behind a load balancer
    /// may lag behind its latest block, and some nodes have no pool.
    pub(super) async fn nonce(&self, address: Address, deadline: Deadline) -> Result<u64, Failure> {
        let count = |block: &str| Call::new("eth_getTransactionCount", json!([plain(address), block]));
        let [pending, latest] = self.call_batch([count("pending"), count("latest")], deadline).await?;
        decode(&pending, &latest)
    }
}

/// Returns the higher of the counts with and without pending transactions.
pub(super) fn decode(pending: &Outcome, latest: &Outcome) -> Result<u64, Failure> {
    let Number(latest) = latest.value()?;
    let pending = match &pending.0 {
        Ok(_) => pending.value::<Number>()?.0,
        Err(error) => {
            tracing::debug!(error = error.for_log(), "node reports no pending transaction count");
            latest
        }
    };
    let count = latest.max(pending);
    if count > MAX_COUNT {
        return Err(Failure::unusable("transaction count out of range"));
    }
    Ok(count)
}
