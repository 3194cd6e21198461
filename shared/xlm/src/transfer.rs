//! Whether a payment can arrive, and by which operation.

use super::account::Account;
use super::address::MuxedAccount;
use super::amount::Stroops;
use super::asset::{Asset, Credit};
use super::memo::Memo;
use super::operation::{CreateAccount, Lumens, Operation, OperationBody, Payment, PositiveStroops};
use super::reserve::starting_balance;
use super::transaction::MIN_FEE;

/// A payment that somebody wants to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Who is paid.
    pub to: MuxedAccount,
    /// What is paid.
    pub asset: Asset,
    /// How much of it.
    pub amount: PositiveStroops,
}

/// Why an account cannot be paid, or cannot pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// There is no such account.
    AccountMissing,
    /// It has no trustline for the asset.
    TrustlineMissing,
    /// The issuer does not let it use the asset.
    NotAuthorized,
    /// It would hold more than its trustline allows.
    LimitExceeded,
}

impl Obstacle {
    /// The text in `details.reason`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AccountMissing => "account_missing",
            Self::TrustlineMissing => "trustline_missing",
            Self::NotAuthorized => "not_authorized",
            Self::LimitExceeded => "limit_exceeded",
        }
    }
}

/// Why a payment would fail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransferError {
    /// The account would start with less than it must keep.
    #[error("the account does not exist and would start with less than the two base reserves that it must keep")]
    StartingBalance {
        /// Two base reserves.
        minimum: Stroops,
    },
    /// The recipient cannot take it.
    #[error("the destination cannot take this payment: {}", reason.name())]
    Destination {
        /// Why.
        reason: Obstacle,
    },
    /// The sender may not use the asset at all.
    #[error("the sender cannot pay with this asset: {}", reason.name())]
    Sender {
        /// Why.
        reason: Obstacle,
        /// What is needed.
        required: Stroops,
    },
    /// The sender has too little.
    #[error("the sender has less than the payment takes")]
    InsufficientFunds {
        /// What can be spent of the asset.
        available: Stroops,
        /// What is needed of it; of the coin with the least fee.
        required: Stroops,
    },
    /// The recipient demands a memo (SEP-29).
    #[error("the destination takes payments with a memo only; ask its owner which")]
    MemoRequired,
}

impl Transfer {
    /// The operation that makes the payment: a native one to an account that does not exist creates it.
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
        let reason = Obstacle::AccountMissing;
        // The number behind a muxed address cannot be kept when the account is created, so the money would be nobody's.
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

    /// The least fee counts: what the network takes beyond it depends on its load.
    fn check_lumens(&self, sender: &Account, base_reserve: Stroops) -> Result<(), TransferError> {
        let available = sender.spendable(base_reserve);
        let fee = Stroops::new(MIN_FEE.into()).unwrap_or_default();
        let required = self.amount().checked_add(fee).unwrap_or(Stroops::MAX);
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
            None => Obstacle::TrustlineMissing,
            Some(line) if !line.is_authorized => Obstacle::NotAuthorized,
            // The network credits before it debits, so that what an account pays to itself needs room as well.
            Some(line) if line.room() < self.amount() => Obstacle::LimitExceeded,
            Some(_) => return Ok(()),
        };
        Err(TransferError::Destination { reason })
    }

    fn check_credit(&self, sender: &Account, credit: &Credit) -> Result<(), TransferError> {
        if credit.issuer == sender.id {
            return Ok(());
        }
        let required = self.amount();
        let refused = |reason| Err(TransferError::Sender { reason, required });
        match sender.line(credit) {
            None => refused(Obstacle::TrustlineMissing),
            Some(line) if !line.is_authorized => refused(Obstacle::NotAuthorized),
            Some(line) if line.holding.free() < required => Err(TransferError::InsufficientFunds {
                available: line.holding.free(),
                required,
            }),
            Some(_) => Ok(()),
        }
    }
}
