//! Accounts and trustlines, and payments to and from their balances. Issuers have an unlimited amount of the assets
//! that they issue.

use super::LedgerState;
use crate::xlm::codec;
use crate::xlm::rules::BASE_RESERVE;
use stellar_xdr as xdr;
use stellar_xdr::{
    AccountEntry, AccountEntryExt, AccountEntryExtensionV1, AccountEntryExtensionV1Ext, AccountEntryExtensionV2,
    AccountEntryExtensionV2Ext, AccountEntryExtensionV3, AccountFlags, AccountId, AlphaNum4, AlphaNum12, Asset,
    ExtensionPoint, Liabilities, SequenceNumber, SignerKey, SponsorshipDescriptor, String32, Thresholds, TimePoint,
    TrustLineAsset, TrustLineEntry, TrustLineEntryExt, TrustLineEntryV1, TrustLineEntryV1Ext, TrustLineFlags,
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

/// The flags of the two levels of authorization by the issuer.
pub const AUTHORIZATIONS: u32 =
    TrustLineFlags::AuthorizedFlag as u32 | TrustLineFlags::AuthorizedToMaintainLiabilitiesFlag as u32;

/// A trustline of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustLine {
    /// The holder.
    pub account: AccountId,
    /// The asset.
    pub asset: TrustLineAsset,
    /// The balance in units of 1/10,000,000.
    pub balance: i64,
    /// The maximum balance.
    pub limit: i64,
    /// The flags, see [`TrustLineFlags`].
    pub flags: u32,
    /// The liabilities of the account's offers in this asset.
    pub liabilities: Liabilities,
}

impl Balance for TrustLine {
    fn available(&self) -> i64 {
        self.balance - self.liabilities.selling
    }

    fn room(&self) -> i64 {
        self.limit - self.liabilities.buying - self.balance
    }

    fn amount_mut(&mut self) -> &mut i64 {
        &mut self.balance
    }
}

impl TrustLine {
    /// Returns true if a flag is set.
    pub fn has(&self, flag: TrustLineFlags) -> bool {
        self.flags & flag as u32 != 0
    }

    /// Returns true if payments to and from the trustline are authorized.
    pub fn is_authorized(&self) -> bool {
        self.has(TrustLineFlags::AuthorizedFlag)
    }

    /// Returns true if its offers may stay in the book (CAP-18).
    pub fn may_have_offers(&self) -> bool {
        self.flags & AUTHORIZATIONS != 0
    }

    /// Returns the entry in protocol form.
    pub fn to_xdr(&self) -> TrustLineEntry {
        TrustLineEntry {
            account_id: self.account.clone(),
            asset: self.asset.clone(),
            balance: self.balance,
            limit: self.limit,
            flags: self.flags,
            ext: TrustLineEntryExt::V1(TrustLineEntryV1 {
                liabilities: self.liabilities.clone(),
                ext: TrustLineEntryV1Ext::V0,
            }),
        }
    }
}

/// An amount of an asset that an account holds.
pub trait Balance {
    /// Returns the spendable amount.
    fn available(&self) -> i64;

    /// Returns the amount that can still be received.
    fn room(&self) -> i64;

    /// Returns the amount for a change.
    fn amount_mut(&mut self) -> &mut i64;

    /// Adds to the balance. Returns false without a change if the amount exceeds the room.
    #[must_use]
    fn receive(&mut self, amount: i64) -> bool {
        let fits = self.room() >= amount;
        if fits {
            *self.amount_mut() += amount;
        }
        fits
    }

    /// Subtracts from the balance. Returns false without a change if the spendable amount is too low.
    #[must_use]
    fn spend(&mut self, amount: i64) -> bool {
        let sufficient = self.available() >= amount;
        if sufficient {
            *self.amount_mut() -= amount;
        }
        sufficient
    }
}

/// An error of a payment to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReceiveError {
    /// The account has no trustline for the asset.
    #[error("there is no trustline")]
    NoTrust,
    /// The issuer has not authorized the account.
    #[error("the trustline is not authorized")]
    NotAuthorized,
    /// The amount exceeds the trustline limit.
    #[error("the limit is reached")]
    Full,
}

/// An error of a payment from an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpendError {
    /// The account has no trustline for the asset.
    #[error("there is no trustline")]
    NoTrust,
    /// The issuer has not authorized the account.
    #[error("the trustline is not authorized")]
    NotAuthorized,
    /// The spendable balance is too low.
    #[error("the balance is too low")]
    Underfunded,
}

