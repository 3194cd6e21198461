//! Entries of the ledger in XDR: keys of requested entries, and the account, the claimable balance, the offer and the
//! header that Stellar RPC servers return.
//!
//! A ledger has no list of the entries of an account. A query therefore names the trustlines and data entries, and the
//! number of entries in the account shows if further entries exist ([`AccountSettings::unlisted`]).

use crate::account::offers::{OfferId, OpenOffer};
use crate::account::signer::SignerKey;
use crate::account::state::{
    Account, AccountFlags, AccountSettings, Holding, Thresholds, TrustLine, TrustlineAsset, WeightedSigner,
};
use crate::chain::{BalanceId, PoolId, from_base64, to_base64};
use crate::operation::{Claimant, DataName, HomeDomain, Predicate};
use crate::value::address::AccountId;
use crate::value::amount::Stroops;
use crate::value::asset::Asset;
use crate::value::price::Price;
use stellar_xdr as xdr;
use xdr::LedgerEntryData as Data;

/// A request for an account with the entries that the caller reads. An index returns all entries in any case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountQuery {
    /// The address of the account.
    pub id: AccountId,
    /// The trustlines that are read.
    pub lines: Vec<TrustlineAsset>,
    /// The names of the data entries that are read, besides the entry that requires memos.
    pub data: Vec<DataName>,
}

impl From<AccountId> for AccountQuery {
    fn from(id: AccountId) -> Self {
        Self {
            id,
            lines: Vec::new(),
            data: Vec::new(),
        }
    }
}

impl AccountQuery {
    /// Returns the query with the trustlines of these assets. The lumen has no trustline.
    #[must_use]
    pub fn with_assets<'a>(mut self, assets: impl IntoIterator<Item = &'a Asset>) -> Self {
        let credits = assets.into_iter().filter_map(|asset| match asset {
            Asset::Credit(credit) => Some(TrustlineAsset::Credit(*credit)),
            Asset::Native => None,
        });
        self.lines.extend(credits);
        self
    }

    /// Returns the keys of the entries in base64, each once: first that of the account.
    pub fn keys(&self) -> Vec<String> {
        let account_id = || self.id.to_xdr();
        let account = xdr::LedgerKey::Account(xdr::LedgerKeyAccount {
            account_id: account_id(),
        });
        let memo: Option<DataName> = MEMO_REQUIRED.0.parse().ok();
        let names = memo.iter().chain(&self.data);
        let data = names.map(|name| {
            xdr::LedgerKey::Data(xdr::LedgerKeyData {
                account_id: account_id(),
                data_name: xdr::String64(name.to_xdr()),
            })
        });
        let lines = self.lines.iter().map(|asset| {
            xdr::LedgerKey::Trustline(xdr::LedgerKeyTrustLine {
                account_id: account_id(),
                asset: line_to_xdr(*asset),
            })
        });
        let mut keys: Vec<String> = Vec::new();
        for key in std::iter::once(account).chain(data).chain(lines) {
            let key = to_base64(&key);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }
}

impl BalanceId {
    /// Returns the key of the claimable balance in base64.
    pub fn key(self) -> String {
        let balance_id = self.to_xdr();
        to_base64(&xdr::LedgerKey::ClaimableBalance(xdr::LedgerKeyClaimableBalance {
            balance_id,
        }))
    }
}

impl OfferId {
    /// Returns the key of the offer of an account in base64.
    pub fn key(self, seller: AccountId) -> String {
        to_base64(&xdr::LedgerKey::Offer(xdr::LedgerKeyOffer {
            seller_id: seller.to_xdr(),
            offer_id: self.number(),
        }))
    }
}

