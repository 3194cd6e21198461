//! The state of the ledger. It remembers what every change replaced, so that changes can be taken back, and told.

use super::account::Account;
use super::codec;
use super::entry::{Body, Entry};
use super::trust_line::TrustLine;
use std::collections::{BTreeMap, BTreeSet};
use stellar_xdr::{
    AccountId, ClaimableBalanceId, LedgerEntryChange, LedgerEntryChanges, LedgerKey, LedgerKeyAccount,
    LedgerKeyClaimableBalance, LedgerKeyData, LedgerKeyOffer, LedgerKeyTrustLine, OfferEntry, PublicKey, String64,
    TrustLineAsset, Uint256,
};

/// A ledger that is being made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Its number.
    pub ledger: u32,
    /// When it closes, in seconds since the Unix epoch.
    pub close_time: u64,
}

/// A place in the memory of changes.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    changes: usize,
    last_offer: i64,
}

/// All entries.
#[derive(Clone, Debug, Default)]
pub struct World {
    entries: BTreeMap<LedgerKey, Entry>,
    replaced: Vec<(LedgerKey, Option<Entry>)>,
    moment: Moment,
    last_offer: i64,
}

impl World {
    /// Goes on to the next ledger; earlier changes cannot be taken back any more.
    pub fn begin(&mut self, moment: Moment) {
        self.replaced.clear();
        self.moment = moment;
    }

    /// The ledger that is being made.
    pub fn moment(&self) -> Moment {
        self.moment
    }

    /// Everything, in the order of the keys.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// An entry.
    pub fn entry(&self, key: &LedgerKey) -> Option<&Entry> {
        self.entries.get(key)
    }

    /// An entry that is going to change.
    pub fn entry_mut(&mut self, key: &LedgerKey) -> Option<&mut Entry> {
        let entry = self.entries.get_mut(key)?;
        self.replaced.push((key.clone(), Some(entry.clone())));
        entry.modified = self.moment.ledger;
        Some(entry)
    }

    /// Puts an entry in.
    pub fn insert(&mut self, mut entry: Entry) {
        entry.modified = self.moment.ledger;
        let key = entry.key();
        let old = self.entries.insert(key.clone(), entry);
        self.replaced.push((key, old));
    }

    /// Takes an entry out.
    pub fn remove(&mut self, key: &LedgerKey) {
        if let Some(old) = self.entries.remove(key) {
            self.replaced.push((key.clone(), Some(old)));
        }
    }

    /// An account.
    pub fn account(&self, id: &AccountId) -> Option<&Account> {
        match &self.entry(&account_key(id))?.body {
            Body::Account(account) => Some(account),
            Body::TrustLine(_) | Body::Offer(_) | Body::Data(_) | Body::Balance(_) => None,
        }
    }

    /// An account that is going to change.
    pub fn account_mut(&mut self, id: &AccountId) -> Option<&mut Account> {
        match &mut self.entry_mut(&account_key(id))?.body {
            Body::Account(account) => Some(account),
            Body::TrustLine(_) | Body::Offer(_) | Body::Data(_) | Body::Balance(_) => None,
        }
    }

    /// A trustline.
    pub fn trust_line(&self, account: &AccountId, asset: &TrustLineAsset) -> Option<&TrustLine> {
        match &self.entry(&trust_line_key(account, asset))?.body {
            Body::TrustLine(line) => Some(line),
            Body::Account(_) | Body::Offer(_) | Body::Data(_) | Body::Balance(_) => None,
        }
    }

    /// A trustline that is going to change.
    pub fn trust_line_mut(&mut self, account: &AccountId, asset: &TrustLineAsset) -> Option<&mut TrustLine> {
        match &mut self.entry_mut(&trust_line_key(account, asset))?.body {
            Body::TrustLine(line) => Some(line),
            Body::Account(_) | Body::Offer(_) | Body::Data(_) | Body::Balance(_) => None,
        }
    }

    /// An offer of an account.
    pub fn offer(&self, seller: &AccountId, id: i64) -> Option<&OfferEntry> {
        offer_of(self.entry(&offer_key(seller, id))?)
    }

    /// All offers, in the order of the keys.
    pub fn offers(&self) -> impl Iterator<Item = (&OfferEntry, &Entry)> {
        let nobody = AccountId(PublicKey::PublicKeyTypeEd25519(Uint256([0; 32])));
        let behind = self.entries.range(offer_key(&nobody, i64::MIN)..);
        // Keys of one kind stand together.
        let entries = behind.map(|(_, entry)| entry);
        entries.map_while(|entry| offer_of(entry).map(|offer| (offer, entry)))
    }

    /// The newest number of an offer; there is none before the first.
    pub fn last_offer(&self) -> i64 {
        self.last_offer
    }

    /// The number of a new offer.
    pub fn next_offer(&mut self) -> i64 {
        self.last_offer += 1;
        self.last_offer
    }

    /// The place before the next change.
    pub fn mark(&self) -> Mark {
        Mark {
            changes: self.replaced.len(),
            last_offer: self.last_offer,
        }
    }

    /// Takes back what changed since.
    pub fn take_back(&mut self, mark: Mark) {
        self.last_offer = mark.last_offer;
        for (key, old) in self.replaced.drain(mark.changes..).rev() {
            match old {
                Some(entry) => self.entries.insert(key, entry),
                None => self.entries.remove(&key),
            };
        }
    }

    /// What changed since, as the protocol tells it.
    pub fn changes(&self, mark: Mark) -> LedgerEntryChanges {
        let mut told = BTreeSet::new();
        let mut changes = Vec::new();
        for (key, before) in &self.replaced[mark.changes..] {
            // The first time tells how it was before all of it.
            if told.insert(key) {
                changes.extend(change(key, before.as_ref(), self.entries.get(key)));
            }
        }
        LedgerEntryChanges(codec::list(changes))
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

/// Where an account stands.
pub fn account_key(id: &AccountId) -> LedgerKey {
    LedgerKey::Account(LedgerKeyAccount { account_id: id.clone() })
}

/// Where a trustline stands.
pub fn trust_line_key(account: &AccountId, asset: &TrustLineAsset) -> LedgerKey {
    LedgerKey::Trustline(LedgerKeyTrustLine {
        account_id: account.clone(),
        asset: asset.clone(),
    })
}

/// Where an offer stands.
pub fn offer_key(seller: &AccountId, id: i64) -> LedgerKey {
    LedgerKey::Offer(LedgerKeyOffer {
        seller_id: seller.clone(),
        offer_id: id,
    })
}

fn offer_of(entry: &Entry) -> Option<&OfferEntry> {
    match &entry.body {
        Body::Offer(offer) => Some(offer),
        Body::Account(_) | Body::TrustLine(_) | Body::Data(_) | Body::Balance(_) => None,
    }
}

/// Where a value of an account stands.
pub fn data_key(account: &AccountId, name: &String64) -> LedgerKey {
    LedgerKey::Data(LedgerKeyData {
        account_id: account.clone(),
        data_name: name.clone(),
    })
}

/// Where a claimable balance stands.
pub fn balance_key(id: &ClaimableBalanceId) -> LedgerKey {
    LedgerKey::ClaimableBalance(LedgerKeyClaimableBalance { balance_id: id.clone() })
}
