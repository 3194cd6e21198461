//! Changes of balances by the operations of a transaction, from the meta.

use crate::{AccountId, Asset, Credit};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use stellar_xdr as xdr;
use xdr::{LedgerEntryChange, LedgerEntryData, LedgerKey};

/// The accounts with balances that the operations of a transaction changed. Fees are not included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BalanceChanges {
    /// The net change of the lumens in stroops by account; absent for an account with unchanged lumens. `None` if the
    /// meta lacks the previous balance, as in the first protocol versions.
    pub lumens: BTreeMap<AccountId, Option<i64>>,
    /// The accounts with a changed balance of an issued asset or of pool shares.
    pub assets: BTreeSet<AccountId>,
    /// The net change of an issued asset in base units by account, like that of the lumens.
    pub credits: HashMap<(AccountId, Credit), Option<i64>>,
}

/// An account, and the asset of a trustline; no asset for the lumens.
type Holding<'a> = (AccountId, Option<&'a xdr::TrustLineAsset>);

/// The balance of a holding while the changes are read.
#[derive(Default)]
struct Track {
    held: Option<i64>,
    sum: i64,
    has_changed: bool,
    /// True if a previous balance is missing.
    is_unknown: bool,
}

impl BalanceChanges {
    /// Returns the changes, or `None` if the meta contains no changes at all: some Horizon servers return such a meta
    /// in place of an omitted meta.
    pub(super) fn of(meta: &xdr::TransactionMeta) -> Option<Self> {
        let changes = changes(meta).into_iter().flat_map(|changes| changes.0.iter());
        let mut changes = changes.peekable();
        changes.peek()?;
        let mut tracks: BTreeMap<Holding<'_>, Track> = BTreeMap::new();
        for change in changes {
            let Some((holding, balance)) = balance(change) else {
                continue;
            };
            let track = tracks.entry(holding).or_default();
            match change {
                LedgerEntryChange::State(_) => track.held = balance,
                LedgerEntryChange::Created(_) | LedgerEntryChange::Restored(_) => track.moves(Some(0), balance),
                LedgerEntryChange::Updated(_) | LedgerEntryChange::Removed(_) => track.moves(track.held, balance),
            }
        }
        let mut read = Self::default();
        for ((account, asset), track) in tracks.into_iter().filter(|(_, track)| track.has_changed) {
            match asset {
                None => drop(read.lumens.insert(account, track.change())),
                Some(asset) => {
                    read.assets.insert(account);
                    if let Some(credit) = credit(asset) {
                        read.credits.insert((account, credit), track.change());
                    }
                }
            }
        }
        Some(read)
    }

    /// Returns the net change of the lumens of an account in stroops, if known.
    pub(super) fn of_lumens(&self, account: AccountId) -> Option<i64> {
        self.lumens.get(&account).copied().unwrap_or(Some(0))
    }

    /// Returns the accounts with a changed balance, with repetitions.
    pub(super) fn accounts(&self) -> impl Iterator<Item = AccountId> {
        self.lumens.keys().chain(&self.assets).copied()
    }
}

impl Track {
    /// Adds a change from a balance, `None` if unknown, to a balance, `None` if the entry was removed.
    fn moves(&mut self, from: Option<i64>, to: Option<i64>) {
        let (held, now) = (from.unwrap_or_default(), to.unwrap_or_default());
        self.is_unknown |= from.is_none();
        self.has_changed |= from.is_none() || now != held;
        self.sum = self.sum.saturating_add(now.saturating_sub(held));
        self.held = to;
    }

    fn change(&self) -> Option<i64> {
        (!self.is_unknown).then_some(self.sum)
    }
}

/// Returns the issued asset of a trustline; `None` for pool shares.
fn credit(asset: &xdr::TrustLineAsset) -> Option<Credit> {
    let asset = match asset {
        xdr::TrustLineAsset::CreditAlphanum4(credit) => xdr::Asset::CreditAlphanum4(credit.clone()),
        xdr::TrustLineAsset::CreditAlphanum12(credit) => xdr::Asset::CreditAlphanum12(credit.clone()),
        xdr::TrustLineAsset::Native | xdr::TrustLineAsset::PoolShare(_) => return None,
    };
    match Asset::from_xdr(&asset)? {
        Asset::Credit(credit) => Some(credit),
        Asset::Native => None,
    }
}

/// Returns the ledger changes of all operations in order.
pub(super) fn changes(meta: &xdr::TransactionMeta) -> Vec<&xdr::LedgerEntryChanges> {
    match meta {
        xdr::TransactionMeta::V0(operations) => operations.iter().map(|done| &done.changes).collect(),
        xdr::TransactionMeta::V1(meta) => meta.operations.iter().map(|done| &done.changes).collect(),
        xdr::TransactionMeta::V2(meta) => meta.operations.iter().map(|done| &done.changes).collect(),
        xdr::TransactionMeta::V3(meta) => meta.operations.iter().map(|done| &done.changes).collect(),
        xdr::TransactionMeta::V4(meta) => meta.operations.iter().map(|done| &done.changes).collect(),
    }
}

/// Returns the holding that a change concerns, with the balance; `None` for the balance of a removed entry, and for an
/// entry of a different type.
fn balance(change: &LedgerEntryChange) -> Option<(Holding<'_>, Option<i64>)> {
    match change {
        LedgerEntryChange::State(entry)
        | LedgerEntryChange::Created(entry)
        | LedgerEntryChange::Restored(entry)
        | LedgerEntryChange::Updated(entry) => match &entry.data {
            LedgerEntryData::Account(entry) => {
                Some(((AccountId::from_xdr(&entry.account_id), None), Some(entry.balance)))
            }
            LedgerEntryData::Trustline(entry) => {
                let holding = (AccountId::from_xdr(&entry.account_id), Some(&entry.asset));
                Some((holding, Some(entry.balance)))
            }
            _ => None,
        },
        LedgerEntryChange::Removed(LedgerKey::Account(key)) => {
            Some(((AccountId::from_xdr(&key.account_id), None), None))
        }
        LedgerEntryChange::Removed(LedgerKey::Trustline(key)) => {
            Some(((AccountId::from_xdr(&key.account_id), Some(&key.asset)), None))
        }
        LedgerEntryChange::Removed(_) => None,
    }
}
