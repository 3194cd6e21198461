//! GET /transactions, /transactions/{hash}, and the transactions of an account or a ledger; POST `/transactions`, which
//! waits for the ledger, and POST `/transactions_async`, which does not; GET and POST /friendbot, which creates and
//! funds an account immediately.

use super::request::{Base, ListRequest, parse_address, parse_hash};
use super::{Horizon, Problem, view};
use crate::chain::PayError;
use crate::xlm::codec;
use crate::xlm::ledger::{Included, Ledger};
use crate::xlm::node::SubmitError;
use crate::xlm::transaction::Transaction;
use crate::xlm::transaction::outcome::Codes;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Form, Json};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use stellar_xdr::{DecoratedSignature, Memo, MuxedAccount, PreconditionsV2, TimeBounds, TransactionResult};

pub async fn list(request: ListRequest) -> Result<Response, Problem> {
    let lookup = |ledger: &Ledger, ListRequest { base, query, scope, .. }: &ListRequest| {
        let (page, with_failed) = (query.page()?, query.includes_failed()?);
        scope.check(ledger)?;
        let listed = ledger
            .history()
            .filter(|included| (included.is_success || with_failed) && scope.has_transaction(included));
        let token = |included: &&Arc<Included>| view::token(included.context.ledger, included.index, 0);
        page.list(base, listed, token, |included| show(base, included))
    };
    request.respond(lookup).await
}

pub async fn get(State(horizon): State<Horizon>, base: Base, Path(hash): Path<String>) -> Result<Response, Problem> {
    let hash = parse_hash(&hash)?;
    let lookup = move |ledger: &Ledger| {
        let included = ledger.included(&hash).ok_or_else(Problem::not_found)?;
        Ok(show(&base, included))
    };
    horizon.lookup(lookup).await
}

/// Formats the record of a transaction.
pub fn show(base: &Base, included: &Included) -> Value {
    let transaction = &included.transaction;
    let mut fields = json!({});
    let id = transaction.id();
    fields["_links"] = links(base, included, &id);
    fields["id"] = id.clone().into();
    fields["paging_token"] = view::token(included.context.ledger, included.index, 0)
        .to_string()
        .into();
    fields["successful"] = included.is_success.into();
    fields["hash"] = id.into();
    fields["ledger"] = included.context.ledger.into();
    fields["created_at"] = view::time(included.context.close_time).into();
    fields["source_account_sequence"] = transaction.inner.seq_num.0.to_string().into();
    fields["fee_charged"] = included.fee_charged().to_string().into();
    fields["max_fee"] = transaction.max_fee().to_string().into();
    fields["operation_count"] = transaction.inner.operations.len().into();
    fields["envelope_xdr"] = transaction.base64().into();
    fields["result_xdr"] = codec::base64(&included.result).into();
    fields["result_meta_xdr"] = codec::base64(&included.meta).into();
    fields["fee_meta_xdr"] = codec::base64(&included.fee_meta).into();
    let source = &transaction.inner.source_account;
    fields["source_account"] = source.clone().account_id().to_string().into();
    // Horizon calls the muxed form of the source `account_muxed`.
    view::put_muxed(&mut fields, "account", source);
    view::put_account(&mut fields, "fee_account", transaction.fee_account());
    put_memo(&mut fields, &transaction.inner.memo);
    put_signatures(&mut fields, transaction);
    put_preconditions(&mut fields, transaction);
    fields
}

fn links(base: &Base, included: &Included, id: &str) -> Value {
    let source = included.transaction.source();
    let token = view::token(included.context.ledger, included.index, 0);
    let page = |name: &str| base.template(&format!("/transactions/{id}/{name}{{?cursor,limit,order}}"));
    json!({
        "self": base.link(&format!("/transactions/{id}")),
        "account": base.link(&format!("/accounts/{source}")),
        "ledger": base.link(&format!("/ledgers/{}", included.context.ledger)),
        "operations": page("operations"),
        "effects": page("effects"),
        "precedes": base.link(&format!("/transactions?order=asc&cursor={token}")),
        "succeeds": base.link(&format!("/transactions?order=desc&cursor={token}")),
        "transaction": base.link(&format!("/transactions/{id}")),
    })
}

fn put_memo(fields: &mut Value, memo: &Memo) {
    let kind = match memo {
        Memo::None => "none",
        Memo::Text(text) => {
            fields["memo"] = text.to_utf8_string_lossy().into();
            fields["memo_bytes"] = BASE64.encode(text.as_slice()).into();
            "text"
        }
        Memo::Id(id) => {
            fields["memo"] = id.to_string().into();
            "id"
        }
        Memo::Hash(hash) => {
            fields["memo"] = BASE64.encode(hash.0).into();
            "hash"
        }
        Memo::Return(hash) => {
            fields["memo"] = BASE64.encode(hash.0).into();
            "return"
        }
    };
    fields["memo_type"] = kind.into();
}