impl OpenOffer {
    /// Returns the offer of a response, `None` if the ledger has no such offer of the account.
    ///
    /// # Errors
    ///
    /// Fails if an entry was not requested or is invalid.
    pub fn of_entries(seller: AccountId, id: OfferId, entries: &[StoredEntry]) -> Result<Option<Self>, EntryError> {
        let stored = match entries {
            [] => return Ok(None),
            [entry] => match &entry.data {
                Data::Offer(stored) => stored,
                _ => return Err(EntryError("no offer")),
            },
            _ => return Err(EntryError("more entries than requested")),
        };
        if AccountId::from_xdr(&stored.seller_id) != seller || stored.offer_id != id.number() {
            return Err(EntryError("different offer"));
        }
        let amount = Stroops::new(stored.amount).filter(|amount| *amount != Stroops::default());
        Ok(Some(Self {
            id,
            selling: Asset::from_xdr(&stored.selling).ok_or(EntryError("invalid asset"))?,
            buying: Asset::from_xdr(&stored.buying).ok_or(EntryError("invalid asset"))?,
            amount: amount.ok_or(EntryError("invalid amount"))?,
            price: Price::from_xdr(&stored.price).ok_or(EntryError("invalid price"))?,
        }))
    }
}

/// The maximum number of keys that a Stellar RPC server accepts in a request.
pub const MAX_KEYS: usize = 200;

/// The data entry that requires memos, and the value of the entry (SEP-29).
const MEMO_REQUIRED: (&str, &[u8]) = ("config.memo_required", b"1");

/// An entry of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    data: Data,
    /// The sponsor of the reserve, if reported.
    sponsor: Option<AccountId>,
    /// True if the server reports the extension with the sponsor.
    has_extension: bool,
}

