//! Trustlines: what accounts hold of assets that others issue.

use stellar_xdr::{
    AccountId, Liabilities, TrustLineAsset, TrustLineEntry, TrustLineEntryExt, TrustLineEntryV1, TrustLineEntryV1Ext,
    TrustLineFlags,
};

/// The flags that say what the issuer lets the holder do.
pub const AUTHORIZATIONS: u32 =
    TrustLineFlags::AuthorizedFlag as u32 | TrustLineFlags::AuthorizedToMaintainLiabilitiesFlag as u32;

/// A trustline of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustLine {
    /// Who holds the asset.
    pub account: AccountId,
    /// What is held.
    pub asset: TrustLineAsset,
    /// How much of it, in ten millionths.
    pub balance: i64,
    /// The most that it may hold.
    pub limit: i64,
    /// See [`TrustLineFlags`].
    pub flags: u32,
    /// What the account's offers may bring and take of it.
    pub liabilities: Liabilities,
}

impl TrustLine {
    /// Whether a flag is set.
    pub fn has(&self, flag: TrustLineFlags) -> bool {
        self.flags & flag as u32 != 0
    }

    /// Whether it may be paid to and from.
    pub fn is_authorized(&self) -> bool {
        self.has(TrustLineFlags::AuthorizedFlag)
    }

    /// Whether its offers may stay (CAP-18).
    pub fn keeps_offers(&self) -> bool {
        self.flags & AUTHORIZATIONS != 0
    }

    /// What it can give, offers aside.
    pub fn available(&self) -> i64 {
        self.balance - self.liabilities.selling
    }

    /// What it can take, offers aside.
    pub fn room(&self) -> i64 {
        self.limit - self.liabilities.buying - self.balance
    }

    /// Adds to the balance, when the limit has room for it.
    #[must_use]
    pub fn receive(&mut self, amount: i64) -> bool {
        let fits = self.room() >= amount;
        if fits {
            self.balance += amount;
        }
        fits
    }

    /// Takes from the balance, when no offer needs it.
    #[must_use]
    pub fn spend(&mut self, amount: i64) -> bool {
        let has = self.available() >= amount;
        if has {
            self.balance -= amount;
        }
        has
    }

    /// The trustline as the protocol writes it.
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
