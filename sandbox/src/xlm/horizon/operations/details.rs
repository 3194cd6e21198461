//! The type-specific fields of operation records.

use super::claims;
use crate::xlm::horizon::view::{self, Fields, amount, asset_text, put_account, put_asset};
use crate::xlm::ledger::{Included, participants};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use stellar_xdr::{
    AllowTrustOp, AlphaNum4, AlphaNum12, Asset, AssetCode, ChangeTrustAsset, ChangeTrustOp, Claimant,
    CreateClaimableBalanceOp, CreatePassiveSellOfferOp, LedgerKey, ManageBuyOfferOp, ManageSellOfferOp, MuxedAccount,
    Operation, OperationBody, PathPaymentStrictReceiveOp, PathPaymentStrictSendOp, Price, RevokeSponsorshipOp,
    SetOptionsOp, SetTrustLineFlagsOp, TrustLineFlags,
};

/// Inserts the fields of the operation type. Pool and contract operations never get into a sandbox ledger.
pub fn put(fields: &mut Fields, included: &Included, index: usize, operation: &Operation) {
    let actor = included.transaction.actor(operation);
    let mut text = |name: &str, value: String| fields.insert(name.to_owned(), value.into());
    match &operation.body {
        OperationBody::CreateAccount(operation) => {
            text("starting_balance", amount(operation.starting_balance));
            text("account", operation.destination.to_string());
            put_account(fields, "funder", actor);
        }
        OperationBody::Payment(operation) => {
            text("amount", amount(operation.amount));
            put_asset(fields, "", &operation.asset);
            put_account(fields, "from", actor);
            put_account(fields, "to", &operation.destination);
        }
        OperationBody::PathPaymentStrictReceive(operation) => {
            receive(fields, included, index, actor, operation);
        }
        OperationBody::PathPaymentStrictSend(operation) => send(fields, included, index, actor, operation),
        OperationBody::ManageSellOffer(operation) => sell(fields, operation),
        OperationBody::ManageBuyOffer(operation) => buy(fields, operation),
        OperationBody::CreatePassiveSellOffer(operation) => passive(fields, operation),
        OperationBody::SetOptions(operation) => options(fields, operation),
        OperationBody::ChangeTrust(operation) => change(fields, actor, operation),
        OperationBody::AllowTrust(operation) => allow(fields, actor, operation),
        OperationBody::SetTrustLineFlags(operation) => flags(fields, operation),
        OperationBody::AccountMerge(destination) => {
            put_account(fields, "account", actor);
            put_account(fields, "into", destination);
        }
        OperationBody::ManageData(operation) => {
            text("name", operation.data_name.0.to_utf8_string_lossy());
            let value = operation.data_value.as_ref();
            let value = value.map(|value| BASE64.encode(value.0.as_slice()));
            fields.insert("value".to_owned(), value.into());
        }
        OperationBody::BumpSequence(operation) => {
            text("bump_to", operation.bump_to.0.to_string());
        }
        OperationBody::CreateClaimableBalance(operation) => balance(fields, operation),
        OperationBody::ClaimClaimableBalance(operation) => {
            text("balance_id", view::balance_id(&operation.balance_id));
            put_account(fields, "claimant", actor);
        }
        OperationBody::BeginSponsoringFutureReserves(operation) => {
            text("sponsored_id", operation.sponsored_id.to_string());
        }
        OperationBody::EndSponsoringFutureReserves => ended(fields, included, index),
        OperationBody::RevokeSponsorship(operation) => revoke(fields, operation),
        OperationBody::Clawback(operation) => {
            text("amount", amount(operation.amount));
            put_asset(fields, "", &operation.asset);
            put_account(fields, "from", &operation.from);
        }
        OperationBody::ClawbackClaimableBalance(operation) => {
            text("balance_id", view::balance_id(&operation.balance_id));
        }
        _ => {}
    }
}

fn ended(fields: &mut Fields, included: &Included, index: usize) {
    if let Some(begin_sponsor) = participants::sponsorship_starter(&included.transaction, index) {
        put_account(fields, "begin_sponsor", begin_sponsor);
    }
}