/// The error for entries that do not form the requested item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ledger entries: {0}")]
pub struct EntryError(&'static str);

impl StoredEntry {
    /// Parses the base64 of the data of an entry (`LedgerEntryData`), and of the extension (`LedgerEntryExt`) if the
    /// server reports the extension.
    pub fn read(data: &str, extension: Option<&str>) -> Result<Self, EntryError> {
        let read = extension.map(|text| from_base64(text).ok_or(EntryError("invalid extension")));
        let sponsor = match read.transpose()? {
            None | Some(xdr::LedgerEntryExt::V0) => None,
            Some(xdr::LedgerEntryExt::V1(v1)) => v1.sponsoring_id.0.as_ref().map(AccountId::from_xdr),
        };
        Ok(Self {
            data: from_base64(data).ok_or(EntryError("invalid data"))?,
            sponsor,
            has_extension: extension.is_some(),
        })
    }
}

impl Account {
    /// Returns the account of a response to a query, `None` if the ledger has no such account.
    ///
    /// # Errors
    ///
    /// Fails if an entry was not requested, is repeated or is invalid.
    pub fn of_entries(query: &AccountQuery, entries: &[StoredEntry]) -> Result<Option<Self>, EntryError> {
        let mut account = None;
        for entry in entries {
            if let Data::Account(stored) = &entry.data {
                let found = of_entry(query.id, stored, entry)?;
                if account.replace(found).is_some() {
                    return Err(EntryError("two accounts"));
                }
            }
        }
        let Some(mut account) = account else {
            return if entries.is_empty() {
                Ok(None)
            } else {
                Err(EntryError("entries without the account"))
            };
        };
        for entry in entries {
            account.add(query, entry)?;
        }
        account.settings.unlisted = account.count_unlisted();
        let lacks_sponsors = entries.iter().any(|entry| !entry.has_extension);
        account.settings.lacks_entries |= lacks_sponsors && account.sponsored > 0;
        Ok(Some(account))
    }

    /// Adds an entry of the account.
    fn add(&mut self, query: &AccountQuery, entry: &StoredEntry) -> Result<(), EntryError> {
        match &entry.data {
            Data::Account(_) => Ok(()),
            Data::Trustline(stored) => {
                let line = line(stored, entry.sponsor).ok_or(EntryError("invalid trustline"))?;
                let is_owned = AccountId::from_xdr(&stored.account_id) == self.id;
                let is_known = self.lines.iter().any(|known| known.asset == line.asset);
                if !is_owned || is_known || !query.lines.contains(&line.asset) {
                    return Err(EntryError("trustline that was not requested"));
                }
                self.lines.push(line);
                Ok(())
            }
            Data::Data(stored) => {
                let name = DataName::from_xdr(&stored.data_name.0).ok_or(EntryError("invalid name"))?;
                let is_memo = name.to_string() == MEMO_REQUIRED.0;
                let is_owned = AccountId::from_xdr(&stored.account_id) == self.id;
                if !is_owned || !(is_memo || query.data.contains(&name)) {
                    return Err(EntryError("data that was not requested"));
                }
                let value = stored.data_value.0.to_vec();
                self.requires_memo |= is_memo && value == MEMO_REQUIRED.1;
                if self.settings.data.insert(name, value).is_some() {
                    return Err(EntryError("repeated data"));
                }
                Ok(())
            }
            _ => Err(EntryError("entry that was not requested")),
        }
    }

    /// Returns the number of entries of the account that are neither signers nor known.
    fn count_unlisted(&self) -> u32 {
        let weights = self.lines.iter().map(|line| match line.asset {
            TrustlineAsset::Credit(_) => 1,
            // A trustline of pool shares counts twice (CAP-38).
            TrustlineAsset::PoolShares(_) => 2,
        });
        // The master key is not an entry.
        let signers = self.signers.len().saturating_sub(1);
        let known = weights.sum::<usize>() + signers + self.settings.data.len();
        self.subentries.saturating_sub(u32::try_from(known).unwrap_or(u32::MAX))
    }
}

/// Converts an account entry, without trustlines and data entries. The master key is the last signer.
fn of_entry(id: AccountId, stored: &xdr::AccountEntry, entry: &StoredEntry) -> Result<Account, EntryError> {
    if AccountId::from_xdr(&stored.account_id) != id {
        return Err(EntryError("different account"));
    }
    if stored.seq_num.0 < 0 {
        return Err(EntryError("negative sequence number"));
    }
    let Extensions { v1, v2, v3 } = Extensions::of(stored);
    let [weight, low, medium, high] = stored.thresholds.0;
    let master = WeightedSigner {
        key: SignerKey::Ed25519(id.0),
        weight: weight.into(),
        sponsor: None,
    };
    let domain = HomeDomain::from_xdr(&stored.home_domain.0);
    let has_flag = |flag: u32| stored.flags & flag != 0;
    let sponsor = entry.sponsor;
    Ok(Account {
        id,
        sequence: stored.seq_num.0,
        subentries: stored.num_sub_entries,
        sponsoring: v2.map_or(0, |v2| v2.num_sponsoring),
        sponsored: v2.map_or(0, |v2| v2.num_sponsored),
        is_sponsored: sponsor.is_some(),
        native: holding(stored.balance, v1.map(|v1| &v1.liabilities)).ok_or(EntryError("negative balance"))?,
        lines: Vec::new(),
        signers: signers(stored, v2).chain([master]).collect(),
        requires_memo: false,
        settings: AccountSettings {
            thresholds: Thresholds { low, medium, high },
            flags: AccountFlags {
                required: has_flag(1),
                revocable: has_flag(2),
                immutable: has_flag(4),
                clawback_enabled: has_flag(8),
            },
            lacks_entries: domain.is_none(),
            home_domain: domain.filter(|domain| !domain.to_string().is_empty()),
            sponsor,
            // The ledger 0 means that the account was not used since protocol 19.
            sequence_set: v3
                .filter(|v3| v3.seq_ledger > 0)
                .map(|v3| (v3.seq_ledger, v3.seq_time.0)),
            ..AccountSettings::default()
        },
    })
}

/// The extensions of an account entry, which nest.
#[derive(Clone, Copy)]
struct Extensions<'a> {
    /// The liabilities of open offers.
    v1: Option<&'a xdr::AccountEntryExtensionV1>,
    /// The sponsors of entries (CAP-33).
    v2: Option<&'a xdr::AccountEntryExtensionV2>,
    /// The age of the sequence number (CAP-21).
    v3: Option<&'a xdr::AccountEntryExtensionV3>,
}