/// Adds an amount to the balance of an account.
pub fn receive(state: &mut LedgerState, account: &AccountId, asset: &Asset, amount: i64) -> Result<(), ReceiveError> {
    if issuer(asset) == Some(account) {
        return Ok(());
    }
    let fits = match trust_line_asset(asset) {
        None => {
            let account = state.account_mut(account).ok_or(ReceiveError::NoTrust)?;
            account.receive(amount)
        }
        Some(asset) => {
            let line = state.trust_line_mut(account, &asset).ok_or(ReceiveError::NoTrust)?;
            if !line.is_authorized() {
                return Err(ReceiveError::NotAuthorized);
            }
            line.receive(amount)
        }
    };
    if fits { Ok(()) } else { Err(ReceiveError::Full) }
}

/// Subtracts an amount from the balance of an account.
pub fn spend(state: &mut LedgerState, account: &AccountId, asset: &Asset, amount: i64) -> Result<(), SpendError> {
    if issuer(asset) == Some(account) {
        return Ok(());
    }
    let sufficient = match trust_line_asset(asset) {
        None => {
            let account = state.account_mut(account).ok_or(SpendError::NoTrust)?;
            account.spend(amount)
        }
        Some(asset) => {
            let line = state.trust_line_mut(account, &asset).ok_or(SpendError::NoTrust)?;
            if !line.is_authorized() {
                return Err(SpendError::NotAuthorized);
            }
            line.spend(amount)
        }
    };
    if sufficient {
        Ok(())
    } else {
        Err(SpendError::Underfunded)
    }
}

/// Returns the spendable balance of an asset, excluding reserve and selling liabilities; negative for lumens if
/// the reserve exceeds the balance.
pub fn available(state: &LedgerState, account: &AccountId, asset: &Asset) -> i64 {
    if issuer(asset) == Some(account) {
        return i64::MAX;
    }
    match trust_line_asset(asset) {
        None => state.account(account).map_or(0, Account::available),
        Some(asset) => state.trust_line(account, &asset).map_or(0, TrustLine::available),
    }
}

/// Returns the amount of an asset that an account can still receive, excluding buying liabilities.
pub fn room(state: &LedgerState, account: &AccountId, asset: &Asset) -> i64 {
    if issuer(asset) == Some(account) {
        return i64::MAX;
    }
    match trust_line_asset(asset) {
        None => state.account(account).map_or(0, Account::room),
        Some(asset) => state.trust_line(account, &asset).map_or(0, TrustLine::room),
    }
}

/// Changes a balance by an amount that was found available or receivable. Authorization is not checked:
/// existing offers of an account that may only maintain liabilities can still be crossed (CAP-18).
pub fn add(state: &mut LedgerState, account: &AccountId, asset: &Asset, amount: i64) {
    if issuer(asset) == Some(account) {
        return;
    }
    let balance = match trust_line_asset(asset) {
        None => state.account_mut(account).map(|account| &mut account.balance),
        Some(asset) => state.trust_line_mut(account, &asset).map(|line| &mut line.balance),
    };
    if let Some(balance) = balance {
        *balance += amount;
    }
}

/// Returns the issuer of an asset, or `None` for lumens.
pub fn issuer(asset: &Asset) -> Option<&AccountId> {
    match asset {
        Asset::Native => None,
        Asset::CreditAlphanum4(AlphaNum4 { issuer, .. }) | Asset::CreditAlphanum12(AlphaNum12 { issuer, .. }) => {
            Some(issuer)
        }
    }
}

/// Returns the trustline asset of an asset, or `None` for lumens.
pub fn trust_line_asset(asset: &Asset) -> Option<TrustLineAsset> {
    match asset {
        Asset::Native => None,
        Asset::CreditAlphanum4(credit) => Some(TrustLineAsset::CreditAlphanum4(credit.clone())),
        Asset::CreditAlphanum12(credit) => Some(TrustLineAsset::CreditAlphanum12(credit.clone())),
    }
}

/// Returns true if the asset code is valid: alphanumeric, zero-padded at the end, and of the length of its
/// kind.
pub fn is_valid(asset: &Asset) -> bool {
    match asset {
        Asset::Native => true,
        Asset::CreditAlphanum4(credit) => is_code(&credit.asset_code.0, 1),
        Asset::CreditAlphanum12(credit) => is_code(&credit.asset_code.0, 5),
    }
}

fn is_code(bytes: &[u8], least: usize) -> bool {
    let length = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (code, rest) = bytes.split_at(length);
    length >= least && code.iter().all(u8::is_ascii_alphanumeric) && rest.iter().all(|byte| *byte == 0)
}
