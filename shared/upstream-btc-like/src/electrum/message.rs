//! JSON-RPC 2.0 as used by Electrum servers: an object per line.

use super::rpc_error::RpcError;
use crate::memory::Share;
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use wallet_upstream::{Failure, for_log};

#[derive(Clone, Debug)]
pub(super) struct Request {
    method: &'static str,
    params: Value,
}

impl Request {
    /// Creates a call of a method. `params` is the array of parameters.
    pub(super) const fn new(method: &'static str, params: Value) -> Self {
        Self { method, params }
    }

    /// Creates a call of a method on one script, which is identified by the reversed SHA-256 of the script in hex.
    pub(super) fn of_script(method: &'static str, script: &[u8]) -> Self {
        let mut hash = Sha256::digest(script);
        hash.reverse();
        Self::new(method, json!([hex::encode(hash)]))
    }

    /// Returns the request as a line with a line break.
    pub(super) fn line(&self, id: u64) -> String {
        let mut line = json!({ "jsonrpc": "2.0", "id": id, "method": self.method, "params": self.params }).to_string();
        line.push('\n');
        line
    }
}

/// Response to a request, with reserved memory if long.
#[derive(Clone, Debug)]
pub(super) struct RpcResponse(Outcome, Option<Arc<Share>>);

#[derive(Clone, Debug)]
enum Outcome {
    Result(Box<RawValue>),
    Error(RpcError),
    /// A result of this size in bytes was skipped.
    TooLong(usize),
}

impl RpcResponse {
    /// Creates the response for a result of this size in bytes that was skipped.
    pub(super) const fn too_long(size: usize) -> Self {
        Self(Outcome::TooLong(size), None)
    }

    /// Returns the response with the memory of the line.
    #[must_use]
    pub(super) fn with_share(self, share: Share) -> Self {
        Self(self.0, (!share.is_empty()).then(|| Arc::new(share)))
    }

    /// Returns the result, or the server's error unchanged.
    pub(super) fn result<T: DeserializeOwned>(self) -> Result<Result<T, RpcError>, Failure> {
        let Self(outcome, share) = self;
        let result = match outcome {
            Outcome::Result(value) => read(&value).map(Ok),
            Outcome::Error(error) => Ok(Err(error)),
            Outcome::TooLong(size) => Err(Failure::Declined {
                cause: format!("response of {size} bytes"),
            }),
        };
        // The text is no longer in memory.
        drop(share);
        result
    }

    /// Returns the result; every error becomes a failure.
    pub(super) fn read<T: DeserializeOwned>(self) -> Result<T, Failure> {
        self.result()?.map_err(|error| error.failure())
    }

    /// Returns the failure if the server rejected the request because of load or a rate limit.
    pub(super) fn throttling(&self) -> Option<Failure> {
        let Outcome::Error(error) = &self.0 else { return None };
        let failure = error.failure();
        matches!(failure, Failure::Throttled { .. }).then_some(failure)
    }

    /// Returns the size of the result or error message in bytes.
    pub(super) fn size(&self) -> usize {
        match &self.0 {
            Outcome::Result(value) => value.get().len(),
            Outcome::Error(error) => error.message.len(),
            Outcome::TooLong(_) => 0,
        }
    }
}

fn read<T: DeserializeOwned>(value: &RawValue) -> Result<T, Failure> {
    serde_json::from_str(value.get()).map_err(|error| Failure::unusable(for_log(&error.to_string())))
}

/// Line from the server.
#[derive(Debug)]
pub(super) enum Incoming {
    /// Response to the request with this id.
    Response {
        /// Id of the request.
        id: u64,
        /// The response.
        response: RpcResponse,
    },
    /// Unsolicited line: a notification, or a response with an unknown id.
    Unsolicited,
}

/// Fields of a line. `null` is equivalent to absent.
#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    error: Option<RpcError>,
    method: Option<IgnoredAny>,
}

