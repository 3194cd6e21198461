//! GET /operations, /operations/{id}, and the operations of a transaction or an account.

mod details;
mod trade;
mod trust;

use super::accounts;
use super::base::Base;
use super::page::PageQuery;
use super::transactions;
use super::view::{self, Fields};
use super::{Horizon, Problem};
use crate::xlm::ledger::{Included, Ledger};
use crate::xlm::participants;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde_json::{Value, json};
use std::sync::Arc;
use stellar_xdr::{AccountId, Operation, OperationBody};

/// The selection of listed operations.
#[derive(Clone, Debug)]
enum Selection {
    All,
    OfAccount(AccountId),
    PaymentsOfAccount(AccountId),
    OfTransaction([u8; 32]),
}

pub async fn list(
    State(horizon): State<Horizon>,
    base: Base,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_selection(&horizon, base, query, Selection::All).await
}

pub async fn of_account(
    State(horizon): State<Horizon>,
    base: Base,
    Path(account): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let selection = Selection::OfAccount(accounts::parse(&account)?);
    list_selection(&horizon, base, query, selection).await
}

pub async fn payments_of_account(
    State(horizon): State<Horizon>,
    base: Base,
    Path(account): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let selection = Selection::PaymentsOfAccount(accounts::parse(&account)?);
    list_selection(&horizon, base, query, selection).await
}

pub async fn of_transaction(
    State(horizon): State<Horizon>,
    base: Base,
    Path(hash): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let selection = Selection::OfTransaction(transactions::parse_hash(&hash)?);
    list_selection(&horizon, base, query, selection).await
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

async fn list_selection(
    horizon: &Horizon,
    base: Base,
    query: PageQuery,
    selection: Selection,
) -> Result<Response, Problem> {
    horizon
        .list(base, query, move |ledger, base, query| {
            found(ledger, base, query, &selection)
        })
        .await
}

fn found(ledger: &Ledger, base: &Base, query: &PageQuery, selection: &Selection) -> Result<Value, Problem> {
    let (page, join) = (query.page()?, query.joins_transactions()?);
    let mut with_failed = query.includes_failed()?;
    let mut own_hash = None;
    match selection {
        Selection::All => {}
        Selection::OfAccount(account) | Selection::PaymentsOfAccount(account) => {
            participants::check_known(ledger, account).ok_or_else(Problem::not_found)?;
        }
        Selection::OfTransaction(hash) => {
            let included = ledger.included(hash).ok_or_else(Problem::not_found)?;
            own_hash = Some(included.transaction.hash);
            with_failed = true;
        }
    }
    let listed = all(ledger).filter(|listed| {
        (listed.included.is_success || with_failed)
            && match selection {
                Selection::All => true,
                Selection::OfAccount(account) => listed.involves(account),
                Selection::PaymentsOfAccount(account) => listed.is_payment() && listed.involves(account),
                Selection::OfTransaction(_) => Some(listed.included.transaction.hash) == own_hash,
            }
    });
    page.list(base, listed, Listed::token, |listed| listed.show(base, join))
}

/// An operation with its position.
struct Listed<'a> {
    included: &'a Arc<Included>,
    index: usize,
    operation: &'a Operation,
}

/// Iterates over all operations, the oldest first.
fn all(ledger: &Ledger) -> impl DoubleEndedIterator<Item = Listed<'_>> {
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
    fn token(&self) -> i64 {
        let operation = u32::try_from(self.index + 1).unwrap_or(u32::MAX);
        view::token(self.included.context.ledger, self.included.index, operation)
    }

    fn involves(&self, account: &AccountId) -> bool {
        participants::of_operation(self.included, self.index, self.operation).contains(account)
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
