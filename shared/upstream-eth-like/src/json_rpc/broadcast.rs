//! `eth_sendRawTransaction`

use super::message::Call;
use super::rejection::classify;
use super::values::{Id, hex_of};
use super::{JsonRpc, Outcome};
use serde_json::json;
use wallet_eth_like::SignedTransaction;
use wallet_upstream::broadcast::SubmitOutcome;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

impl JsonRpc {
    /// Submits a transaction's bytes to the node.
    pub(super) async fn send(
        &self,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<SubmitOutcome, Failure> {
        self.check_chain(deadline).await?;
        let call = Call::new("eth_sendRawTransaction", json!([hex_of(transaction.bytes())]));
        decode(&self.call(call, deadline).await?)
    }
}

/// Reads the outcome of a submission.
pub(super) fn decode(outcome: &Outcome) -> Result<SubmitOutcome, Failure> {
    match &outcome.0 {
        Ok(_) => {
            let Id(hash) = outcome.value()?;
            Ok(SubmitOutcome::Accepted { id: hash.to_string() })
        }
        Err(error) => {
            tracing::info!(reason = error.for_log(), "node rejected the transaction");
            classify(error)
        }
    }
}
