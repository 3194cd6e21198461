//! `POST /api/v2/sendtx/`
//!
//! A rejection has status 400 with `{"error": "<code>: <reason>"}`, where code and reason are those of the
//! node's `sendrawtransaction`.

use super::{Blockbook, unexpected_error};
use crate::node_rejection::classify;
use serde::Deserialize;
use wallet_btc_like::SignedTransaction;
use wallet_upstream::blockbook_status::ErrorBody;
use wallet_upstream::broadcast::SubmitOutcome;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::{Failure, for_log};

/// Response to an accepted transaction.
#[derive(Deserialize)]
struct Sent {
    /// Transaction id.
    result: String,
}

impl Blockbook {
    /// Submits a transaction's bytes to the server's node.
    pub(super) async fn send(
        &self,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<SubmitOutcome, Failure> {
        // Without the trailing slash this is a different path, which supports GET only.
        let url = self.endpoint.url(&["api", "v2", "sendtx", ""]);
        let response = self.endpoint.post_text(url, transaction.to_hex(), deadline).await?;
        if response.is_success() {
            let sent: Sent = response.json()?;
            return Ok(SubmitOutcome::Accepted { id: sent.result });
        }
        let ErrorBody { error } = response.json()?;
        tracing::info!(reason = for_log(&error), "node rejected the transaction");
        (response.status() == 400)
            .then(|| classify(&error))
            .flatten()
            .ok_or_else(|| unexpected_error(&response))
    }
}
