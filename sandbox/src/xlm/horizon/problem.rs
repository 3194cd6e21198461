//! Horizon's problem documents.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::fmt;

/// An error response.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    slug: &'static str,
    title: &'static str,
    detail: &'static str,
    extras: Option<Value>,
}

impl Problem {
    fn new(status: StatusCode, slug: &'static str, title: &'static str, detail: &'static str) -> Self {
        Self {
            status,
            slug,
            title,
            detail,
            extras: None,
        }
    }

    fn with(self, extras: Value) -> Self {
        Self {
            extras: Some(extras),
            ..self
        }
    }

    /// The resource does not exist.
    pub fn not_found() -> Self {
        let detail = "There is nothing at this address.";
        Self::new(StatusCode::NOT_FOUND, "not_found", "Resource Missing", detail)
    }

    /// A parameter is invalid.
    pub fn bad_request(field: &str, reason: impl Into<String>) -> Self {
        let detail = "A parameter of the request is invalid; extras name it.";
        Self::new(StatusCode::BAD_REQUEST, "bad_request", "Bad Request", detail)
            .with(json!({ "invalid_field": field, "reason": reason.into() }))
    }

    /// The body is not a form.
    pub fn unsupported_media_type() -> Self {
        let detail = "Send the transaction as application/x-www-form-urlencoded.";
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        Self::new(status, "unsupported_media_type", "Unsupported Media Type", detail)
    }

    /// The transaction is not a valid envelope.
    pub fn malformed(envelope: &str) -> Self {
        let detail = "The transaction is not the base64 of an envelope; extras repeat it.";
        let status = StatusCode::BAD_REQUEST;
        Self::new(status, "transaction_malformed", "Transaction Malformed", detail)
            .with(json!({ "envelope_xdr": envelope }))
    }

    /// The network rejects a transaction, or the transaction failed.
    pub fn transaction_failed(extras: Value) -> Self {
        let detail = "The transaction failed; extras.result_codes contains the reason.";
        let status = StatusCode::BAD_REQUEST;
        Self::new(status, "transaction_failed", "Transaction Failed", detail).with(extras)
    }

    /// A transaction of the account is already pending.
    pub fn over_capacity() -> Self {
        let detail = "Another transaction of this account is pending.";
        let status = StatusCode::SERVICE_UNAVAILABLE;
        Self::new(status, "server_over_capacity", "Server Over Capacity", detail)
    }

    /// The ledger of a transaction did not close in time.
    pub fn timeout() -> Self {
        let detail = "The transaction is pending until a ledger is closed on request.";
        Self::new(StatusCode::GATEWAY_TIMEOUT, "timeout", "Timeout", detail)
    }

    /// The maximum number of streams is open.
    pub fn too_many_streams() -> Self {
        let detail = "Too many streams are open; close one and try again.";
        let status = StatusCode::SERVICE_UNAVAILABLE;
        Self::new(status, "server_over_capacity", "Server Over Capacity", detail)
    }

    /// The resource has no stream.
    pub fn not_acceptable() -> Self {
        let detail = "This resource has no stream; use Accept: application/hal+json.";
        let status = StatusCode::NOT_ACCEPTABLE;
        Self::new(
            status,
            "not_acceptable",
            "An acceptable response content-type could not be provided for this request",
            detail,
        )
    }

    /// The assets of an order book are invalid.
    pub fn invalid_order_book() -> Self {
        let detail = "Use the selling and the buying asset, each by type and, unless native, code and issuer.";
        let status = StatusCode::BAD_REQUEST;
        Self::new(status, "invalid_order_book", "Invalid Order Book Parameters", detail)
    }

    /// Returns a 500 error and logs the cause.
    pub fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(%cause, "sandbox request failed");
        let detail = "The server failed.";
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Self::new(status, "server_error", "Internal Server Error", detail)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut body = json!({
            "type": format!("https://stellar.org/horizon-errors/{}", self.slug),
            "title": self.title,
            "status": self.status.as_u16(),
            "detail": self.detail,
        });
        if let Some(extras) = self.extras {
            body["extras"] = extras;
        }
        let form = [(header::CONTENT_TYPE, "application/problem+json; charset=utf-8")];
        (self.status, form, Json(body)).into_response()
    }
}
