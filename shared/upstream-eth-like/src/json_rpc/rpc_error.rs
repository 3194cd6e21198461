//! Errors of nodes. Their texts stay in this module, except in the log.

use serde::Deserialize;
use serde_json::Value;
use wallet_upstream::{Failure, UpstreamResponse, for_log};

/// JSON-RPC error of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "Value")]
pub(super) struct RpcError {
    pub(super) code: i64,
    /// Message in lower case, since the case differs between clients and versions.
    text: String,
    /// Additional data: the return data of a call that reverts.
    data: Value,
    /// The subject of the HTTP status of the response.
    concern: Concern,
}

/// Subject of the HTTP status of a response.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Concern {
    /// The status states nothing.
    #[default]
    Unknown,
    /// The request alone.
    Request,
    /// The key, the address or the plan of this service, with this status.
    Upstream(u16),
}

impl From<Value> for RpcError {
    fn from(error: Value) -> Self {
        let message = error.get("message").unwrap_or(&error).as_str();
        Self {
            code: error.get("code").and_then(Value::as_i64).unwrap_or_default(),
            text: message.unwrap_or_default().to_ascii_lowercase(),
            data: error.get("data").cloned().unwrap_or_default(),
            concern: Concern::Unknown,
        }
    }
}

/// JSON-RPC 2.0: parse error, invalid request, invalid parameters.
const REJECTED_REQUEST: [i64; 3] = [-32700, -32600, -32602];
/// JSON-RPC 2.0.
const METHOD_NOT_FOUND: i64 = -32601;
/// EIP-1474.
const METHOD_NOT_SUPPORTED: i64 = -32004;
/// EIP-1474, and the HTTP status that some gateways use instead.
const TOO_MANY_REQUESTS: [i64; 2] = [-32005, 429];
/// Code of a reverted contract call in most clients.
const REVERTED: i64 = 3;

/// Phrases for an unsupported method, under various codes.
const MISSING: &[&str] = &[
    "does not exist",
    "not available",
    "not supported",
    "not found",
    "not enabled",
    "not allowed",
    "not whitelisted",
    "unsupported",
];

/// Phrases of a node or gateway that limits the request rate.
const LIMITED: &[&str] = &[
    "rate limit",
    "too many requests",
    "request limit",
    "daily limit",
    "exceeded its compute units",
    "over quota",
    "quota exceeded",
    "capacity exceeded",
];

/// Phrases for results that are longer than a node or gateway returns: Erigon, geth, Alchemy.
const TOO_LONG: &[&str] = &["returndata.limit", "response too large", "response size"];

/// Phrases for a call that fails in the EVM.
const FAILED: &[&str] = &[
    "vm execution error",
    "vm exception",
    // anvil: "EVM error InvalidFEOpcode".
    "evm error",
    "gas required exceeds allowance",
    "out of gas",
    "outofgas",
    "invalid opcode",
    "opcode not",
    "stack underflow",
    "stack limit reached",
    "bad jump",
    "invalid jump",
    "write protection",
    "max code size",
    "max initcode size",
    "contract creation code",
    "cannot estimate gas",
    "always failing transaction",
    "contract address collision",
    "must not begin with 0xef",
    "return data out of bounds",
    "max call depth exceeded",
    "gas uint64 overflow",
    "nonce uint64 overflow",
    // Besu, for some of the above.
    "could not be completed due to an exception",
];

/// Phrases for a gas limit above that of a block or of a transaction. Besu returns them with the code of a rate limit.
pub(super) const BLOCK_GAS_LIMIT: &[&str] = &[
    "exceeds block gas limit",
    "exceeds the block gas limit",
    "gas limit cap exceeded",
];

/// Phrases for a sender that cannot pay for the transaction.
pub(super) const INSUFFICIENT_FUNDS: &[&str] = &[
    "insufficient funds",
    "insufficientfunds",
    "insufficient balance",
    "insufficient sender balance",
    "insufficient maxfeepergas for sender balance",
    "doesn't have enough funds",
    "does not have enough funds",
    "exceeds account balance",
    "exceeds transaction sender account balance",
    "outoffund",
    "out of funds",
    "would cause overdraft",
    "overdraws from account",
];

