//! GET /transactions, /transactions/{hash}, and the transactions of an account or a ledger; POST `/transactions`, which
//! waits for the ledger, and POST `/transactions_async`, which does not; GET and POST /friendbot, which creates and funds
//! an account immediately.

use super::request::{Base, PageQuery, Scope, parse_hash};
use super::view::{self, Fields};
use super::{Horizon, Problem};
use crate::xlm::codec;
use crate::xlm::ledger::{Included, Ledger};
use crate::xlm::node::{PayError, SubmitError};
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

pub async fn list(
    State(horizon): State<Horizon>,
    base: Base,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::All).await
}

pub async fn of_account(
    State(horizon): State<Horizon>,
    base: Base,
    Path(account): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::account(&account)?).await
}

pub async fn of_ledger(
    State(horizon): State<Horizon>,
    base: Base,
    Path(sequence): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::ledger(&sequence)?).await
}

async fn list_scope(horizon: &Horizon, base: Base, query: PageQuery, scope: Scope) -> Result<Response, Problem> {
    horizon
        .list(base, query, move |ledger, base, query| {
            let (page, with_failed) = (query.page()?, query.includes_failed()?);
            scope.check(ledger)?;
            let listed = ledger
                .history()
                .filter(|included| (included.is_success || with_failed) && scope.has_transaction(included));
            let token = |included: &&Arc<Included>| view::token(included.context.ledger, included.index, 0);
            page.list(base, listed, token, |included| Value::Object(show(base, included)))
        })
        .await
}

pub async fn get(State(horizon): State<Horizon>, base: Base, Path(hash): Path<String>) -> Result<Response, Problem> {
    let hash = parse_hash(&hash)?;
    let lookup = move |ledger: &Ledger| {
        let included = ledger.included(&hash).ok_or_else(Problem::not_found)?;
        Ok(Value::Object(show(&base, included)))
    };
    horizon.lookup(lookup).await
}

/// Formats the record of a transaction.
pub fn show(base: &Base, included: &Included) -> Fields {
    let transaction = &included.transaction;
    let mut fields = Fields::new();
    let id = transaction.id();
    let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    put("_links", links(base, included, &id));
    put("id", id.clone().into());
    put(
        "paging_token",
        view::token(included.context.ledger, included.index, 0)
            .to_string()
            .into(),
    );
    put("successful", included.is_success.into());
    put("hash", id.into());
    put("ledger", included.context.ledger.into());
    put("created_at", view::time(included.context.close_time).into());
    put(
        "source_account_sequence",
        transaction.inner.seq_num.0.to_string().into(),
    );
    put("fee_charged", included.fee_charged().to_string().into());
    put("max_fee", transaction.max_fee().to_string().into());
    put("operation_count", transaction.inner.operations.len().into());
    put("envelope_xdr", transaction.base64().into());
    put("result_xdr", codec::base64(&included.result).into());
    put("result_meta_xdr", codec::base64(&included.meta).into());
    put("fee_meta_xdr", codec::base64(&included.fee_meta).into());
    view::put_account(&mut fields, "source_account", &transaction.inner.source_account);
    rename_muxed(&mut fields, "source_account", "account");
    view::put_account(&mut fields, "fee_account", transaction.fee_account());
    put_memo(&mut fields, &transaction.inner.memo);
    put_signatures(&mut fields, transaction);
    put_preconditions(&mut fields, transaction);
    fields
}

