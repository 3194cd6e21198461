//! Account entries.

use super::balance::Balance;
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
    /// The public key that identifies it.
    pub id: AccountId,
    /// The balance in stroops.
    pub balance: i64,
    /// The current sequence number.
    pub sequence: i64,
    /// The ledger that set the sequence number (CAP-21).
    pub sequence_ledger: u32,
    /// The close time of that ledger in seconds since the Unix epoch.
    pub sequence_time: u64,
    /// The number of its trustlines, offers, data entries and signers.
    pub subentries: u32,
    /// The number of reserves that it holds for others.
    pub sponsoring: u32,
    /// The number of reserves that others hold for it.
    pub sponsored: u32,
    /// Its vote from the time of inflation.
    pub inflation_destination: Option<AccountId>,
    /// The flags, see [`AccountFlags`].
    pub flags: u32,
    /// The domain with further information about the owner.
    pub home_domain: String32,
    /// The weight of the master key, and the thresholds low, medium, high.
    pub thresholds: [u8; 4],
    /// Its additional signers, ordered by key.
    pub signers: Vec<Signer>,
    /// The liabilities of its offers in lumens, in stroops.
    pub liabilities: Liabilities,
}

/// An additional signer of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    /// The key.
    pub key: SignerKey,
    /// The weight.
    pub weight: u32,
    /// The sponsor of its reserve; `None` if the account holds the reserve.
    pub sponsor: Option<AccountId>,
}

impl Balance for Account {
    /// Returns the spendable balance in stroops; negative if the reserve exceeds the balance.
    fn available(&self) -> i64 {
        self.balance - self.minimum() - self.liabilities.selling
    }

    fn room(&self) -> i64 {
        i64::MAX - self.balance - self.liabilities.buying
    }

    fn amount_mut(&mut self) -> &mut i64 {
        &mut self.balance
    }
}

impl Account {
    /// Returns an account as created in a ledger.
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

    /// Returns the minimum balance in stroops.
    pub fn minimum(&self) -> i64 {
        let entries = 2 + i64::from(self.subentries) + i64::from(self.sponsoring) - i64::from(self.sponsored);
        entries * BASE_RESERVE
    }

    /// Returns true if a flag is set.
    pub fn has(&self, flag: AccountFlags) -> bool {
        self.flags & flag as u32 != 0
    }

    /// Returns the entry in protocol form.
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
