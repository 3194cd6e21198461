//! Trustlines: the balances of accounts in assets of other issuers.

use stellar_xdr::{
    AccountId, Liabilities, TrustLineAsset, TrustLineEntry, TrustLineEntryExt, TrustLineEntryV1, TrustLineEntryV1Ext,
    TrustLineFlags,
};

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
    pub fn keeps_offers(&self) -> bool {
        self.flags & AUTHORIZATIONS != 0
    }

    /// Returns the spendable balance, excluding selling liabilities.
    pub fn available(&self) -> i64 {
        self.balance - self.liabilities.selling
    }

    /// Returns the receivable amount, excluding buying liabilities.
    pub fn room(&self) -> i64 {
        self.limit - self.liabilities.buying - self.balance
    }

    /// Adds to the balance. Returns false without a change if the limit is exceeded.
    #[must_use]
    pub fn receive(&mut self, amount: i64) -> bool {
        let fits = self.room() >= amount;
        if fits {
            self.balance += amount;
        }
        fits
    }

    /// Subtracts from the balance. Returns false without a change if the spendable balance is too low.
    #[must_use]
    pub fn spend(&mut self, amount: i64) -> bool {
        let has = self.available() >= amount;
        if has {
            self.balance -= amount;
        }
        has
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
