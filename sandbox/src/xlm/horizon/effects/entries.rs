//! The effects of changed options, signers, data entries and sequence numbers, of trustlines, and of claimable
//! balances.

use super::{CREDITED, DEBITED, Effect, SIGNER_CREATED, asset_amount, signer};
use crate::xlm::horizon::view::{self, amount, asset_text};
use crate::xlm::ledger::participants::EntryChange;
use crate::xlm::operations::has_clawback;
use crate::xlm::state::account::{AUTHORIZED, CLAWBACK, MAINTAIN, issued};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stellar_xdr::{
    AccountEntry, AccountFlags, AccountId, AllowTrustOp, Asset, ChangeTrustOp, ClaimableBalanceEntry, Claimant,
    CreateClaimableBalanceOp, LedgerEntryData, ManageDataOp, MuxedAccount, SetOptionsOp, SetTrustLineFlagsOp,
};

pub fn options(actor: &MuxedAccount, operation: &SetOptionsOp, changes: &[EntryChange<'_>]) -> Vec<Effect> {
    let mut effects = Vec::new();
    let mut add = |kind, fields| effects.push(Effect::new(actor.clone(), kind, fields));
    if let Some(domain) = &operation.home_domain {
        let domain = json!({ "home_domain": domain.0.to_utf8_string_lossy() });
        add(("account_home_domain_updated", 5), domain);
    }
    let thresholds = [
        operation.low_threshold,
        operation.med_threshold,
        operation.high_threshold,
    ];
    if thresholds.iter().any(Option::is_some) {
        let [low, medium, high] = thresholds.map(Option::unwrap_or_default);
        let fields = json!({ "low_threshold": low, "med_threshold": medium, "high_threshold": high });
        add(("account_thresholds_updated", 4), fields);
    }
    let (set, cleared) = (operation.set_flags.unwrap_or(0), operation.clear_flags.unwrap_or(0));
    if operation.set_flags.is_some() || operation.clear_flags.is_some() {
        let mut fields = json!({});
        for (flag, name) in [
            (AccountFlags::RequiredFlag as u32, "auth_required_flag"),
            // Horizon's records have this spelling, and no further flags.
            (AccountFlags::RevocableFlag as u32, "auth_revokable_flag"),
        ] {
            if (set | cleared) & flag != 0 {
                fields[name] = (cleared & flag == 0).into();
            }
        }
        add(("account_flags_updated", 6), fields);
    }
    if operation.inflation_dest.is_some() {
        add(("account_inflation_destination_updated", 7), json!({}));
    }
    effects.extend(signers(actor, changes));
    effects
}

fn signers(actor: &MuxedAccount, changes: &[EntryChange<'_>]) -> Vec<Effect> {
    let accounts = changes
        .iter()
        .find_map(|change| match (change.before_data()?, change.after_data()?) {
            (LedgerEntryData::Account(before), LedgerEntryData::Account(after)) => Some((before, after)),
            _ => None,
        });
    let Some((before, after)) = accounts else {
        return Vec::new();
    };
    let (before, after) = (weights(before), weights(after));
    let effect = |kind, key: &str, weight| Effect::new(actor.clone(), kind, signer(key, weight));
    let old = before.iter().filter_map(|(key, weight)| match after.get(key) {
        None => Some(effect(("signer_removed", 11), key, 0)),
        Some(new) if new != weight => Some(effect(("signer_updated", 12), key, *new)),
        Some(_) => None,
    });
    let new = after.iter().filter(|(key, _)| !before.contains_key(*key));
    let new = new.map(|(key, weight)| effect(SIGNER_CREATED, key, *weight));
    old.chain(new).collect()
}

/// Returns the weights of all signers, including the master key unless the weight is 0.
fn weights(account: &AccountEntry) -> BTreeMap<String, u32> {
    let own = u32::from(account.thresholds.0[0]);
    let own = (own > 0).then(|| (account.account_id.to_string(), own));
    let others = account
        .signers
        .iter()
        .map(|signer| (signer.key.to_string(), signer.weight));
    others.chain(own).collect()
}

pub fn data(actor: &MuxedAccount, operation: &ManageDataOp, changes: &[EntryChange<'_>]) -> Vec<Effect> {
    let is_data = |change: &&EntryChange<'_>| matches!(change.data(), Some(LedgerEntryData::Data(_)));
    let Some(change) = changes.iter().find(is_data) else {
        return Vec::new();
    };
    let kind = match (change.before, change.after) {
        (None, _) => ("data_created", 40),
        (Some(_), None) => ("data_removed", 41),
        (Some(_), Some(_)) => ("data_updated", 42),
    };
    let mut fields = json!({ "name": operation.data_name.0.to_utf8_string_lossy() });
    if let Some(LedgerEntryData::Data(entry)) = change.after_data() {
        fields["value"] = BASE64.encode(entry.data_value.0.as_slice()).into();
    }
    vec![Effect::new(actor.clone(), kind, fields)]
}

pub fn bumped(actor: &MuxedAccount, changes: &[EntryChange<'_>]) -> Vec<Effect> {
    let sequences = changes
        .iter()
        .find_map(|change| match (change.before_data()?, change.after_data()?) {
            (LedgerEntryData::Account(before), LedgerEntryData::Account(after)) => {
                Some((before.seq_num.0, after.seq_num.0))
            }
            _ => None,
        });
    match sequences {
        Some((before, after)) if before != after => {
            let fields = json!({ "new_seq": after.to_string() });
            vec![Effect::new(actor.clone(), ("sequence_bumped", 43), fields)]
        }
        _ => Vec::new(),
    }
}

pub fn line(actor: &MuxedAccount, operation: &ChangeTrustOp, changes: &[EntryChange<'_>]) -> Vec<Effect> {
    let lines = changes.iter().find_map(|change| match change.data() {
        Some(LedgerEntryData::Trustline(line)) => Some((change, line)),
        _ => None,
    });
    let Some((change, line)) = lines else {
        return Vec::new();
    };
    let kind = match (change.before, change.after) {
        (None, _) => ("trustline_created", 20),
        (Some(_), None) => ("trustline_removed", 21),
        (Some(_), Some(_)) => ("trustline_updated", 22),
    };
    let mut fields = view::asset(&view::asset_of_line(&line.asset).unwrap_or(Asset::Native));
    fields["limit"] = amount(operation.limit).into();
    vec![Effect::new(actor.clone(), kind, fields)]
}

pub fn allowed(actor: &MuxedAccount, operation: &AllowTrustOp) -> Vec<Effect> {
    let asset = issued(&actor.clone().account_id(), &operation.asset);
    let (effect, set, cleared) = match operation.authorize {
        authorize if authorize & AUTHORIZED != 0 => (("trustline_authorized", 23), AUTHORIZED, 0),
        authorize if authorize & MAINTAIN != 0 => (("trustline_authorized_to_maintain_liabilities", 25), MAINTAIN, 0),
        _ => (("trustline_deauthorized", 24), 0, AUTHORIZED | MAINTAIN),
    };
    // The issuer is the account of the effect.
    let shown = view::asset(&asset);
    let fields = json!({
        "trustor": operation.trustor.to_string(),
        "asset_type": shown["asset_type"],
        "asset_code": shown["asset_code"],
    });
    vec![
        Effect::new(actor.clone(), effect, fields),
        flags(actor, &operation.trustor, &asset, set, cleared),
    ]
}

pub fn flags_of_operation(actor: &MuxedAccount, operation: &SetTrustLineFlagsOp) -> Effect {
    let (set, cleared) = (operation.set_flags, operation.clear_flags);
    flags(actor, &operation.trustor, &operation.asset, set, cleared)
}

fn flags(actor: &MuxedAccount, trustor: &AccountId, asset: &Asset, set: u32, cleared: u32) -> Effect {
    let mut fields = view::asset(asset);
    fields["trustor"] = trustor.to_string().into();
    for (flag, name) in [
        (AUTHORIZED, "authorized_flag"),
        // The misspelling is Horizon's.
        (MAINTAIN, "authorized_to_maintain_liabilites_flag"),
        (CLAWBACK, "clawback_enabled_flag"),
    ] {
        if (set | cleared) & flag != 0 {
            fields[name] = (cleared & flag == 0).into();
        }
    }
    Effect::new(actor.clone(), ("trustline_flags_updated", 26), fields)
}

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
