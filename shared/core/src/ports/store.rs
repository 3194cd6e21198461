//! How our own storage can fail.

/// The database or the secret store did not do what was asked, and nothing is known to have changed.
///
/// The caller sees `service_unavailable`; the cause goes to the log.
#[derive(Debug, thiserror::Error)]
#[error("storage is unavailable: {cause}")]
pub struct StoreError {
    /// What went wrong, for the log only.
    pub cause: String,
}

impl StoreError {
    /// Wraps a cause.
    pub fn new(cause: impl std::fmt::Display) -> Self {
        Self {
            cause: cause.to_string(),
        }
    }
}
