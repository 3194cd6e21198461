//! Operations as Horizon's records tell them.

use super::party::Party;
use crate::{AccountId, Asset, BalanceId, Credit, Held, MuxedAccount, PoolId, Stroops};

/// An operation of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its place in the transaction, from 0.
    pub index: usize,
    /// Whose operation it is.
    pub source: MuxedAccount,
    /// What it does.
    pub body: Body,
}

/// What an operation does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Creates an account.
    CreateAccount(Payment),
    /// Pays.
    Payment(Payment),
    /// Pays out of another asset.
    PathPayment(PathPayment),
    /// Makes, changes or deletes an offer; the amount is of what is sold.
    SellOffer(Offer),
    /// The same with the amount of what is bought.
    BuyOffer(Offer),
    /// Makes an offer that takes no other of the same price.
    PassiveOffer(Offer),
    /// Sets options of the account.
    SetOptions {
        /// The weight of the signer that is set.
        signer_weight: Option<u32>,
        /// The weight of the account's own key.
        master_weight: Option<u32>,
    },
    /// Makes, changes or deletes a trustline.
    ChangeTrust {
        /// What is trusted.
        line: Held,
        /// Whose trustline it is.
        trustor: MuxedAccount,
    },
    /// Authorizes a trustline, or no longer.
    AllowTrust {
        /// The asset.
        credit: Credit,
        /// Whether it may be used fully.
        authorize: bool,
        /// Whose trustline it is.
        trustor: AccountId,
        /// The issuer.
        trustee: MuxedAccount,
    },
    /// Deletes an account, whose lumens go to another.
    AccountMerge {
        /// The account.
        account: MuxedAccount,
        /// The other.
        into: MuxedAccount,
    },
    /// Sets or deletes a data entry.
    ManageData {
        /// Its name.
        name: String,
    },
    /// Raises the sequence number.
    BumpSequence {
        /// To this number.
        to: i64,
    },
    /// Sets a balance aside.
    CreateClaimableBalance {
        /// What.
        asset: Asset,
        /// How much.
        amount: Stroops,
        /// Who pays its reserve.
        sponsor: MuxedAccount,
    },
    /// Claims a balance.
    ClaimClaimableBalance {
        /// The balance.
        id: BalanceId,
        /// Who claims it.
        claimant: MuxedAccount,
        /// What that brought, which its record does not tell.
        brought: Option<(Asset, Stroops)>,
    },
    /// From here on pays the reserves of an account.
    BeginSponsoring {
        /// The account.
        sponsored: AccountId,
    },
    /// Ends that.
    EndSponsoring {
        /// Who paid, where that is told.
        sponsor: Option<MuxedAccount>,
    },
    /// No longer pays the reserve of something.
    RevokeSponsorship(Revoked),
    /// Takes back what was issued.
    Clawback {
        /// The asset.
        credit: Credit,
        /// From whom.
        from: MuxedAccount,
        /// How much.
        amount: Stroops,
    },
    /// Takes back a claimable balance.
    ClawbackClaimableBalance {
        /// The balance.
        id: BalanceId,
    },
    /// Sets and clears flags of a trustline.
    SetTrustLineFlags {
        /// The asset.
        credit: Credit,
        /// Flags that are set.
        set: Vec<u32>,
        /// Flags that are cleared.
        clear: Vec<u32>,
        /// Whose trustline it is.
        trustor: AccountId,
    },
    /// Puts assets into a pool.
    PoolDeposit {
        /// The pool.
        pool: PoolId,
        /// The least price, a decimal number.
        min_price: String,
        /// The highest.
        max_price: String,
        /// The shares that it got.
        shares: Stroops,
        /// What was put in.
        reserves: Vec<(Asset, Stroops)>,
    },
    /// Takes assets out of a pool.
    PoolWithdraw {
        /// The pool.
        pool: PoolId,
        /// The shares that it gave.
        shares: Stroops,
        /// What was taken out.
        reserves: Vec<(Asset, Stroops)>,
    },
    /// Calls a contract.
    CallContract {
        /// What that moved.
        transfers: Vec<Transfer>,
    },
}

/// A payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// What arrives.
    pub asset: Asset,
    /// How much arrives.
    pub amount: Stroops,
    /// Who pays.
    pub from: MuxedAccount,
    /// Who is paid.
    pub to: MuxedAccount,
}

/// A payment out of another asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathPayment {
    /// What arrives.
    pub payment: Payment,
    /// Which side is exact.
    pub strict: Strict,
    /// What is spent.
    pub spent: Asset,
    /// How much is spent.
    pub spent_amount: Stroops,
}

/// The side of a path payment whose amount is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strict {
    /// What arrives.
    Receive,
    /// What is spent.
    Send,
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is sold.
    pub selling: Asset,
    /// What is bought.
    pub buying: Asset,
    /// How much.
    pub amount: Stroops,
    /// A decimal number.
    pub price: String,
    /// The number of the offer, 0 for a new one.
    pub id: i64,
}

/// What a contract moves: a transfer, or something made or destroyed, of which one side is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// What.
    pub asset: Asset,
    /// How much.
    pub amount: Stroops,
    /// Who gives.
    pub from: Option<Party>,
    /// Who gets.
    pub to: Option<Party>,
}

/// Something whose reserve is no longer paid by who paid it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Revoked {
    /// An account.
    Account(AccountId),
    /// A claimable balance.
    ClaimableBalance(BalanceId),
    /// A data entry.
    Data {
        /// Whose it is.
        account: AccountId,
        /// Its name.
        name: String,
    },
    /// An offer.
    Offer(i64),
    /// A trustline.
    Line {
        /// Whose it is.
        account: AccountId,
        /// What it is for.
        line: Held,
    },
    /// A signer.
    Signer {
        /// Whose it is.
        account: AccountId,
        /// Its key, a strkey.
        key: String,
    },
    /// Nothing that the specification knows.
    Other,
}

impl Body {
    /// Whom the operation pays, if it pays anybody. Claiming pays the claimant.
    pub(super) fn payee(&self) -> Option<Party> {
        match self {
            Self::CreateAccount(payment) | Self::Payment(payment) => Some(payment.to.into()),
            Self::PathPayment(path) => Some(path.payment.to.into()),
            Self::AccountMerge { into, .. } => Some((*into).into()),
            Self::ClaimClaimableBalance { claimant, .. } => Some((*claimant).into()),
            Self::CallContract { transfers } => transfers.iter().find_map(|transfer| transfer.to.clone()),
            _ => None,
        }
    }
}
