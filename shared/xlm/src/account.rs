//! What the network knows of an account.

use super::address::AccountId;
use super::amount::Stroops;
use super::asset::{Asset, Credit};
use super::ids::PoolId;
use super::signer::SignerKey;

/// An account as a ledger has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// The sequence number of its last transaction.
    pub sequence: i64,
    /// How many ledger entries belong to it: trustlines (a pool share counts two), offers, data entries, signers.
    pub subentries: u32,
    /// For how many entries of others it pays the reserve.
    pub sponsoring: u32,
    /// For how many entries of its own, itself counting two, others pay the reserve.
    pub sponsored: u32,
    /// Whether somebody else pays the reserve of the account itself.
    pub is_sponsored: bool,
    /// Its lumens.
    pub native: Holding,
    /// Its trustlines.
    pub lines: Vec<TrustLine>,
    /// Who may sign for it, its own key included.
    pub signers: Vec<WeighedSigner>,
    /// Whether it refuses payments without a memo (SEP-29).
    pub requires_memo: bool,
}

/// An amount, and what open offers have promised of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holding {
    /// The balance.
    pub balance: Stroops,
    /// What offers to buy may still bring.
    pub buying_liabilities: Stroops,
    /// What offers to sell may still take.
    pub selling_liabilities: Stroops,
}

impl Holding {
    /// What is not promised to anybody.
    pub fn free(&self) -> Stroops {
        self.balance.checked_sub(self.selling_liabilities).unwrap_or_default()
    }
}

/// What an account holds of something that is not the lumen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustLine {
    /// What it is for.
    pub asset: Held,
    /// How much there is of it.
    pub holding: Holding,
    /// The most that the account will hold.
    pub limit: Stroops,
    /// Whether the account may use it fully. One that may only keep its open offers may not.
    pub is_authorized: bool,
    /// Whether somebody else pays its reserve.
    pub is_sponsored: bool,
}

impl TrustLine {
    /// How much more the account can be paid.
    pub fn room(&self) -> Stroops {
        let taken = self.holding.balance.checked_add(self.holding.buying_liabilities);
        taken
            .and_then(|taken| self.limit.checked_sub(taken))
            .unwrap_or_default()
    }
}

/// What a trustline can be for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// What an account issues.
    Credit(Credit),
    /// Shares of a pool.
    PoolShares(PoolId),
}

/// A signer with its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeighedSigner {
    /// What it shows.
    pub key: SignerKey,
    /// What that counts.
    pub weight: u32,
}

impl Account {
    /// The trustline for an asset.
    pub fn line(&self, credit: &Credit) -> Option<&TrustLine> {
        self.lines.iter().find(|line| line.asset == Held::Credit(*credit))
    }

    /// The Ed25519 keys that may sign for it.
    pub fn keys(&self) -> Vec<AccountId> {
        let keys = self.signers.iter().filter_map(|signer| match signer.key {
            SignerKey::Ed25519(key) => Some(AccountId(key)),
            SignerKey::PreAuthTx(_) | SignerKey::HashX(_) | SignerKey::SignedPayload { .. } => None,
        });
        keys.collect()
    }

    /// Whether the account can be paid an asset: the coin, what it issues itself, or what it has a trustline for.
    pub fn trusts(&self, asset: &Asset) -> bool {
        match asset {
            Asset::Native => true,
            Asset::Credit(credit) => credit.issuer == self.id || self.line(credit).is_some(),
        }
    }
}
