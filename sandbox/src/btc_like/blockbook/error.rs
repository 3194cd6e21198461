//! Errors in the format of Blockbook: `{"error": text}`, with status 400 for public errors.

use crate::btc_like::node::SubmitError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::fmt;

/// An error response.
#[derive(Debug)]
pub struct BlockbookError {
    status: StatusCode,
    text: String,
}

impl BlockbookError {
    /// Returns a 400 error with this message.
    pub fn public(text: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            text: text.into(),
        }
    }

    /// Returns a 500 error and logs the cause.
    pub fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(%cause, "sandbox request failed");
        Self {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            text: "Internal server error".to_owned(),
        }
    }
}

impl From<SubmitError> for BlockbookError {
    fn from(error: SubmitError) -> Self {
        match error {
            SubmitError::Rejected(rejection) => Self::public(format!("{}: {rejection}", rejection.rpc_code())),
            SubmitError::Journal(error) => Self::internal(error),
        }
    }
}

#[derive(Serialize)]
struct Body {
    error: String,
}

impl IntoResponse for BlockbookError {
    fn into_response(self) -> Response {
        (self.status, Json(Body { error: self.text })).into_response()
    }
}
