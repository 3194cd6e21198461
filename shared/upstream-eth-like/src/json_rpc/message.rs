//! Requests and responses of JSON-RPC 2.0: a call as an object, several as a batch.

use super::rpc_error::RpcError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use wallet_upstream::{Failure, UpstreamResponse, for_log};

#[derive(Clone, Debug)]
pub(super) struct Call {
    method: &'static str,
    params: Value,
}

impl Call {
    /// Creates a call of this method. `params` is the array of parameters.
    pub(super) const fn new(method: &'static str, params: Value) -> Self {
        Self { method, params }
    }
}

/// Serialises the calls into a body. Call ids are indexes.
pub(super) fn request(calls: &[Call]) -> String {
    let object = |(id, call): (usize, &Call)| json!({ "jsonrpc": "2.0", "id": id, "method": call.method, "params": call.params });
    match calls {
        // Some nodes do not support batches, and a single call needs none.
        [call] => object((0, call)).to_string(),
        _ => calls.iter().enumerate().map(object).collect::<Value>().to_string(),
    }
}

/// Outcome of a call: a value, possibly `null`, or an error.
#[derive(Debug)]
pub(super) struct Outcome(pub(super) Result<Box<RawValue>, RpcError>);

impl Outcome {
    /// Returns the value; an error becomes a failure.
    pub(super) fn value<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        match &self.0 {
            Ok(value) => read(value),
            Err(error) => Err(error.failure()),
        }
    }

    /// Returns the outcome in a response with this HTTP status.
    pub(super) fn of(self, response: &UpstreamResponse) -> Self {
        Self(self.0.map_err(|error| error.of(response)))
    }
}

pub(super) fn read<T: DeserializeOwned>(value: &RawValue) -> Result<T, Failure> {
    serde_json::from_str(value.get()).map_err(|error| Failure::unusable(for_log(&error.to_string())))
}

/// Single response in the body.
#[derive(Deserialize)]
struct Response {
    /// `null` in a response to a request that could not be parsed.
    #[serde(default)]
    id: Value,
    #[serde(default, deserialize_with = "present")]
    result: Option<Box<RawValue>>,
    error: Option<RpcError>,
}

/// Distinguishes `"result": null` from an absent result.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// Response to some calls.
#[derive(Debug)]
pub(super) enum Received {
    /// The outcomes in the order of the calls.
    Each(Vec<Outcome>),
    /// A single response to several calls: the node rejects the batch.
    Rejected(Failure),
}

/// Reads the response to `calls` calls. The outcomes are in the order of the calls, regardless of the order of the
/// responses.
pub(super) fn received(body: &RawValue, calls: usize) -> Result<Received, Failure> {
    let is_batch = body.get().trim_start().starts_with('[');
    let mut responses: Vec<Response> = if is_batch { read(body)? } else { vec![read(body)?] };
    // The limit of go-ethereum is reported by a batch of a single error, with the id of the first call.
    match responses.pop() {
        Some(response) if calls > 1 && responses.is_empty() => return rejected(response).map(Received::Rejected),
        Some(response) if !is_batch => return Ok(Received::Each(vec![response.outcome()?])),
        last => responses.extend(last),
    }
    in_order(responses, calls).map(Received::Each)
}

/// Returns the failure of a node that rejects a batch. Returns an error on a rate limit, or if the
/// response is not of JSON-RPC 2.0: an error without a code, or a value for an unknown call.
fn rejected(response: Response) -> Result<Failure, Failure> {
    let is_first = response.id.as_u64() == Some(0);
    match response.outcome()?.0 {
        Err(error) if error.is_rate_limit() && !error.contains(&["batch"]) => Err(error.failure()),
        Err(error) if error.code == 0 => Err(error.failure()),
        Err(error) => Ok(Failure::unusable(error.for_log())),
        Ok(_) if is_first => Ok(Failure::unusable("a single value instead of a batch")),
        Ok(_) => Err(Failure::unusable("a value for an unknown call")),
    }
}

fn in_order(responses: Vec<Response>, calls: usize) -> Result<Vec<Outcome>, Failure> {
    let mut outcomes: Vec<Option<Outcome>> = (0..calls).map(|_| None).collect();
    for response in responses {
        let id = response.id.as_u64().and_then(|id| usize::try_from(id).ok());
        let slot = id.and_then(|id| outcomes.get_mut(id));
        match slot {
            Some(slot @ None) => *slot = Some(response.outcome()?),
            _ => return Err(Failure::unusable("a response with an unknown or repeated id")),
        }
    }
    let outcomes: Option<Vec<_>> = outcomes.into_iter().collect();
    outcomes.ok_or_else(|| Failure::unusable("a batch without the response to one of its calls"))
}

