//! Errors as the caller sees them.
//!
//! This folder is the only place that turns errors into HTTP: [`code`](ErrorCode) holds the closed
//! list of codes, the other files one `From` per error of the core, matched exhaustively.
//! What is the caller's fault is explained; what is ours or an upstream's gets a fixed sentence, and
//! its cause is logged here, once.

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

/// An error on its way to the caller.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    /// The stable code; it decides the status.
    pub code: ErrorCode,
    /// One plain sentence that says what to do.
    pub message: Cow<'static, str>,
    /// The JSON path of the offending input: `utxo[2].value`.
    pub field: Option<String>,
    /// More facts, depending on the code.
    pub details: Map<String, Value>,
    /// When to try again.
    pub retry_after: Option<Duration>,
}

impl ApiError {
    /// An error with a code and a sentence.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            field: None,
            details: Map::new(),
            retry_after: code.default_retry_after(),
        }
    }

    /// 400 `invalid_request`: a limit without a code of its own.
    pub fn invalid_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::InvalidRequest, message)
    }

    /// 500 `internal_error`; the cause goes to the log and nowhere else.
    pub fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(
            ErrorCode::InternalError,
            "Something went wrong on our side; please report the requestId.",
        )
    }

    /// Names the offending input. An error that already names one deeper inside keeps it below `field`.
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

    /// Adds one fact to `details`.
    #[must_use]
    pub fn detail(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }

    /// Adds an amount to `details`: a string, as every amount is.
    fn amount(self, name: &str, amount: impl fmt::Display) -> Self {
        self.detail(name, amount.to_string())
    }

    /// Says when to try again.
    #[must_use]
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }
}

/// An error with the sentence of the core, which writes errors in lower case and without a full stop.
fn explained(code: ErrorCode, error: impl fmt::Display) -> ApiError {
    let text = error.to_string();
    let mut rest = text.chars();
    let first = rest.next().map(|letter| letter.to_ascii_uppercase());
    let sentence: String = first.into_iter().chain(rest).chain(['.']).collect();
    ApiError::new(code, sentence)
}

/// Turns a domain error into an [`ApiError`] that names the offending input.
pub trait ResultExt<T> {
    /// The value, or the error at `field`.
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
    fn a_field_inside_a_field_gets_the_whole_path() {
        let error = |inner: &str| ApiError::invalid_request("x").at(inner).at("utxo").field.unwrap();
        assert_eq!(error("[2]"), "utxo[2]");
        assert_eq!(error("value"), "utxo.value");
    }
}