fn options(fields: &mut Fields, operation: &SetOptionsOp) {
    let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    if let Some(domain) = &operation.home_domain {
        put("home_domain", domain.0.to_utf8_string_lossy().into());
    }
    if let Some(voted) = &operation.inflation_dest {
        put("inflation_dest", voted.to_string().into());
    }
    if let Some(signer) = &operation.signer {
        put("signer_key", signer.key.to_string().into());
        put("signer_weight", signer.weight.into());
    }
    let weights = [
        ("master_key_weight", operation.master_weight),
        ("low_threshold", operation.low_threshold),
        ("med_threshold", operation.med_threshold),
        ("high_threshold", operation.high_threshold),
    ];
    for (name, weight) in weights {
        if let Some(weight) = weight {
            put(name, weight.into());
        }
    }
    for (name, flags) in [
        ("set_flags", operation.set_flags),
        ("clear_flags", operation.clear_flags),
    ] {
        let flags = view::account_flags(flags.unwrap_or(0));
        if !flags.is_empty() {
            put(name, flags.iter().map(|(flag, _)| *flag).collect());
            put(&format!("{name}_s"), flags.iter().map(|(_, text)| *text).collect());
        }
    }
}

fn balance(fields: &mut Fields, operation: &CreateClaimableBalanceOp) {
    let claimants = operation.claimants.iter().map(|Claimant::ClaimantTypeV0(claimant)| {
        json!({
            "destination": claimant.destination.to_string(),
            "predicate": view::predicate(&claimant.predicate),
        })
    });
    fields.insert("asset".to_owned(), asset_text(&operation.asset).into());
    fields.insert("amount".to_owned(), amount(operation.amount).into());
    fields.insert("claimants".to_owned(), claimants.collect());
}

fn revoke(fields: &mut Fields, operation: &RevokeSponsorshipOp) {
    let mut text = |name: &str, value: String| fields.insert(name.to_owned(), value.into());
    match operation {
        RevokeSponsorshipOp::Signer(signer) => {
            text("signer_account_id", signer.account_id.to_string());
            text("signer_key", signer.signer_key.to_string());
        }
        RevokeSponsorshipOp::LedgerEntry(key) => match key {
            LedgerKey::Account(key) => {
                text("account_id", key.account_id.to_string());
            }
            LedgerKey::Trustline(key) => {
                text("trustline_account_id", key.account_id.to_string());
                if let Some(asset) = view::asset_of_line(&key.asset) {
                    text("trustline_asset", asset_text(&asset));
                }
            }
            LedgerKey::Data(key) => {
                text("data_account_id", key.account_id.to_string());
                text("data_name", key.data_name.0.to_utf8_string_lossy());
            }
            LedgerKey::ClaimableBalance(key) => {
                text("claimable_balance_id", view::balance_id(&key.balance_id));
            }
            LedgerKey::Offer(key) => {
                text("offer_id", key.offer_id.to_string());
            }
            _ => {}
        },
    }
}

pub fn sell(fields: &mut Fields, operation: &ManageSellOfferOp) {
    fields.insert("offer_id".to_owned(), operation.offer_id.to_string().into());
    let (selling, buying) = (&operation.selling, &operation.buying);
    offer(fields, operation.amount, &operation.price, selling, buying);
}

/// Inserts the fields of a buy offer: the amount is the bought amount, and the price is that of the operation.
pub fn buy(fields: &mut Fields, operation: &ManageBuyOfferOp) {
    fields.insert("offer_id".to_owned(), operation.offer_id.to_string().into());
    let (selling, buying) = (&operation.selling, &operation.buying);
    offer(fields, operation.buy_amount, &operation.price, selling, buying);
}

pub fn passive(fields: &mut Fields, operation: &CreatePassiveSellOfferOp) {
    let (selling, buying) = (&operation.selling, &operation.buying);
    offer(fields, operation.amount, &operation.price, selling, buying);
}

fn offer(fields: &mut Fields, size: i64, price: &Price, selling: &Asset, buying: &Asset) {
    fields.insert("amount".to_owned(), amount(size).into());
    view::put_price(fields, price);
    put_asset(fields, "buying_", buying);
    put_asset(fields, "selling_", selling);
}

