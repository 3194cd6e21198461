//! Parameters of requests, and errors with the codes of public servers.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// The error of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RpcError {
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
}

impl RpcError {
    fn new(code: i32, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// The request is not a JSON-RPC request, or a ledger is outside the retained range.
    pub fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(-32600, message)
    }

    /// The method does not exist.
    pub fn unknown_method(method: &str) -> Self {
        Self {
            data: Some(method.to_owned()),
            ..Self::new(-32601, "method not found")
        }
    }

    /// A parameter is missing or invalid.
    pub fn invalid_parameters(message: impl Into<String>) -> Self {
        Self::new(-32602, message)
    }

    /// Returns the same error of a parameter.
    pub fn of_parameters(self) -> Self {
        Self::invalid_parameters(self.message)
    }

    /// Returns an internal error and logs the cause.
    pub fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(%cause, "sandbox request failed");
        Self::new(-32603, "internal error")
    }
}

/// Reads the named parameters of a request; without parameters all of them have their defaults.
pub fn parameters<T: DeserializeOwned + Default>(params: &Value) -> Result<T, RpcError> {
    let invalid = |data: String| RpcError {
        data: Some(data),
        ..RpcError::invalid_parameters("invalid parameters")
    };
    match params {
        Value::Null => Ok(T::default()),
        // A sequence would be read as the fields in order.
        Value::Object(_) => T::deserialize(without_nulls(params)).map_err(|error| invalid(error.to_string())),
        _ => Err(invalid("expected an object".to_owned())),
    }
}

/// Returns a value without the fields that are null, because public servers treat null like a missing field.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let present = fields.iter().filter(|(_, value)| !value.is_null());
            present
                .map(|(name, value)| (name.clone(), without_nulls(value)))
                .collect()
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

/// The format of XDR in responses.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Format(String);

impl Format {
    /// Checks that the format is base64; the sandbox has no other.
    pub fn check(&self) -> Result<(), RpcError> {
        match self.0.as_str() {
            "" | "base64" => Ok(()),
            other => {
                let message = format!("xdrFormat is '{other}', expected base64");
                Err(RpcError::invalid_parameters(message))
            }
        }
    }
}
