//! Problem documents (RFC 9457), the error responses of Horizon.

use serde::Deserialize;
use wallet_upstream::client::Answer;
use wallet_upstream::failure::{Failure, for_log};

/// Problem document. Its texts are meant for humans and are not used.
#[derive(Debug, Deserialize)]
pub(super) struct Problem {
    /// Type: `https://stellar.org/horizon-errors/not_found`.
    r#type: String,
    #[serde(default)]
    pub(super) extras: Option<Extras>,
}

/// Additional members of a problem.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Extras {
    /// Result of a failed transaction, in base64.
    #[serde(default)]
    pub(super) result_xdr: Option<String>,
}

/// Kind of an error response.
pub(super) enum Refusal {
    /// The item does not exist.
    Missing,
    /// The item is older than the history of this server.
    BeforeHistory,
    /// Any other error, with a cause for the log.
    Other(String),
}

impl Problem {
    /// Returns the code at the end of the type.
    pub(super) fn word(&self) -> &str {
        self.r#type.rsplit('/').next().unwrap_or_default()
    }
}

/// Reads a response with an error status.
pub(super) fn refusal(response: &Answer) -> Result<Refusal, Failure> {
    let problem: Problem = response.json()?;
    Ok(match (response.status(), problem.word()) {
        (404, "not_found") => Refusal::Missing,
        (410, "before_history") => Refusal::BeforeHistory,
        (status, word) => Refusal::Other(format!("status {status}: {}", for_log(word))),
    })
}