pub fn receive(
    fields: &mut Fields,
    included: &Included,
    index: usize,
    actor: &MuxedAccount,
    operation: &PathPaymentStrictReceiveOp,
) {
    let sent = claims::paid(included, index).unwrap_or(0);
    let mut text = |name: &str, value: String| fields.insert(name.to_owned(), value.into());
    text("amount", amount(operation.dest_amount));
    text("source_amount", amount(sent));
    text("source_max", amount(operation.send_max));
    fields.insert("path".to_owned(), path(&operation.path));
    put_asset(fields, "", &operation.dest_asset);
    put_asset(fields, "source_", &operation.send_asset);
    put_account(fields, "from", actor);
    put_account(fields, "to", &operation.destination);
}

pub fn send(
    fields: &mut Fields,
    included: &Included,
    index: usize,
    actor: &MuxedAccount,
    operation: &PathPaymentStrictSendOp,
) {
    let arrived = claims::delivered(included, index).unwrap_or(0);
    let mut text = |name: &str, value: String| fields.insert(name.to_owned(), value.into());
    text("amount", amount(arrived));
    text("source_amount", amount(operation.send_amount));
    text("destination_min", amount(operation.dest_min));
    fields.insert("path".to_owned(), path(&operation.path));
    put_asset(fields, "", &operation.dest_asset);
    put_asset(fields, "source_", &operation.send_asset);
    put_account(fields, "from", actor);
    put_account(fields, "to", &operation.destination);
}

fn path(assets: &[Asset]) -> Value {
    assets.iter().map(view::asset).collect()
}

const AUTHORIZED: u32 = TrustLineFlags::AuthorizedFlag as u32;
const MAINTAIN: u32 = TrustLineFlags::AuthorizedToMaintainLiabilitiesFlag as u32;
const CLAWBACK: u32 = TrustLineFlags::TrustlineClawbackEnabledFlag as u32;

pub fn change(fields: &mut Fields, actor: &MuxedAccount, operation: &ChangeTrustOp) {
    fields.insert("limit".to_owned(), amount(operation.limit).into());
    put_account(fields, "trustor", actor);
    let (asset, issuer) = match &operation.line {
        ChangeTrustAsset::CreditAlphanum4(credit) => (Asset::CreditAlphanum4(credit.clone()), &credit.issuer),
        ChangeTrustAsset::CreditAlphanum12(credit) => (Asset::CreditAlphanum12(credit.clone()), &credit.issuer),
        ChangeTrustAsset::Native | ChangeTrustAsset::PoolShare(_) => return,
    };
    fields.insert("trustee".to_owned(), issuer.to_string().into());
    put_asset(fields, "", &asset);
}

pub fn allow(fields: &mut Fields, actor: &MuxedAccount, operation: &AllowTrustOp) {
    let issuer = actor.clone().account_id();
    let asset = match operation.asset.clone() {
        AssetCode::CreditAlphanum4(asset_code) => Asset::CreditAlphanum4(AlphaNum4 { asset_code, issuer }),
        AssetCode::CreditAlphanum12(asset_code) => Asset::CreditAlphanum12(AlphaNum12 { asset_code, issuer }),
    };
    put_asset(fields, "", &asset);
    put_account(fields, "trustee", actor);
    fields.insert("trustor".to_owned(), operation.trustor.to_string().into());
    let is_authorized = operation.authorize & AUTHORIZED != 0;
    fields.insert("authorize".to_owned(), is_authorized.into());
    if operation.authorize & MAINTAIN != 0 {
        fields.insert("authorize_to_maintain_liabilities".to_owned(), true.into());
    }
}

pub fn flags(fields: &mut Fields, operation: &SetTrustLineFlagsOp) {
    put_asset(fields, "", &operation.asset);
    fields.insert("trustor".to_owned(), operation.trustor.to_string().into());
    for (name, flags) in [
        ("set_flags", operation.set_flags),
        ("clear_flags", operation.clear_flags),
    ] {
        let set: Vec<_> = named().into_iter().filter(|(flag, _)| flags & flag != 0).collect();
        if !set.is_empty() {
            let numbers: Value = set.iter().map(|(flag, _)| *flag).collect();
            let texts: Value = set.iter().map(|(_, text)| *text).collect();
            fields.insert(name.to_owned(), numbers);
            fields.insert(format!("{name}_s"), texts);
        }
    }
}

/// Returns the flag names of Horizon, one of them with its original misspelling.
fn named() -> [(u32, &'static str); 3] {
    [
        (AUTHORIZED, "authorized"),
        (MAINTAIN, "authorized_to_maintain_liabilites"),
        (CLAWBACK, "clawback_enabled"),
    ]
}
