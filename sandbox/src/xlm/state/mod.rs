//! The state of the ledger: entries and their sponsors. The state records the previous value of every change, so that
//! changes can be rolled back and reported.

pub mod account;
mod contract_data;
pub mod stage;

use super::codec;
use account::{Account, TrustLine};
use std::collections::{BTreeMap, BTreeSet};
use stellar_xdr::{
    AccountId, ClaimableBalanceEntry, ClaimableBalanceId, ContractDataEntry, DataEntry, LedgerEntry, LedgerEntryChange,
    LedgerEntryChanges, LedgerEntryData, LedgerEntryExt, LedgerEntryExtensionV1, LedgerEntryExtensionV1Ext, LedgerKey,
    LedgerKeyAccount, LedgerKeyClaimableBalance, LedgerKeyData, LedgerKeyOffer, LedgerKeyTrustLine, OfferEntry,
    PublicKey, SponsorshipDescriptor, String64, TrustLineAsset, TtlEntry, Uint256,
};

/// The number and close time of the ledger under construction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LedgerContext {
    pub ledger: u32,
    /// The close time in seconds since the Unix epoch.
    pub close_time: u64,
}

/// A savepoint in the record of changes.
#[derive(Clone, Copy, Debug)]
pub struct Savepoint {
    changes: usize,
    last_offer: i64,
}

/// All ledger entries.
#[derive(Clone, Debug, Default)]
pub struct LedgerState {
    entries: BTreeMap<LedgerKey, Entry>,
    replaced: Vec<(LedgerKey, Option<Entry>)>,
    context: LedgerContext,
    last_offer: i64,
}

impl LedgerState {
    /// Starts the next ledger. Earlier changes can no longer be rolled back.
    pub fn begin(&mut self, context: LedgerContext) {
        self.replaced.clear();
        self.context = context;
    }

    /// Returns the context of the ledger under construction.
    pub fn context(&self) -> LedgerContext {
        self.context
    }

    /// Iterates over all entries, ordered by key.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// Returns an entry.
    pub fn entry(&self, key: &LedgerKey) -> Option<&Entry> {
        self.entries.get(key)
    }

    /// Returns an entry for a change, and records the previous value.
    pub fn entry_mut(&mut self, key: &LedgerKey) -> Option<&mut Entry> {
        let entry = self.entries.get_mut(key)?;
        self.replaced.push((key.clone(), Some(entry.clone())));
        entry.modified = self.context.ledger;
        Some(entry)
    }

    /// Inserts or replaces an entry.
    pub fn insert(&mut self, mut entry: Entry) {
        entry.modified = self.context.ledger;
        let key = entry.key();
        let old = self.entries.insert(key.clone(), entry);
        self.replaced.push((key, old));
    }

    /// Removes an entry.
    pub fn remove(&mut self, key: &LedgerKey) {
        if let Some(old) = self.entries.remove(key) {
            self.replaced.push((key.clone(), Some(old)));
        }
    }

    /// Returns an account.
    pub fn account(&self, id: &AccountId) -> Option<&Account> {
        match &self.entry(&account_key(id))?.body {
            Body::Account(account) => Some(account),
            _ => None,
        }
    }

    /// Returns an account for a change, and records the previous value.
    pub fn account_mut(&mut self, id: &AccountId) -> Option<&mut Account> {
        match &mut self.entry_mut(&account_key(id))?.body {
            Body::Account(account) => Some(account),
            _ => None,
        }
    }

    /// Returns a trustline.
    pub fn trust_line(&self, account: &AccountId, asset: &TrustLineAsset) -> Option<&TrustLine> {
        match &self.entry(&trust_line_key(account, asset))?.body {
            Body::TrustLine(line) => Some(line),
            _ => None,
        }
    }

    /// Returns a trustline for a change, and records the previous value.
    pub fn trust_line_mut(&mut self, account: &AccountId, asset: &TrustLineAsset) -> Option<&mut TrustLine> {
        match &mut self.entry_mut(&trust_line_key(account, asset))?.body {
            Body::TrustLine(line) => Some(line),
            _ => None,
        }
    }

