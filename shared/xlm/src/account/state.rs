//! Accounts as stored in a ledger.

use crate::account::signer::SignerKey;
use crate::chain::PoolId;
use crate::operation::{DataName, HomeDomain};
use crate::value::address::AccountId;
use crate::value::amount::Stroops;
use crate::value::asset::{Asset, Credit};
use std::collections::BTreeMap;

/// The entry of `partial` in responses for trustlines that no upstream lists ([`Account::lacks_lines`]).
pub const NOT_ALL_LINES: &str = "trustlines";

/// An account as of a ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The account id.
    pub id: AccountId,
    /// The sequence number of the last transaction.
    pub sequence: i64,
    /// The number of ledger entries of the account: trustlines (a pool share counts twice), offers,
    /// data entries and signers.
    pub subentries: u32,
    /// The number of base reserves that the account sponsors.
    pub sponsoring: u32,
    /// The number of base reserves with a sponsor. The account entry counts as two.
    pub sponsored: u32,
    /// True if a sponsor pays the reserve of the account entry.
    pub is_sponsored: bool,
    /// The lumens of the account.
    pub native: Holding,
    /// The trustlines of the account.
    pub lines: Vec<TrustLine>,
    /// The signers of the account, including the master key.
    pub signers: Vec<WeightedSigner>,
    /// True if the account accepts only payments with a memo (SEP-29).
    pub requires_memo: bool,
    /// The settings of the account.
    pub settings: AccountSettings,
}

/// A balance with the liabilities of open offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holding {
    /// The balance.
    pub balance: Stroops,
    /// The amount that open buy offers may still add.
    pub buying_liabilities: Stroops,
    /// The amount that open sell offers may still take.
    pub selling_liabilities: Stroops,
}

impl Holding {
    /// Returns the balance minus the selling liabilities.
    pub fn free(&self) -> Stroops {
        self.balance.checked_sub(self.selling_liabilities).unwrap_or_default()
    }
}

/// A trustline of an account: the balance of an issued asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustLine {
    /// The trusted asset.
    pub asset: TrustlineAsset,
    /// The balance and the liabilities.
    pub holding: Holding,
    /// The maximum balance.
    pub limit: Stroops,
    /// True if the account is fully authorized. False if the account may only maintain liabilities.
    pub is_authorized: bool,
    /// True if the account may keep open offers, also if fully authorized (CAP-18).
    pub may_maintain_liabilities: bool,
    /// True if the issuer can claw back the balance (CAP-35).
    pub has_clawback: bool,
    /// The sponsor of the reserve of the trustline.
    pub sponsor: Option<AccountId>,
}

impl TrustLine {
    /// Returns the amount that the account can pay: the balance minus the selling liabilities, or 0 if the account
    /// is not fully authorized.
    pub fn spendable(&self) -> Stroops {
        if self.is_authorized {
            self.holding.free()
        } else {
            Stroops::default()
        }
    }

    /// Returns the maximum amount that the account can still receive.
    pub fn room(&self) -> Stroops {
        let taken = self.holding.balance.checked_add(self.holding.buying_liabilities);
        taken
            .and_then(|taken| self.limit.checked_sub(taken))
            .unwrap_or_default()
    }
}

/// The asset of a trustline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrustlineAsset {
    /// An issued asset.
    Credit(Credit),
    /// Shares of a liquidity pool.
    PoolShares(PoolId),
}

/// A signer with a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightedSigner {
    /// The key of the signer.
    pub key: SignerKey,
    /// The weight of the signer.
    pub weight: u32,
    /// The sponsor of the reserve of the signer.
    pub sponsor: Option<AccountId>,
}

impl Account {
    /// Returns the trustline for an issued asset.
    pub fn line(&self, credit: &Credit) -> Option<&TrustLine> {
        self.lines
            .iter()
            .find(|line| line.asset == TrustlineAsset::Credit(*credit))
    }

    /// Returns true if the account may have trustlines that the upstream does not list.
    pub const fn lacks_lines(&self) -> bool {
        self.settings.unlisted > 0
    }

    /// Returns the Ed25519 keys among the signers.
    pub fn keys(&self) -> Vec<AccountId> {
        let keys = self.signers.iter().filter_map(|signer| match signer.key {
            SignerKey::Ed25519(key) => Some(AccountId(key)),
            SignerKey::PreAuthTx(_) | SignerKey::HashX(_) | SignerKey::SignedPayload { .. } => None,
        });
        keys.collect()
    }

    /// Returns true if the account can hold the asset: the coin, or an asset that the account issues or has a trustline
    /// for it.
    pub fn trusts(&self, asset: &Asset) -> bool {
        match asset {
            Asset::Native => true,
            Asset::Credit(credit) => credit.issuer == self.id || self.line(credit).is_some(),
        }
    }
}

/// The settings of an account, for display and for previews. No payment depends on the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountSettings {
    /// The weights that operations require.
    pub thresholds: Thresholds,
    /// The flags of an issuer.
    pub flags: AccountFlags,
    /// The home domain; `None` if empty.
    pub home_domain: Option<HomeDomain>,
    /// The data entries: values of at most 64 bytes by name.
    pub data: BTreeMap<DataName, Vec<u8>>,
    /// The sponsor of the reserve of the account entry.
    pub sponsor: Option<AccountId>,
    /// The ledger that set the sequence number, and the close time of that ledger in Unix seconds (CAP-21).
    pub sequence_set: Option<(u32, u64)>,
    /// True if a signer, a data entry or the home domain is unreadable and missing.
    pub lacks_entries: bool,
    /// The number of ledger entries of the account that the upstream does not list: trustlines (a pool share counts
    /// twice) and data entries that were not requested, and offers. 0 if an index lists all trustlines and data entries.
    pub unlisted: u32,
}

/// The weights that operations of each level of security require.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thresholds {
    /// For operations of low security, such as claims.
    pub low: u8,
    /// For most operations, such as payments.
    pub medium: u8,
    /// For merges and for changes of signers and thresholds.
    pub high: u8,
}

/// The flags of an issuer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of the protocol")]
pub struct AccountFlags {
    /// Trustlines require the authorization of the issuer.
    pub required: bool,
    /// The issuer can revoke authorizations.
    pub revocable: bool,
    /// The flags cannot change, and the account cannot be merged.
    pub immutable: bool,
    /// The issuer can claw back balances of new trustlines (CAP-35).
    pub clawback_enabled: bool,
}
