//! Validation of payments and the choice of their operation.

use super::account::Account;
use super::address::MuxedAccount;
use super::amount::Stroops;
use super::asset::{Asset, Credit};
use super::memo::Memo;
use super::operation::{CreateAccount, Lumens, Operation, OperationBody, Payment, PositiveStroops, memo_required};
use super::reserve::starting_balance;
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
        let Some(recipient) = recipient else {
            let operation = self.create_account(base_reserve)?;
            self.check_lumens(sender, base_reserve)?;
            return Ok(operation);
        };
        if self.to.id.is_none() && recipient.requires_memo && memo.is_none() {
            return Err(TransferError::MemoRequired);
        }
        match &self.asset {
            Asset::Native => self.check_lumens(sender, base_reserve)?,
            Asset::Credit(credit) => {
                self.check_recipient(recipient, credit)?;
                self.check_credit(sender, credit)?;
            }
        }
        Ok(Operation::of_source(OperationBody::Payment(Payment {
            destination: self.to,
            asset: self.asset,
            amount: self.amount,
        })))
    }

    fn amount(&self) -> Stroops {
        Stroops::new(self.amount.get()).unwrap_or_default()
    }

    fn create_account(&self, base_reserve: Stroops) -> Result<Operation, TransferError> {
        let reason = TransferBlocker::AccountMissing;
        // An account creation cannot contain the id of a muxed address, so the funds could not be
        // attributed to its user.
        if self.asset != Asset::Native || self.to.id.is_some() {
            return Err(TransferError::Destination { reason });
        }
        let minimum = starting_balance(base_reserve);
        if self.amount() < minimum {
            return Err(TransferError::StartingBalance { minimum });
        }
        Ok(Operation::of_source(OperationBody::CreateAccount(CreateAccount {
            destination: self.to.account,
            starting_balance: Lumens(self.amount()),
        })))
    }

    /// Checks the sender's lumens against the amount and the minimum fee. Any higher charge depends on the
    /// load of the network.
    fn check_lumens(&self, sender: &Account, base_reserve: Stroops) -> Result<(), TransferError> {
        let available = sender.spendable(base_reserve);
        let required = self.amount().checked_add(Stroops::MIN_FEE).unwrap_or(Stroops::MAX);
        if available < required {
            return Err(TransferError::InsufficientFunds { available, required });
        }
        Ok(())
    }

    fn check_recipient(&self, recipient: &Account, credit: &Credit) -> Result<(), TransferError> {
        if credit.issuer == recipient.id {
            return Ok(());
        }
        let line = recipient.line(credit);
        let reason = match line {
            None => TransferBlocker::TrustlineMissing,
            Some(line) if !line.is_authorized => TransferBlocker::NotAuthorized,
            // The network credits before it debits, so a payment of an account to itself needs room as well.
            Some(line) if line.room() < self.amount() => TransferBlocker::LimitExceeded,
            Some(_) => return Ok(()),
        };
        Err(TransferError::Destination { reason })
    }

    fn check_credit(&self, sender: &Account, credit: &Credit) -> Result<(), TransferError> {
        if credit.issuer == sender.id {
            return Ok(());
        }
        let required = self.amount();
        let rejected = |reason| Err(TransferError::Sender { reason, required });
        match sender.line(credit) {
            None => rejected(TransferBlocker::TrustlineMissing),
            Some(line) if !line.is_authorized => rejected(TransferBlocker::NotAuthorized),
            Some(line) if line.holding.free() < required => Err(TransferError::InsufficientFunds {
                available: line.holding.free(),
                required,
            }),
            Some(_) => Ok(()),
        }
    }
}
