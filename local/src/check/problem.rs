//! Deviations of a deployment from its documents.

use serde::Serialize;

/// The kind of a deviation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The document itself is invalid.
    Document,
    /// No complete response was received.
    NoResponse,
    /// A path or status that is not documented, or a status that reports an internal error.
    Status,
    /// An error code that is not documented for the operation and the status.
    Code,
    /// A header that is missing or does not match its schema.
    Header,
    /// A body that does not match its schema.
    Body,
    /// A valid call that failed.
    Call,
    /// An invalid call that was not rejected as documented.
    Rejection,
    /// A step of a payment that failed.
    Payment,
}

/// A deviation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The kind.
    pub kind: Kind,
    /// The operation as documented, or the chain and the step of a payment.
    pub subject: String,
    /// The found and the expected facts. Values of responses are masked, since some are secrets.
    pub problem: String,
    /// The id of the first request with this finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The number of responses with this finding.
    pub times: u64,
}

/// Returns an error with its causes on one line.
pub fn causes(error: impl std::error::Error + Send + Sync + 'static) -> String {
    format!("{:#}", anyhow::Error::new(error))
}
