//! GET `/effects`, and the effects of an account, a ledger, a transaction or an operation
//! (docs/decisions/local.md#horizon-of-the-sandbox).

mod entries;
mod of_operation;

use super::operations::{self, Listed};
use super::request::{Base, PageQuery, Scope};
use super::view::{self, Fields, amount, put_asset};
use super::{Horizon, Problem};
use crate::xlm::ledger::Ledger;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde_json::{Value, json};
use stellar_xdr::{AccountId, Asset, MuxedAccount};

/// An effect of an operation on an account.
#[derive(Clone, Debug)]
struct Effect {
    account: MuxedAccount,
    kind: Kind,
    fields: Fields,
}

/// The name and number of a kind of effects.
type Kind = (&'static str, u32);

const CREDITED: Kind = ("account_credited", 2);
const DEBITED: Kind = ("account_debited", 3);
const SIGNER_CREATED: Kind = ("signer_created", 10);

fn asset_amount(asset: &Asset, stroops: i64) -> Value {
    let mut fields = Fields::new();
    put_asset(&mut fields, "", asset);
    fields.insert("amount".to_owned(), amount(stroops).into());
    Value::Object(fields)
}

fn signer(key: &str, weight: u32) -> Value {
    json!({ "weight": weight, "public_key": key, "key": "" })
}

impl Effect {
    fn new(account: impl Into<MuxedAccount>, kind: Kind, fields: Value) -> Self {
        Self {
            account: account.into(),
            kind,
            fields: match fields {
                Value::Object(fields) => fields,
                _ => Fields::new(),
            },
        }
    }
}

pub async fn list(
    State(horizon): State<Horizon>,
    base: Base,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::All, None).await
}

pub async fn of_account(
    State(horizon): State<Horizon>,
    base: Base,
    Path(account): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::account(&account)?, None).await
}

pub async fn of_ledger(
    State(horizon): State<Horizon>,
    base: Base,
    Path(sequence): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::ledger(&sequence)?, None).await
}

pub async fn of_transaction(
    State(horizon): State<Horizon>,
    base: Base,
    Path(hash): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    list_scope(&horizon, base, query, Scope::transaction(&hash)?, None).await
}

pub async fn of_operation(
    State(horizon): State<Horizon>,
    base: Base,
    Path(id): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let id = id.parse().map_err(|_| Problem::bad_request("op_id", "use a number"))?;
    list_scope(&horizon, base, query, Scope::All, Some(id)).await
}

async fn list_scope(
    horizon: &Horizon,
    base: Base,
    query: PageQuery,
    scope: Scope,
    operation: Option<i64>,
) -> Result<Response, Problem> {
    horizon
        .list(base, query, move |ledger, base, query| {
            scope.check(ledger)?;
            let is_selected = |numbered: &Numbered<'_>| match &scope {
                Scope::Account(account) => numbered.account() == *account,
                scope => scope.is_around(numbered.listed.included),
            };
            let effects = all(ledger, operation).filter(is_selected);
            let page = query.page()?;
            page.list_by(base, effects, Numbered::token, view::parse_pair, |numbered| {
                numbered.show(base)
            })
        })
        .await
}

/// An effect with its position among those of the operation, from 1.
struct Numbered<'a> {
    listed: Listed<'a>,
    order: i64,
    effect: Effect,
}

/// Iterates over the effects of all operations, or of the one with this id, the oldest first.
fn all(ledger: &Ledger, operation: Option<i64>) -> impl DoubleEndedIterator<Item = Numbered<'_>> {
    let operations = operations::all(ledger)
        .filter(move |listed| listed.included.is_success && operation.is_none_or(|id| listed.token() == id));
    operations.flat_map(|listed| {
        let effects = of_operation::effects(listed.included, listed.index, listed.operation);
        let count = i64::try_from(effects.len()).unwrap_or(i64::MAX);
        let numbered = (1..=count)
            .zip(effects)
            .map(move |(order, effect)| Numbered { listed, order, effect });
        numbered.collect::<Vec<_>>()
    })
}

impl Numbered<'_> {
    fn account(&self) -> AccountId {
        self.effect.account.clone().account_id()
    }

    fn token(&self) -> (i64, i64) {
        (self.listed.token(), self.order)
    }

    fn show(&self, base: &Base) -> Value {
        let (operation, order) = self.token();
        let token = format!("{operation}-{order}");
        let (name, number) = self.effect.kind;
        let mut fields = self.effect.fields.clone();
        let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        put(
            "_links",
            json!({
                "operation": base.link(&format!("/operations/{operation}")),
                "succeeds": base.link(&format!("/effects?order=desc&cursor={token}")),
                "precedes": base.link(&format!("/effects?order=asc&cursor={token}")),
            }),
        );
        put("id", format!("{operation:019}-{order:010}").into());
        put("paging_token", token.into());
        put("type", name.into());
        put("type_i", number.into());
        put("created_at", view::time(self.listed.included.context.close_time).into());
        view::put_account(&mut fields, "account", &self.effect.account);
        Value::Object(fields)
    }
}