impl<'a> Extensions<'a> {
    fn of(stored: &'a xdr::AccountEntry) -> Self {
        let v1 = match &stored.ext {
            xdr::AccountEntryExt::V1(v1) => Some(v1),
            xdr::AccountEntryExt::V0 => None,
        };
        let v2 = v1.and_then(|v1| match &v1.ext {
            xdr::AccountEntryExtensionV1Ext::V2(v2) => Some(v2),
            xdr::AccountEntryExtensionV1Ext::V0 => None,
        });
        let v3 = v2.and_then(|v2| match &v2.ext {
            xdr::AccountEntryExtensionV2Ext::V3(v3) => Some(v3),
            xdr::AccountEntryExtensionV2Ext::V0 => None,
        });
        Self { v1, v2, v3 }
    }
}

/// Returns the signers besides the master key, with the sponsors in the extension.
fn signers(
    stored: &xdr::AccountEntry,
    extension: Option<&xdr::AccountEntryExtensionV2>,
) -> impl Iterator<Item = WeightedSigner> {
    let sponsors = extension.map_or(&[][..], |v2| v2.signer_sponsoring_i_ds.as_slice());
    stored.signers.iter().enumerate().map(|(index, signer)| WeightedSigner {
        key: SignerKey::from_xdr(&signer.key),
        weight: signer.weight,
        sponsor: sponsors
            .get(index)
            .and_then(|sponsor| sponsor.0.as_ref())
            .map(AccountId::from_xdr),
    })
}

/// Returns `None` for a negative amount.
fn holding(balance: i64, liabilities: Option<&xdr::Liabilities>) -> Option<Holding> {
    Some(Holding {
        balance: Stroops::new(balance)?,
        buying_liabilities: Stroops::new(liabilities.map_or(0, |sums| sums.buying))?,
        selling_liabilities: Stroops::new(liabilities.map_or(0, |sums| sums.selling))?,
    })
}

/// Returns `None` for an invalid trustline.
fn line(line: &xdr::TrustLineEntry, sponsor: Option<AccountId>) -> Option<TrustLine> {
    let liabilities = match &line.ext {
        xdr::TrustLineEntryExt::V1(v1) => Some(&v1.liabilities),
        xdr::TrustLineEntryExt::V0 => None,
    };
    let is_authorized = line.flags & 1 != 0;
    Some(TrustLine {
        asset: line_from_xdr(&line.asset)?,
        holding: holding(line.balance, liabilities)?,
        limit: Stroops::new(line.limit)?,
        is_authorized,
        may_maintain_liabilities: is_authorized || line.flags & 2 != 0,
        has_clawback: line.flags & 4 != 0,
        sponsor,
    })
}

fn line_to_xdr(asset: TrustlineAsset) -> xdr::TrustLineAsset {
    match asset {
        TrustlineAsset::PoolShares(pool) => xdr::TrustLineAsset::PoolShare(pool.to_xdr()),
        TrustlineAsset::Credit(credit) => match Asset::from(credit).to_xdr() {
            xdr::Asset::Native => xdr::TrustLineAsset::Native,
            xdr::Asset::CreditAlphanum4(credit) => xdr::TrustLineAsset::CreditAlphanum4(credit),
            xdr::Asset::CreditAlphanum12(credit) => xdr::TrustLineAsset::CreditAlphanum12(credit),
        },
    }
}

