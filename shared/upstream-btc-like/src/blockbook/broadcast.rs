//! `POST /api/v2/sendtx/`
//!
//! A refusal is status 400 with `{"error": "<code>: <reason>"}`, where code and reason are those of the node's
//! `sendrawtransaction`.

use super::{Blockbook, unexpected_error};
use crate::node_rejection::verdict;
use serde::Deserialize;
use wallet_btc_like::SignedTransaction;
use wallet_upstream::blockbook_status::ErrorBody;
use wallet_upstream::broadcast::Verdict;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::{Failure, for_log};

/// A transaction taken.
#[derive(Deserialize)]
struct Sent {
    /// The txid.
    result: String,
}

impl Blockbook {
    /// Hands a transaction's bytes to the node behind the server.
    pub(super) async fn send(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<Verdict, Failure> {
        // Without the trailing slash the path is another one, for GET only.
        let url = self.endpoint.url(&["api", "v2", "sendtx", ""]);
        let answer = self.endpoint.post_text(url, transaction.to_hex(), deadline).await?;
        if answer.is_success() {
            let sent: Sent = answer.json()?;
            return Ok(Verdict::Accepted { id: sent.result });
        }
        let ErrorBody { error } = answer.json()?;
        tracing::info!(reason = for_log(&error), "a node did not take a transaction");
        (answer.status() == 400)
            .then(|| verdict(&error))
            .flatten()
            .ok_or_else(|| unexpected_error(&answer))
    }
}
