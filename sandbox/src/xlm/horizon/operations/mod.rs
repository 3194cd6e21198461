//! GET /operations, /operations/{id} and /payments, and the operations of an account, a ledger or a transaction.

pub mod calls;
pub mod claims;
mod details;

use super::{Horizon, Problem, transactions, view};
use crate::xlm::horizon::request::{Base, ListRequest, PageQuery};
use crate::xlm::ledger::{Included, Ledger, participants};
use crate::xlm::transaction::outcome::snake;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde_json::{Value, json};
use std::sync::Arc;
use stellar_xdr::{Operation, OperationBody};

pub async fn list(request: ListRequest) -> Result<Response, Problem> {
    list_operations(request, false).await
}

pub async fn payments(request: ListRequest) -> Result<Response, Problem> {
    list_operations(request, true).await
}

async fn list_operations(request: ListRequest, only_payments: bool) -> Result<Response, Problem> {
    let lookup = move |ledger: &Ledger, request: &ListRequest| {
        let ListRequest { base, query, scope, .. } = request;
        let (page, join) = (query.page()?, query.joins_transactions()?);
        let with_failed = query.includes_failed()? || scope.includes_failed();
        scope.check(ledger)?;
        let listed = all(ledger).filter(|listed| {
            (listed.included.is_success || with_failed)
                && (!only_payments || listed.is_payment())
                && scope.has_operation(listed.included, listed.index, listed.operation)
        });
        page.list(base, listed, Listed::token, |listed| listed.show(base, join))
    };
    request.respond(lookup).await
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

/// An operation with the position.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    pub included: &'a Arc<Included>,
    /// The index in the transaction.
    pub index: usize,
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
        let mut fields = json!({});
        let links = json!({
            "self": base.link(&format!("/operations/{token}")),
            "transaction": base.link(&format!("/transactions/{hash}")),
            "effects": base.link(&format!("/operations/{token}/effects")),
            "succeeds": base.link(&format!("/effects?order=desc&cursor={token}")),
            "precedes": base.link(&format!("/effects?order=asc&cursor={token}")),
        });
        fields["_links"] = links;
        fields["id"] = token.clone().into();
        fields["paging_token"] = token.into();
        fields["transaction_successful"] = self.included.is_success.into();
        fields["type"] = snake(self.operation.body.name()).into();
        fields["type_i"] = (self.operation.body.discriminant() as i32).into();
        fields["created_at"] = view::time(self.included.context.close_time).into();
        fields["transaction_hash"] = hash.into();
        if let Some(sponsor) = participants::sponsor(self.included, self.index) {
            fields["sponsor"] = sponsor.to_string().into();
        }
        if join {
            fields["transaction"] = transactions::show(base, self.included);
        }
        let actor = self.included.transaction.actor(self.operation);
        view::put_account(&mut fields, "source_account", actor);
        details::put(&mut fields, self.included, self.index, self.operation);
        fields
    }
}
