//! POST `/transactions`, which waits for the ledger, and POST `/transactions_async`, which does not.

use super::base::Base;
use super::transactions;
use super::{Horizon, Problem};
use crate::xlm::codec;
use crate::xlm::codes::Codes;
use crate::xlm::ledger::Included;
use crate::xlm::node::SubmitError;
use crate::xlm::transaction::Transaction;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Form, Json};
use serde::Deserialize;
use serde_json::{Value, json};
use stellar_xdr::TransactionResult;

/// The form body.
#[derive(Debug, Deserialize)]
pub struct Sent {
    /// The envelope in base64.
    tx: String,
}

type Read = Result<Form<Sent>, FormRejection>;

pub async fn submit(State(horizon): State<Horizon>, base: Base, form: Read) -> Result<Response, Problem> {
    let text = read(form)?;
    let response = horizon.run_blocking(move |node| match node.settle(&text) {
        Ok(included) => transaction_result(&base, &included),
        Err(error) => Err(submission_problem(error, &text)),
    });
    Ok(Json(response.await?).into_response())
}

/// Returns the record of a successful transaction, or the problem of a failed one.
pub fn transaction_result(base: &Base, included: &Included) -> Result<Value, Problem> {
    if included.is_success {
        return Ok(Value::Object(transactions::show(base, included)));
    }
    Err(failed(&included.transaction, &included.result))
}

/// Returns the problem for a submission error.
pub fn submission_problem(error: SubmitError, text: &str) -> Problem {
    match error {
        SubmitError::Malformed(_) => Problem::malformed(text),
        SubmitError::Rejected { transaction, result } => failed(&transaction, &result),
        SubmitError::Duplicate(_) | SubmitError::TryAgainLater(_) => Problem::over_capacity(),
        SubmitError::Journal(error) => Problem::internal(error),
    }
}

fn failed(transaction: &Transaction, result: &TransactionResult) -> Problem {
    let codes = Codes::of(result);
    let mut shown = json!({ "transaction": codes.transaction });
    if let Some(inner) = codes.inner {
        shown["inner_transaction"] = inner.into();
    }
    if !codes.operations.is_empty() {
        shown["operations"] = codes.operations.into();
    }
    Problem::transaction_failed(json!({
        "hash": transaction.id(),
        "envelope_xdr": transaction.base64(),
        "result_codes": shown,
        "result_xdr": codec::base64(result),
    }))
}

pub async fn submit_async(State(horizon): State<Horizon>, form: Read) -> Result<Response, Problem> {
    let text = read(form)?;
    let status = |status: &str, hash: &[u8; 32]| json!({ "tx_status": status, "hash": hex::encode(hash) });
    let response = horizon.run_blocking(move |node| match node.submit(&text) {
        Ok(hash) => Ok((StatusCode::CREATED, status("PENDING", &hash))),
        Err(SubmitError::Duplicate(hash)) => Ok((StatusCode::CONFLICT, status("DUPLICATE", &hash))),
        Err(SubmitError::TryAgainLater(hash)) => {
            Ok((StatusCode::SERVICE_UNAVAILABLE, status("TRY_AGAIN_LATER", &hash)))
        }
        Err(SubmitError::Rejected { transaction, result }) => {
            let mut body = status("ERROR", &transaction.hash);
            body["error_result_xdr"] = codec::base64(&*result).into();
            Ok((StatusCode::BAD_REQUEST, body))
        }
        Err(SubmitError::Malformed(_)) => Err(Problem::malformed(&text)),
        Err(SubmitError::Journal(error)) => Err(Problem::internal(error)),
    });
    let (code, body) = response.await?;
    Ok((code, Json(body)).into_response())
}

fn read(form: Read) -> Result<String, Problem> {
    match form {
        Ok(Form(sent)) => Ok(sent.tx),
        Err(FormRejection::InvalidFormContentType(_)) => Err(Problem::unsupported_media_type()),
        Err(_) => Err(Problem::bad_request("tx", "send the envelope as the form field tx")),
    }
}
