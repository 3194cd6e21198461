//! Errors of Electrum servers. Their texts stay in this file, except in the log.

use serde::Deserialize;
use serde_json::Value;
use wallet_upstream::{Failure, for_log};

/// Error of a server: an object, or a string from old servers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "Value")]
pub(super) struct RpcError {
    /// Code of the server.
    pub(super) code: i64,
    /// Message of the server.
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

// JSON-RPC 2.0: parse error, invalid request, invalid parameters.
const REJECTED_REQUEST: [i64; 3] = [-32700, -32600, -32602];
// JSON-RPC 2.0.
const METHOD_NOT_FOUND: i64 = -32601;
// aiorpcX, the base of ElectrumX.
const EXCESSIVE_RESOURCE_USAGE: i64 = -101;
const SERVER_BUSY: i64 = -102;
// ElectrumX.
const HISTORY_TOO_LONG: i64 = 10_001;

/// Phrases for an address whose history, or number of outputs, exceeds a limit of the server: ElectrumX and aiorpcX
/// (the first two), Fulcrum, and electrs of Blockstream and mempool.space.
const TOO_LONG: &[&str] = &[
    "history too large",
    "response too large",
    "exceeds max history",
    "too many history",
    "too many unspent",
];

/// Phrases for parameters that the server rejects: ElectrumX (the first two), Fulcrum, and electrs of Blockstream and
/// mempool.space. The codes have several meanings.
const INVALID_PARAMETER: &[&str] = &[
    "is not a valid script hash",
    "should be a transaction hash",
    "invalid scripthash",
    "invalid script hash",
    "invalid tx hash",
    "invalid address",
    "bad script_hash",
    "non-hex hash",
];

/// Statuses for a server that rate-limits, and for a server that gave up on the request.
const TOO_MANY_REQUESTS: u16 = 429;
const SERVICE_UNAVAILABLE: u16 = 503;

/// Phrases of the servers' nodes for an unknown transaction.
const UNKNOWN: &[&str] = &[
    "no such mempool or blockchain transaction",
    // Nodes before 2016.
    "no information available about transaction",
    // Blockstream's electrs.
    "missing transaction",
];

impl RpcError {
    /// Converts the error to a failure where the error has no specific meaning.
    pub(super) fn failure(&self) -> Failure {
        let text = self.message.to_ascii_lowercase();
        let cause = format!("error {}: {}", self.code, for_log(&self.message));
        let too_long = self.code == HISTORY_TOO_LONG || TOO_LONG.iter().any(|phrase| text.contains(phrase));
        let throttled = |status| Failure::Throttled {
            status,
            retry_after: None,
        };
        match self.code {
            _ if too_long => Failure::Declined { cause },
            METHOD_NOT_FOUND => Failure::Declined { cause },
            EXCESSIVE_RESOURCE_USAGE => throttled(TOO_MANY_REQUESTS),
            SERVER_BUSY => throttled(SERVICE_UNAVAILABLE),
            code if REJECTED_REQUEST.contains(&code)
                || INVALID_PARAMETER.iter().any(|phrase| text.contains(phrase)) =>
            {
                Failure::RejectedRequest { cause }
            }
            _ => Failure::ServerError { cause },
        }
    }

    /// Converts an error without the id of a request to a failure of the connection.
    pub(super) fn of_connection(&self) -> Failure {
        match self.failure() {
            Failure::RejectedRequest { cause } => Failure::ServerError { cause },
            failure => failure,
        }
    }

    /// Returns true if the error states that the transaction does not exist. A node that has not indexed all
    /// blocks sends a different message; the transaction is then unknown.
    pub(super) fn is_unknown_transaction(&self) -> bool {
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
    fn server_limits_are_declined() {
        for error in [
            error(10_001, "history too large"),
            error(1, "Too many history entries"),
            error(
                1,
                "Too many history transactions (>500). Contact support to raise limits.",
            ),
            error(
                1,
                "Too many unspent transaction outputs (>500). Contact support to raise limits.",
            ),
            error(
                1,
                "History for scripthash 8b01df4e exceeds max history 125000 with 125001 items!",
            ),
            error(
                1,
                "Unspent UTXOs for scripthash 8b01df4e exceeds max history 125000 with 125001 items!",
            ),
            error(-32600, "response too large (over 1,000,000 bytes"),
            error(-32601, "unknown method \"blockchain.estimatefee\""),
        ] {
            assert!(matches!(error.failure(), Failure::Declined { .. }), "{error:?}");
        }
    }

    #[test]
    fn invalid_parameters_are_a_rejected_request() {
        for error in [
            error(-32602, "anything"),
            error(-32600, "anything"),
            error(1, "8b01df4e is not a valid script hash"),
            error(1, "8b01df4e should be a transaction hash"),
            error(1, "Invalid scripthash"),
            RpcError::from(json!("bad script_hash")),
        ] {
            assert!(matches!(error.failure(), Failure::RejectedRequest { .. }), "{error:?}");
        }
    }

    #[test]
    fn busy_server_is_throttled() {
        for (error, expected) in [
            (error(-101, "excessive resource usage"), 429),
            (error(-102, "server busy - request timed out"), 503),
        ] {
            assert!(matches!(error.failure(), Failure::Throttled { status, .. } if status == expected));
        }
    }

    #[test]
    fn anything_else_is_a_server_error() {
        for error in [
            error(2, "daemon error: DaemonError('the daemon is away')"),
            RpcError::from(json!("text")),
            RpcError::from(json!({})),
            RpcError::from(json!(5)),
        ] {
            assert!(matches!(error.failure(), Failure::ServerError { .. }), "{error:?}");
        }
    }

    #[test]
    fn only_exact_phrases_mean_unknown() {
        for text in [
            // ElectrumX, and Fulcrum in a similar form.
            "daemon error: DaemonError({'code': -5, 'message': 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.'})",
            // electrs.
            "No such mempool or blockchain transaction. Use gettransaction for wallet transactions.",
            "daemon error: No information available about transaction",
            "missing transaction",
        ] {
            assert!(error(2, text).is_unknown_transaction(), "{text}");
        }
        for text in [
            "daemon error: DaemonError({'code': -5, 'message': 'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries.'})",
            "No such mempool transaction. Blockchain transactions are still in the process of being indexed.",
            "daemon error: DaemonError({'code': -28, 'message': 'Loading block index...'})",
            "server busy - request timed out",
            "",
        ] {
            assert!(!error(2, text).is_unknown_transaction(), "{text}");
        }
    }
}
