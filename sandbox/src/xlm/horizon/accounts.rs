//! GET /accounts, /accounts/{id} and /accounts/{id}/data/{key}: the list has the accounts with a signer, with a
//! trustline for an asset, or with a sponsor.

use super::request::{Base, ListRequest, PageQuery, parse_account, parse_address};
use super::{Horizon, Problem, market, view};
use crate::xlm::ledger::Ledger;
use crate::xlm::state::account::{Account, Balance as _, TrustLine};
use crate::xlm::state::{Body, Entry, account_key};
use axum::extract::{Path, State};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use stellar_xdr::{AccountId, Asset, PublicKey, SignerKey, TrustLineFlags};

/// Returns the master key of an account.
pub fn own_key(account: &Account) -> SignerKey {
    let AccountId(PublicKey::PublicKeyTypeEd25519(key)) = &account.id;
    SignerKey::Ed25519(key.clone())
}

/// Returns a data entry of an account.
pub async fn data_entry(
    State(horizon): State<Horizon>,
    Path((account, name)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let id = parse_account(&account)?;
    let lookup = move |ledger: &Ledger| {
        let entry = ledger.state().entries().find_map(|entry| match &entry.body {
            Body::Data(data) if data.account_id == id && data.data_name.0.to_utf8_string_lossy() == name => {
                Some((data, entry))
            }
            _ => None,
        });
        let (data, entry) = entry.ok_or_else(Problem::not_found)?;
        let mut record = json!({ "value": BASE64.encode(data.data_value.0.as_slice()) });
        view::put_sponsor(&mut record, entry.sponsor.as_ref());
        Ok(record)
    };
    horizon.lookup(lookup).await
}

pub async fn get(State(horizon): State<Horizon>, base: Base, Path(account): Path<String>) -> Result<Response, Problem> {
    let id = parse_account(&account)?;
    horizon
        .lookup(move |ledger| show(ledger, &base, &id).ok_or_else(Problem::not_found))
        .await
}

/// Formats the record of an account; `None` if not found.
pub fn show(ledger: &Ledger, base: &Base, id: &AccountId) -> Option<Value> {
    let entry = ledger.state().entry(&account_key(id))?;
    let account = ledger.state().account(id)?;
    let mut fields = head(ledger, base, account, entry);
    view::put_sponsor(&mut fields, entry.sponsor.as_ref());
    if account.sequence_ledger > 0 {
        fields["sequence_ledger"] = account.sequence_ledger.into();
        fields["sequence_time"] = account.sequence_time.to_string().into();
    }
    if let Some(voted) = &account.inflation_destination {
        fields["inflation_destination"] = voted.to_string().into();
    }
    let domain = account.home_domain.0.to_utf8_string_lossy();
    if !domain.is_empty() {
        fields["home_domain"] = domain.into();
    }
    Some(fields)
}

fn head(ledger: &Ledger, base: &Base, account: &Account, entry: &Entry) -> Value {
    let id = account.id.to_string();
    json!({
        "_links": links(base, &id),
        "id": id,
        "account_id": id,
        "sequence": account.sequence.to_string(),
        "subentry_count": account.subentries,
        "last_modified_ledger": entry.modified,
        "last_modified_time": modified_time(ledger, entry.modified),
        "thresholds": {
            "low_threshold": account.thresholds[1],
            "med_threshold": account.thresholds[2],
            "high_threshold": account.thresholds[3],
        },
        "flags": view::flags(account.flags),
        "balances": balances(ledger, account),
        "signers": signers(account),
        "data": data(ledger, &account.id),
        "num_sponsoring": account.sponsoring,
        "num_sponsored": account.sponsored,
        "paging_token": id,
    })
}

/// Returns the links of Horizon; clients use them to recognise link fields.
fn links(base: &Base, id: &str) -> Value {
    let page = |name: &str| base.template(&format!("/accounts/{id}/{name}{{?cursor,limit,order}}"));
    json!({
        "self": base.link(&format!("/accounts/{id}")),
        "transactions": page("transactions"),
        "operations": page("operations"),
        "payments": page("payments"),
        "effects": page("effects"),
        "offers": page("offers"),
        "trades": page("trades"),
        "data": base.template(&format!("/accounts/{id}/data/{{key}}")),
    })
}

/// Returns the close time of a ledger.
pub fn modified_time(ledger: &Ledger, number: u32) -> Value {
    let closed = ledger.with_number(number);
    closed.map_or(Value::Null, |closed| {
        view::time(closed.header.scp_value.close_time.0).into()
    })
}

/// Returns the trustlines, followed by the lumen balance.
fn balances(ledger: &Ledger, account: &Account) -> Vec<Value> {
    let lines = ledger.state().entries().filter_map(|entry| match &entry.body {
        Body::TrustLine(line) if line.account == account.id => Some(balance(line, entry)),
        _ => None,
    });
    let native = json!({
        "balance": view::amount(account.balance),
        "buying_liabilities": view::amount(account.liabilities.buying),
        "selling_liabilities": view::amount(account.liabilities.selling),
        "asset_type": "native",
    });
    lines.chain([native]).collect()
}

fn balance(line: &TrustLine, entry: &Entry) -> Value {
    let may_maintain = line.has(TrustLineFlags::AuthorizedToMaintainLiabilitiesFlag);
    let mut fields = view::asset(&view::asset_of_line(&line.asset).unwrap_or(Asset::Native));
    fields["balance"] = view::amount(line.balance).into();
    fields["limit"] = view::amount(line.limit).into();
    fields["buying_liabilities"] = view::amount(line.liabilities.buying).into();
    fields["selling_liabilities"] = view::amount(line.liabilities.selling).into();
    fields["last_modified_ledger"] = entry.modified.into();
    fields["is_authorized"] = line.is_authorized().into();
    fields["is_authorized_to_maintain_liabilities"] = (may_maintain || line.is_authorized()).into();
    if line.has(TrustLineFlags::TrustlineClawbackEnabledFlag) {
        fields["is_clawback_enabled"] = true.into();
    }
    view::put_sponsor(&mut fields, entry.sponsor.as_ref());
    fields
}

/// Returns the additional signers, followed by the master key.
fn signers(account: &Account) -> Vec<Value> {
    let others = account.signers.iter().map(|signer| {
        let mut fields = signer_fields(&signer.key, signer.weight);
        view::put_sponsor(&mut fields, signer.sponsor.as_ref());
        fields
    });
    let own = signer_fields(&own_key(account), account.thresholds[0].into());
    others.chain([own]).collect()
}

fn signer_fields(key: &SignerKey, weight: u32) -> Value {
    json!({ "weight": weight, "key": key.to_string(), "type": view::signer_type(key) })
}

fn data(ledger: &Ledger, id: &AccountId) -> Value {
    let values = ledger.state().entries().filter_map(|entry| match &entry.body {
        Body::Data(data) if data.account_id == *id => {
            let name = data.data_name.0.to_utf8_string_lossy();
            Some((name, BASE64.encode(data.data_value.0.as_slice()).into()))
        }
        _ => None,
    });
    Value::Object(values.collect())
}

/// Lists the accounts with a signer, with a trustline for an asset, or with a sponsor.
pub async fn list(request: ListRequest) -> Result<Response, Problem> {
    let page = request.query.page()?;
    let filter = Filter::read(&request.query)?;
    let lookup = move |ledger: &Ledger, ListRequest { base, .. }: &ListRequest| {
        let mut found: Vec<_> = filter
            .accounts(ledger)
            .into_iter()
            .map(|id| (id.to_string(), id))
            .collect();
        found.sort();
        let parse_id = |cursor: &str| parse_account(cursor).ok().map(|_| cursor.to_owned());
        page.list_by(
            base,
            found.into_iter(),
            |(text, _)| text.clone(),
            parse_id,
            |(_, id)| show(ledger, base, id).unwrap_or_default(),
        )
    };
    request.respond(lookup).await
}

/// The filter of a list.
#[derive(Debug)]
enum Filter {
    Signer(SignerKey),
    Asset(Asset),
    Sponsor(AccountId),
}

impl Filter {
    fn read(query: &PageQuery) -> Result<Self, Problem> {
        match (query.get("signer"), query.get("asset"), query.get("sponsor")) {
            (Some(signer), None, None) => {
                let signer = signer
                    .parse()
                    .map_err(|_| Problem::bad_request("signer", "use a key: G, T, X or P"))?;
                Ok(Self::Signer(signer))
            }
            (None, Some(asset), None) => {
                let asset = market::canonical(asset).filter(|asset| *asset != Asset::Native);
                let asset = asset.ok_or_else(|| Problem::bad_request("asset", "use CODE:ISSUER"))?;
                Ok(Self::Asset(asset))
            }
            (None, None, Some(sponsor)) => parse_address("sponsor", sponsor).map(Self::Sponsor),
            _ => Err(Problem::bad_request(
                "filters",
                "use exactly one of signer, asset and sponsor",
            )),
        }
    }

    fn accounts(&self, ledger: &Ledger) -> BTreeSet<AccountId> {
        let entries = ledger.state().entries();
        let found = entries.filter_map(|entry| match (self, &entry.body) {
            (Self::Signer(key), Body::Account(account)) => {
                let is_signer = account.signers.iter().any(|signer| signer.key == *key) || own_key(account) == *key;
                is_signer.then_some(&account.id)
            }
            (Self::Asset(asset), Body::TrustLine(line)) => {
                let is_asset = view::asset_of_line(&line.asset).as_ref() == Some(asset);
                is_asset.then_some(&line.account)
            }
            (Self::Sponsor(sponsor), body) => {
                let is_sponsored = entry.sponsor.as_ref() == Some(sponsor)
                    || matches!(body, Body::Account(account) if account.signers.iter()
                        .any(|signer| signer.sponsor.as_ref() == Some(sponsor)));
                let is_balance = matches!(body, Body::Balance(_));
                entry.owner().filter(|_| is_sponsored && !is_balance)
            }
            _ => None,
        });
        found.cloned().collect()
    }
}
