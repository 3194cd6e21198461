//! The effects of an operation, from the fields, the result and the changes of the ledger.

use super::{
    CONTRACT_CREDITED, CONTRACT_DEBITED, CREDITED, DEBITED, Effect, Kind, SIGNER_CREATED, asset_amount, entries, signer,
};
use crate::xlm::horizon::operations::{calls, claims};
use crate::xlm::horizon::view::{self, amount, put_account, put_asset};
use crate::xlm::ledger::Included;
use crate::xlm::ledger::participants::{self, EntryChange};
use crate::xlm::state::account::issuer;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stellar_xdr::{
    AccountEntry, AccountId, AccountMergeResult, Asset, ClaimOfferAtom, LedgerEntryData, MuxedAccount, Operation,
    OperationBody, OperationResultTr, PathPaymentStrictReceiveOp, PathPaymentStrictSendOp, ScAddress,
};

/// Returns the effects of an operation of a successful transaction in Horizon's order.
pub fn effects(included: &Included, index: usize, operation: &Operation) -> Vec<Effect> {
    let actor = included.transaction.actor(operation);
    let changes = participants::entry_changes(included, index);
    let mut effects = match &operation.body {
        OperationBody::CreateAccount(operation) => created(actor, &operation.destination, operation.starting_balance),
        OperationBody::Payment(operation) => moved(&operation.asset, operation.amount, &operation.destination, actor),
        OperationBody::PathPaymentStrictReceive(operation) => received(included, index, actor, operation),
        OperationBody::PathPaymentStrictSend(operation) => sent(included, index, actor, operation),
        OperationBody::ManageSellOffer(_)
        | OperationBody::ManageBuyOffer(_)
        | OperationBody::CreatePassiveSellOffer(_) => trades(included, index, actor),
        OperationBody::SetOptions(operation) => entries::options(actor, operation, &changes),
        OperationBody::ChangeTrust(operation) => entries::line(actor, operation, &changes),
        OperationBody::AllowTrust(operation) => entries::allowed(actor, operation),
        OperationBody::SetTrustLineFlags(operation) => vec![entries::flags_of_operation(actor, operation)],
        OperationBody::AccountMerge(destination) => merged(included, index, actor, destination),
        OperationBody::ManageData(operation) => entries::data(actor, operation, &changes),
        OperationBody::BumpSequence(_) => entries::bumped(actor, &changes),
        OperationBody::CreateClaimableBalance(operation) => entries::created(actor, operation, &changes),
        OperationBody::ClaimClaimableBalance(_) => entries::claimed(actor, &changes),
        OperationBody::Clawback(operation) => moved(&operation.asset, operation.amount, actor, &operation.from),
        OperationBody::ClawbackClaimableBalance(_) => entries::clawed_back(actor, &changes),
        OperationBody::InvokeHostFunction(_) => called(included, index, actor),
        _ => Vec::new(),
    };
    effects.extend(sponsorship_effects(actor, &changes));
    effects
}

/// Returns the effects of an amount on the recipient and on the payer.
fn moved(asset: &Asset, stroops: i64, to: &MuxedAccount, from: &MuxedAccount) -> Vec<Effect> {
    vec![
        Effect::new(to.clone(), CREDITED, asset_amount(asset, stroops)),
        Effect::new(from.clone(), DEBITED, asset_amount(asset, stroops)),
    ]
}

/// Returns the effects of a called contract of an asset on accounts and contracts; an issuer has none. The effects of
/// contracts are those of the caller.
fn called(included: &Included, index: usize, actor: &MuxedAccount) -> Vec<Effect> {
    let movements = calls::movements(included, index);
    let effects = movements.iter().flat_map(|moved| {
        let mut fields = view::asset(&moved.asset);
        fields["amount"] = view::sum(moved.amount).into();
        let effect = |side: &Option<ScAddress>, of_account: Kind, of_contract: Kind| match side.as_ref()? {
            ScAddress::Account(account) if issuer(&moved.asset) != Some(account) => {
                Some(Effect::new(account.clone(), of_account, fields.clone()))
            }
            contract @ ScAddress::Contract(_) => {
                let mut fields = fields.clone();
                fields["contract"] = contract.to_string().into();
                Some(Effect::new(actor.clone(), of_contract, fields))
            }
            _ => None,
        };
        let from = effect(&moved.from, DEBITED, CONTRACT_DEBITED);
        [from, effect(&moved.to, CREDITED, CONTRACT_CREDITED)]
    });
    effects.flatten().collect()
}

