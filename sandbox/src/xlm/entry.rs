//! Ledger entries and their sponsors.

use super::account::Account;
use super::trust_line::TrustLine;
use stellar_xdr::{
    AccountId, ClaimableBalanceEntry, DataEntry, LedgerEntry, LedgerEntryData, LedgerEntryExt, LedgerEntryExtensionV1,
    LedgerEntryExtensionV1Ext, LedgerKey, OfferEntry, SponsorshipDescriptor,
};

/// An entry of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the ledger that last changed it.
    pub modified: u32,
    /// The sponsor of its reserve (CAP-33); `None` if the owner holds the reserve.
    pub sponsor: Option<AccountId>,
    /// The content.
    pub body: Body,
}

/// The kinds of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// An account.
    Account(Account),
    /// A trustline of an account.
    TrustLine(TrustLine),
    /// An offer in the order book.
    Offer(OfferEntry),
    /// A named value of an account.
    Data(DataEntry),
    /// A claimable balance.
    Balance(ClaimableBalanceEntry),
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

    /// Returns the number of base reserves that it requires (CAP-33).
    pub fn reserves(&self) -> u32 {
        match &self.body {
            Body::Account(_) => 2,
            Body::TrustLine(_) | Body::Offer(_) | Body::Data(_) => 1,
            Body::Balance(balance) => u32::try_from(balance.claimants.len()).unwrap_or(u32::MAX),
        }
    }

    /// Returns true if it counts as a subentry of its owner.
    pub fn is_subentry(&self) -> bool {
        matches!(self.body, Body::TrustLine(_) | Body::Offer(_) | Body::Data(_))
    }

    /// Returns the owner; a claimable balance is owned by its sponsor.
    pub fn owner(&self) -> Option<&AccountId> {
        match &self.body {
            Body::Account(account) => Some(&account.id),
            Body::TrustLine(line) => Some(&line.account),
            Body::Offer(offer) => Some(&offer.seller_id),
            Body::Data(data) => Some(&data.account_id),
            Body::Balance(_) => self.sponsor.as_ref(),
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
        }
    }
}
