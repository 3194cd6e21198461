//! The errors of calls.

use super::transport::{Response, TransportError};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::error::ErrorCode;

/// The code of an error.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Code {
    /// A code of this version.
    Known(ErrorCode),
    /// A code of a later version of the services.
    Unknown(String),
}

impl Code {
    /// Returns the string in `error.code`.
    pub fn name(&self) -> &str {
        match self {
            Self::Known(code) => code.name(),
            Self::Unknown(name) => name,
        }
    }
}

impl From<&str> for Code {
    fn from(name: &str) -> Self {
        let known = ErrorCode::ALL.iter().find(|code| code.name() == name);
        known.map_or_else(|| Self::Unknown(name.to_owned()), |code| Self::Known(*code))
    }
}

impl PartialEq<ErrorCode> for Code {
    fn eq(&self, other: &ErrorCode) -> bool {
        *self == Self::Known(*other)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An error response of a service.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ErrorResponse {
    /// The HTTP status code; 101 for the error of a socket.
    pub status: u16,
    /// The stable code.
    pub code: Code,
    /// A sentence in English for developers.
    pub message: String,
    /// True if the same request may succeed later.
    pub retriable: bool,
    /// The JSON path of the invalid field.
    pub field: Option<String>,
    /// Additional data that depends on the code.
    pub details: Map<String, Value>,
    /// The delay before the next attempt that the service requests.
    pub retry_after: Option<Duration>,
    /// The id of the request for support requests.
    pub request_id: String,
}

impl fmt::Display for ErrorResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            status, code, message, ..
        } = self;
        write!(f, "{status} {code}: {message} (requestId {})", self.request_id)
    }
}

/// The error of a call.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// The service returned an error.
    #[error("{0}")]
    Response(Box<ErrorResponse>),
    /// No response was received. The service may have processed the request.
    #[error("no response from {path}")]
    NoResponse {
        /// The requested path.
        path: String,
        /// The transport error.
        source: TransportError,
    },
    /// The response has an undocumented form.
    #[error("{path} returned an undocumented response with status {status}: {problem}")]
    Undocumented {
        /// The requested path.
        path: String,
        /// The HTTP status code.
        status: u16,
        /// The parse error.
        problem: String,
    },
    /// The request cannot be encoded.
    #[error("the request to {path} cannot be encoded: {problem}")]
    Encoding {
        /// The requested path.
        path: String,
        /// The error of the encoder.
        problem: String,
    },
    /// No permission token is available.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// The error of a token store.
pub type StoreError = Box<dyn Error + Send + Sync>;

/// The error of a session, which can be cloned, since concurrent callers share the outcome of a refresh.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// No tokens are stored: the user must sign in.
    #[error("the session is not established")]
    NotEstablished,
    /// The session has ended: the refresh token expired, was revoked or was replaced. The user must sign in again.
    #[error("the session has ended")]
    Ended,
    /// The authorization service did not issue tokens. The session remains; the call may be repeated.
    #[error("no tokens were issued")]
    Call(#[source] Arc<CallError>),
    /// The store failed.
    #[error("the token store failed")]
    Store(#[source] Arc<StoreError>),
    /// The runtime was shut down during a refresh.
    #[error("the refresh was interrupted")]
    Interrupted,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ErrorEnvelope {
    request_id: String,
    error: ErrorObject,
}

/// An error in a response, and in a message of a socket.
#[derive(Deserialize)]
pub(crate) struct ErrorObject {
    code: String,
    message: String,
    retriable: bool,
    field: Option<String>,
    #[serde(default)]
    details: Option<Map<String, Value>>,
}

impl ErrorObject {
    /// Returns the error with an HTTP status code. The requested delay is `details.retryAfter`.
    pub(crate) fn with_status(self, status: u16) -> ErrorResponse {
        let details = self.details.unwrap_or_default();
        ErrorResponse {
            status,
            code: Code::from(&*self.code),
            message: self.message,
            retriable: self.retriable,
            field: self.field,
            retry_after: details
                .get("retryAfter")
                .and_then(Value::as_u64)
                .map(Duration::from_secs),
            details,
            request_id: String::new(),
        }
    }
}

impl CallError {
    /// Parses the error of a response that is not a success. A gateway in front of the service may respond in
    /// a different form, with 429 or 503 for example.
    pub(crate) fn of_response(path: &str, response: &Response) -> Self {
        let retry_after = response.header("retry-after").and_then(|seconds| seconds.parse().ok());
        let retry_after = retry_after.map(Duration::from_secs);
        match serde_json::from_slice::<ErrorEnvelope>(&response.body) {
            Ok(ErrorEnvelope { request_id, error }) => Self::Response(Box::new(ErrorResponse {
                retry_after,
                request_id,
                ..error.with_status(response.status)
            })),
            Err(_) if response.status == 429 => Self::Response(Box::new(ErrorResponse {
                status: 429,
                code: Code::Known(ErrorCode::TooManyRequests),
                message: "The gateway limits the rate of requests.".to_owned(),
                retriable: true,
                field: None,
                details: Map::new(),
                retry_after,
                request_id: response.header("request-id").unwrap_or_default().to_owned(),
            })),
            Err(error) => Self::Undocumented {
                path: path.to_owned(),
                status: response.status,
                problem: error.to_string(),
            },
        }
    }

    /// Returns the error response of the service, if any.
    pub fn response(&self) -> Option<&ErrorResponse> {
        match self {
            Self::Response(response) => Some(response),
            _ => None,
        }
    }

    /// Returns the code of the error response, if any.
    pub fn code(&self) -> Option<&Code> {
        self.response().map(|response| &response.code)
    }

    /// Returns true if the service returned this code.
    pub fn is(&self, code: ErrorCode) -> bool {
        self.code().is_some_and(|found| *found == code)
    }
}
