//! Requests and answers of JSON-RPC 2.0: one call as an object, several as a batch.

use super::rpc_error::RpcError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use wallet_upstream::failure::{Failure, for_log};

/// A question to a node.
#[derive(Clone, Debug)]
pub(super) struct Call {
    method: &'static str,
    params: Value,
}

impl Call {
    /// This method with these parameters, an array.
    pub(super) const fn new(method: &'static str, params: Value) -> Self {
        Self { method, params }
    }
}

/// The body that asks all of them at once. Their ids are their places.
pub(super) fn request(calls: &[Call]) -> String {
    let object = |(id, call): (usize, &Call)| json!({ "jsonrpc": "2.0", "id": id, "method": call.method, "params": call.params });
    match calls {
        // Some nodes take no batches, and one call needs none.
        [call] => object((0, call)).to_string(),
        _ => calls.iter().enumerate().map(object).collect::<Value>().to_string(),
    }
}

/// What a node answers to one call: a value, `null` too, or an error.
#[derive(Debug)]
pub(super) struct Outcome(pub(super) Result<Box<RawValue>, RpcError>);

impl Outcome {
    /// The value; an error is a failure here.
    pub(super) fn value<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        match &self.0 {
            Ok(value) => read(value),
            Err(error) => Err(error.failure()),
        }
    }
}

/// A value of this type.
pub(super) fn read<T: DeserializeOwned>(value: &RawValue) -> Result<T, Failure> {
    serde_json::from_str(value.get()).map_err(|error| Failure::unusable(for_log(&error.to_string())))
}

/// One answer as it stands in the body.
#[derive(Deserialize)]
struct Response {
    /// Of an answer to a request that could not be read, `null`.
    #[serde(default)]
    id: Value,
    #[serde(default, deserialize_with = "present")]
    result: Option<Box<RawValue>>,
    #[serde(default)]
    error: Option<RpcError>,
}

/// Tells `"result": null` from no result.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<RawValue>>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// Reads the answer to so many calls: their outcomes in the order of the calls, in whatever order they came.
pub(super) fn outcomes(body: &RawValue, calls: usize) -> Result<Vec<Outcome>, Failure> {
    if !body.get().trim_start().starts_with('[') {
        let response: Response = read(body)?;
        return single(response, calls);
    }
    let responses: Vec<Response> = read(body)?;
    let mut outcomes: Vec<Option<Outcome>> = (0..calls).map(|_| None).collect();
    for response in responses {
        let id = response.id.as_u64().and_then(|id| usize::try_from(id).ok());
        let place = id.and_then(|id| outcomes.get_mut(id));
        match place {
            Some(place @ None) => *place = Some(response.outcome()?),
            _ => return Err(Failure::unusable("an answer to no call of the batch, or a second one")),
        }
    }
    let outcomes: Option<Vec<_>> = outcomes.into_iter().collect();
    outcomes.ok_or_else(|| Failure::unusable("a batch without the answer to one of its calls"))
}

/// An answer outside a batch. To a batch that is an error which holds for all of it.
fn single(response: Response, calls: usize) -> Result<Vec<Outcome>, Failure> {
    let outcome = response.outcome()?;
    match outcome.0 {
        _ if calls == 1 => Ok(vec![outcome]),
        Err(error) => Err(error.failure()),
        Ok(_) => Err(Failure::unusable("one value instead of a batch of them")),
    }
}

impl Response {
    fn outcome(self) -> Result<Outcome, Failure> {
        match (self.error, self.result) {
            (Some(error), _) => Ok(Outcome(Err(error))),
            (None, Some(value)) => Ok(Outcome(Ok(value))),
            (None, None) => Err(Failure::unusable("an answer with neither a result nor an error")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_outcomes(body: &Value, calls: usize) -> Result<Vec<String>, Failure> {
        let body: Box<RawValue> = serde_json::from_str(&body.to_string()).unwrap();
        let outcomes = outcomes(&body, calls)?.into_iter();
        let shown = outcomes.map(|outcome| match outcome.0 {
            Ok(value) => value.get().to_owned(),
            Err(error) => format!("error {}", error.code),
        });
        Ok(shown.collect())
    }

    #[test]
    fn one_call_goes_alone_and_several_as_a_batch() {
        let call = || Call::new("eth_gasPrice", json!([]));
        let object = |id: u8| json!({ "jsonrpc": "2.0", "id": id, "method": "eth_gasPrice", "params": [] });
        assert_eq!(request(&[call()]), object(0).to_string());
        assert_eq!(
            request(&[call(), call()]),
            Value::from(vec![object(0), object(1)]).to_string()
        );
    }

    #[test]
    fn answers_are_put_in_the_order_of_the_calls() {
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
    fn one_call_is_answered_by_an_object_whatever_its_id() {
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
    fn what_does_not_answer_every_call_once_is_unusable() {
        let answer = |id: u8| json!({ "id": id, "result": 1 });
        for body in [
            json!([]),
            json!([answer(0)]),
            json!([answer(0), answer(0)]),
            json!([answer(0), answer(2)]),
            json!([answer(0), answer(1), answer(1)]),
            json!([answer(0), { "id": 1 }]),
            json!([answer(0), { "id": "1", "result": 1 }]),
            json!([answer(0), 1]),
            json!({ "id": null, "error": { "code": -32600, "message": "batches are not supported" } }),
            json!({ "id": 0, "result": [1, 2] }),
            json!("no"),
        ] {
            let read = read_outcomes(&body, 2);
            assert!(matches!(read, Err(Failure::Unusable { .. })), "{body}: {read:?}");
        }
    }
}
