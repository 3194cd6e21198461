//! Errors of Electrum servers. Their texts go no further than this file, except into the log.

use serde::Deserialize;
use serde_json::Value;
use wallet_upstream::failure::{Failure, for_log};

/// An error as the server says it: an object, or with old servers a text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "Value")]
pub(super) struct RpcError {
    code: i64,
    /// The server's text.
    pub(super) message: String,
}

impl From<Value> for RpcError {
    fn from(error: Value) -> Self {
        let message = error.get("message").unwrap_or(&error).as_str();
        Self {
            code: error.get("code").and_then(Value::as_i64).unwrap_or_default(),
            message: message.unwrap_or_default().to_owned(),
        }
    }
}

// JSON-RPC 2.0.
const METHOD_NOT_FOUND: i64 = -32601;
// aiorpcX, on which ElectrumX stands.
const EXCESSIVE_RESOURCE_USAGE: i64 = -101;
const SERVER_BUSY: i64 = -102;
// ElectrumX.
const HISTORY_TOO_LONG: i64 = 10_001;

/// What ElectrumX, Fulcrum and Blockstream's electrs say to an address with more history than they tell.
const TOO_LONG: &[&str] = &[
    "history too large",
    "response too large",
    "too many history entries",
    "exceeds max history",
];

/// The status that stands for a server that refuses for now, and the one for a server that gave up on the question.
const TOO_MANY_REQUESTS: u16 = 429;
const SERVICE_UNAVAILABLE: u16 = 503;

/// What the nodes behind the servers say of a transaction that they do not know.
const UNKNOWN: &[&str] = &[
    "no such mempool or blockchain transaction",
    // Nodes of before 2016.
    "no information available about transaction",
    // Blockstream's electrs.
    "missing transaction",
];

impl RpcError {
    /// The failure that it is where it has no meaning of its own.
    pub(super) fn failure(&self) -> Failure {
        let text = self.message.to_ascii_lowercase();
        let cause = format!("error {}: {}", self.code, for_log(&self.message));
        let too_long = self.code == HISTORY_TOO_LONG || TOO_LONG.iter().any(|phrase| text.contains(phrase));
        let refused = |status| Failure::Refused {
            status,
            retry_after: None,
        };
        match self.code {
            _ if too_long => Failure::Declined { cause },
            METHOD_NOT_FOUND => Failure::Declined { cause },
            EXCESSIVE_RESOURCE_USAGE => refused(TOO_MANY_REQUESTS),
            SERVER_BUSY => refused(SERVICE_UNAVAILABLE),
            _ => Failure::Unusable { cause },
        }
    }

    /// Whether it says that there is no such transaction. A node that has not indexed all blocks says so too, with
    /// another sentence: then nothing is known about the transaction.
    pub(super) fn says_unknown(&self) -> bool {
        let text = self.message.to_ascii_lowercase();
        UNKNOWN.iter().any(|phrase| text.contains(phrase))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn error(code: i64, message: &str) -> RpcError {
        RpcError::from(json!({ "code": code, "message": message }))
    }

    #[test]
    fn limits_of_the_server_are_no_fault_of_it() {
        for error in [
            error(10_001, "history too large"),
            error(1, "Too many history entries"),
            error(-32600, "response too large (over 1,000,000 bytes"),
            error(-32601, "unknown method \"blockchain.estimatefee\""),
        ] {
            assert!(matches!(error.failure(), Failure::Declined { .. }), "{error:?}");
        }
    }

    #[test]
    fn a_server_that_is_busy_refuses() {
        for (error, expected) in [
            (error(-101, "excessive resource usage"), 429),
            (error(-102, "server busy - request timed out"), 503),
        ] {
            assert!(matches!(error.failure(), Failure::Refused { status, .. } if status == expected));
        }
    }

    #[test]
    fn anything_else_is_unusable() {
        for error in [
            error(2, "daemon error: DaemonError('the daemon is away')"),
            RpcError::from(json!("text")),
            RpcError::from(json!({})),
            RpcError::from(json!(5)),
        ] {
            assert!(matches!(error.failure(), Failure::Unusable { .. }), "{error:?}");
        }
    }

    #[test]
    fn only_the_plain_words_say_unknown() {
        for text in [
            // ElectrumX, and Fulcrum in its manner.
            "daemon error: DaemonError({'code': -5, 'message': 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.'})",
            // electrs.
            "No such mempool or blockchain transaction. Use gettransaction for wallet transactions.",
            "daemon error: No information available about transaction",
            "missing transaction",
        ] {
            assert!(error(2, text).says_unknown(), "{text}");
        }
        for text in [
            "daemon error: DaemonError({'code': -5, 'message': 'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries.'})",
            "No such mempool transaction. Blockchain transactions are still in the process of being indexed.",
            "daemon error: DaemonError({'code': -28, 'message': 'Loading block index...'})",
            "server busy - request timed out",
            "",
        ] {
            assert!(!error(2, text).says_unknown(), "{text}");
        }
    }
}