fn put_signatures(fields: &mut Value, transaction: &Transaction) {
    let texts = |signatures: &[DecoratedSignature]| -> Vec<String> {
        signatures
            .iter()
            .map(|signature| BASE64.encode(signature.signature.0.as_slice()))
            .collect()
    };
    let inner = texts(&transaction.signatures);
    let Some(bump) = &transaction.bump else {
        fields["signatures"] = inner.into();
        return;
    };
    let outer = texts(&bump.signatures);
    fields["signatures"] = outer.clone().into();
    let bump = json!({ "hash": transaction.id(), "signatures": outer });
    fields["fee_bump_transaction"] = bump;
    let inner = json!({
        "hash": hex::encode(transaction.inner_hash),
        "signatures": inner,
        "max_fee": transaction.inner.fee.to_string(),
    });
    fields["inner_transaction"] = inner;
}

fn put_preconditions(fields: &mut Value, transaction: &Transaction) {
    let mut conditions = json!({});
    if let Some(bounds) = transaction.time_bounds() {
        conditions["timebounds"] = time_bounds(bounds);
        fields["valid_after"] = view::time(bounds.min_time.0).into();
        if bounds.max_time.0 != 0 {
            fields["valid_before"] = view::time(bounds.max_time.0).into();
        }
    }
    if let Some(more) = transaction.conditions() {
        put_more(&mut conditions, more);
    }
    if conditions.as_object().is_some_and(|conditions| !conditions.is_empty()) {
        fields["preconditions"] = conditions;
    }
}

fn time_bounds(bounds: &TimeBounds) -> Value {
    let minimum = bounds.min_time.0.to_string();
    match bounds.max_time.0 {
        0 => json!({ "min_time": minimum }),
        maximum => json!({ "min_time": minimum, "max_time": maximum.to_string() }),
    }
}

fn put_more(fields: &mut Value, conditions: &PreconditionsV2) {
    if let Some(bounds) = &conditions.ledger_bounds {
        let bounds = json!({ "min_ledger": bounds.min_ledger, "max_ledger": bounds.max_ledger });
        fields["ledgerbounds"] = bounds;
    }
    if let Some(minimum) = &conditions.min_seq_num {
        fields["min_account_sequence"] = minimum.0.to_string().into();
    }
    if conditions.min_seq_age.0 > 0 {
        let age = conditions.min_seq_age.0.to_string();
        fields["min_account_sequence_age"] = age.into();
    }
    if conditions.min_seq_ledger_gap > 0 {
        fields["min_account_sequence_ledger_gap"] = conditions.min_seq_ledger_gap.into();
    }
    let signers: Vec<_> = conditions.extra_signers.iter().map(ToString::to_string).collect();
    if !signers.is_empty() {
        fields["extra_signers"] = signers.into();
    }
}

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

/// Returns the record of a successful transaction, or the problem of a failed transaction.
pub fn transaction_result(base: &Base, included: &Included) -> Result<Value, Problem> {
    if included.is_success {
        return Ok(show(base, included));
    }
    Err(failed(&included.transaction, &included.result))
}

/// Returns the problem for a submission error.
pub fn submission_problem(error: SubmitError, text: &str) -> Problem {
    match error {
        SubmitError::Malformed(_) => Problem::malformed(text),
        SubmitError::Rejected { transaction, result } => failed(&transaction, &result),
        SubmitError::Duplicate(_) | SubmitError::TryAgainLater(_) => Problem::over_capacity(),
        SubmitError::Stopped => Problem::timeout(),
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
        Err(error @ (SubmitError::Stopped | SubmitError::Journal(_))) => Err(submission_problem(error, &text)),
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

/// The starting balance of a new account in stroops.
const AMOUNT: i64 = 10_000 * 10_000_000;

/// The request parameters.
#[derive(Debug, Deserialize)]
pub struct FriendbotQuery {
    addr: Option<String>,
}

pub async fn pay(
    State(horizon): State<Horizon>,
    base: Base,
    Query(query): Query<FriendbotQuery>,
) -> Result<Json<Value>, Problem> {
    let text = query.addr.unwrap_or_default();
    let account = parse_address("addr", &text)?;
    let response = horizon.run_blocking(move |node| {
        if node.read(|ledger: &Ledger| ledger.state().account(&account).is_some()) {
            return Err(Problem::bad_request(
                "addr",
                "account already funded to starting balance",
            ));
        }
        let paid = node.pay(&MuxedAccount::from(account), AMOUNT);
        let hash = paid.map_err(|error| match error {
            PayError::NotAccepted(error) => match error.downcast() {
                Ok(error) => submission_problem(*error, ""),
                Err(error) => Problem::internal(error),
            },
            error => Problem::internal(error),
        })?;
        node.close(|_| ()).map_err(Problem::internal)?;
        let included = node.read(|ledger| ledger.included(&hash).cloned());
        transaction_result(&base, &*included.ok_or_else(Problem::not_found)?)
    });
    Ok(Json(response.await?))
}
