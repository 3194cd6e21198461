//! `eth_sendRawTransaction`

use super::message::Call;
use super::values::{Id, hex_of};
use super::verdict::verdict;
use super::{JsonRpc, Outcome};
use serde_json::json;
use wallet_eth_like::SignedTransaction;
use wallet_upstream::broadcast::Verdict;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

impl JsonRpc {
    /// Submits a transaction's bytes to the node.
    pub(super) async fn send(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<Verdict, Failure> {
        self.check_chain(deadline).await?;
        let call = Call::new("eth_sendRawTransaction", json!([hex_of(transaction.bytes())]));
        decode(&self.ask(call, deadline).await?)
    }
}

/// Reads the outcome of a submission.
pub(super) fn decode(outcome: &Outcome) -> Result<Verdict, Failure> {
    match &outcome.0 {
        Ok(_) => {
            let Id(hash) = outcome.value()?;
            Ok(Verdict::Accepted { id: hash.to_string() })
        }
        Err(error) => {
            tracing::info!(reason = error.for_log(), "node rejected the transaction");
            verdict(error)
        }
    }
}
