//! Ethereum JSON-RPC over the scriptable upstream: a script handles each call, single or in a batch.

use crate::stub::{Reply, Request};
use serde_json::{Value, json};

/// The outcome of one call: its result, or the object in `error`.
pub type Outcome = Result<Value, Value>;

/// Returns an error with this code and message.
pub fn error(code: i64, message: &str) -> Outcome {
    Err(json!({ "code": code, "message": message }))
}

/// Returns the error of a call that reverts with this data.
pub fn reverted(data: &str) -> Outcome {
    Err(json!({ "code": 3, "message": "execution reverted", "data": data }))
}

/// Returns the error of an unsupported method.
pub fn missing(method: &str) -> Outcome {
    error(-32601, &format!("the method {method} does not exist/is not available"))
}

/// A call with its method and parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// `eth_chainId`
    pub method: String,
    /// The parameter list.
    pub params: Value,
}

/// Parses the calls in a request, in their order.
pub fn calls(request: &Request) -> Vec<Call> {
    let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
    let list = match body {
        Value::Array(list) => list,
        single => vec![single],
    };
    let call = |mut call: Value| Call {
        method: call["method"].as_str().unwrap_or_default().to_owned(),
        params: call["params"].take(),
    };
    list.into_iter().map(call).collect()
}

/// Responds to every call of a request as scripted, in the order of the calls.
pub fn respond(request: &Request, script: impl Fn(&Call) -> Outcome) -> Reply {
    let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
    let outcomes = calls(request).into_iter().map(|call| script(&call));
    let response = |id: &Value, outcome: Outcome| match outcome {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(error) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
    };
    let body: Value = match &body {
        Value::Array(list) => {
            let ids = list.iter().map(|call| &call["id"]);
            ids.zip(outcomes).map(|(id, outcome)| response(id, outcome)).collect()
        }
        call => outcomes
            .map(|outcome| response(&call["id"], outcome))
            .next()
            .unwrap_or_default(),
    };
    Reply::ok(body.to_string())
}