fn line_from_xdr(asset: &xdr::TrustLineAsset) -> Option<TrustlineAsset> {
    let credit = match asset {
        xdr::TrustLineAsset::Native => return None,
        xdr::TrustLineAsset::PoolShare(pool) => return Some(TrustlineAsset::PoolShares(PoolId::from_xdr(pool))),
        xdr::TrustLineAsset::CreditAlphanum4(credit) => xdr::Asset::CreditAlphanum4(credit.clone()),
        xdr::TrustLineAsset::CreditAlphanum12(credit) => xdr::Asset::CreditAlphanum12(credit.clone()),
    };
    match Asset::from_xdr(&credit)? {
        Asset::Credit(credit) => Some(TrustlineAsset::Credit(credit)),
        Asset::Native => None,
    }
}

/// A claimable balance as stored in a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBalance {
    /// The asset that can be claimed.
    pub asset: Asset,
    /// The claimable amount in stroops.
    pub amount: i64,
    /// The claimants with the conditions of their claims.
    pub claimants: Vec<Claimant>,
    /// The time from which relative conditions count, in Unix seconds. A ledger stores absolute times only.
    pub made: u64,
    /// The sponsor of the reserve.
    pub sponsor: Option<AccountId>,
    /// True if the issuer can claw the balance back.
    pub has_clawback: bool,
}

impl StoredBalance {
    /// Returns the claimable balance of a response, `None` if the ledger has no such balance.
    ///
    /// # Errors
    ///
    /// Fails if an entry was not requested or is invalid.
    pub fn of_entries(id: BalanceId, entries: &[StoredEntry]) -> Result<Option<Self>, EntryError> {
        let (entry, stored) = match entries {
            [] => return Ok(None),
            [entry] => match &entry.data {
                Data::ClaimableBalance(stored) => (entry, stored),
                _ => return Err(EntryError("no claimable balance")),
            },
            _ => return Err(EntryError("more entries than requested")),
        };
        if BalanceId::from_xdr(&stored.balance_id) != id {
            return Err(EntryError("different claimable balance"));
        }
        let claimants = stored.claimants.iter();
        let claimants = claimants.map(|xdr::Claimant::ClaimantTypeV0(claimant)| {
            Some(Claimant {
                destination: AccountId::from_xdr(&claimant.destination),
                predicate: Predicate::from_xdr(&claimant.predicate)?,
            })
        });
        let claimants: Option<Vec<_>> = claimants.collect();
        let amount = Stroops::new(stored.amount).ok_or(EntryError("negative amount"))?;
        Ok(Some(Self {
            asset: Asset::from_xdr(&stored.asset).ok_or(EntryError("invalid asset"))?,
            amount: amount.get(),
            claimants: claimants.ok_or(EntryError("invalid predicate"))?,
            // A ledger stores absolute times only (CAP-23).
            made: 0,
            sponsor: entry.sponsor,
            has_clawback: match &stored.ext {
                xdr::ClaimableBalanceEntryExt::V0 => false,
                xdr::ClaimableBalanceEntryExt::V1(v1) => v1.flags & 1 != 0,
            },
        }))
    }
}

/// The parameters of the network in the header of a ledger, as voted by the validators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedgerParameters {
    /// The minimum fee of an operation.
    pub base_fee: Stroops,
    /// The minimum balance per ledger entry.
    pub base_reserve: Stroops,
}

impl LedgerParameters {
    /// Parses the base64 of a header (`LedgerHeader`), or of a header with the hash (`LedgerHeaderHistoryEntry`).
    /// Returns `None` for invalid base64.
    pub fn read(text: &str) -> Option<Self> {
        let header = from_base64::<xdr::LedgerHeader>(text);
        let header = header.or_else(|| from_base64::<xdr::LedgerHeaderHistoryEntry>(text).map(|entry| entry.header))?;
        Some(Self {
            base_fee: Stroops::new(header.base_fee.into())?,
            base_reserve: Stroops::new(header.base_reserve.into())?,
        })
    }
}
