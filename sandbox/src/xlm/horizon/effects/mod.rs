//! GET `/effects`, and the effects of an account, a ledger, a transaction or an operation
//! (docs/decisions/local.md#horizon-of-the-sandbox).

mod entries;
mod of_operation;

use super::Problem;
use super::operations::{self, Listed};
use super::view::{self, amount};
use crate::xlm::horizon::request::{Base, ListRequest, Scope};
use crate::xlm::ledger::Ledger;
use axum::extract::Path;
use axum::response::Response;
use serde_json::{Value, json};
use stellar_xdr::{AccountId, Asset, MuxedAccount};

/// An effect of an operation on an account.
#[derive(Clone, Debug)]
struct Effect {
    account: MuxedAccount,
    kind: Kind,
    fields: Value,
}

/// The name and number of a kind of effects.
type Kind = (&'static str, u32);

const CREDITED: Kind = ("account_credited", 2);
const DEBITED: Kind = ("account_debited", 3);
const CONTRACT_CREDITED: Kind = ("contract_credited", 96);
const CONTRACT_DEBITED: Kind = ("contract_debited", 97);
const SIGNER_CREATED: Kind = ("signer_created", 10);

fn asset_amount(asset: &Asset, stroops: i64) -> Value {
    let mut fields = view::asset(asset);
    fields["amount"] = amount(stroops).into();
    fields
}

fn signer(key: &str, weight: u32) -> Value {
    json!({ "weight": weight, "public_key": key, "key": "" })
}

impl Effect {
    fn new(account: impl Into<MuxedAccount>, kind: Kind, fields: Value) -> Self {
        Self {
            account: account.into(),
            kind,
            fields,
        }
    }
}

pub async fn list(request: ListRequest) -> Result<Response, Problem> {
    list_effects(request, None).await
}

pub async fn of_operation(Path(id): Path<String>, request: ListRequest) -> Result<Response, Problem> {
    let id = id.parse().map_err(|_| Problem::bad_request("op_id", "use a number"))?;
    list_effects(request, Some(id)).await
}

async fn list_effects(request: ListRequest, operation: Option<i64>) -> Result<Response, Problem> {
    let lookup = move |ledger: &Ledger, ListRequest { base, query, scope, .. }: &ListRequest| {
        scope.check(ledger)?;
        let is_selected = |numbered: &Numbered<'_>| match scope {
            Scope::Account(account) => numbered.account() == *account,
            scope => scope.is_around(numbered.listed.included),
        };
        let effects = all(ledger, operation).filter(is_selected);
        let page = query.page()?;
        page.list_by(base, effects, Numbered::token, view::parse_pair, |numbered| {
            numbered.show(base)
        })
    };
    request.respond(lookup).await
}

/// An effect with the position among the effects of the operation, from 1.
struct Numbered<'a> {
    listed: Listed<'a>,
    order: i64,
    effect: Effect,
}

/// Iterates over the effects of all operations, or of the operation with this id, the oldest first.
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
        fields["_links"] = json!({
            "operation": base.link(&format!("/operations/{operation}")),
            "succeeds": base.link(&format!("/effects?order=desc&cursor={token}")),
            "precedes": base.link(&format!("/effects?order=asc&cursor={token}")),
        });
        fields["id"] = format!("{operation:019}-{order:010}").into();
        fields["paging_token"] = token.into();
        fields["type"] = name.into();
        fields["type_i"] = number.into();
        fields["created_at"] = view::time(self.listed.included.context.close_time).into();
        view::put_account(&mut fields, "account", &self.effect.account);
        fields
    }
}
