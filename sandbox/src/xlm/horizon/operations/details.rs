//! The type-specific fields of operation records.

use super::{calls, claims};
use crate::xlm::horizon::view::{self, amount, asset_text, put_account, put_asset};
use crate::xlm::ledger::{Included, participants};
use crate::xlm::state::account::{AUTHORIZED, CLAWBACK, MAINTAIN, issued, issuer, trusted};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use stellar_xdr::{
    AllowTrustOp, Asset, ChangeTrustOp, Claimant, CreateClaimableBalanceOp, CreatePassiveSellOfferOp, LedgerKey,
    ManageBuyOfferOp, ManageSellOfferOp, MuxedAccount, Operation, OperationBody, PathPaymentStrictReceiveOp,
    PathPaymentStrictSendOp, Price, RevokeSponsorshipOp, SetOptionsOp, SetTrustLineFlagsOp,
};

/// Inserts the fields of the operation type. Pool operations never get into a sandbox ledger.
pub fn put(fields: &mut Value, included: &Included, index: usize, operation: &Operation) {
    let actor = included.transaction.actor(operation);
    match &operation.body {
        OperationBody::CreateAccount(operation) => {
            fields["starting_balance"] = amount(operation.starting_balance).into();
            fields["account"] = operation.destination.to_string().into();
            put_account(fields, "funder", actor);
        }
        OperationBody::Payment(operation) => {
            fields["amount"] = amount(operation.amount).into();
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
            fields["name"] = operation.data_name.0.to_utf8_string_lossy().into();
            let value = operation.data_value.as_ref();
            let value = value.map(|value| BASE64.encode(value.0.as_slice()));
            fields["value"] = value.into();
        }
        OperationBody::BumpSequence(operation) => {
            fields["bump_to"] = operation.bump_to.0.to_string().into();
        }
        OperationBody::CreateClaimableBalance(operation) => balance(fields, operation),
        OperationBody::ClaimClaimableBalance(operation) => {
            fields["balance_id"] = view::balance_id(&operation.balance_id).into();
            put_account(fields, "claimant", actor);
        }
        OperationBody::BeginSponsoringFutureReserves(operation) => {
            fields["sponsored_id"] = operation.sponsored_id.to_string().into();
        }
        OperationBody::EndSponsoringFutureReserves => ended(fields, included, index),
        OperationBody::RevokeSponsorship(operation) => revoke(fields, operation),
        OperationBody::Clawback(operation) => {
            fields["amount"] = amount(operation.amount).into();
            put_asset(fields, "", &operation.asset);
            put_account(fields, "from", &operation.from);
        }
        OperationBody::ClawbackClaimableBalance(operation) => {
            fields["balance_id"] = view::balance_id(&operation.balance_id).into();
        }
        OperationBody::InvokeHostFunction(operation) => calls::put(fields, included, index, operation),
        _ => {}
    }
}

fn ended(fields: &mut Value, included: &Included, index: usize) {
    if let Some(begin_sponsor) = participants::sponsorship_starter(&included.transaction, index) {
        put_account(fields, "begin_sponsor", begin_sponsor);
    }
}

fn options(fields: &mut Value, operation: &SetOptionsOp) {
    if let Some(domain) = &operation.home_domain {
        fields["home_domain"] = domain.0.to_utf8_string_lossy().into();
    }
    if let Some(voted) = &operation.inflation_dest {
        fields["inflation_dest"] = voted.to_string().into();
    }
    if let Some(signer) = &operation.signer {
        fields["signer_key"] = signer.key.to_string().into();
        fields["signer_weight"] = signer.weight.into();
    }
    let weights = [
        ("master_key_weight", operation.master_weight),
        ("low_threshold", operation.low_threshold),
        ("med_threshold", operation.med_threshold),
        ("high_threshold", operation.high_threshold),
    ];
    for (name, weight) in weights {
        if let Some(weight) = weight {
            fields[name] = weight.into();
        }
    }
    for (name, flags) in [
        ("set_flags", operation.set_flags),
        ("clear_flags", operation.clear_flags),
    ] {
        let flags = view::account_flags(flags.unwrap_or(0));
        if !flags.is_empty() {
            fields[name] = flags.iter().map(|(flag, _)| *flag).collect();
            fields[format!("{name}_s")] = flags.iter().map(|(_, text)| *text).collect();
        }
    }
}

fn balance(fields: &mut Value, operation: &CreateClaimableBalanceOp) {
    let claimants = operation.claimants.iter().map(|Claimant::ClaimantTypeV0(claimant)| {
        json!({
            "destination": claimant.destination.to_string(),
            "predicate": view::predicate(&claimant.predicate),
        })
    });
    fields["asset"] = asset_text(&operation.asset).into();
    fields["amount"] = amount(operation.amount).into();
    fields["claimants"] = claimants.collect();
}