    /// Returns an offer of an account.
    pub fn offer(&self, seller: &AccountId, id: i64) -> Option<&OfferEntry> {
        offer_of(self.entry(&offer_key(seller, id))?)
    }

    /// Iterates over all offers, ordered by key.
    pub fn offers(&self) -> impl Iterator<Item = (&OfferEntry, &Entry)> {
        let zero_account = AccountId(PublicKey::PublicKeyTypeEd25519(Uint256([0; 32])));
        let from_first = self.entries.range(offer_key(&zero_account, i64::MIN)..);
        // Keys of the same kind are adjacent.
        let entries = from_first.map(|(_, entry)| entry);
        entries.map_while(|entry| offer_of(entry).map(|offer| (offer, entry)))
    }

    /// Returns the latest offer id, or 0 before the first offer.
    pub fn last_offer(&self) -> i64 {
        self.last_offer
    }

    /// Returns the id of a new offer.
    pub fn next_offer(&mut self) -> i64 {
        self.last_offer += 1;
        self.last_offer
    }

    /// Returns a savepoint before the next change.
    pub fn savepoint(&self) -> Savepoint {
        Savepoint {
            changes: self.replaced.len(),
            last_offer: self.last_offer,
        }
    }

    /// Rolls back all changes since a savepoint.
    pub fn rollback(&mut self, savepoint: Savepoint) {
        self.last_offer = savepoint.last_offer;
        for (key, old) in self.replaced.drain(savepoint.changes..).rev() {
            match old {
                Some(entry) => self.entries.insert(key, entry),
                None => self.entries.remove(&key),
            };
        }
    }

    /// Returns the changes since a savepoint in protocol form.
    pub fn changes(&self, savepoint: Savepoint) -> LedgerEntryChanges {
        let entries = self.changed(savepoint).into_iter();
        let changes = entries.flat_map(|(key, before, after)| change(key, before, after));
        LedgerEntryChanges(codec::list(changes.collect()))
    }

    /// Returns the keys that changed since a savepoint, with the entries before and after.
    pub fn changed(&self, savepoint: Savepoint) -> Vec<(&LedgerKey, Option<&Entry>, Option<&Entry>)> {
        let mut reported = BTreeSet::new();
        let replaced = self.replaced[savepoint.changes..].iter();
        // The first record of a key has the value before all of the changes.
        let first = replaced.filter(|(key, _)| reported.insert(key));
        first
            .map(|(key, before)| (key, before.as_ref(), self.entries.get(key)))
            .collect()
    }
}

fn change(key: &LedgerKey, before: Option<&Entry>, after: Option<&Entry>) -> Vec<LedgerEntryChange> {
    match (before, after) {
        (None, None) => Vec::new(),
        (None, Some(after)) => vec![LedgerEntryChange::Created(after.to_xdr())],
        (Some(before), Some(after)) => vec![
            LedgerEntryChange::State(before.to_xdr()),
            LedgerEntryChange::Updated(after.to_xdr()),
        ],
        (Some(before), None) => vec![
            LedgerEntryChange::State(before.to_xdr()),
            LedgerEntryChange::Removed(key.clone()),
        ],
    }
}

/// Returns the key of an account.
pub fn account_key(id: &AccountId) -> LedgerKey {
    LedgerKey::Account(LedgerKeyAccount { account_id: id.clone() })
}

/// Returns the key of a trustline.
pub fn trust_line_key(account: &AccountId, asset: &TrustLineAsset) -> LedgerKey {
    LedgerKey::Trustline(LedgerKeyTrustLine {
        account_id: account.clone(),
        asset: asset.clone(),
    })
}

/// Returns the key of an offer.
pub fn offer_key(seller: &AccountId, id: i64) -> LedgerKey {
    LedgerKey::Offer(LedgerKeyOffer {
        seller_id: seller.clone(),
        offer_id: id,
    })
}

