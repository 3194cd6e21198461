//! The effects of changed sponsors (CAP-33).

use super::{Effect, Kind};
use crate::xlm::horizon::view;
use crate::xlm::participants::{self, EntryChange};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stellar_xdr::{AccountEntry, AccountId, LedgerEntryData, MuxedAccount};

/// The kinds of a created, an updated and a removed sponsorship.
type Kinds = [Kind; 3];

const OF_SIGNER: Kinds = [
    ("signer_sponsorship_created", 72),
    ("signer_sponsorship_updated", 73),
    ("signer_sponsorship_removed", 74),
];

/// Returns the effects on the owners of the entries whose sponsor has changed. Offers have none.
pub fn effects(actor: &MuxedAccount, changes: &[EntryChange<'_>]) -> Vec<Effect> {
    let of_entries = changes.iter().filter_map(|change| of_entry(actor, change));
    of_entries.chain(changes.iter().flat_map(of_signers)).collect()
}

fn of_entry(actor: &MuxedAccount, change: &EntryChange<'_>) -> Option<Effect> {
    let sponsor = |entry| participants::sponsor_of(entry);
    let (kind, mut fields) = changed(
        change.before.and_then(sponsor).as_ref(),
        change.after.and_then(sponsor).as_ref(),
    )?;
    let (owner, kinds): (MuxedAccount, Kinds) = match change.data()? {
        LedgerEntryData::Account(account) => {
            let kinds = [
                ("account_sponsorship_created", 60),
                ("account_sponsorship_updated", 61),
                ("account_sponsorship_removed", 62),
            ];
            (account.account_id.clone().into(), kinds)
        }
        LedgerEntryData::Trustline(line) => {
            let asset = view::asset_of_line(&line.asset)?;
            fields["asset"] = view::asset_text(&asset).into();
            fields["asset_type"] = view::asset(&asset)["asset_type"].clone();
            let kinds = [
                ("trustline_sponsorship_created", 63),
                ("trustline_sponsorship_updated", 64),
                ("trustline_sponsorship_removed", 65),
            ];
            (line.account_id.clone().into(), kinds)
        }
        LedgerEntryData::Data(data) => {
            fields["data_name"] = data.data_name.0.to_utf8_string_lossy().into();
            let kinds = [
                ("data_sponsorship_created", 66),
                ("data_sponsorship_updated", 67),
                ("data_sponsorship_removed", 68),
            ];
            (actor.clone(), kinds)
        }
        LedgerEntryData::ClaimableBalance(balance) => {
            fields["balance_id"] = view::balance_id(&balance.balance_id).into();
            let kinds = [
                ("claimable_balance_sponsorship_created", 69),
                ("claimable_balance_sponsorship_updated", 70),
                ("claimable_balance_sponsorship_removed", 71),
            ];
            (actor.clone(), kinds)
        }
        _ => return None,
    };
    Some(Effect::new(owner, kinds[kind], fields))
}

fn of_signers(change: &EntryChange<'_>) -> Vec<Effect> {
    let Some(LedgerEntryData::Account(owner)) = change.data() else {
        return Vec::new();
    };
    let sponsors = |data: Option<&LedgerEntryData>| match data {
        Some(LedgerEntryData::Account(account)) => sponsors(account),
        _ => BTreeMap::new(),
    };
    let (before, after) = (sponsors(change.before_data()), sponsors(change.after_data()));
    let mut keys: Vec<_> = before.keys().chain(after.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    let effect = |key: &String| {
        let (kind, mut fields) = changed(before.get(key), after.get(key))?;
        fields["signer"] = key.clone().into();
        Some(Effect::new(owner.account_id.clone(), OF_SIGNER[kind], fields))
    };
    keys.into_iter().filter_map(effect).collect()
}

/// Returns the sponsors of the sponsored signers by their keys.
fn sponsors(account: &AccountEntry) -> BTreeMap<String, AccountId> {
    let signers = account.signers.iter().enumerate();
    let sponsored = signers.filter_map(|(index, signer)| {
        let sponsor = participants::signer_sponsor(account, index)?;
        Some((signer.key.to_string(), sponsor))
    });
    sponsored.collect()
}

/// Returns the index of the kind and the fields of a changed sponsor; `None` without a change.
fn changed(before: Option<&AccountId>, after: Option<&AccountId>) -> Option<(usize, Value)> {
    match (before, after) {
        (None, Some(sponsor)) => Some((0, json!({ "sponsor": sponsor.to_string() }))),
        (Some(former), Some(new)) if former != new => {
            let fields = json!({ "former_sponsor": former.to_string(), "new_sponsor": new.to_string() });
            Some((1, fields))
        }
        (Some(former), None) => Some((2, json!({ "former_sponsor": former.to_string() }))),
        (None, None) | (Some(_), Some(_)) => None,
    }
}
