//! The type-specific fields of operation records.

use super::{trade, trust};
use crate::xlm::horizon::view::{self, Fields, amount, asset_text, put_account, put_asset};
use crate::xlm::ledger::Included;
use crate::xlm::participants;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use stellar_xdr::{
    Claimant, CreateClaimableBalanceOp, LedgerKey, Operation, OperationBody, RevokeSponsorshipOp, SetOptionsOp,
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
            trade::receive(fields, included, index, actor, operation);
        }
        OperationBody::PathPaymentStrictSend(operation) => trade::send(fields, included, index, actor, operation),
        OperationBody::ManageSellOffer(operation) => trade::sell(fields, operation),
        OperationBody::ManageBuyOffer(operation) => trade::buy(fields, operation),
        OperationBody::CreatePassiveSellOffer(operation) => trade::passive(fields, operation),
        OperationBody::SetOptions(operation) => options(fields, operation),
        OperationBody::ChangeTrust(operation) => trust::change(fields, actor, operation),
        OperationBody::AllowTrust(operation) => trust::allow(fields, actor, operation),
        OperationBody::SetTrustLineFlags(operation) => trust::flags(fields, operation),
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