fn offer_of(entry: &Entry) -> Option<&OfferEntry> {
    match &entry.body {
        Body::Offer(offer) => Some(offer),
        _ => None,
    }
}

/// Returns the key of a data entry.
pub fn data_key(account: &AccountId, name: &String64) -> LedgerKey {
    LedgerKey::Data(LedgerKeyData {
        account_id: account.clone(),
        data_name: name.clone(),
    })
}

/// Returns the key of a claimable balance.
pub fn balance_key(id: &ClaimableBalanceId) -> LedgerKey {
    LedgerKey::ClaimableBalance(LedgerKeyClaimableBalance { balance_id: id.clone() })
}

/// An entry of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the ledger of the last change.
    pub modified: u32,
    /// The sponsor of the reserve (CAP-33); `None` if the owner holds the reserve.
    pub sponsor: Option<AccountId>,
    pub body: Body,
}

/// The kinds of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Account(Account),
    /// A trustline of an account.
    TrustLine(TrustLine),
    /// An offer in the order book.
    Offer(OfferEntry),
    /// A named value of an account.
    Data(DataEntry),
    Balance(ClaimableBalanceEntry),
    /// A stored value of a contract.
    Value(ContractDataEntry),
    /// The last ledger in which a value of a contract lives.
    Ttl(TtlEntry),
}

impl Entry {
    /// Returns a new entry without a sponsor.
    pub fn new(body: Body) -> Self {
        Self {
            modified: 0,
            sponsor: None,
            body,
        }
    }

    /// Returns the ledger key.
    pub fn key(&self) -> LedgerKey {
        self.data().to_key()
    }

    /// Returns the number of required base reserves (CAP-33).
    pub fn reserves(&self) -> u32 {
        match &self.body {
            Body::Account(_) => 2,
            Body::TrustLine(_) | Body::Offer(_) | Body::Data(_) => 1,
            Body::Balance(balance) => u32::try_from(balance.claimants.len()).unwrap_or(u32::MAX),
            // Values of contracts have a rent instead of a reserve.
            Body::Value(_) | Body::Ttl(_) => 0,
        }
    }

    /// Returns true if the entry counts as a subentry of the owner.
    pub fn is_subentry(&self) -> bool {
        matches!(self.body, Body::TrustLine(_) | Body::Offer(_) | Body::Data(_))
    }

    /// Returns the owner; a claimable balance is owned by the sponsor.
    pub fn owner(&self) -> Option<&AccountId> {
        match &self.body {
            Body::Account(account) => Some(&account.id),
            Body::TrustLine(line) => Some(&line.account),
            Body::Offer(offer) => Some(&offer.seller_id),
            Body::Data(data) => Some(&data.account_id),
            Body::Balance(_) => self.sponsor.as_ref(),
            Body::Value(_) | Body::Ttl(_) => None,
        }
    }

    /// Returns the entry in protocol form.
    pub fn to_xdr(&self) -> LedgerEntry {
        LedgerEntry {
            last_modified_ledger_seq: self.modified,
            data: self.data(),
            ext: match &self.sponsor {
                None => LedgerEntryExt::V0,
                Some(sponsor) => LedgerEntryExt::V1(LedgerEntryExtensionV1 {
                    sponsoring_id: SponsorshipDescriptor(Some(sponsor.clone())),
                    ext: LedgerEntryExtensionV1Ext::V0,
                }),
            },
        }
    }

    fn data(&self) -> LedgerEntryData {
        match &self.body {
            Body::Account(account) => LedgerEntryData::Account(account.to_xdr()),
            Body::TrustLine(line) => LedgerEntryData::Trustline(line.to_xdr()),
            Body::Offer(offer) => LedgerEntryData::Offer(offer.clone()),
            Body::Data(data) => LedgerEntryData::Data(data.clone()),
            Body::Balance(balance) => LedgerEntryData::ClaimableBalance(balance.clone()),
            Body::Value(value) => LedgerEntryData::ContractData(value.clone()),
            Body::Ttl(ttl) => LedgerEntryData::Ttl(ttl.clone()),
        }
    }
}