/// Renames the muxed fields of the transaction source, which Horizon calls `account_muxed`.
fn rename_muxed(fields: &mut Fields, from: &str, to: &str) {
    for suffix in ["muxed", "muxed_id"] {
        if let Some(value) = fields.remove(&format!("{from}_{suffix}")) {
            fields.insert(format!("{to}_{suffix}"), value);
        }
    }
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

fn put_memo(fields: &mut Fields, memo: &Memo) {
    let mut put = |name: &str, value: String| fields.insert(name.to_owned(), value.into());
    let kind = match memo {
        Memo::None => "none",
        Memo::Text(text) => {
            put("memo", text.to_utf8_string_lossy());
            put("memo_bytes", BASE64.encode(text.as_slice()));
            "text"
        }
        Memo::Id(id) => {
            put("memo", id.to_string());
            "id"
        }
        Memo::Hash(hash) => {
            put("memo", BASE64.encode(hash.0));
            "hash"
        }
        Memo::Return(hash) => {
            put("memo", BASE64.encode(hash.0));
            "return"
        }
    };
    put("memo_type", kind.to_owned());
}

fn put_signatures(fields: &mut Fields, transaction: &Transaction) {
    let texts = |signatures: &[DecoratedSignature]| -> Vec<String> {
        signatures
            .iter()
            .map(|signature| BASE64.encode(signature.signature.0.as_slice()))
            .collect()
    };
    let inner = texts(&transaction.signatures);
    let Some(bump) = &transaction.bump else {
        fields.insert("signatures".to_owned(), inner.into());
        return;
    };
    let outer = texts(&bump.signatures);
    fields.insert("signatures".to_owned(), outer.clone().into());
    let bump = json!({ "hash": transaction.id(), "signatures": outer });
    fields.insert("fee_bump_transaction".to_owned(), bump);
    let inner = json!({
        "hash": hex::encode(transaction.inner_hash),
        "signatures": inner,
        "max_fee": transaction.inner.fee.to_string(),
    });
    fields.insert("inner_transaction".to_owned(), inner);
}

fn put_preconditions(fields: &mut Fields, transaction: &Transaction) {
    let mut conditions = Fields::new();
    if let Some(bounds) = transaction.time_bounds() {
        conditions.insert("timebounds".to_owned(), time_bounds(bounds));
        fields.insert("valid_after".to_owned(), view::time(bounds.min_time.0).into());
        if bounds.max_time.0 != 0 {
            fields.insert("valid_before".to_owned(), view::time(bounds.max_time.0).into());
        }
    }
    if let Some(more) = transaction.conditions() {
        put_more(&mut conditions, more);
    }
    if !conditions.is_empty() {
        fields.insert("preconditions".to_owned(), Value::Object(conditions));
    }
}

fn time_bounds(bounds: &TimeBounds) -> Value {
    let minimum = bounds.min_time.0.to_string();
    match bounds.max_time.0 {
        0 => json!({ "min_time": minimum }),
        maximum => json!({ "min_time": minimum, "max_time": maximum.to_string() }),
    }
}

fn put_more(fields: &mut Fields, conditions: &PreconditionsV2) {
    if let Some(bounds) = &conditions.ledger_bounds {
        let bounds = json!({ "min_ledger": bounds.min_ledger, "max_ledger": bounds.max_ledger });
        fields.insert("ledgerbounds".to_owned(), bounds);
    }
    if let Some(minimum) = &conditions.min_seq_num {
        fields.insert("min_account_sequence".to_owned(), minimum.0.to_string().into());
    }
    if conditions.min_seq_age.0 > 0 {
        let age = conditions.min_seq_age.0.to_string();
        fields.insert("min_account_sequence_age".to_owned(), age.into());
    }
    if conditions.min_seq_ledger_gap > 0 {
        fields.insert(
            "min_account_sequence_ledger_gap".to_owned(),
            conditions.min_seq_ledger_gap.into(),
        );
    }
    let signers: Vec<_> = conditions.extra_signers.iter().map(ToString::to_string).collect();
    if !signers.is_empty() {
        fields.insert("extra_signers".to_owned(), signers.into());
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

/// Returns the record of a successful transaction, or the problem of a failed one.
pub fn transaction_result(base: &Base, included: &Included) -> Result<Value, Problem> {
    if included.is_success {
        return Ok(Value::Object(show(base, included)));
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
    let account =
        view::account_id(&text).ok_or_else(|| Problem::bad_request("addr", "use an address that starts with G"))?;
    let response = horizon.run_blocking(move |node| {
        if node.read(|ledger: &Ledger| ledger.state().account(&account).is_some()) {
            return Err(Problem::bad_request(
                "addr",
                "account already funded to starting balance",
            ));
        }
        let paid = node.pay(&MuxedAccount::from(account), AMOUNT);
        let hash = paid.map_err(|error| match error {
            PayError::Submit(error) => submission_problem(error, ""),
            PayError::Faucet(error) => Problem::internal(error),
        })?;
        node.close(|_| ()).map_err(Problem::internal)?;
        let included = node.read(|ledger| ledger.included(&hash).cloned());
        transaction_result(&base, &*included.ok_or_else(Problem::not_found)?)
    });
    Ok(Json(response.await?))
}
