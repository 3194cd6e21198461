//! Ethereum JSON-RPC over the scriptable upstream: a script answers each call, alone or in a batch.

use super::{Reply, Request};
use serde_json::{Value, json};

/// What a node makes of one call: its result, or the object in `error`.
pub type Outcome = Result<Value, Value>;

/// An error with this code and text.
pub fn error(code: i64, message: &str) -> Outcome {
    Err(json!({ "code": code, "message": message }))
}

/// The error of a call that reverts with this data.
pub fn reverted(data: &str) -> Outcome {
    Err(json!({ "code": 3, "message": "execution reverted", "data": data }))
}

/// The error of a method that the node does not have.
pub fn missing(method: &str) -> Outcome {
    error(-32601, &format!("the method {method} does not exist/is not available"))
}

/// A call: its method and its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// `eth_chainId`
    pub method: String,
    /// A list.
    pub params: Value,
}

/// The calls in a request, in their order.
pub fn calls(request: &Request) -> Vec<Call> {
    let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
    let list = match body {
        Value::Array(list) => list,
        one => vec![one],
    };
    let call = |mut call: Value| Call {
        method: call["method"].as_str().unwrap_or_default().to_owned(),
        params: call["params"].take(),
    };
    list.into_iter().map(call).collect()
}

/// Answers every call of a request as the script says, in the order of the calls.
pub fn answer(request: &Request, script: impl Fn(&Call) -> Outcome) -> Reply {
    let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
    let outcomes = calls(request).into_iter().map(|call| script(&call));
    let one = |id: &Value, outcome: Outcome| match outcome {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(error) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
    };
    let answer: Value = match &body {
        Value::Array(list) => {
            let ids = list.iter().map(|call| &call["id"]);
            ids.zip(outcomes).map(|(id, outcome)| one(id, outcome)).collect()
        }
        call => outcomes
            .map(|outcome| one(&call["id"], outcome))
            .next()
            .unwrap_or_default(),
    };
    Reply::ok(answer.to_string())
}
