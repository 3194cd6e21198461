//! Errors as clients receive them.
//!
//! Every error enum that reaches a client implements [`CodedError`] in the file of the enum and matches the variants
//! exhaustively: a new variant requires a code to compile. `wallet-http` adds the status.

mod code;

pub use code::ErrorCode;

use serde_json::{Map, Value};
use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;
use std::time::Duration;

/// An error with a code for the client.
pub trait CodedError {
    /// Returns the code, message, field and details of the error.
    fn info(&self) -> ErrorInfo;
}

/// The parts of an error for the client, and the cause for the log.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorInfo {
    /// The stable code.
    pub code: ErrorCode,
    /// A plain sentence.
    pub message: Cow<'static, str>,
    /// The path of the invalid field, relative to the value: `[2].value`. `None` for the value itself.
    pub field: Option<String>,
    /// Additional data that depends on the code. Amounts are strings.
    pub details: Map<String, Value>,
    /// The delay before the next attempt, if the upstream requested one.
    pub retry_after: Option<Duration>,
    /// The cause of an error of the service or an upstream, logged and never returned.
    pub cause: Option<String>,
}

impl CodedError for ErrorInfo {
    fn info(&self) -> ErrorInfo {
        self.clone()
    }
}

impl CodedError for Infallible {
    fn info(&self) -> ErrorInfo {
        match *self {}
    }
}

impl ErrorInfo {
    /// Creates the error with a code and a sentence.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            field: None,
            details: Map::new(),
            retry_after: None,
            cause: None,
        }
    }

    /// Creates the error with a code and the `Display` text of `error` as a sentence. The text is in lower case and
    /// has no full stop.
    pub fn describe(code: ErrorCode, error: impl fmt::Display) -> Self {
        let text = error.to_string();
        let mut rest = text.chars();
        let first = rest.next().map(|letter| letter.to_ascii_uppercase());
        let sentence: String = first.into_iter().chain(rest).chain(['.']).collect();
        Self::new(code, sentence)
    }

    /// Creates an `internal_error` with a cause for the log.
    pub fn internal(cause: impl fmt::Display) -> Self {
        let message = "An internal error occurred; please report the requestId.";
        Self::new(ErrorCode::InternalError, message).caused_by(cause)
    }

    /// Sets the path of the invalid field. A path that is already set is appended to `field`.
    #[must_use]
    pub fn at(mut self, field: impl Into<String>) -> Self {
        self.field = Some(nested_field(field, self.field));
        self
    }

    /// Adds a value to `details`.
    #[must_use]
    pub fn detail(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }

    /// Adds an amount to `details` as a string, like every amount.
    #[must_use]
    pub fn amount(self, name: &str, amount: impl fmt::Display) -> Self {
        self.detail(name, amount.to_string())
    }

    /// Sets the cause for the log.
    #[must_use]
    pub fn caused_by(mut self, cause: impl fmt::Display) -> Self {
        self.cause = Some(cause.to_string());
        self
    }
}

/// Returns the path of a field inside `outer`. `inner` is relative to `outer`.
pub fn nested_field(outer: impl Into<String>, inner: Option<String>) -> String {
    let outer = outer.into();
    match inner {
        None => outer,
        Some(inner) if inner.starts_with('[') => outer + &inner,
        Some(inner) => format!("{outer}.{inner}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_field_has_the_full_path() {
        let field = |inner: &str| ErrorInfo::internal("x").at(inner).at("utxo").field.unwrap();
        assert_eq!(field("[2]"), "utxo[2]");
        assert_eq!(field("value"), "utxo.value");
    }

    #[test]
    fn display_text_becomes_a_sentence() {
        let info = ErrorInfo::describe(ErrorCode::InvalidRequest, "value must be a hex string");
        assert_eq!(info.message, "Value must be a hex string.");
    }
}