/// Maximum nesting of a node error inside a gateway error.
const DEPTH: u8 = 3;

impl RpcError {
    /// Returns true if the message contains a phrase.
    pub(super) fn contains(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.text.contains(phrase))
    }

    /// Returns true if the node does not support the method.
    pub(super) fn is_missing_method(&self) -> bool {
        matches!(self.code, METHOD_NOT_FOUND | METHOD_NOT_SUPPORTED)
            || (self.contains(&["method"]) && self.contains(MISSING))
    }

    /// Returns true if the node limits the request rate.
    ///
    /// Errors that a caller can cause are excluded first: a contract chooses the text of its revert.
    pub(super) fn is_rate_limit(&self) -> bool {
        let is_about_the_request = self.revert_data().is_some() || self.contains(BLOCK_GAS_LIMIT);
        !is_about_the_request && (TOO_MANY_REQUESTS.contains(&self.code) || self.contains(LIMITED))
    }

    /// Returns true if the sender cannot pay.
    pub(super) fn is_insufficient_funds(&self) -> bool {
        self.contains(INSUFFICIENT_FUNDS)
    }

    /// Returns the revert data if the call was simulated and failed, `None` for a different error.
    ///
    /// The data is hex (geth and its forks, Erigon, reth, Besu, anvil), hex after `Reverted ` (Nethermind),
    /// inside an object (hardhat), or absent.
    pub(super) fn revert_data(&self) -> Option<Vec<u8>> {
        let failed = self.code == REVERTED
            || self.contains(&["revert"])
            || self.contains(FAILED) && !self.is_insufficient_funds();
        failed.then(|| hex_inside(&self.data, DEPTH).unwrap_or_default())
    }

    /// Returns the error of a response with this HTTP status.
    #[must_use]
    pub(super) fn of(self, response: &UpstreamResponse) -> Self {
        let concern = if response.concerns_upstream() {
            Concern::Upstream(response.status())
        } else if response.rejects_request() {
            Concern::Request
        } else {
            Concern::Unknown
        };
        Self { concern, ..self }
    }

    /// Formats code and message for the log.
    pub(super) fn for_log(&self) -> String {
        format!("error {}: {}", self.code, for_log(&self.text))
    }

    /// Converts the error to a failure where the error has no specific meaning.
    pub(super) fn failure(&self) -> Failure {
        if self.is_rate_limit() {
            return Failure::Throttled {
                status: 429,
                retry_after: None,
            };
        }
        let cause = self.for_log();
        if self.is_missing_method() {
            // The node still supports further methods.
            return Failure::Declined { cause };
        }
        if self.contains(TOO_LONG) {
            return Failure::TooLong { cause };
        }
        match self.concern {
            // Gateways return an invalid key with the code of an invalid request.
            Concern::Upstream(status) => Failure::unusable(format_args!("status {status}: {cause}")),
            Concern::Request => Failure::RejectedRequest { cause },
            Concern::Unknown if REJECTED_REQUEST.contains(&self.code) => Failure::RejectedRequest { cause },
            Concern::Unknown => Failure::Unusable { cause },
        }
    }
}

