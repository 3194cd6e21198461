//! Validation of payments and the choice of their operation.

use crate::account::reserve::starting_balance;
use crate::account::state::Account;
use crate::operation::{CreateAccount, Lumens, Operation, OperationBody, Payment, PositiveStroops, memo_required};
use crate::transaction::memo::Memo;
use crate::value::address::MuxedAccount;
use crate::value::amount::Stroops;
use crate::value::asset::Asset;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// A requested payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The recipient.
    pub to: MuxedAccount,
    /// The asset.
    pub asset: Asset,
    /// The amount.
    pub amount: PositiveStroops,
}

/// Reasons why an account cannot receive or make a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TransferBlocker {
    /// The account does not exist.
    AccountMissing,
    /// The account has no trustline for the asset.
    TrustlineMissing,
    /// The issuer has not authorized the account to hold the asset.
    NotAuthorized,
    /// The payment exceeds the limit of the trustline.
    LimitExceeded,
}

impl TransferBlocker {
    /// Returns the value of `details.reason`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AccountMissing => "account_missing",
            Self::TrustlineMissing => "trustline_missing",
            Self::NotAuthorized => "not_authorized",
            Self::LimitExceeded => "limit_exceeded",
        }
    }

    /// Returns the message for an account that cannot receive a payment.
    const fn of_destination(self) -> &'static str {
        match self {
            Self::AccountMissing => {
                "the destination account does not exist; only a payment of lumens to a G address can create it"
            }
            Self::TrustlineMissing => "the destination has no trustline for the asset; its owner must add one first",
            Self::NotAuthorized => "the issuer of the asset has not authorized the destination to hold it",
            Self::LimitExceeded => "the payment would exceed the trustline limit of the destination",
        }
    }
}

/// Reasons why a payment would fail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransferError {
    /// The account does not exist, and the amount is below the minimum starting balance.
    #[error("account does not exist, and the amount is below its minimum balance of two base reserves")]
    StartingBalance {
        /// The minimum amount: two base reserves.
        minimum: Stroops,
    },
    /// The recipient cannot receive the payment.
    #[error("{}", reason.of_destination())]
    Destination {
        /// The reason.
        reason: TransferBlocker,
    },
    /// The sender cannot pay with the asset at all.
    #[error("sender cannot pay with this asset: {}", reason.name())]
    Sender {
        /// The reason.
        reason: TransferBlocker,
        /// The required amount.
        required: Stroops,
    },
    /// The balance of the sender is insufficient.
    #[error("insufficient funds of the sender for this payment")]
    InsufficientFunds {
        /// The spendable amount of the asset.
        available: Stroops,
        /// The required amount of the asset. For the coin, including the minimum fee.
        required: Stroops,
    },
    /// The lumens of the sender do not cover the fee.
    #[error("spendable lumens of the sender do not cover the fee of the transaction")]
    Fee {
        /// The spendable lumens.
        available: Stroops,
        /// The fee.
        required: Stroops,
    },
    /// The recipient requires a memo (SEP-29).
    #[error("destination requires a memo; its owner can supply it")]
    MemoRequired,
}

impl CodedError for TransferError {
    /// Returns the error with the field of the transfer request.
    fn info(&self) -> ErrorInfo {
        let describe = |code| ErrorInfo::describe(code, self);
        match self {
            Self::StartingBalance { minimum } => describe(ErrorCode::InvalidAmount)
                .amount("minimum", minimum)
                .at("amount"),
            Self::Destination { reason } => describe(ErrorCode::DestinationUnusable)
                .detail("reason", reason.name())
                .at("to"),
            Self::Sender { reason, required } => describe(ErrorCode::InsufficientFunds)
                .amount("available", 0)
                .amount("required", required)
                .detail("reason", reason.name())
                .at("asset"),
            Self::InsufficientFunds { available, required } => describe(ErrorCode::InsufficientFunds)
                .amount("available", available)
                .amount("required", required)
                .at("amount"),
            Self::Fee { available, required } => describe(ErrorCode::InsufficientFunds)
                .amount("available", available)
                .amount("required", required)
                .at("address"),
            Self::MemoRequired => memo_required(self),
        }
    }
}

