//! Operations as reported by Horizon.

use super::party::Party;
use crate::contract::ContractId;
use crate::{AccountId, Asset, BalanceId, Credit, MuxedAccount, PoolId, Stroops, TrustlineAsset};

/// An operation of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The index in the transaction, starting at 0.
    pub index: usize,
    /// The source account of the operation.
    pub source: MuxedAccount,
    /// The content of the operation.
    pub body: Body,
}

/// The type and content of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Creation of an account.
    CreateAccount(Payment),
    /// Payment of an asset to an account.
    Payment(Payment),
    /// Payment from a different asset.
    PathPayment(PathPayment),
    /// Creation, change or deletion of a sell offer. The amount is of the sold asset.
    SellOffer(Offer),
    /// Creation, change or deletion of a buy offer. The amount is of the bought asset.
    BuyOffer(Offer),
    /// Creation of an offer that takes no offer of the same price.
    PassiveOffer(Offer),
    /// Change of account settings.
    SetOptions {
        /// The weight of the set signer.
        signer_weight: Option<u32>,
        /// The new weight of the master key.
        master_weight: Option<u32>,
    },
    /// Creation, change or deletion of a trustline.
    ChangeTrust {
        /// The trusted asset.
        line: TrustlineAsset,
        /// The account of the trustline.
        trustor: MuxedAccount,
    },
    /// Change of a trustline's authorization.
    AllowTrust {
        /// The asset.
        credit: Credit,
        /// True if the trustline becomes fully authorized.
        authorize: bool,
        /// The account of the trustline.
        trustor: AccountId,
        /// The issuer.
        trustee: MuxedAccount,
    },
    /// Deletion of an account. The lumens go to a second account.
    AccountMerge {
        /// The deleted account.
        account: MuxedAccount,
        /// The account that receives the lumens.
        into: MuxedAccount,
    },
    /// Setting or deletion of a data entry.
    ManageData {
        /// The name of the entry.
        name: String,
    },
    /// Increase of the sequence number.
    BumpSequence {
        /// The new sequence number.
        to: i64,
    },
    /// Creation of a claimable balance.
    CreateClaimableBalance {
        /// The claimable asset.
        asset: Asset,
        /// The claimable amount.
        amount: Stroops,
        /// The sponsor of the reserve.
        sponsor: MuxedAccount,
        /// The accounts that may claim the balance.
        claimants: Vec<AccountId>,
    },
    /// Claim of a claimable balance.
    ClaimClaimableBalance {
        /// The balance id.
        id: BalanceId,
        /// The claimant.
        claimant: MuxedAccount,
        /// The claimed asset and amount, which the record of the operation lacks.
        claimed: Option<(Asset, Stroops)>,
    },
    /// Start of a sponsorship of an account's reserves.
    BeginSponsoring {
        /// The sponsored account.
        sponsored: AccountId,
    },
    /// End of a sponsorship.
    EndSponsoring {
        /// The sponsor, if reported.
        sponsor: Option<MuxedAccount>,
    },
    /// End of the sponsorship of a ledger entry or signer.
    RevokeSponsorship(Revoked),
    /// Clawback of an issued asset.
    Clawback {
        /// The asset.
        credit: Credit,
        /// The account that loses the amount.
        from: MuxedAccount,
        /// The amount.
        amount: Stroops,
    },
    /// Clawback of a claimable balance.
    ClawbackClaimableBalance {
        /// The balance id.
        id: BalanceId,
    },
    /// Change of trustline flags.
    SetTrustLineFlags {
        /// The asset.
        credit: Credit,
        /// The flags that are set.
        set: Vec<u32>,
        /// The flags that are cleared.
        clear: Vec<u32>,
        /// The account of the trustline.
        trustor: AccountId,
    },
    /// Deposit into a liquidity pool.
    PoolDeposit {
        /// The pool id.
        pool: PoolId,
        /// The minimum price as a decimal number.
        min_price: String,
        /// The maximum price as a decimal number.
        max_price: String,
        /// The shares received.
        shares: Stroops,
        /// The deposited amounts.
        reserves: Vec<(Asset, Stroops)>,
        /// The maximum amounts of a deposit that failed, in the order of the assets in the pool.
        intended: Vec<Stroops>,
    },
    /// Withdrawal from a liquidity pool.
    PoolWithdraw {
        /// The pool id.
        pool: PoolId,
        /// The shares redeemed.
        shares: Stroops,
        /// The withdrawn amounts.
        reserves: Vec<(Asset, Stroops)>,
    },
    /// Call of a contract, with the movements.
    CallContract {
        /// The transfers made by the contract.
        transfers: Vec<Transfer>,
    },
}

