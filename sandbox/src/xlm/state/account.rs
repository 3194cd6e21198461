//! Accounts and trustlines, and payments to and from their balances. Issuers have an unlimited amount of the assets
//! that they issue.

use super::LedgerState;
use crate::xlm::codec;
use crate::xlm::rules::BASE_RESERVE;
use stellar_xdr as xdr;
use stellar_xdr::{
    AccountEntry, AccountEntryExt, AccountEntryExtensionV1, AccountEntryExtensionV1Ext, AccountEntryExtensionV2,
    AccountEntryExtensionV2Ext, AccountEntryExtensionV3, AccountFlags, AccountId, AlphaNum4, AlphaNum12, Asset,
    AssetCode, ChangeTrustAsset, ExtensionPoint, Liabilities, SequenceNumber, SignerKey, SponsorshipDescriptor,
    String32, Thresholds, TimePoint, TrustLineAsset, TrustLineEntry, TrustLineEntryExt, TrustLineEntryV1,
    TrustLineEntryV1Ext, TrustLineFlags,
};

/// An account of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The identifying public key.
    pub id: AccountId,
    /// The balance in stroops.
    pub balance: i64,
    /// The current sequence number.
    pub sequence: i64,
    /// The ledger that set the sequence number (CAP-21).
    pub sequence_ledger: u32,
    /// The close time of that ledger in seconds since the Unix epoch.
    pub sequence_time: u64,
    /// The number of the trustlines, offers, data entries and signers.
    pub subentries: u32,
    /// The number of reserves that the account holds for sponsored entries.
    pub sponsoring: u32,
    /// The number of reserves that sponsors hold for the account.
    pub sponsored: u32,
    /// The vote from the time of inflation.
    pub inflation_destination: Option<AccountId>,
    /// The flags, see [`AccountFlags`].
    pub flags: u32,
    /// The domain with further information about the owner.
    pub home_domain: String32,
    /// The weight of the master key, and the thresholds low, medium, high.
    pub thresholds: [u8; 4],
    /// The additional signers, ordered by key.
    pub signers: Vec<Signer>,
    /// The liabilities of the offers in lumens, in stroops.
    pub liabilities: Liabilities,
}

/// An additional signer of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signer {
    pub key: SignerKey,
    pub weight: u32,
    /// The sponsor of the reserve; `None` if the account holds the reserve.
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

    fn liabilities_mut(&mut self) -> &mut Liabilities {
        &mut self.liabilities
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

/// The flag of a trustline that is authorized by the issuer.
pub const AUTHORIZED: u32 = TrustLineFlags::AuthorizedFlag as u32;
/// The flag of a trustline that may only maintain liabilities.
pub const MAINTAIN: u32 = TrustLineFlags::AuthorizedToMaintainLiabilitiesFlag as u32;
/// The flag of a trustline from which the issuer can claw back.
pub const CLAWBACK: u32 = TrustLineFlags::TrustlineClawbackEnabledFlag as u32;
/// The flags of the two levels of authorization by the issuer.
pub const AUTHORIZATIONS: u32 = AUTHORIZED | MAINTAIN;

/// A trustline of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustLine {
    pub account: AccountId,
    pub asset: TrustLineAsset,
    /// The balance in units of 1/10,000,000.
    pub balance: i64,
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

    fn liabilities_mut(&mut self) -> &mut Liabilities {
        &mut self.liabilities
    }

    fn is_authorized(&self) -> bool {
        self.has(TrustLineFlags::AuthorizedFlag)
    }
}

impl TrustLine {
    /// Returns true if a flag is set.
    pub fn has(&self, flag: TrustLineFlags) -> bool {
        self.flags & flag as u32 != 0
    }

    /// Returns true if the offers may stay in the book (CAP-18).
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

    /// Returns the liabilities of the account's offers in the asset for a change.
    fn liabilities_mut(&mut self) -> &mut Liabilities;

    /// Returns true if the issuer authorizes payments to and from the balance.
    fn is_authorized(&self) -> bool {
        true
    }

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

/// An error of a payment to or from an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BalanceError {
    /// The account has no trustline for the asset.
    #[error("there is no trustline")]
    NoTrust,
    /// The issuer has not authorized the account.
    #[error("the trustline is not authorized")]
    NotAuthorized,
    /// The amount exceeds the spendable balance or the trustline limit.
    #[error("the balance or the limit is too low")]
    Amount,
}

