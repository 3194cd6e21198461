//! The effects of claimable balances.

use super::{CREDITED, DEBITED, Effect, asset_amount};
use crate::xlm::horizon::view::{self, amount, asset_text};
use crate::xlm::operations::has_clawback;
use crate::xlm::participants::EntryChange;
use serde_json::{Value, json};
use stellar_xdr::{ClaimableBalanceEntry, Claimant, CreateClaimableBalanceOp, LedgerEntryData, MuxedAccount};

fn balance_of<'a>(changes: &[EntryChange<'a>]) -> Option<&'a ClaimableBalanceEntry> {
    changes.iter().find_map(|change| match change.data() {
        Some(LedgerEntryData::ClaimableBalance(balance)) => Some(balance),
        _ => None,
    })
}

fn fields_of(balance: &ClaimableBalanceEntry) -> Value {
    let mut fields = json!({
        "asset": asset_text(&balance.asset),
        "balance_id": view::balance_id(&balance.balance_id),
        "amount": amount(balance.amount),
    });
    if has_clawback(balance) {
        fields["claimable_balance_clawback_enabled_flag"] = true.into();
    }
    fields
}

pub fn created(actor: &MuxedAccount, operation: &CreateClaimableBalanceOp, changes: &[EntryChange<'_>]) -> Vec<Effect> {
    let Some(balance) = balance_of(changes) else {
        return Vec::new();
    };
    let mut effects = vec![Effect::new(
        actor.clone(),
        ("claimable_balance_created", 50),
        fields_of(balance),
    )];
    for Claimant::ClaimantTypeV0(claimant) in &*operation.claimants {
        let fields = json!({
            "asset": asset_text(&balance.asset),
            "balance_id": view::balance_id(&balance.balance_id),
            "amount": amount(balance.amount),
            "predicate": view::predicate(&claimant.predicate),
        });
        let kind = ("claimable_balance_claimant_created", 51);
        effects.push(Effect::new(claimant.destination.clone(), kind, fields));
    }
    let debited = asset_amount(&balance.asset, balance.amount);
    effects.push(Effect::new(actor.clone(), DEBITED, debited));
    effects
}

pub fn claimed(actor: &MuxedAccount, changes: &[EntryChange<'_>]) -> Vec<Effect> {
    let Some(balance) = balance_of(changes) else {
        return Vec::new();
    };
    let credited = asset_amount(&balance.asset, balance.amount);
    vec![
        Effect::new(actor.clone(), ("claimable_balance_claimed", 52), fields_of(balance)),
        Effect::new(actor.clone(), CREDITED, credited),
    ]
}

pub fn clawed_back(actor: &MuxedAccount, changes: &[EntryChange<'_>]) -> Vec<Effect> {
    let Some(balance) = balance_of(changes) else {
        return Vec::new();
    };
    let id = json!({ "balance_id": view::balance_id(&balance.balance_id) });
    let credited = asset_amount(&balance.asset, balance.amount);
    vec![
        Effect::new(actor.clone(), ("claimable_balance_clawed_back", 80), id),
        Effect::new(actor.clone(), CREDITED, credited),
    ]
}
