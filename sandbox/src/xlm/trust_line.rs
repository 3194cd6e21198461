//! Trustlines: the balances of accounts in assets of other issuers.

use super::balance::Balance;
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
