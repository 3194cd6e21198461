//! Pages of records, and problem documents (RFC 9457), the error responses of Horizon.

use serde::Deserialize;
use wallet_upstream::{Failure, UpstreamResponse, for_log};

#[derive(Debug, Deserialize)]
pub(super) struct Page<T> {
    #[serde(rename = "_embedded")]
    embedded: Embedded<T>,
}

#[derive(Debug, Deserialize)]
struct Embedded<T> {
    records: Vec<T>,
}

impl<T> Page<T> {
    /// Returns the records, of which there are at most `at_most`.
    pub(super) fn records(self, at_most: u32) -> Result<Vec<T>, Failure> {
        let records = self.embedded.records;
        if records.len() > at_most as usize {
            return Err(Failure::unusable("more records than requested"));
        }
        Ok(records)
    }
}

/// Problem document. The texts are meant for humans and are not used.
#[derive(Debug, Deserialize)]
pub(super) struct Problem {
    /// Type: `https://stellar.org/horizon-errors/not_found`.
    r#type: String,
    pub(super) extras: Option<Extras>,
}

/// Additional members of a problem.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Extras {
    /// Result of a failed transaction, in base64.
    pub(super) result_xdr: Option<String>,
}

/// Kind of an error response.
pub(super) enum ErrorKind {
    /// The item does not exist.
    Missing,
    /// The item is older than the history of this server.
    BeforeHistory,
    /// A different error.
    Other(Failure),
}

impl Problem {
    /// Returns the code at the end of the type.
    pub(super) fn code(&self) -> &str {
        self.r#type.rsplit('/').next().unwrap_or_default()
    }
}

/// Reads a response with an error status.
pub(super) fn read_error(response: &UpstreamResponse) -> Result<ErrorKind, Failure> {
    let problem: Problem = response.json()?;
    Ok(match (response.status(), problem.code()) {
        (404, "not_found") => ErrorKind::Missing,
        (410, "before_history") => ErrorKind::BeforeHistory,
        (_, code) => ErrorKind::Other(response.failure(for_log(code))),
    })
}
