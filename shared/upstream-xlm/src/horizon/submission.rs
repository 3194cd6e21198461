//! Handing a transaction in: `POST /transactions_async`, and `POST /transactions` where there is nothing better.

use super::Horizon;
use super::problem::Problem;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use std::sync::atomic::Ordering;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::{Failure, for_log};
use wallet_xlm::{Envelope, ResultCodes};

/// What a Horizon says to a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// It took it, and calls it by this hash.
    Taken {
        /// The hash in the answer.
        hash: String,
    },
    /// It has it already.
    Known,
    /// The network refuses it.
    Refused(ResultCodes),
}

/// An answer of either endpoint.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum WireReply {
    Status(Status),
    Problem(Problem),
    Applied(Applied),
}

/// What the asynchronous endpoint says.
#[derive(Debug, Deserialize)]
pub(super) struct Status {
    #[serde(rename = "tx_status")]
    verdict: String,
    hash: String,
    /// The result of a transaction that is refused, in base64.
    #[serde(default, alias = "errorResultXdr")]
    error_result_xdr: Option<String>,
}

/// A transaction in a ledger; nothing more of it is of interest here.
#[derive(Debug, Deserialize)]
pub(super) struct Applied {
    hash: String,
}

/// The code of an envelope that cannot be read.
const MALFORMED: &str = "tx_malformed";

impl Horizon {
    /// Hands an envelope over.
    pub(crate) async fn submit(&self, envelope: &Envelope, deadline: Deadline) -> Result<Reply, Failure> {
        self.check_network(deadline).await.map_err(not_sent)?;
        let encoded = envelope.to_base64();
        let body = format!("tx={}", utf8_percent_encode(&encoded, NON_ALPHANUMERIC));
        if !self.is_synchronous.load(Ordering::Relaxed) {
            let url = self.endpoint.url(&["transactions_async"]);
            let answer = self.endpoint.post_form(url, body.clone(), deadline).await?;
            if let Some(reply) = asynchronous(answer.status(), answer.json()?)? {
                return Ok(reply);
            }
            self.is_synchronous.store(true, Ordering::Relaxed);
        }
        let url = self.endpoint.url(&["transactions"]);
        let answer = self.endpoint.post_form(url, body, deadline).await?;
        synchronous(answer.json()?)
    }
}

/// A failure before the transaction was handed over, whatever became of the question that failed.
fn not_sent(failure: Failure) -> Failure {
    match failure {
        Failure::Behind { .. } | Failure::Paused { .. } | Failure::Refused { status: 429, .. } => failure,
        failure => Failure::NotSent {
            cause: failure.to_string(),
        },
    }
}

/// Reads an answer of the asynchronous endpoint; `None` where there is no such endpoint.
pub(super) fn asynchronous(status: u16, reply: WireReply) -> Result<Option<Reply>, Failure> {
    match reply {
        WireReply::Problem(_) if matches!(status, 404 | 405) => Ok(None),
        WireReply::Problem(problem) => refused(&problem).map(Some),
        WireReply::Status(status) => status.read().map(Some),
        WireReply::Applied(_) => Err(Failure::unusable("submission: no tx_status")),
    }
}

/// Reads an answer of the endpoint that waits for the ledger.
pub(super) fn synchronous(reply: WireReply) -> Result<Reply, Failure> {
    match reply {
        WireReply::Applied(Applied { hash }) => Ok(Reply::Taken { hash }),
        WireReply::Problem(problem) => refused(&problem),
        WireReply::Status(_) => Err(Failure::unusable("submission: a tx_status that was not asked for")),
    }
}

impl Status {
    fn read(self) -> Result<Reply, Failure> {
        match self.verdict.as_str() {
            "PENDING" => Ok(Reply::Taken { hash: self.hash }),
            "DUPLICATE" => Ok(Reply::Known),
            "ERROR" => {
                let codes = self.error_result_xdr.as_deref().and_then(ResultCodes::read);
                codes
                    .map(Reply::Refused)
                    .ok_or_else(|| Failure::unusable("submission: an error without a result"))
            }
            other => Err(Failure::unusable(format_args!("tx_status {}", for_log(other)))),
        }
    }
}

/// What a problem means for a transaction.
fn refused(problem: &Problem) -> Result<Reply, Failure> {
    let result = problem.extras.as_ref().and_then(|extras| extras.result_xdr.as_deref());
    match (problem.word(), result.and_then(ResultCodes::read)) {
        ("transaction_failed", Some(codes)) => Ok(Reply::Refused(codes)),
        ("transaction_malformed", _) => Ok(Reply::Refused(ResultCodes::of_transaction(MALFORMED))),
        (word, _) => Err(Failure::unusable(format_args!("submission: {}", for_log(word)))),
    }
}
