//! Recipients of operations and their memo requirement (SEP-29).

use super::{Operation, OperationBody, Operations};
use crate::account::Account;
use crate::address::{AccountId, MuxedAccount};
use crate::amount::Stroops;
use crate::asset::Asset;
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
    /// Returns the payment of the operation to an account that it names, or `None` if it pays no
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
}

impl Operations {
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
