//! `eth_getTransactionCount`

use super::message::Call;
use super::values::{Number, plain};
use super::{JsonRpc, Outcome};
use serde_json::json;
use wallet_eth_like::Address;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// The highest count that can be true: 2^53 − 1, beyond which no transaction is accepted here. Nobody has sent as many.
const HIGHEST: u64 = (1 << 53) - 1;

impl JsonRpc {
    /// How many transactions an address has sent. Both counts are asked for: the pool of a node behind a balancer may lag
    /// behind its newest block, and some nodes have no pool.
    pub(super) async fn nonce(&self, address: Address, deadline: Deadline) -> Result<u64, Failure> {
        let count = |block: &str| Call::new("eth_getTransactionCount", json!([plain(address), block]));
        let [pending, latest] = self.ask_all([count("pending"), count("latest")], deadline).await?;
        decode(&pending, &latest)
    }
}

/// The higher of the counts, with and without those that wait for a block.
pub(super) fn decode(pending: &Outcome, latest: &Outcome) -> Result<u64, Failure> {
    let Number(latest) = latest.value()?;
    let pending = match &pending.0 {
        Ok(_) => pending.value::<Number>()?.0,
        Err(error) => {
            tracing::debug!(error = error.for_log(), "a node does not count what waits for a block");
            latest
        }
    };
    let count = latest.max(pending);
    if count > HIGHEST {
        return Err(Failure::unusable("more transactions of an address than there can be"));
    }
    Ok(count)
}