/// A payment from an account to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    /// The asset that the recipient receives.
    pub asset: Asset,
    /// The amount that the recipient receives.
    pub amount: Stroops,
    /// The sender.
    pub from: MuxedAccount,
    /// The recipient.
    pub to: MuxedAccount,
}

/// A payment from a different asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathPayment {
    /// The payment as received.
    pub payment: Payment,
    /// The side with the fixed amount.
    pub strict: Strict,
    /// The spent asset.
    pub spent: Asset,
    /// The spent amount. For a failed transaction, the maximum.
    pub spent_amount: Stroops,
}

/// The side of a path payment with the fixed amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strict {
    /// The received amount is fixed.
    Receive,
    /// The sent amount is fixed.
    Send,
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The asset that the account sells.
    pub selling: Asset,
    /// The asset that the account buys.
    pub buying: Asset,
    /// The amount.
    pub amount: Stroops,
    /// The price as a decimal number.
    pub price: String,
    /// The offer id; 0 for a new offer.
    pub id: i64,
}

/// A movement by a contract: a transfer, or a mint or burn, which lack a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The moved amount.
    pub amount: TransferAmount,
    /// The sender. `None` for a mint.
    pub from: Option<Party>,
    /// The recipient. `None` for a burn.
    pub to: Option<Party>,
}

/// An amount that a contract moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferAmount {
    /// An amount of an asset, which only the contract of the asset moves.
    Asset(Asset, Stroops),
    /// An amount of a token in the base unit, as the contract of the token (SEP-41) states. Any contract can state any
    /// amount, so that only the transfers of requested tokens are shown.
    Token(ContractId, u128),
}

/// A ledger entry or signer that is no longer sponsored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Revoked {
    /// An account with its reserve.
    Account(AccountId),
    /// A claimable balance by its id.
    ClaimableBalance(BalanceId),
    /// A data entry of an account.
    Data {
        /// The account of the entry.
        account: AccountId,
        /// The name of the entry.
        name: String,
    },
    /// An offer in the order book.
    Offer(i64),
    /// A trustline of an account.
    Line {
        /// The account of the trustline.
        account: AccountId,
        /// The asset of the trustline.
        line: TrustlineAsset,
    },
    /// A signer.
    Signer {
        /// The account of the signer.
        account: AccountId,
        /// The signer key as a strkey.
        key: String,
    },
    /// An entry of a type that the specification does not define.
    Other,
}

impl Transfer {
    /// Returns the accounts among the sides.
    pub(super) fn accounts(&self) -> impl Iterator<Item = AccountId> {
        let sides = [&self.from, &self.to].into_iter().flatten();
        sides.filter_map(Party::account)
    }

    /// Returns true for a token that is not an asset.
    pub(super) const fn is_of_token(&self) -> bool {
        matches!(self.amount, TransferAmount::Token(..))
    }
}

impl Body {
    /// Returns the recipient of the operation's payment, if any. A claim pays the claimant. A contract pays by the transfers
    /// that are shown.
    pub(super) fn payee(&self, is_shown: impl Fn(&Transfer) -> bool) -> Option<Party> {
        match self {
            Self::CreateAccount(payment) | Self::Payment(payment) => Some(payment.to.into()),
            Self::PathPayment(path) => Some(path.payment.to.into()),
            Self::AccountMerge { into, .. } => Some((*into).into()),
            Self::ClaimClaimableBalance { claimant, .. } => Some((*claimant).into()),
            Self::CallContract { transfers } => {
                let mut shown = transfers.iter().filter(|transfer| is_shown(transfer));
                shown.find_map(|transfer| transfer.to.clone())
            }
            _ => None,
        }
    }
}
