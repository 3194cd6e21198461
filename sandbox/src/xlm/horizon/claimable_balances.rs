//! GET `/claimable_balances` and `/claimable_balances/{id}`.

use super::accounts::modified_time;
use super::request::{Base, ListRequest, parse_address};
use super::{Horizon, Problem, view};
use crate::xlm::ledger::Ledger;
use crate::xlm::operations::has_clawback;
use crate::xlm::state::{Body, Entry, balance_key};
use axum::extract::{Path, State};
use axum::response::Response;
use serde_json::{Value, json};
use stellar_xdr::{AccountId, ClaimableBalanceEntry, ClaimableBalanceId, Claimant, Hash};

pub async fn list(request: ListRequest) -> Result<Response, Problem> {
    let page = request.query.page()?;
    let account = |field| {
        let text = request.query.get(field);
        text.map(|text| parse_address(field, text)).transpose()
    };
    let claimant = account("claimant")?;
    let sponsor = account("sponsor")?;
    let asset = request.query.get("asset").map(ToOwned::to_owned);
    let lookup = move |ledger: &Ledger, ListRequest { base, .. }: &ListRequest| {
        let mut found: Vec<_> = ledger
            .state()
            .entries()
            .filter_map(|entry| Some((balance_of(entry)?, entry)))
            .filter(|(balance, _)| claimant.as_ref().is_none_or(|account| has_claimant(balance, account)))
            .filter(|(_, entry)| sponsor.is_none() || entry.sponsor == sponsor)
            .filter(|(balance, _)| {
                asset
                    .as_ref()
                    .is_none_or(|asset| view::asset_text(&balance.asset) == *asset)
            })
            .collect();
        found.sort_by_key(|(balance, entry)| sort_key(balance, entry));
        page.list_by(
            base,
            found.into_iter(),
            |(balance, entry)| sort_key(balance, entry),
            |cursor| {
                let (ledger, id) = cursor.split_once('-')?;
                Some((ledger.parse().ok()?, id.to_owned()))
            },
            |(balance, entry)| show(ledger, base, balance, entry),
        )
    };
    request.respond(lookup).await
}

pub async fn get(State(horizon): State<Horizon>, base: Base, Path(id): Path<String>) -> Result<Response, Problem> {
    let id = parse(&id).ok_or_else(|| Problem::bad_request("id", "use the id in hex"))?;
    let lookup = move |ledger: &Ledger| {
        let entry = ledger.state().entry(&balance_key(&id)).ok_or_else(Problem::not_found)?;
        let balance = balance_of(entry).ok_or_else(Problem::not_found)?;
        Ok(show(ledger, &base, balance, entry))
    };
    horizon.lookup(lookup).await
}

/// Parses an id of 72 hex digits; the first eight are the type.
fn parse(text: &str) -> Option<ClaimableBalanceId> {
    let hash = hex::decode(text.strip_prefix("00000000")?).ok()?.try_into().ok()?;
    Some(ClaimableBalanceId::ClaimableBalanceIdTypeV0(Hash(hash)))
}

fn balance_of(entry: &Entry) -> Option<&ClaimableBalanceEntry> {
    match &entry.body {
        Body::Balance(balance) => Some(balance),
        _ => None,
    }
}

fn has_claimant(balance: &ClaimableBalanceEntry, account: &AccountId) -> bool {
    let mut claimants = balance.claimants.iter();
    claimants.any(|Claimant::ClaimantTypeV0(claimant)| claimant.destination == *account)
}

/// Returns the sort key: the last modified ledger, then the id.
fn sort_key(balance: &ClaimableBalanceEntry, entry: &Entry) -> (u32, String) {
    (entry.modified, view::balance_id(&balance.balance_id))
}

fn show(ledger: &Ledger, base: &Base, balance: &ClaimableBalanceEntry, entry: &Entry) -> Value {
    let id = view::balance_id(&balance.balance_id);
    let claimants = balance.claimants.iter().map(|Claimant::ClaimantTypeV0(claimant)| {
        json!({
            "destination": claimant.destination.to_string(),
            "predicate": view::predicate(&claimant.predicate),
        })
    });
    let page = |name: &str| base.template(&format!("/claimable_balances/{id}/{name}{{?cursor,limit,order}}"));
    let mut record = json!({
        "_links": {
            "self": base.link(&format!("/claimable_balances/{id}")),
            "transactions": page("transactions"),
            "operations": page("operations"),
        },
        "id": id,
        "asset": view::asset_text(&balance.asset),
        "amount": view::amount(balance.amount),
        "last_modified_ledger": entry.modified,
        "last_modified_time": modified_time(ledger, entry.modified),
        "claimants": claimants.collect::<Value>(),
        "flags": { "clawback_enabled": has_clawback(balance) },
        "paging_token": format!("{}-{id}", entry.modified),
    });
    view::put_sponsor(&mut record, entry.sponsor.as_ref());
    record
}
