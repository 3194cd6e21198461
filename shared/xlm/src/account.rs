//! Accounts as stored in a ledger.

use super::account_settings::AccountSettings;
use super::address::AccountId;
use super::amount::Stroops;
use super::asset::{Asset, Credit};
use super::ids::PoolId;
use super::signer::SignerKey;

/// An account as of one ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The account id.
    pub id: AccountId,
    /// The sequence number of its last transaction.
    pub sequence: i64,
    /// The number of ledger entries of the account: trustlines (a pool share counts twice), offers,
    /// data entries and signers.
    pub subentries: u32,
    /// The number of base reserves that the account sponsors for others.
    pub sponsoring: u32,
    /// The number of its base reserves that others sponsor. The account itself counts as two.
    pub sponsored: u32,
    /// True if another account sponsors the reserve of the account itself.
    pub is_sponsored: bool,
    /// The lumens of the account.
    pub native: Holding,
    /// The trustlines of the account.
    pub lines: Vec<TrustLine>,
    /// The signers of the account, including its master key.
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

/// A trustline of an account: its balance of an asset other than the lumen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustLine {
    /// The trusted asset.
    pub asset: TrustlineAsset,
    /// The balance and its liabilities.
    pub holding: Holding,
    /// The maximum balance.
    pub limit: Stroops,
    /// True if the account is fully authorized. False if it may only maintain its liabilities.
    pub is_authorized: bool,
    /// True if the account may keep its open offers, also if it is fully authorized (CAP-18).
    pub may_maintain_liabilities: bool,
    /// True if the issuer can claw back the balance (CAP-35).
    pub has_clawback: bool,
    /// The other account that sponsors the reserve of the trustline.
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

/// A signer with its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightedSigner {
    /// The key of the signer.
    pub key: SignerKey,
    /// The weight of the signer.
    pub weight: u32,
    /// The other account that sponsors the reserve of the signer.
    pub sponsor: Option<AccountId>,
}

impl Account {
    /// Returns the trustline for an issued asset.
    pub fn line(&self, credit: &Credit) -> Option<&TrustLine> {
        self.lines
            .iter()
            .find(|line| line.asset == TrustlineAsset::Credit(*credit))
    }

    /// Returns the Ed25519 keys among the signers.
    pub fn keys(&self) -> Vec<AccountId> {
        let keys = self.signers.iter().filter_map(|signer| match signer.key {
            SignerKey::Ed25519(key) => Some(AccountId(key)),
            SignerKey::PreAuthTx(_) | SignerKey::HashX(_) | SignerKey::SignedPayload { .. } => None,
        });
        keys.collect()
    }

    /// Returns true if the account can hold the asset: it is the coin, or the account issues it or has a trustline
    /// for it.
    pub fn trusts(&self, asset: &Asset) -> bool {
        match asset {
            Asset::Native => true,
            Asset::Credit(credit) => credit.issuer == self.id || self.line(credit).is_some(),
        }
    }
}
