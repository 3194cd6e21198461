//! What the ledger holds, and who holds the reserve for it.

use super::account::Account;
use super::trust_line::TrustLine;
use stellar_xdr::{
    AccountId, ClaimableBalanceEntry, DataEntry, LedgerEntry, LedgerEntryData, LedgerEntryExt, LedgerEntryExtensionV1,
    LedgerEntryExtensionV1Ext, LedgerKey, OfferEntry, SponsorshipDescriptor,
};

/// An entry of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The ledger that changed it last.
    pub modified: u32,
    /// Who holds its reserve instead of its owner (CAP-33).
    pub sponsor: Option<AccountId>,
    /// What it is.
    pub body: Body,
}

/// The kinds of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// An account.
    Account(Account),
    /// What an account holds of an asset.
    TrustLine(TrustLine),
    /// An offer in the order book.
    Offer(OfferEntry),
    /// A named value of an account.
    Data(DataEntry),
    /// An amount that waits for a claimant.
    Balance(ClaimableBalanceEntry),
}

impl Entry {
    /// A new entry without a sponsor.
    pub fn new(body: Body) -> Self {
        Self {
            modified: 0,
            sponsor: None,
            body,
        }
    }

    /// Where it stands in the ledger.
    pub fn key(&self) -> LedgerKey {
        self.data().to_key()
    }

    /// How many base reserves it takes (CAP-33).
    pub fn reserves(&self) -> u32 {
        match &self.body {
            Body::Account(_) => 2,
            Body::TrustLine(_) | Body::Offer(_) | Body::Data(_) => 1,
            Body::Balance(balance) => u32::try_from(balance.claimants.len()).unwrap_or(u32::MAX),
        }
    }

    /// Whether it counts among the entries of its owner.
    pub fn is_subentry(&self) -> bool {
        matches!(self.body, Body::TrustLine(_) | Body::Offer(_) | Body::Data(_))
    }

    /// Whose it is; a claimable balance belongs to nobody but its sponsor.
    pub fn owner(&self) -> Option<&AccountId> {
        match &self.body {
            Body::Account(account) => Some(&account.id),
            Body::TrustLine(line) => Some(&line.account),
            Body::Offer(offer) => Some(&offer.seller_id),
            Body::Data(data) => Some(&data.account_id),
            Body::Balance(_) => self.sponsor.as_ref(),
        }
    }

    /// The entry as the protocol writes it.
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