impl BalanceError {
    /// Returns the code of an operation for the error.
    pub fn code<T>(self, no_trust: T, not_authorized: T, amount: T) -> T {
        match self {
            Self::NoTrust => no_trust,
            Self::NotAuthorized => not_authorized,
            Self::Amount => amount,
        }
    }
}

/// Returns the balance of an account in an asset for a change; `None` for the issuer and without a trustline.
pub fn balance_mut<'a>(state: &'a mut LedgerState, account: &AccountId, asset: &Asset) -> Option<&'a mut dyn Balance> {
    if issuer(asset) == Some(account) {
        return None;
    }
    match trust_line_asset(asset) {
        None => Some(state.account_mut(account)?),
        Some(asset) => Some(state.trust_line_mut(account, &asset)?),
    }
}

/// Returns the balance of an account in an asset for a payment; `None` for the issuer.
fn payable<'a>(
    state: &'a mut LedgerState,
    account: &AccountId,
    asset: &Asset,
) -> Result<Option<&'a mut dyn Balance>, BalanceError> {
    if issuer(asset) == Some(account) {
        return Ok(None);
    }
    let balance = balance_mut(state, account, asset).ok_or(BalanceError::NoTrust)?;
    if !balance.is_authorized() {
        return Err(BalanceError::NotAuthorized);
    }
    Ok(Some(balance))
}

/// Adds an amount to the balance of an account.
pub fn receive(state: &mut LedgerState, account: &AccountId, asset: &Asset, amount: i64) -> Result<(), BalanceError> {
    let fits = payable(state, account, asset)?.is_none_or(|balance| balance.receive(amount));
    fits.then_some(()).ok_or(BalanceError::Amount)
}

/// Subtracts an amount from the balance of an account.
pub fn spend(state: &mut LedgerState, account: &AccountId, asset: &Asset, amount: i64) -> Result<(), BalanceError> {
    let is_sufficient = payable(state, account, asset)?.is_none_or(|balance| balance.spend(amount));
    is_sufficient.then_some(()).ok_or(BalanceError::Amount)
}

/// Returns the spendable balance of an asset and the amount that the account can still receive: without limit for the
/// issuer, 0 without a trustline.
fn limits(state: &LedgerState, account: &AccountId, asset: &Asset) -> (i64, i64) {
    let limits = |balance: &dyn Balance| (balance.available(), balance.room());
    match trust_line_asset(asset) {
        _ if issuer(asset) == Some(account) => (i64::MAX, i64::MAX),
        None => state.account(account).map_or((0, 0), |account| limits(account)),
        Some(asset) => state.trust_line(account, &asset).map_or((0, 0), |line| limits(line)),
    }
}

/// Returns the spendable balance of an asset, excluding reserve and selling liabilities; negative for lumens if
/// the reserve exceeds the balance.
pub fn available(state: &LedgerState, account: &AccountId, asset: &Asset) -> i64 {
    limits(state, account, asset).0
}

/// Returns the amount of an asset that an account can still receive, excluding buying liabilities.
pub fn room(state: &LedgerState, account: &AccountId, asset: &Asset) -> i64 {
    limits(state, account, asset).1
}

/// Changes a balance by an amount that was found available or receivable. Authorization is not checked:
/// existing offers of an account that may only maintain liabilities can still be crossed (CAP-18).
pub fn add(state: &mut LedgerState, account: &AccountId, asset: &Asset, amount: i64) {
    if let Some(balance) = balance_mut(state, account, asset) {
        *balance.amount_mut() += amount;
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

/// Returns the asset of an issuer with a code.
pub fn issued(issuer: &AccountId, code: &AssetCode) -> Asset {
    let issuer = issuer.clone();
    match code.clone() {
        AssetCode::CreditAlphanum4(asset_code) => Asset::CreditAlphanum4(AlphaNum4 { asset_code, issuer }),
        AssetCode::CreditAlphanum12(asset_code) => Asset::CreditAlphanum12(AlphaNum12 { asset_code, issuer }),
    }
}

/// Returns the issued asset of a change of a trustline, or `None` for lumens and pool shares.
pub fn trusted(line: &ChangeTrustAsset) -> Option<Asset> {
    match line {
        ChangeTrustAsset::CreditAlphanum4(credit) => Some(Asset::CreditAlphanum4(credit.clone())),
        ChangeTrustAsset::CreditAlphanum12(credit) => Some(Asset::CreditAlphanum12(credit.clone())),
        ChangeTrustAsset::Native | ChangeTrustAsset::PoolShare(_) => None,
    }
}

/// Returns true if the asset code is valid: alphanumeric, zero-padded at the end, and of the length of the
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
