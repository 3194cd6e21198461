//! Errors as HTTP responses.
//!
//! [`CodedError`] gives the code, message, field and details of every error of the core and the chain families; the table of
//! [`ErrorCode`] gives the status.
//! The cause of an error of the service or an upstream is logged here, once.

pub use wallet_core::error::ErrorCode;

use http::StatusCode;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;
use wallet_core::error::{CodedError, ErrorInfo, nested_field};
use wallet_core::ports::upstream::UpstreamError;

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

impl<E: CodedError> From<E> for ApiError {
    fn from(error: E) -> Self {
        Self::from_info(error.info())
    }
}

impl ApiError {
    /// Creates an error with a code and a sentence.
    pub fn new(code: ErrorCode, message: impl Into<Cow<'static, str>>) -> Self {
        Self::from_info(ErrorInfo::new(code, message))
    }

    /// Creates a 400 `invalid_request`, also for a limit without a specific code.
    pub fn invalid_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorCode::InvalidRequest, message)
    }

    /// Creates a 500 `internal_error`; the cause is logged and not returned.
    pub fn internal(cause: impl fmt::Display) -> Self {
        Self::from_info(ErrorInfo::internal(cause))
    }

    /// Creates the 504 of a broadcast with an unknown outcome. Sending the same bytes again is always safe.
    pub fn broadcast_outcome_unknown(txid: impl fmt::Display) -> Self {
        let mut error = Self::from(UpstreamError::Timeout).detail("txid", txid.to_string());
        error.message = "The transaction may have been sent; look up its txid or send the same bytes again.".into();
        error
    }

    /// Creates the error and logs the cause.
    fn from_info(info: ErrorInfo) -> Self {
        if let Some(cause) = info.cause {
            log_cause(info.code, &cause);
        }
        Self {
            code: info.code,
            message: info.message,
            field: info.field,
            details: info.details,
            retry_after: info.retry_after.or_else(|| default_retry_after(info.code)),
        }
    }

    /// Sets the path of the invalid input. A path that is already set is appended to `field`.
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

    /// Sets the delay before the next attempt.
    #[must_use]
    pub fn retry_after(mut self, delay: Duration) -> Self {
        self.retry_after = Some(delay);
        self
    }
}

/// Returns the HTTP status of a code.
pub(crate) fn status(code: ErrorCode) -> StatusCode {
    StatusCode::from_u16(code.status()).expect("the table has valid statuses")
}

/// Returns the default `Retry-After`, used if no better value is known; every 429 and 503 response has one.
fn default_retry_after(code: ErrorCode) -> Option<Duration> {
    matches!(code.status(), 429 | 503).then_some(Duration::from_secs(1))
}

/// Logs the cause of an error of the service or an upstream.
fn log_cause(code: ErrorCode, cause: &str) {
    match code {
        ErrorCode::UpstreamError | ErrorCode::UpstreamUnavailable | ErrorCode::UpstreamTimeout => {
            tracing::warn!(%cause, "upstream failed");
        }
        ErrorCode::ServiceUnavailable => tracing::error!(%cause, "storage failed"),
        // The operator's choice, which any caller can make visible.
        ErrorCode::NotConfigured => tracing::info!(%cause, "not configured"),
        _ => tracing::error!(%cause, "internal error"),
    }
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
    fn every_code_has_a_status_of_an_error() {
        for code in ErrorCode::ALL.iter().copied() {
            let status = status(code);
            assert!(status.is_client_error() || status.is_server_error(), "{status}");
        }
    }

    #[test]
    fn nested_field_has_the_full_path() {
        let error = |inner: &str| ApiError::invalid_request("x").at(inner).at("utxo").field.unwrap();
        assert_eq!(error("[2]"), "utxo[2]");
        assert_eq!(error("value"), "utxo.value");
    }
}