impl Response {
    fn outcome(self) -> Result<Outcome, Failure> {
        match (self.error, self.result) {
            (Some(error), _) => Ok(Outcome(Err(error))),
            (None, Some(value)) => Ok(Outcome(Ok(value))),
            (None, None) => Err(Failure::unusable("a response with neither a result nor an error")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_outcomes(body: &Value, calls: usize) -> Result<Vec<String>, Failure> {
        let body: Box<RawValue> = serde_json::from_str(&body.to_string()).unwrap();
        let outcomes = match received(&body, calls)? {
            Received::Each(outcomes) => outcomes,
            Received::Rejected(_) => return Ok(vec!["rejected".to_owned()]),
        };
        let shown = outcomes.into_iter().map(|outcome| match outcome.0 {
            Ok(value) => value.get().to_owned(),
            Err(error) => format!("error {}", error.code),
        });
        Ok(shown.collect())
    }

    #[test]
    fn one_call_is_an_object_and_several_are_a_batch() {
        let call = || Call::new("eth_gasPrice", json!([]));
        let object = |id: u8| json!({ "jsonrpc": "2.0", "id": id, "method": "eth_gasPrice", "params": [] });
        assert_eq!(request(&[call()]), object(0).to_string());
        assert_eq!(
            request(&[call(), call()]),
            Value::from(vec![object(0), object(1)]).to_string()
        );
    }

    #[test]
    fn outcomes_are_in_the_order_of_the_calls() {
        let body = json!([
            { "jsonrpc": "2.0", "id": 2, "result": null },
            { "jsonrpc": "2.0", "id": 0, "result": "0x1", "error": null },
            { "id": 1, "error": { "code": -32000, "message": "no" } },
        ]);
        assert_eq!(
            read_outcomes(&body, 3),
            Ok(vec!["\"0x1\"".to_owned(), "error -32000".to_owned(), "null".to_owned()])
        );
    }

    #[test]
    fn id_is_ignored_for_a_single_call() {
        for body in [
            json!({ "id": 0, "result": 5 }),
            json!({ "id": "0", "result": 5 }),
            json!({ "result": 5 }),
            json!([{ "id": 0, "result": 5 }]),
        ] {
            assert_eq!(read_outcomes(&body, 1), Ok(vec!["5".to_owned()]), "{body}");
        }
    }

    #[test]
    fn batch_needs_exactly_one_response_per_call() {
        let response = |id: u8| json!({ "id": id, "result": 1 });
        for body in [
            json!([]),
            json!([response(0), response(0)]),
            json!([response(0), response(2)]),
            json!([response(0), response(1), response(1)]),
            json!([response(0), { "id": 1 }]),
            json!([response(0), { "id": "1", "result": 1 }]),
            json!([response(0), 1]),
            json!("no"),
        ] {
            let read = read_outcomes(&body, 2);
            assert!(matches!(read, Err(Failure::Unusable { .. })), "{body}: {read:?}");
        }
    }

    /// The texts of optimism's proxyd (issue 2021 of ethereum-optimism/optimism), 0xPolygon/cdk-validium-node (issue
    /// 50), jsonrpsee and reth, Besu (`RpcErrorType`), erigon (issue 17245), and go-ethereum (`rpc/errors.go`).
    #[test]
    fn single_response_to_a_batch_is_a_rejected_batch() {
        let error = |code: i64, message: &str| json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": message } });
        for body in [
            error(-32700, "parse error"),
            error(-32600, "batch requests are disabled"),
            error(-32005, "Batched requests are not supported by this server"),
            error(-32010, "The batch request was too large"),
            error(-32005, "Number of requests exceeds max batch size"),
            error(
                -32000,
                "batch limit 100 exceeded (can increase by --rpc.batch.limit). Requested batch of size: 401",
            ),
            json!([{ "jsonrpc": "2.0", "id": 0, "error": { "code": -32600, "message": "batch too large" } }]),
            json!([error(-32600, "batch too large")]),
            json!([{ "id": 0, "result": 1 }]),
            json!({ "id": 0, "result": [1, 2] }),
        ] {
            assert_eq!(read_outcomes(&body, 2), Ok(vec!["rejected".to_owned()]), "{body}");
        }
        for (code, message) in [
            (-32005, "limit exceeded"),
            (429, "Too many requests"),
            (-32000, "rate limited"),
        ] {
            let read = read_outcomes(&error(code, message), 2);
            assert!(matches!(read, Err(Failure::Throttled { .. })), "{message}: {read:?}");
        }
    }
}
