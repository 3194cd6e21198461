//! Recipients of operations and their memo requirement (SEP-29).

use super::{Operation, OperationBody, Operations, Sponsorships};
use crate::account::reserve::starting_balance;
use crate::account::state::Account;
use crate::value::address::{AccountId, MuxedAccount};
use crate::value::amount::Stroops;
use crate::value::asset::Asset;
use std::fmt;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// A payment by an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationPayment {
    /// The recipient.
    pub to: MuxedAccount,
    /// The received asset.
    pub asset: Asset,
    /// The received amount. For a path payment with a fixed sent amount, the minimum. `None` for all
    /// lumens of a merged account.
    pub amount: Option<Stroops>,
}

/// The error for a missing memo that a recipient requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("destination requires a memo; its owner can supply it")]
pub struct MemoRequiredError {
    /// The recipient.
    pub destination: AccountId,
}

impl CodedError for MemoRequiredError {
    fn info(&self) -> ErrorInfo {
        memo_required(self).detail("destination", self.destination.to_string())
    }
}

/// Returns the error of a missing memo, with the `Display` text of `error`.
pub(crate) fn memo_required(error: impl fmt::Display) -> ErrorInfo {
    ErrorInfo::describe(ErrorCode::InvalidRequest, error)
        .detail("memoRequired", true)
        .at("memo")
}

impl OperationBody {
    /// Returns the payment of the operation to a named account, or `None` if the operation pays no
    /// account. The funds of a claimable balance do not belong to an account yet.
    pub fn payment(&self) -> Option<OperationPayment> {
        let (to, asset, amount) = match self {
            Self::CreateAccount(create) => (
                create.destination.into(),
                Asset::Native,
                Some(create.starting_balance.0),
            ),
            Self::Payment(payment) => (payment.destination, payment.asset, Stroops::new(payment.amount.get())),
            Self::PathPaymentStrictReceive(payment) => {
                let amount = Stroops::new(payment.dest_amount.get());
                (payment.destination, payment.dest_asset, amount)
            }
            Self::PathPaymentStrictSend(payment) => {
                let minimum = Stroops::new(payment.dest_min.get());
                (payment.destination, payment.dest_asset, minimum)
            }
            Self::AccountMerge(merge) => (merge.destination, Asset::Native, None),
            _ => return None,
        };
        Some(OperationPayment { to, asset, amount })
    }

    /// Returns the accounts that receive funds by the operation, the claimants of a balance among them.
    pub fn recipients(&self) -> Vec<AccountId> {
        if let Self::CreateClaimableBalance(create) = self {
            return create.claimants.iter().map(|claimant| claimant.destination).collect();
        }
        self.payment().map(|payment| payment.to.account).into_iter().collect()
    }
}

impl Operations {
    /// Returns the accounts that receive funds, in the order of the operations.
    pub fn recipients(&self) -> impl Iterator<Item = AccountId> {
        self.0.iter().flat_map(|operation| operation.body.recipients())
    }

    /// Returns the accounts that may require a memo.
    pub fn memo_recipients(&self) -> Vec<AccountId> {
        memo_recipients(&self.0)
    }
}

/// Returns the accounts that may require a memo, without duplicates, in the order of the payments.
///
/// A muxed address already identifies the user, and a new account requires no memo.
pub fn memo_recipients<'a>(operations: impl IntoIterator<Item = &'a Operation>) -> Vec<AccountId> {
    let mut recipients = Vec::new();
    for operation in operations {
        let is_new = matches!(operation.body, OperationBody::CreateAccount(_));
        if let Some(MuxedAccount { account, id: None }) = operation.body.payment().map(|paid| paid.to)
            && !is_new
            && !recipients.contains(&account)
        {
            recipients.push(account);
        }
    }
    recipients
}

/// Checks that all recipients accept a payment without a memo.
pub fn check_memo<'a>(recipients: impl IntoIterator<Item = &'a Account>) -> Result<(), MemoRequiredError> {
    let mut recipients = recipients.into_iter();
    match recipients.find(|account| account.requires_memo) {
        Some(account) => Err(MemoRequiredError {
            destination: account.id,
        }),
        None => Ok(()),
    }
}

/// The error for a starting balance below the minimum balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("starting balance must be at least two base reserves, unless the reserves are sponsored at this point")]
pub struct StartingBalanceError {
    /// The index of the operation.
    pub index: usize,
    /// The minimum balance: two base reserves.
    pub minimum: Stroops,
}

impl CodedError for StartingBalanceError {
    /// Returns the error with the path of the field inside the operations. The minimum is in XLM, like the field.
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidAmount, self)
            .amount("minimum", self.minimum.to_units())
            .at(format!("[{}].startingBalance", self.index))
    }
}

impl Operations {
    /// Returns true if an operation creates an account, so that the base reserve of the network is
    /// needed.
    pub fn create_accounts(&self) -> bool {
        let mut bodies = self.0.iter().map(|operation| &operation.body);
        bodies.any(|body| matches!(body, OperationBody::CreateAccount(_)))
    }

    /// Checks that every account created by this transaction starts with at least two base reserves,
    /// unless the reserves are sponsored at that point. `source` is the source account of the
    /// transaction.
    pub fn check_starting_balances(
        &self,
        source: AccountId,
        base_reserve: Stroops,
    ) -> Result<(), StartingBalanceError> {
        let minimum = starting_balance(base_reserve);
        let mut sponsorships = Sponsorships::default();
        for (index, operation) in self.0.iter().enumerate() {
            if let OperationBody::CreateAccount(create) = &operation.body
                && create.starting_balance.0 < minimum
                && !sponsorships.covers(create.destination)
            {
                return Err(StartingBalanceError { index, minimum });
            }
            // Construction has already checked the order of sponsorships.
            let _ = sponsorships.follow(index, &operation.body, operation.source_or(source));
        }
        Ok(())
    }
}
