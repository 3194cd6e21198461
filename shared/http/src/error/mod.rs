//! Errors as returned to the client.
//!
//! Only this module converts errors into HTTP: [`code`](ErrorCode) holds the closed list of codes, the other files
//! one `From`
//! per error of the core, matched exhaustively.
//! Errors of the client are explained. Errors of the service or of an upstream get a fixed sentence, and their cause
//! is
//! logged here, once.

mod assets;
mod auth;
mod btc_like;
mod code;
mod ecdsa;
mod eth_like;
mod general;
mod upstream;
mod xlm;

pub use code::ErrorCode;

use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// An error to be returned to the client.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    /// The stable code, which determines the status.
    pub code: ErrorCode,
    /// One plain sentence that explains how to proceed.
    pub message: Cow<'static, str>,
    /// The JSON path of the invalid input, for example `utxo[2].value`.
    pub field: Option<String>,
    /// Additional data that depends on the code.
    pub details: Map<String, Value>,
    /// The delay before the next attempt.
    pub retry_after: Option<Duration>,
}

impl ApiError {
    /// Creates an error with a code and a sentence.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            field: None,
            details: Map::new(),
            retry_after: code.default_retry_after(),
        }
    }

    /// Creates a 400 `invalid_request`, also for a limit without a specific code.
    pub fn invalid_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::InvalidRequest, message)
    }

    /// Creates a 500 `internal_error`; the cause is logged and not returned.
    pub fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(
            ErrorCode::InternalError,
            "An internal error occurred; please report the requestId.",
        )
    }

    /// Sets the path of the invalid input. A path that is already set is appended to `field`.
    #[must_use]
    pub fn at(mut self, field: impl Into<String>) -> Self {
        let outer = field.into();
        self.field = Some(match self.field.take() {
            None => outer,
            Some(inner) if inner.starts_with('[') => outer + &inner,
            Some(inner) => format!("{outer}.{inner}"),
        });
        self
    }

    /// Adds one value to `details`.
    #[must_use]
    pub fn detail(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }

    /// Adds an amount to `details` as a string, like every amount.
    fn amount(self, name: &str, amount: impl fmt::Display) -> Self {
        self.detail(name, amount.to_string())
    }

    /// Sets the delay before the next attempt.
    #[must_use]
    pub fn retry_after(mut self, delay: Duration) -> Self {
        self.retry_after = Some(delay);
        self
    }
}

/// Creates an error with the message of the core, which is in lower case and without a full stop, as a sentence.
fn explained(code: ErrorCode, error: impl fmt::Display) -> ApiError {
    let message = error.to_string();
    let mut rest = message.chars();
    let first = rest.next().map(|letter| letter.to_ascii_uppercase());
    let sentence: String = first.into_iter().chain(rest).chain(['.']).collect();
    ApiError::new(code, sentence)
}

/// Conversion of a domain error into an [`ApiError`] with the path of the invalid input.
pub trait ResultExt<T> {
    /// Returns the value, or the error at `field`.
    fn at(self, field: impl Into<String>) -> Result<T, ApiError>;
}

impl<T, E: Into<ApiError>> ResultExt<T> for Result<T, E> {
    fn at(self, field: impl Into<String>) -> Result<T, ApiError> {
        self.map_err(|error| error.into().at(field))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_field_has_the_full_path() {
        let error = |inner: &str| ApiError::invalid_request("x").at(inner).at("utxo").field.unwrap();
        assert_eq!(error("[2]"), "utxo[2]");
        assert_eq!(error("value"), "utxo.value");
    }
}
