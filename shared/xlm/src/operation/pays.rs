//! Whom operations pay, and who of them wants a memo (SEP-29).

use super::{OperationBody, Operations};
use crate::account::Account;
use crate::address::{AccountId, MuxedAccount};
use crate::amount::Stroops;
use crate::asset::Asset;

/// What an operation pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paid {
    /// Who is paid.
    pub to: MuxedAccount,
    /// What arrives.
    pub asset: Asset,
    /// How much arrives, of a path payment that fixes what is sent at least; `None` for all lumens of a merged account.
    pub amount: Option<Stroops>,
}

/// An account that is paid demands a memo, and there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the destination takes payments with a memo only; ask its owner which")]
pub struct MemoRequiredError {
    /// The account.
    pub destination: AccountId,
}

impl OperationBody {
    /// What it pays to an account that it names, `None` when it pays nobody. What a claimable balance sets aside is nobody's
    /// yet.
    pub fn pays(&self) -> Option<Paid> {
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
                let least = Stroops::new(payment.dest_min.get());
                (payment.destination, payment.dest_asset, least)
            }
            Self::AccountMerge(merge) => (merge.destination, Asset::Native, None),
            _ => return None,
        };
        Some(Paid { to, asset, amount })
    }
}

impl Operations {
    /// The accounts that may demand a memo, each once, in the order in which they are paid.
    ///
    /// An address with a number behind it tells whom the payment is for, and an account that is being made demands nothing.
    pub fn memo_recipients(&self) -> Vec<AccountId> {
        let mut recipients = Vec::new();
        for operation in &self.0 {
            let is_new = matches!(operation.body, OperationBody::CreateAccount(_));
            if let Some(MuxedAccount { account, id: None }) = operation.body.pays().map(|paid| paid.to)
                && !is_new
                && !recipients.contains(&account)
            {
                recipients.push(account);
            }
        }
        recipients
    }
}

/// Whether all these recipients take a payment without a memo.
pub fn check_memo<'a>(recipients: impl IntoIterator<Item = &'a Account>) -> Result<(), MemoRequiredError> {
    let mut recipients = recipients.into_iter();
    match recipients.find(|account| account.requires_memo) {
        Some(account) => Err(MemoRequiredError {
            destination: account.id,
        }),
        None => Ok(()),
    }
}
