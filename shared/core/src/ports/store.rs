//! Errors of the database and the secret store.

use crate::error::{CodedError, ErrorCode, ErrorInfo};

/// A failure of the database or the secret store after which no change is known to have happened.
///
/// The caller receives `service_unavailable`; the cause is logged.
#[derive(Clone, Debug, thiserror::Error)]
#[error("storage is unavailable: {cause}")]
pub struct StoreError {
    /// The cause, for the log only.
    pub cause: String,
}

impl CodedError for StoreError {
    fn info(&self) -> ErrorInfo {
        let message = "The storage is unavailable; please try again.";
        ErrorInfo::new(ErrorCode::ServiceUnavailable, message).caused_by(&self.cause)
    }
}

impl StoreError {
    /// Creates an error with a cause.
    pub fn new(cause: impl std::fmt::Display) -> Self {
        Self {
            cause: cause.to_string(),
        }
    }
}
