//! GET `/assets`: the issued assets with their holders.

use crate::xlm::asset_contract::balance_of_contract;
use crate::xlm::events::contract_of;
use crate::xlm::horizon::request::ListRequest;
use crate::xlm::horizon::{Problem, view};
use crate::xlm::ledger::Ledger;
use crate::xlm::state::Body;
use crate::xlm::state::account::{Balance as _, TrustLine};
use axum::response::Response;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stellar_xdr::{AccountId, Asset, ContractId, TrustLineFlags};

/// Counts and sums of the holders with the same authorization.
#[derive(Clone, Copy, Debug, Default)]
struct Holders {
    count: u64,
    amount: i128,
}

/// The holders of an asset.
#[derive(Clone, Copy, Debug, Default)]
struct AssetStat {
    authorized: Holders,
    maintaining: Holders,
    unauthorized: Holders,
    claimable: Holders,
    contracts: Holders,
}

pub async fn list(request: ListRequest) -> Result<Response, Problem> {
    let page = request.query.page()?;
    let code = request.query.get("asset_code").map(ToOwned::to_owned);
    let issuer = request.query.get("asset_issuer").map(ToOwned::to_owned);
    let lookup = move |ledger: &Ledger, ListRequest { base, .. }: &ListRequest| {
        let found = stats(ledger).into_iter().filter_map(|(asset, stat)| {
            let key = Key::of(&asset)?;
            let is_selected = code.as_ref().is_none_or(|code| *code == key.code)
                && issuer.as_ref().is_none_or(|issuer| *issuer == key.issuer.to_string());
            is_selected.then_some((key, asset, stat))
        });
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|(key, ..)| key.token());
        let parts = |token: &str| (token.splitn(3, '_').count() == 3).then(|| token.to_owned());
        page.list_by(
            base,
            found.into_iter(),
            |(key, ..)| key.token(),
            parts,
            |(key, asset, stat)| show(ledger, key, asset, stat),
        )
    };
    request.respond(lookup).await
}

/// The parts of an asset by which the list is ordered.
struct Key {
    code: String,
    issuer: AccountId,
    kind: &'static str,
}

impl Key {
    /// Returns `None` for the lumen.
    fn of(asset: &Asset) -> Option<Self> {
        Some(match asset {
            Asset::Native => return None,
            Asset::CreditAlphanum4(credit) => Self {
                code: credit.asset_code.to_string(),
                issuer: credit.issuer.clone(),
                kind: "credit_alphanum4",
            },
            Asset::CreditAlphanum12(credit) => Self {
                code: credit.asset_code.to_string(),
                issuer: credit.issuer.clone(),
                kind: "credit_alphanum12",
            },
        })
    }

    fn token(&self) -> String {
        format!("{}_{}_{}", self.code, self.issuer, self.kind)
    }
}

fn stats(ledger: &Ledger) -> BTreeMap<Asset, AssetStat> {
    let mut stats: BTreeMap<Asset, AssetStat> = BTreeMap::new();
    for entry in ledger.state().entries() {
        match &entry.body {
            Body::TrustLine(line) => {
                if let Some(asset) = view::asset_of_line(&line.asset) {
                    stats
                        .entry(asset)
                        .or_default()
                        .holders_mut(line)
                        .add(line.balance.into());
                }
            }
            Body::Balance(balance) => {
                let stat = stats.entry(balance.asset.clone()).or_default();
                stat.claimable.add(balance.amount.into());
            }
            _ => {}
        }
    }
    let held = held_by_contracts(ledger);
    // The id of a contract costs a hash.
    for (asset, stat) in stats.iter_mut().filter(|_| !held.is_empty()) {
        let contract = contract_of(asset);
        stat.contracts = held.get(&contract).copied().unwrap_or_default();
    }
    stats
}

/// Returns the balances of contracts by the contract of the asset.
fn held_by_contracts(ledger: &Ledger) -> BTreeMap<ContractId, Holders> {
    let mut held: BTreeMap<_, Holders> = BTreeMap::new();
    for entry in ledger.state().entries() {
        if let Some((contract, amount)) = balance_of_contract(entry) {
            held.entry(contract.clone()).or_default().add(amount);
        }
    }
    held
}

impl AssetStat {
    fn holders_mut(&mut self, line: &TrustLine) -> &mut Holders {
        if line.is_authorized() {
            &mut self.authorized
        } else if line.has(TrustLineFlags::AuthorizedToMaintainLiabilitiesFlag) {
            &mut self.maintaining
        } else {
            &mut self.unauthorized
        }
    }
}

impl Holders {
    fn add(&mut self, amount: i128) {
        self.count += 1;
        self.amount = self.amount.saturating_add(amount);
    }
}

fn show(ledger: &Ledger, key: &Key, asset: &Asset, stat: &AssetStat) -> Value {
    let issuer = ledger.state().account(&key.issuer);
    let domain = issuer.map(|issuer| issuer.home_domain.0.to_utf8_string_lossy());
    let toml = domain.filter(|domain| !domain.trim().is_empty());
    let toml = toml.map(|domain| format!("https://{domain}/.well-known/stellar.toml"));
    let mut fields = json!({
        "_links": { "toml": { "href": toml.unwrap_or_default() } },
        "paging_token": key.token(),
        "num_claimable_balances": stat.claimable.count,
        "num_liquidity_pools": 0,
        "num_contracts": stat.contracts.count,
        "accounts": {
            "authorized": stat.authorized.count,
            "authorized_to_maintain_liabilities": stat.maintaining.count,
            "unauthorized": stat.unauthorized.count,
        },
        "claimable_balances_amount": view::sum(stat.claimable.amount),
        "liquidity_pools_amount": view::sum(0),
        "contracts_amount": view::sum(stat.contracts.amount),
        "balances": {
            "authorized": view::sum(stat.authorized.amount),
            "authorized_to_maintain_liabilities": view::sum(stat.maintaining.amount),
            "unauthorized": view::sum(stat.unauthorized.amount),
        },
        "flags": view::flags(issuer.map_or(0, |issuer| issuer.flags)),
    });
    view::put_asset(&mut fields, "", asset);
    fields
}