impl Incoming {
    /// Parses a line. Anything but JSON-RPC ends the connection: the lines after it cannot be trusted.
    pub(super) fn read(line: &str) -> Result<Self, Failure> {
        let line: Line<'_> = serde_json::from_str(line).map_err(|error| {
            let cause = for_log(&error.to_string());
            // The last line of a connection that broke.
            if error.is_eof() {
                Failure::Lost { cause }
            } else {
                Failure::unusable(cause)
            }
        })?;
        if line.method.is_some() {
            return Ok(Self::Unsolicited);
        }
        match (line.id.map(RawValue::get), line.error) {
            // The server could not parse a request and does not know its id.
            (None, Some(error)) => Err(error.of_connection()),
            (None, None) => Err(Failure::unusable(
                "a line that is neither a response nor a notification",
            )),
            (Some(id), error) => Ok(match (id.parse(), error) {
                (Err(_), _) => Self::Unsolicited,
                (Ok(id), Some(error)) => Self::Response {
                    id,
                    response: RpcResponse(Outcome::Error(error), None),
                },
                (Ok(id), None) => Self::Response {
                    id,
                    response: RpcResponse(Outcome::Result(line.result.unwrap_or(RawValue::NULL).to_owned()), None),
                },
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wallet_btc_like::{Address, Chain, Params};
    use wallet_core::model::Network;

    #[track_caller]
    fn response(line: &str) -> (u64, RpcResponse) {
        match Incoming::read(line) {
            Ok(Incoming::Response { id, response }) => (id, response),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn request_is_one_line() {
        let line = Request::new("blockchain.estimatefee", json!([6])).line(7);
        assert_eq!(line.matches('\n').count(), 1);
        let read: Value = serde_json::from_str(&line).unwrap();
        let expected = json!({ "jsonrpc": "2.0", "id": 7, "method": "blockchain.estimatefee", "params": [6] });
        assert_eq!(read, expected);
    }

    #[test]
    fn results_and_errors_are_distinguished() {
        let (id, result) = response(r#"{"id": 7, "result": "00ff", "error": null}"#);
        assert_eq!((id, result.read()), (7, Ok("00ff".to_owned())));
        for line in [
            r#"{"jsonrpc": "2.0", "id": 7, "error": {"code": 1, "message": "no"}}"#,
            r#"{"id": 7, "result": "00ff", "error": {"code": 1, "message": "no"}}"#,
            r#"{"id": 7, "error": "no"}"#,
        ] {
            let error = response(line).1.result::<String>().unwrap().unwrap_err();
            assert_eq!(error.message, "no", "{line}");
        }
        assert!(response(r#"{"id": 7}"#).1.read::<String>().is_err());
        assert!(response(r#"{"id": 7, "result": 5}"#).1.read::<String>().is_err());
    }

    #[test]
    fn unsolicited_lines_are_recognised() {
        for line in [
            r#"{"method": "blockchain.headers.subscribe", "params": []}"#,
            r#"{"id": 7, "method": "server.ping"}"#,
            r#"{"id": "7", "result": 1}"#,
            r#"{"id": -7, "result": 1}"#,
            r#"{"id": 7.0, "result": 1}"#,
            r#"{"id": [7], "result": 1}"#,
        ] {
            assert!(matches!(Incoming::read(line), Ok(Incoming::Unsolicited)), "{line}");
        }
    }

    #[test]
    fn other_lines_end_the_connection() {
        for line in ["", r#"{"id": 7, "result": [1"#] {
            assert!(matches!(Incoming::read(line), Err(Failure::Lost { .. })), "{line}");
        }
        for line in [
            "<html>",
            "[]",
            "7",
            "{}",
            r#"{"result": 1}"#,
            r#"{"id": null, "result": 1}"#,
            r#"{"id": 7, "result": 1} x"#,
        ] {
            assert!(matches!(Incoming::read(line), Err(Failure::Unusable { .. })), "{line}");
        }
        let error = r#"{"id": null, "error": {"code": -32700, "message": "parse error"}}"#;
        assert!(matches!(Incoming::read(error), Err(Failure::ServerError { .. })));
    }

    /// Example of the protocol's documentation, section "Script Hashes":
    /// <https://electrumx.readthedocs.io/en/latest/protocol-basics.html#script-hashes>
    #[test]
    fn first_btc_address_has_its_documented_hash() {
        let params = Params::of(Chain::Btc, Network::Livenet).unwrap();
        let address = Address::parse(params, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa").unwrap();
        let expected = "8b01df4e368ea28f8dc0423bcf7a4923e3a12d307c875e47a0cfbf90b5c39161";
        let request = Request::of_script("blockchain.scripthash.subscribe", address.script_pubkey().as_bytes());
        assert_eq!(request.params, json!([expected]));
    }
}