impl Transfer {
    /// Returns the operation for the payment. A payment of lumens to a missing account creates that
    /// account.
    pub fn operation(
        &self,
        sender: &Account,
        recipient: Option<&Account>,
        memo: &Memo,
        base_reserve: Stroops,
    ) -> Result<Operation, TransferError> {
        let requires_memo = recipient.is_some_and(|recipient| recipient.requires_memo);
        if self.to.id.is_none() && requires_memo && memo.is_none() {
            return Err(TransferError::MemoRequired);
        }
        // Any charge above the minimum fee depends on the load of the network.
        self.check(sender, recipient, base_reserve, Stroops::MIN_FEE)?;
        Ok(Operation::of_source(match recipient {
            Some(_) => OperationBody::Payment(Payment {
                destination: self.to,
                asset: self.asset,
                amount: self.amount,
            }),
            None => OperationBody::CreateAccount(CreateAccount {
                destination: self.to.account,
                starting_balance: Lumens(self.amount()),
            }),
        }))
    }

    /// Checks that the recipient can receive the payment, and that the sender can pay with this fee.
    pub(crate) fn check(
        &self,
        sender: &Account,
        recipient: Option<&Account>,
        base_reserve: Stroops,
        fee: Stroops,
    ) -> Result<(), TransferError> {
        let receivable = receivable(&self.to, recipient, &self.asset, base_reserve)?;
        if self.amount() < receivable.minimum {
            let minimum = receivable.minimum;
            return Err(TransferError::StartingBalance { minimum });
        }
        if self.amount() > receivable.maximum {
            let reason = TransferBlocker::LimitExceeded;
            return Err(TransferError::Destination { reason });
        }
        self.check_funds(sender, base_reserve, fee)
    }

    /// Checks that the sender can make the payment with this fee.
    pub(crate) fn check_funds(
        &self,
        sender: &Account,
        base_reserve: Stroops,
        fee: Stroops,
    ) -> Result<(), TransferError> {
        let required = self.amount();
        let available = payable(sender, &self.asset, base_reserve);
        let available = available.map_err(|reason| TransferError::Sender { reason, required })?;
        let required = match self.asset {
            Asset::Native => required.checked_add(fee).unwrap_or(Stroops::MAX),
            Asset::Credit(_) => required,
        };
        if available < required {
            return Err(TransferError::InsufficientFunds { available, required });
        }
        Ok(())
    }

    fn amount(&self) -> Stroops {
        Stroops::new(self.amount.get()).unwrap_or_default()
    }
}

/// The amounts that a recipient can receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Receivable {
    /// The minimum amount: that of a new account, otherwise 0.
    pub minimum: Stroops,
    /// The maximum amount.
    pub maximum: Stroops,
}

/// Returns the amounts of an asset that a recipient can receive; `recipient` is `None` if the account does not exist.
pub(crate) fn receivable(
    to: &MuxedAccount,
    recipient: Option<&Account>,
    asset: &Asset,
    base_reserve: Stroops,
) -> Result<Receivable, TransferError> {
    let up_to = |maximum| {
        Ok(Receivable {
            minimum: Stroops::default(),
            maximum,
        })
    };
    let reason = match (recipient, asset) {
        // An account creation cannot contain the id of a muxed address, so the funds could not be
        // attributed to the user.
        (None, Asset::Native) if to.id.is_none() => {
            let minimum = starting_balance(base_reserve);
            let maximum = Stroops::MAX;
            return Ok(Receivable { minimum, maximum });
        }
        (None, _) => TransferBlocker::AccountMissing,
        (Some(_), Asset::Native) => return up_to(Stroops::MAX),
        (Some(recipient), Asset::Credit(credit)) if credit.issuer == recipient.id => return up_to(Stroops::MAX),
        (Some(recipient), Asset::Credit(credit)) => match recipient.line(credit) {
            None => TransferBlocker::TrustlineMissing,
            Some(line) if !line.is_authorized => TransferBlocker::NotAuthorized,
            // The network credits before it debits, so a payment to the sender needs room as well.
            Some(line) => return up_to(line.room()),
        },
    };
    Err(TransferError::Destination { reason })
}

/// Returns the amount of an asset that a sender can pay; of lumens, including the fee.
pub(crate) fn payable(sender: &Account, asset: &Asset, base_reserve: Stroops) -> Result<Stroops, TransferBlocker> {
    let credit = match asset {
        Asset::Native => return Ok(sender.spendable(base_reserve)),
        Asset::Credit(credit) if credit.issuer == sender.id => return Ok(Stroops::MAX),
        Asset::Credit(credit) => credit,
    };
    match sender.line(credit) {
        None => Err(TransferBlocker::TrustlineMissing),
        Some(line) if !line.is_authorized => Err(TransferBlocker::NotAuthorized),
        Some(line) => Ok(line.spendable()),
    }
}
