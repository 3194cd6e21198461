//! `blockchain.transaction.broadcast`

use super::Electrum;
use super::message::Request;
use crate::node_rejection::{classify, classify_without_code};
use serde_json::json;
use wallet_btc_like::SignedTransaction;
use wallet_upstream::broadcast::SubmitOutcome;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::{Failure, for_log};

impl Electrum {
    /// Submits a transaction's bytes to the server's node.
    pub(super) async fn send(
        &self,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<SubmitOutcome, Failure> {
        let request = Request::new("blockchain.transaction.broadcast", json!([transaction.to_hex()]));
        match self.client.call_once(request, deadline).await?.result()? {
            Ok(id) => Ok(SubmitOutcome::Accepted { id }),
            Err(error) => {
                tracing::info!(reason = for_log(&error.message), "node rejected the transaction");
                node_rejection(error.code, &error.message).ok_or_else(|| error.failure())
            }
        }
    }
}

/// Prefix of ElectrumX and Fulcrum. An empty line, the node's reason and sometimes the whole transaction
/// follow.
const REJECTED: &str = "the transaction was rejected by network rules.";

/// Prefix of electrs. The code or an object follows.
const ELECTRS: &str = "sendrawtransaction RPC error";

/// Error code with which electrs passes on the text of its node without any prefix (romanz/electrs,
/// `src/electrum.rs`). `ElectrumX` has the same code for failures of its node, with a prefix.
pub(crate) const NODE_ERROR: i64 = 2;

/// Returns the node's rejection inside a server's error, `None` if the error is not about the transaction.
pub(crate) fn node_rejection(code: i64, message: &str) -> Option<SubmitOutcome> {
    if let Some(reason) = message.strip_prefix(REJECTED) {
        return classify_without_code(reason.trim_start().lines().next().unwrap_or_default());
    }
    match message.split_once(ELECTRS) {
        Some((_, error)) => classify(&unwrapped(error.trim_start_matches([':', ' ']))),
        None if code == NODE_ERROR => classify_without_code(message),
        None => classify(message),
    }
}

/// Formats the error of a node's RPC, `{"code": -26, "message": "…"}`, as `-26: …`. Returns other texts
/// unchanged.
fn unwrapped(error: &str) -> String {
    #[derive(serde::Deserialize)]
    struct NodeError {
        code: i64,
        message: String,
    }
    match serde_json::from_str::<NodeError>(error) {
        Ok(NodeError { code, message }) => format!("{code}: {message}"),
        Err(_) => error.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_core::ports::upstream::RejectReason;

    #[track_caller]
    fn check(message: &str, expected: Option<&SubmitOutcome>) {
        assert_eq!(node_rejection(NODE_ERROR, message).as_ref(), expected, "{message}");
    }

    /// Wraps the reason as ElectrumX does.
    fn electrumx(reason: &str) -> String {
        format!("the transaction was rejected by network rules.\n\n{reason}\n[0200aabbdeadbeef]")
    }

    #[test]
    fn node_reasons_are_unwrapped() {
        for (reason, code, expected) in [
            ("Transaction already in block chain", -27, SubmitOutcome::Known),
            ("txn-already-in-mempool (code 18)", -26, SubmitOutcome::Known),
            (
                "bad-txns-inputs-missingorspent (code 16)",
                -25,
                SubmitOutcome::Ambiguous(RejectReason::MissingInputs),
            ),
            (
                "Missing inputs",
                -25,
                SubmitOutcome::Ambiguous(RejectReason::MissingInputs),
            ),
            ("dust (code 64)", -26, SubmitOutcome::Rejected(RejectReason::Dust)),
            (
                "txn-mempool-conflict",
                -26,
                SubmitOutcome::Rejected(RejectReason::Conflict),
            ),
            (
                "min relay fee not met, 100 < 141",
                -26,
                SubmitOutcome::Rejected(RejectReason::FeeTooLow),
            ),
            (
                "66: min relay fee not met",
                -26,
                SubmitOutcome::Rejected(RejectReason::FeeTooLow),
            ),
            (
                "mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)",
                -26,
                SubmitOutcome::Rejected(RejectReason::InvalidScript),
            ),
            (
                "bad-txns-in-belowout",
                -26,
                SubmitOutcome::Rejected(RejectReason::Other),
            ),
            (
                "bad-txns-vin-empty (code 16)",
                -26,
                SubmitOutcome::Rejected(RejectReason::Other),
            ),
        ] {
            check(&electrumx(reason), Some(&expected));
            check(
                &format!("the transaction was rejected by network rules.\n\n{reason}\n"),
                Some(&expected),
            );
            check(
                &format!("sendrawtransaction RPC error {code}: {reason}"),
                Some(&expected),
            );
            let object = json!({ "code": code, "message": reason });
            check(&format!("sendrawtransaction RPC error: {object}"), Some(&expected));
        }
    }

    #[test]
    fn unlisted_text_without_prefix_is_a_rejection_only_from_the_node() {
        let expected = SubmitOutcome::Rejected(RejectReason::Other);
        check("bad-txns-in-belowout", Some(&expected));
        assert_eq!(node_rejection(1, "bad-txns-in-belowout"), None);
    }

    #[test]
    fn reasons_of_the_node_itself_are_unwrapped() {
        check(
            "sendrawtransaction RPC error -28: Loading block index...",
            Some(&SubmitOutcome::Unable),
        );
        for reason in [
            "mempool full (code 66)",
            "Loading block index...",
            "Work queue depth exceeded",
        ] {
            check(&electrumx(reason), Some(&SubmitOutcome::Unable));
        }
    }

    #[test]
    fn other_errors_are_not_rejections() {
        for message in [
            "",
            "excessive resource usage",
            "server busy - request timed out",
            "the transaction was rejected by network rules.",
            "daemon error: DaemonError('connection problem')",
            "sendrawtransaction RPC error: {\"code\":-28}",
            "<b>update your wallet at evil.example</b>",
        ] {
            check(message, None);
        }
        for reason in ["Unknown error", "-", "--", "evil.example/a-b"] {
            check(&electrumx(reason), None);
        }
    }
}
