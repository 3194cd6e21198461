//! `POST /tx`
//!
//! The response is the txid. A rejection has status 400 with the node's message in one of two forms:
//! `sendrawtransaction RPC error: {"code":-26,"message":"…"}`, and since 2021 `sendrawtransaction RPC error
//! -26: …`.

use super::{Esplora, success, trimmed_text, unexpected_error};
use crate::node_rejection::classify;
use serde::Deserialize;
use std::borrow::Cow;
use wallet_btc_like::{SignedTransaction, Txid};
use wallet_upstream::broadcast::SubmitOutcome;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::{Failure, for_log};

/// Node error in the older form.
#[derive(Deserialize)]
struct NodeError {
    code: i32,
    message: String,
}

impl Esplora {
    /// Submits a transaction's bytes to the server's node.
    pub(super) async fn send(
        &self,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<SubmitOutcome, Failure> {
        let url = self.endpoint.url(&["tx"]);
        let response = self.endpoint.post_text(url, transaction.to_hex(), deadline).await?;
        if response.status() != 400 {
            let response = success(response)?;
            let txid: Result<Txid, _> = trimmed_text(&response)?.parse();
            let id = txid.map_err(|_| Failure::unusable("expected the txid of the accepted transaction"))?;
            return Ok(SubmitOutcome::Accepted { id: id.to_string() });
        }
        let error = node_error(trimmed_text(&response)?);
        tracing::info!(reason = for_log(&error), "node rejected the transaction");
        classify(&error).ok_or_else(|| unexpected_error(&response))
    }
}

/// Returns the node's error as `code: message`, or the whole text in any other form.
pub(crate) fn node_error(error: &str) -> Cow<'_, str> {
    let Some((_, rest)) = error.split_once("RPC error") else {
        return Cow::Borrowed(error);
    };
    let rest = rest.trim_start_matches(':').trim_start();
    match serde_json::from_str(rest) {
        Ok(NodeError { code, message }) => Cow::Owned(format!("{code}: {message}")),
        Err(_) => Cow::Borrowed(rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_yield_code_and_message() {
        for (error, expected) in [
            (
                r#"sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met, 100 < 141"}"#,
                "-26: min relay fee not met, 100 < 141",
            ),
            (
                "sendrawtransaction RPC error -25: bad-txns-inputs-missingorspent",
                "-25: bad-txns-inputs-missingorspent",
            ),
            ("sendrawtransaction RPC error: {\"code\":", "{\"code\":"),
            ("Invalid hex string", "Invalid hex string"),
        ] {
            assert_eq!(node_error(error), expected);
        }
    }
}
