//! Problem documents (RFC 9457): what a Horizon says instead of an answer.

use serde::Deserialize;
use wallet_upstream::client::Answer;
use wallet_upstream::failure::{Failure, for_log};

/// A problem document. Its texts are for people, and go nowhere.
#[derive(Debug, Deserialize)]
pub(super) struct Problem {
    /// `https://stellar.org/horizon-errors/not_found`
    r#type: String,
    #[serde(default)]
    pub(super) extras: Option<Extras>,
}

/// What belongs to the kind of problem.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Extras {
    /// The result of a transaction that failed, in base64.
    #[serde(default)]
    pub(super) result_xdr: Option<String>,
}

/// Why there is no answer.
pub(super) enum Refusal {
    /// There is no such thing.
    Missing,
    /// It lies before what this Horizon keeps.
    BeforeHistory,
    /// Something that the question did not deserve; this is for the log.
    Other(String),
}

impl Problem {
    /// The word that tells what it is.
    pub(super) fn word(&self) -> &str {
        self.r#type.rsplit('/').next().unwrap_or_default()
    }
}

/// Reads an answer whose status is no success.
pub(super) fn refusal(answer: &Answer) -> Result<Refusal, Failure> {
    let problem: Problem = answer.json()?;
    Ok(match (answer.status(), problem.word()) {
        (404, "not_found") => Refusal::Missing,
        (410, "before_history") => Refusal::BeforeHistory,
        (status, word) => Refusal::Other(format!("status {status}: {}", for_log(word))),
    })
}