fn created(actor: &MuxedAccount, account: &AccountId, balance: i64) -> Vec<Effect> {
    let starting_balance = json!({ "starting_balance": amount(balance) });
    vec![
        Effect::new(account.clone(), ("account_created", 0), starting_balance),
        Effect::new(actor.clone(), DEBITED, asset_amount(&Asset::Native, balance)),
        Effect::new(account.clone(), SIGNER_CREATED, signer(&account.to_string(), 1)),
    ]
}

fn received(
    included: &Included,
    index: usize,
    actor: &MuxedAccount,
    operation: &PathPaymentStrictReceiveOp,
) -> Vec<Effect> {
    let paid = claims::paid(included, index).unwrap_or(operation.dest_amount);
    let delivered = asset_amount(&operation.dest_asset, operation.dest_amount);
    let mut effects = vec![
        Effect::new(operation.destination.clone(), CREDITED, delivered),
        Effect::new(actor.clone(), DEBITED, asset_amount(&operation.send_asset, paid)),
    ];
    effects.extend(trades(included, index, actor));
    effects
}

fn sent(included: &Included, index: usize, actor: &MuxedAccount, operation: &PathPaymentStrictSendOp) -> Vec<Effect> {
    let delivered = claims::delivered(included, index).unwrap_or(0);
    let spent = asset_amount(&operation.send_asset, operation.send_amount);
    let mut effects = vec![
        Effect::new(
            operation.destination.clone(),
            CREDITED,
            asset_amount(&operation.dest_asset, delivered),
        ),
        Effect::new(actor.clone(), DEBITED, spent),
    ];
    effects.extend(trades(included, index, actor));
    effects
}

/// Returns an effect on the taker and an effect on the maker of each crossed offer.
fn trades(included: &Included, index: usize, taker: &MuxedAccount) -> Vec<Effect> {
    let effects = |(_, claim): (usize, &ClaimOfferAtom)| {
        let (given, paid) = (
            (&claim.asset_sold, claim.amount_sold),
            (&claim.asset_bought, claim.amount_bought),
        );
        let maker = MuxedAccount::from(claim.seller_id.clone());
        [
            Effect::new(taker.clone(), ("trade", 33), trade(claim.offer_id, &maker, given, paid)),
            Effect::new(maker, ("trade", 33), trade(claim.offer_id, taker, paid, given)),
        ]
    };
    claims::crossed(included, index).into_iter().flat_map(effects).collect()
}

/// Returns the fields of a trade from a side; `seller` is the opposite side.
fn trade(offer: i64, seller: &MuxedAccount, bought: (&Asset, i64), sold: (&Asset, i64)) -> Value {
    let mut fields = json!({});
    fields["offer_id"] = offer.to_string().into();
    put_account(&mut fields, "seller", seller);
    for (prefix, (asset, stroops)) in [("bought_", bought), ("sold_", sold)] {
        put_asset(&mut fields, prefix, asset);
        fields[format!("{prefix}amount")] = amount(stroops).into();
    }
    fields
}

fn merged(included: &Included, index: usize, actor: &MuxedAccount, destination: &MuxedAccount) -> Vec<Effect> {
    let balance = match claims::result(included, index) {
        Some(OperationResultTr::AccountMerge(AccountMergeResult::Success(balance))) => *balance,
        _ => 0,
    };
    let lumens = || asset_amount(&Asset::Native, balance);
    vec![
        Effect::new(actor.clone(), DEBITED, lumens()),
        Effect::new(destination.clone(), CREDITED, lumens()),
        Effect::new(actor.clone(), ("account_removed", 1), json!({})),
    ]
}

/// The kinds of a created, an updated and a removed sponsorship.
type Kinds = [Kind; 3];

const OF_SIGNER: Kinds = [
    ("signer_sponsorship_created", 72),
    ("signer_sponsorship_updated", 73),
    ("signer_sponsorship_removed", 74),
];

/// Returns the effects on the owners of the entries with a changed sponsor. Offers have none.
pub fn sponsorship_effects(actor: &MuxedAccount, changes: &[EntryChange<'_>]) -> Vec<Effect> {
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
