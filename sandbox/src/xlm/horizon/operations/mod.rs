//! GET /operations, /operations/{id} and /payments, and those of an account, a ledger or a transaction.

pub mod claims;
mod details;

use super::request::{Base, PageQuery, Scope};
use super::view::{self, Fields};
use super::{Horizon, Problem, transactions};
use crate::xlm::ledger::{Included, Ledger, participants};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde_json::{Value, json};
use std::sync::Arc;
use stellar_xdr::{Operation, OperationBody};

/// The kinds of listed operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kinds {
    All,
    Payments,
}

pub async fn list(
    State(horizon): State<Horizon>,
    base: Base,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::All, Kinds::All).await
}

pub async fn payments(
    State(horizon): State<Horizon>,
    base: Base,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::All, Kinds::Payments).await
}

pub async fn of_account(
    State(horizon): State<Horizon>,
    base: Base,
    Path(account): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::account(&account)?, Kinds::All).await
}

pub async fn payments_of_account(
    State(horizon): State<Horizon>,
    base: Base,
    Path(account): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::account(&account)?, Kinds::Payments).await
}

pub async fn of_ledger(
    State(horizon): State<Horizon>,
    base: Base,
    Path(sequence): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::ledger(&sequence)?, Kinds::All).await
}

pub async fn payments_of_ledger(
    State(horizon): State<Horizon>,
    base: Base,
    Path(sequence): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::ledger(&sequence)?, Kinds::Payments).await
}

pub async fn of_transaction(
    State(horizon): State<Horizon>,
    base: Base,
    Path(hash): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::transaction(&hash)?, Kinds::All).await
}

pub async fn payments_of_transaction(
    State(horizon): State<Horizon>,
    base: Base,
    Path(hash): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::transaction(&hash)?, Kinds::Payments).await
}

pub async fn get(
    State(horizon): State<Horizon>,
    base: Base,
    Path(id): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let id: i64 = id.parse().map_err(|_| Problem::bad_request("id", "use a number"))?;
    let join = query.joins_transactions()?;
    let lookup = move |ledger: &Ledger| {
        let found = all(ledger).find(|listed| listed.token() == id);
        let found = found.ok_or_else(Problem::not_found)?;
        Ok(found.show(&base, join))
    };
    horizon.lookup(lookup).await
}

async fn list_scope(
    horizon: &Horizon,
    base: Base,
    query: PageQuery,
    scope: Scope,
    kinds: Kinds,
) -> Result<Response, Problem> {
    horizon
        .list(base, query, move |ledger, base, query| {
            let (page, join) = (query.page()?, query.joins_transactions()?);
            let with_failed = query.includes_failed()? || scope.includes_failed();
            scope.check(ledger)?;
            let listed = all(ledger).filter(|listed| {
                (listed.included.is_success || with_failed)
                    && (kinds == Kinds::All || listed.is_payment())
                    && scope.has_operation(listed.included, listed.index, listed.operation)
            });
            page.list(base, listed, Listed::token, |listed| listed.show(base, join))
        })
        .await
}

/// An operation with its position.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// Its transaction.
    pub included: &'a Arc<Included>,
    /// Its index in the transaction.
    pub index: usize,
    /// The operation.
    pub operation: &'a Operation,
}

/// Iterates over all operations, the oldest first.
pub fn all(ledger: &Ledger) -> impl DoubleEndedIterator<Item = Listed<'_>> {
    ledger.history().flat_map(|included| {
        let operations = included.transaction.inner.operations.iter().enumerate();
        operations.map(move |(index, operation)| Listed {
            included,
            index,
            operation,
        })
    })
}

impl Listed<'_> {
    /// Returns the paging token.
    pub fn token(&self) -> i64 {
        let operation = u32::try_from(self.index + 1).unwrap_or(u32::MAX);
        view::token(self.included.context.ledger, self.included.index, operation)
    }

    fn is_payment(&self) -> bool {
        matches!(
            self.operation.body,
            OperationBody::CreateAccount(_)
                | OperationBody::Payment(_)
                | OperationBody::PathPaymentStrictReceive(_)
                | OperationBody::PathPaymentStrictSend(_)
                | OperationBody::AccountMerge(_)
        )
    }

    fn show(&self, base: &Base, join: bool) -> Value {
        let (token, hash) = (self.token().to_string(), self.included.transaction.id());
        let mut fields = Fields::new();
        let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        let links = json!({
            "self": base.link(&format!("/operations/{token}")),
            "transaction": base.link(&format!("/transactions/{hash}")),
            "effects": base.link(&format!("/operations/{token}/effects")),
            "succeeds": base.link(&format!("/effects?order=desc&cursor={token}")),
            "precedes": base.link(&format!("/effects?order=asc&cursor={token}")),
        });
        put("_links", links);
        put("id", token.clone().into());
        put("paging_token", token.into());
        put("transaction_successful", self.included.is_success.into());
        put("type", snake(self.operation.body.name()).into());
        put("type_i", (self.operation.body.discriminant() as i32).into());
        put("created_at", view::time(self.included.context.close_time).into());
        put("transaction_hash", hash.into());
        if let Some(sponsor) = participants::sponsor(self.included, self.index) {
            put("sponsor", sponsor.to_string().into());
        }
        if join {
            put("transaction", Value::Object(transactions::show(base, self.included)));
        }
        let actor = self.included.transaction.actor(self.operation);
        view::put_account(&mut fields, "source_account", actor);
        details::put(&mut fields, self.included, self.index, self.operation);
        Value::Object(fields)
    }
}

/// Returns the type name in the form that Horizon uses.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for (index, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && index > 0 {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
