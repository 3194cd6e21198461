//! `POST /tx`
//!
//! The answer is the txid. A refusal is status 400 with the node's words in one of two forms:
//! `sendrawtransaction RPC error: {"code":-26,"message":"…"}`, and since 2021 `sendrawtransaction RPC error -26: …`.

use super::{Esplora, success, unexpected_error, words};
use crate::node_rejection::verdict;
use serde::Deserialize;
use std::borrow::Cow;
use wallet_btc_like::{SignedTransaction, Txid};
use wallet_upstream::broadcast::Verdict;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::{Failure, for_log};

/// The node's error in the older form.
#[derive(Deserialize)]
struct NodeError {
    code: i32,
    message: String,
}

impl Esplora {
    /// Hands a transaction's bytes to the node behind the server.
    pub(super) async fn send(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<Verdict, Failure> {
        let url = self.endpoint.url(&["tx"]);
        let answer = self.endpoint.post_text(url, transaction.to_hex(), deadline).await?;
        if answer.status() != 400 {
            let answer = success(answer)?;
            let txid: Result<Txid, _> = words(&answer)?.parse();
            let id = txid.map_err(|_| Failure::unusable("no txid of the transaction taken"))?;
            return Ok(Verdict::Accepted { id: id.to_string() });
        }
        let error = node_words(words(&answer)?);
        tracing::info!(reason = for_log(&error), "a node did not take a transaction");
        verdict(&error).ok_or_else(|| unexpected_error(&answer))
    }
}

/// The node's code and words as `code: words`; the whole text when it has no such form.
pub(super) fn node_words(error: &str) -> Cow<'_, str> {
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
    fn both_forms_give_code_and_words() {
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
            assert_eq!(node_words(error), expected);
        }
    }
}