/// Returns the bytes of a hex string, or of the field of an object that has them.
fn hex_inside(data: &Value, depth: u8) -> Option<Vec<u8>> {
    match data {
        Value::String(text) => {
            let text = text.strip_prefix("Reverted ").unwrap_or(text);
            hex::decode(text.strip_prefix("0x")?).ok()
        }
        Value::Object(fields) if depth > 0 => {
            let names = ["data", "result", "originalError"];
            names.iter().find_map(|name| hex_inside(fields.get(*name)?, depth - 1))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn error(error: &Value) -> RpcError {
        RpcError::from(error.clone())
    }

    #[test]
    fn revert_data_is_found_in_the_form_of_every_client() {
        let expected = Some(vec![0x08, 0xc3]);
        for body in [
            // geth, op-geth, bor, avalanchego, reth, anvil, Erigon.
            json!({ "code": 3, "message": "execution reverted: no", "data": "0x08c3" }),
            // Besu.
            json!({ "code": -32000, "message": "Execution reverted", "data": "0x08c3" }),
            // Nethermind, and earlier OpenEthereum.
            json!({ "code": -32015, "message": "VM execution error.", "data": "Reverted 0x08c3" }),
            // hardhat.
            json!({
                "code": -32603,
                "message": "Error: VM Exception while processing transaction: reverted with reason string 'no'",
                "data": { "message": "Error: VM Exception", "data": "0x08c3" },
            }),
            // Gateways in front of any of them.
            json!({ "code": 3, "message": "", "data": { "originalError": { "code": 3, "data": "0x08c3" } } }),
        ] {
            assert_eq!(error(&body).revert_data(), expected, "{body}");
        }
    }

    #[test]
    fn failed_call_without_data_has_empty_revert_data() {
        for body in [
            json!({ "code": -32000, "message": "execution reverted" }),
            json!({ "code": -32000, "message": "gas required exceeds allowance (30000000)" }),
            json!({ "code": 3, "message": "execution reverted", "data": "0x" }),
            json!({ "code": 3, "message": "execution reverted", "data": "garbage" }),
            json!({ "code": -32015, "message": "VM execution error.", "data": "Bad instruction fe" }),
            json!({ "code": -32603, "message": "Error: Transaction reverted without a reason string", "data": {} }),
            json!({ "code": -32603, "message": "EVM error InvalidFEOpcode" }),
        ] {
            assert_eq!(error(&body).revert_data(), Some(Vec::new()), "{body}");
        }
    }

    #[test]
    fn other_errors_are_not_reverts() {
        for (code, message) in [
            (-32000, "insufficient funds for transfer"),
            (-32603, "EVM error OutOfFunds"),
            (-32000, "header not found"),
            (-32603, "Internal error"),
            (-32602, "invalid argument 0"),
        ] {
            let error = error(&json!({ "code": code, "message": message, "data": "0x08c3" }));
            assert_eq!(error.revert_data(), None, "{message}");
        }
    }

    #[test]
    fn errors_that_a_caller_causes_are_not_rate_limits() {
        for body in [
            json!({ "code": 3, "message": "execution reverted: Rate limit exceeded", "data": "0x08c379a0" }),
            json!({ "code": 3, "message": "execution reverted: daily limit exceeded" }),
            json!({ "code": -32000, "message": "execution reverted: too many requests" }),
            json!({ "code": -32005, "message": "Transaction gas limit exceeds block gas limit" }),
        ] {
            assert!(!error(&body).is_rate_limit(), "{body}");
        }
    }

    #[test]
    fn limits_faults_and_missing_methods_are_distinguished() {
        let failure = |code: i64, message: &str| error(&json!({ "code": code, "message": message })).failure();
        for (code, message) in [
            (-32005, "anything"),
            (429, "anything"),
            (-32000, "Rate limit reached for requests"),
            (-32090, "Too many requests, reason: call rate limit exhausted"),
            (-32005, "daily request count exceeded, request rate limited"),
        ] {
            let failure = failure(code, message);
            assert!(
                matches!(failure, Failure::Throttled { status: 429, .. }),
                "{message}: {failure:?}"
            );
        }
        for (code, message) in [
            (-32601, "anything"),
            (-32000, "the method eth_feeHistory does not exist/is not available"),
        ] {
            let failure = failure(code, message);
            assert!(matches!(failure, Failure::Declined { .. }), "{message}: {failure:?}");
        }
        for (code, message) in [
            // Erigon and geth.
            (
                -32000,
                "call returned result on length 1000000 exceeding --rpc.returndata.limit 100000",
            ),
            (-32003, "response too large"),
        ] {
            let failure = failure(code, message);
            assert!(matches!(failure, Failure::TooLong { .. }), "{message}: {failure:?}");
        }
        let failure = failure(-32000, "missing trie node\n\u{1b}[31m");
        assert_eq!(
            failure,
            Failure::unusable(r"error -32000: missing trie node\n\u{1b}[31m")
        );
    }

    #[test]
    fn error_of_any_form_is_parsed() {
        for body in [
            json!("no"),
            json!(7),
            json!([]),
            json!({}),
            json!({ "code": "3", "message": 5 }),
        ] {
            assert_eq!(error(&body).code, 0, "{body}");
            assert!(matches!(error(&body).failure(), Failure::Unusable { .. }), "{body}");
        }
    }
}
