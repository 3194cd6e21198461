//! The effects of changed options, signers, data entries and sequence numbers.

use super::{Effect, SIGNER_CREATED, signer};
use crate::xlm::horizon::view::Fields;
use crate::xlm::participants::EntryChange;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stellar_xdr::{AccountEntry, AccountFlags, LedgerEntryData, ManageDataOp, MuxedAccount, SetOptionsOp};

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
        let mut fields = Fields::new();
        for (flag, name) in [
            (AccountFlags::RequiredFlag as u32, "auth_required_flag"),
            // Horizon's records have this spelling, and no other flags.
            (AccountFlags::RevocableFlag as u32, "auth_revokable_flag"),
        ] {
            if (set | cleared) & flag != 0 {
                fields.insert(name.to_owned(), (cleared & flag == 0).into());
            }
        }
        add(("account_flags_updated", 6), Value::Object(fields));
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

/// Returns the weights of all signers, including the master key unless its weight is 0.
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
