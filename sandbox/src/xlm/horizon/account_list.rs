//! GET /accounts: the accounts with a signer, with a trustline for an asset, or with a sponsor.

use super::accounts;
use super::base::Base;
use super::page::PageQuery;
use super::query_assets;
use super::scope::parse_account;
use super::view;
use super::{Horizon, Problem};
use crate::xlm::entry::Body;
use crate::xlm::ledger::Ledger;
use axum::extract::{Query, State};
use axum::response::Response;
use std::collections::BTreeSet;
use stellar_xdr::{AccountId, Asset, SignerKey};

/// Lists the accounts with a signer, with a trustline for an asset, or with a sponsor.
pub async fn list(
    State(horizon): State<Horizon>,
    base: Base,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let page = query.page()?;
    let filter = Filter::read(&query)?;
    let lookup = move |ledger: &Ledger| {
        let mut found: Vec<_> = filter
            .accounts(ledger)
            .into_iter()
            .map(|id| (id.to_string(), id))
            .collect();
        found.sort();
        let parse_id = |cursor: &str| parse_account(cursor).ok().map(|_| cursor.to_owned());
        page.list_by(
            &base,
            found.into_iter(),
            |(text, _)| text.clone(),
            parse_id,
            |(_, id)| accounts::show(ledger, &base, id).unwrap_or_default(),
        )
    };
    horizon.lookup(lookup).await
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
                let asset = query_assets::canonical(asset).filter(|asset| *asset != Asset::Native);
                let asset = asset.ok_or_else(|| Problem::bad_request("asset", "use CODE:ISSUER"))?;
                Ok(Self::Asset(asset))
            }
            (None, None, Some(sponsor)) => {
                let invalid = || Problem::bad_request("sponsor", "use an address that starts with G");
                view::account_id(sponsor).map(Self::Sponsor).ok_or_else(invalid)
            }
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
                let is_signer =
                    account.signers.iter().any(|signer| signer.key == *key) || accounts::own_key(account) == *key;
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
