//! Accounts.

use super::codec;
use super::rules::BASE_RESERVE;
use stellar_xdr::{
    self as xdr, AccountEntry, AccountEntryExt, AccountEntryExtensionV1, AccountEntryExtensionV1Ext,
    AccountEntryExtensionV2, AccountEntryExtensionV2Ext, AccountEntryExtensionV3, AccountFlags, AccountId,
    ExtensionPoint, Liabilities, SequenceNumber, SignerKey, SponsorshipDescriptor, String32, Thresholds, TimePoint,
};

/// An account of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The key that it was created for.
    pub id: AccountId,
    /// In stroops.
    pub balance: i64,
    /// The number of its last transaction.
    pub sequence: i64,
    /// The ledger in which that number was set (CAP-21).
    pub sequence_ledger: u32,
    /// When that ledger closed, in seconds since the Unix epoch.
    pub sequence_time: u64,
    /// How many trustlines, offers, data entries and signers it has.
    pub subentries: u32,
    /// How many reserves it holds for others.
    pub sponsoring: u32,
    /// How many reserves others hold for it.
    pub sponsored: u32,
    /// Whom it voted for while there was inflation.
    pub inflation_destination: Option<AccountId>,
    /// See [`AccountFlags`].
    pub flags: u32,
    /// Where its owner tells more about it.
    pub home_domain: String32,
    /// The weight of its own key, and the thresholds low, medium, high.
    pub thresholds: [u8; 4],
    /// Its other signers, in the order of their keys.
    pub signers: Vec<Signer>,
    /// What its offers may bring and take, in stroops.
    pub liabilities: Liabilities,
}

/// Somebody else who may sign for an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    /// What signs.
    pub key: SignerKey,
    /// How much that counts.
    pub weight: u32,
    /// Who holds the reserve for it instead of the account.
    pub sponsor: Option<AccountId>,
}

impl Account {
    /// An account as it is created in a ledger.
    pub fn new(id: AccountId, balance: i64, ledger: u32) -> Self {
        Self {
            id,
            balance,
            sequence: i64::from(ledger) << 32,
            sequence_ledger: 0,
            sequence_time: 0,
            subentries: 0,
            sponsoring: 0,
            sponsored: 0,
            inflation_destination: None,
            flags: 0,
            home_domain: String32::default(),
            thresholds: [1, 0, 0, 0],
            signers: Vec::new(),
            liabilities: Liabilities { buying: 0, selling: 0 },
        }
    }

    /// What it cannot go below, in stroops.
    pub fn minimum(&self) -> i64 {
        let entries = 2 + i64::from(self.subentries) + i64::from(self.sponsoring) - i64::from(self.sponsored);
        entries * BASE_RESERVE
    }

    /// What it can spend, in stroops; below zero when the reserve has grown over the balance.
    pub fn available(&self) -> i64 {
        self.balance - self.minimum() - self.liabilities.selling
    }

    /// What it can take, in stroops.
    pub fn room(&self) -> i64 {
        i64::MAX - self.balance - self.liabilities.buying
    }

    /// Adds to the balance, when there is room for it.
    #[must_use]
    pub fn receive(&mut self, amount: i64) -> bool {
        let fits = self.room() >= amount;
        if fits {
            self.balance += amount;
        }
        fits
    }

    /// Takes from the balance, when it can be spent.
    #[must_use]
    pub fn spend(&mut self, amount: i64) -> bool {
        let has = self.available() >= amount;
        if has {
            self.balance -= amount;
        }
        has
    }

    /// Whether a flag is set.
    pub fn has(&self, flag: AccountFlags) -> bool {
        self.flags & flag as u32 != 0
    }

    /// The account as the protocol writes it.
    pub fn to_xdr(&self) -> AccountEntry {
        let signers = self.signers.iter().map(|signer| xdr::Signer {
            key: signer.key.clone(),
            weight: signer.weight,
        });
        AccountEntry {
            account_id: self.id.clone(),
            balance: self.balance,
            seq_num: SequenceNumber(self.sequence),
            num_sub_entries: self.subentries,
            inflation_dest: self.inflation_destination.clone(),
            flags: self.flags,
            home_domain: self.home_domain.clone(),
            thresholds: Thresholds(self.thresholds),
            signers: codec::list(signers.collect()),
            ext: AccountEntryExt::V1(AccountEntryExtensionV1 {
                liabilities: self.liabilities.clone(),
                ext: AccountEntryExtensionV1Ext::V2(self.sponsorships()),
            }),
        }
    }

    fn sponsorships(&self) -> AccountEntryExtensionV2 {
        let sponsors = self
            .signers
            .iter()
            .map(|signer| SponsorshipDescriptor(signer.sponsor.clone()));
        AccountEntryExtensionV2 {
            num_sponsored: self.sponsored,
            num_sponsoring: self.sponsoring,
            signer_sponsoring_i_ds: codec::list(sponsors.collect()),
            ext: AccountEntryExtensionV2Ext::V3(AccountEntryExtensionV3 {
                ext: ExtensionPoint::V0,
                seq_ledger: self.sequence_ledger,
                seq_time: TimePoint(self.sequence_time),
            }),
        }
    }
}
