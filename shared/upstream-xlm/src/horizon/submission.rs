//! Transaction submission: `POST /transactions_async`, or `POST /transactions` on servers without it.

use super::Horizon;
use super::response::Problem;
use crate::upstreams::source::{MALFORMED, Reply};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use std::sync::atomic::Ordering;
use wallet_upstream::{Deadline, Failure, UpstreamResponse, for_log};
use wallet_xlm::{Envelope, ResultCodes};

/// Response of either endpoint.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum WireReply {
    Status(Status),
    Problem(Problem),
    Applied(Applied),
}

/// Response of the asynchronous endpoint.
#[derive(Debug, Deserialize)]
pub(super) struct Status {
    #[serde(rename = "tx_status")]
    name: String,
    hash: String,
    /// Result of a rejected transaction, in base64.
    #[serde(alias = "errorResultXdr")]
    error_result_xdr: Option<String>,
}

/// Transaction in a ledger; the remaining fields are not used.
#[derive(Debug, Deserialize)]
pub(super) struct Applied {
    hash: String,
}

impl Horizon {
    pub(crate) async fn post(&self, envelope: &Envelope, deadline: Deadline) -> Result<Reply, Failure> {
        let encoded = envelope.to_base64();
        let body = format!("tx={}", utf8_percent_encode(&encoded, NON_ALPHANUMERIC));
        if !self.is_synchronous.load(Ordering::Relaxed) {
            let url = self.endpoint.url(&["transactions_async"]);
            let response = self.endpoint.post_form(url, body.clone(), deadline).await?;
            check_available(&response)?;
            let reply = asynchronous(response.status(), response.json()?);
            if let Some(reply) = reply.map_err(|failure| response.attributed(failure))? {
                return Ok(reply);
            }
            self.is_synchronous.store(true, Ordering::Relaxed);
        }
        let url = self.endpoint.url(&["transactions"]);
        let response = self.endpoint.post_form(url, body, deadline).await?;
        check_available(&response)?;
        synchronous(response.json()?).map_err(|failure| response.attributed(failure))
    }
}

/// HTTP status of an overloaded server, and of a validator that does not take the transaction now.
const SERVICE_UNAVAILABLE: u16 = 503;

/// Checks that a response with the status 503 has the result of this submission.
fn check_available(response: &UpstreamResponse) -> Result<(), Failure> {
    let has_status = || matches!(response.json(), Ok(WireReply::Status(_)));
    if response.status() == SERVICE_UNAVAILABLE && !has_status() {
        return Err(Failure::Throttled {
            status: SERVICE_UNAVAILABLE,
            retry_after: None,
        });
    }
    Ok(())
}

/// Reads a response of the asynchronous endpoint, `None` if the server does not have the endpoint.
pub(super) fn asynchronous(status: u16, reply: WireReply) -> Result<Option<Reply>, Failure> {
    match reply {
        WireReply::Problem(_) if matches!(status, 404 | 405) => Ok(None),
        WireReply::Problem(problem) => rejection(&problem).map(Some),
        WireReply::Status(status) => status.read().map(Some),
        WireReply::Applied(_) => Err(Failure::unusable("submission: missing tx_status")),
    }
}

/// Reads a response of the endpoint that waits for the ledger.
pub(super) fn synchronous(reply: WireReply) -> Result<Reply, Failure> {
    match reply {
        WireReply::Applied(Applied { hash }) => Ok(Reply::Accepted { hash }),
        WireReply::Problem(problem) => rejection(&problem),
        WireReply::Status(_) => Err(Failure::unusable("submission: unexpected tx_status")),
    }
}

impl Status {
    fn read(self) -> Result<Reply, Failure> {
        Reply::of_status(&self.name, self.hash, self.error_result_xdr.as_deref())
    }
}

/// Reads a problem document as the result of a submission.
fn rejection(problem: &Problem) -> Result<Reply, Failure> {
    let result = problem.extras.as_ref().and_then(|extras| extras.result_xdr.as_deref());
    match (problem.code(), result.and_then(ResultCodes::read)) {
        ("transaction_submission_disabled", _) => Ok(Reply::Unable),
        ("transaction_failed", Some(codes)) => Ok(Reply::rejected(codes)),
        ("transaction_malformed", _) => Ok(Reply::Rejected(ResultCodes::of_transaction(MALFORMED))),
        (code, _) => Err(Failure::unusable(format_args!("submission: {}", for_log(code)))),
    }
}