fn revoke(fields: &mut Value, operation: &RevokeSponsorshipOp) {
    match operation {
        RevokeSponsorshipOp::Signer(signer) => {
            fields["signer_account_id"] = signer.account_id.to_string().into();
            fields["signer_key"] = signer.signer_key.to_string().into();
        }
        RevokeSponsorshipOp::LedgerEntry(key) => match key {
            LedgerKey::Account(key) => {
                fields["account_id"] = key.account_id.to_string().into();
            }
            LedgerKey::Trustline(key) => {
                fields["trustline_account_id"] = key.account_id.to_string().into();
                if let Some(asset) = view::asset_of_line(&key.asset) {
                    fields["trustline_asset"] = asset_text(&asset).into();
                }
            }
            LedgerKey::Data(key) => {
                fields["data_account_id"] = key.account_id.to_string().into();
                fields["data_name"] = key.data_name.0.to_utf8_string_lossy().into();
            }
            LedgerKey::ClaimableBalance(key) => {
                fields["claimable_balance_id"] = view::balance_id(&key.balance_id).into();
            }
            LedgerKey::Offer(key) => {
                fields["offer_id"] = key.offer_id.to_string().into();
            }
            _ => {}
        },
    }
}

pub fn sell(fields: &mut Value, operation: &ManageSellOfferOp) {
    fields["offer_id"] = operation.offer_id.to_string().into();
    let (selling, buying) = (&operation.selling, &operation.buying);
    offer(fields, operation.amount, &operation.price, selling, buying);
}

/// Inserts the fields of a buy offer: the amount is the bought amount, and the price is that of the operation.
pub fn buy(fields: &mut Value, operation: &ManageBuyOfferOp) {
    fields["offer_id"] = operation.offer_id.to_string().into();
    let (selling, buying) = (&operation.selling, &operation.buying);
    offer(fields, operation.buy_amount, &operation.price, selling, buying);
}

pub fn passive(fields: &mut Value, operation: &CreatePassiveSellOfferOp) {
    let (selling, buying) = (&operation.selling, &operation.buying);
    offer(fields, operation.amount, &operation.price, selling, buying);
}

fn offer(fields: &mut Value, size: i64, price: &Price, selling: &Asset, buying: &Asset) {
    fields["amount"] = amount(size).into();
    view::put_price(fields, price);
    put_asset(fields, "buying_", buying);
    put_asset(fields, "selling_", selling);
}

pub fn receive(
    fields: &mut Value,
    included: &Included,
    index: usize,
    actor: &MuxedAccount,
    operation: &PathPaymentStrictReceiveOp,
) {
    let sent = claims::paid(included, index).unwrap_or(0);
    fields["amount"] = amount(operation.dest_amount).into();
    fields["source_amount"] = amount(sent).into();
    fields["source_max"] = amount(operation.send_max).into();
    fields["path"] = path(&operation.path);
    put_asset(fields, "", &operation.dest_asset);
    put_asset(fields, "source_", &operation.send_asset);
    put_account(fields, "from", actor);
    put_account(fields, "to", &operation.destination);
}

pub fn send(
    fields: &mut Value,
    included: &Included,
    index: usize,
    actor: &MuxedAccount,
    operation: &PathPaymentStrictSendOp,
) {
    let arrived = claims::delivered(included, index).unwrap_or(0);
    fields["amount"] = amount(arrived).into();
    fields["source_amount"] = amount(operation.send_amount).into();
    fields["destination_min"] = amount(operation.dest_min).into();
    fields["path"] = path(&operation.path);
    put_asset(fields, "", &operation.dest_asset);
    put_asset(fields, "source_", &operation.send_asset);
    put_account(fields, "from", actor);
    put_account(fields, "to", &operation.destination);
}

fn path(assets: &[Asset]) -> Value {
    assets.iter().map(view::asset).collect()
}

pub fn change(fields: &mut Value, actor: &MuxedAccount, operation: &ChangeTrustOp) {
    fields["limit"] = amount(operation.limit).into();
    put_account(fields, "trustor", actor);
    if let Some(asset) = trusted(&operation.line) {
        fields["trustee"] = issuer(&asset).map(ToString::to_string).into();
        put_asset(fields, "", &asset);
    }
}

pub fn allow(fields: &mut Value, actor: &MuxedAccount, operation: &AllowTrustOp) {
    put_asset(fields, "", &issued(&actor.clone().account_id(), &operation.asset));
    put_account(fields, "trustee", actor);
    fields["trustor"] = operation.trustor.to_string().into();
    let is_authorized = operation.authorize & AUTHORIZED != 0;
    fields["authorize"] = is_authorized.into();
    if operation.authorize & MAINTAIN != 0 {
        fields["authorize_to_maintain_liabilities"] = true.into();
    }
}

pub fn flags(fields: &mut Value, operation: &SetTrustLineFlagsOp) {
    put_asset(fields, "", &operation.asset);
    fields["trustor"] = operation.trustor.to_string().into();
    for (name, flags) in [
        ("set_flags", operation.set_flags),
        ("clear_flags", operation.clear_flags),
    ] {
        let set: Vec<_> = named().into_iter().filter(|(flag, _)| flags & flag != 0).collect();
        if !set.is_empty() {
            let numbers: Value = set.iter().map(|(flag, _)| *flag).collect();
            let texts: Value = set.iter().map(|(_, text)| *text).collect();
            fields[name] = numbers;
            fields[format!("{name}_s")] = texts;
        }
    }
}

/// Returns the flag names of Horizon, including the original misspelling.
fn named() -> [(u32, &'static str); 3] {
    [
        (AUTHORIZED, "authorized"),
        (MAINTAIN, "authorized_to_maintain_liabilites"),
        (CLAWBACK, "clawback_enabled"),
    ]
}
