//! Requests and responses of JSON-RPC 2.0, and the errors of a server.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use std::fmt::Display;
use std::str::FromStr;
use wallet_upstream::{Failure, UpstreamResponse, for_log};

/// Serialises a call. Older servers reject empty parameters, so that `params` is omitted if null.
pub(super) fn request(method: &str, params: Value) -> String {
    let mut call = json!({ "jsonrpc": "2.0", "id": 1, "method": method });
    if !params.is_null() {
        call["params"] = params;
    }
    call.to_string()
}

/// Response to a single call.
#[derive(Debug, Deserialize)]
#[serde(bound = "T: DeserializeOwned")]
struct Response<T> {
    result: Option<T>,
    error: Option<RpcError>,
}

/// Error of a server. The text is for the log only.
#[derive(Debug, Deserialize)]
struct RpcError {
    #[serde(default)]
    code: i64,
    #[serde(default)]
    message: Value,
}

/// JSON-RPC 2.0: invalid request, invalid parameters.
const REJECTED_REQUEST: [i64; 2] = [-32600, -32602];
/// JSON-RPC 2.0: the method does not exist.
const METHOD_NOT_FOUND: i64 = -32601;
/// JSON-RPC 2.0: an internal error.
const INTERNAL_ERROR: i64 = -32603;

/// Reader of the responses to a method.
#[derive(Clone, Copy)]
pub(super) struct Reader {
    method: &'static str,
}

impl Reader {
    pub(super) const fn of(method: &'static str) -> Self {
        Self { method }
    }

    /// Returns the result of a call; an error becomes a failure.
    pub(super) fn result<T: DeserializeOwned>(self, response: &UpstreamResponse) -> Result<T, Failure> {
        let read: Response<T> = response.json()?;
        match (read.error, read.result) {
            (Some(error), _) => Err(self.failure(&error, response)),
            (None, Some(result)) => Ok(result),
            (None, None) => Err(response.failure("neither a result nor an error")),
        }
    }

    fn failure(self, error: &RpcError, response: &UpstreamResponse) -> Failure {
        let text = error.message.as_str().unwrap_or_default();
        let cause = format!("{}: error {}: {}", self.method, error.code, for_log(text));
        match error.code {
            // Gateways return an invalid key with the code of an invalid request.
            _ if response.concerns_upstream() => Failure::unusable(cause),
            METHOD_NOT_FOUND => Failure::Declined { cause },
            INTERNAL_ERROR => Failure::ServerError { cause },
            code if REJECTED_REQUEST.contains(&code) || response.rejects_request() => {
                Failure::RejectedRequest { cause }
            }
            _ => Failure::unusable(cause),
        }
    }
}

/// Deserialises a number that is a string in some versions and methods.
pub(super) fn number<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    use serde::de::Error;
    let text = match Value::deserialize(deserializer)? {
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        _ => return Err(D::Error::custom("expected a number")),
    };
    text.parse().map_err(D::Error::custom)
}

/// Deserialises a number as [`number`] does, `None` without the field.
pub(super) fn optional_number<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    number(deserializer).map(Some)
}
