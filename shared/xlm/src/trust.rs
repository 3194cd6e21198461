//! Whether a trustline can be made, changed or deleted.

use super::account::Account;
use super::amount::Stroops;
use super::asset::Credit;
use super::operation::{ChangeTrust, Line, Operation, OperationBody};
use super::transaction::MIN_FEE;

/// A trustline that somebody wants to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trust {
    /// What it is for.
    pub asset: Credit,
    /// The most that the account will hold; 0 deletes the trustline.
    pub limit: Stroops,
}

/// Why the network would refuse it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrustError {
    /// The account issues the asset itself.
    #[error("an issuer needs no trustline for its own asset")]
    OwnAsset,
    /// What would be deleted is not there.
    #[error("there is no trustline for this asset that could be deleted")]
    Missing,
    /// The account holds more, or its offers may bring more.
    #[error("the limit is below what the account holds of the asset and what its offers may still bring")]
    LimitBelowBalance {
        /// The lowest limit.
        minimum: Stroops,
    },
    /// A new trustline takes a base reserve, which the account cannot spare.
    #[error("the account cannot spare the base reserve of a trustline and the fee")]
    InsufficientFunds {
        /// What can be spent.
        available: Stroops,
        /// The base reserve and the least fee.
        required: Stroops,
    },
}

impl Trust {
    /// The operation that does it for this account.
    pub fn operation(&self, account: &Account, base_reserve: Stroops) -> Result<Operation, TrustError> {
        if self.asset.issuer == account.id {
            return Err(TrustError::OwnAsset);
        }
        match account.line(&self.asset) {
            Some(line) => {
                let taken = line.holding.balance.checked_add(line.holding.buying_liabilities);
                let minimum = taken.unwrap_or(Stroops::MAX);
                if self.limit < minimum {
                    return Err(TrustError::LimitBelowBalance { minimum });
                }
            }
            None if self.limit == Stroops::default() => return Err(TrustError::Missing),
            None => check_reserve(account, base_reserve)?,
        }
        Ok(Operation::of_source(OperationBody::ChangeTrust(ChangeTrust {
            asset: Line::Credit(self.asset),
            limit: self.limit,
        })))
    }
}

/// The least fee counts, as it does in a transfer.
fn check_reserve(account: &Account, base_reserve: Stroops) -> Result<(), TrustError> {
    let available = account.spendable(base_reserve);
    let fee = Stroops::new(MIN_FEE.into()).unwrap_or_default();
    let required = base_reserve.checked_add(fee).unwrap_or(Stroops::MAX);
    if available < required {
        return Err(TrustError::InsufficientFunds { available, required });
    }
    Ok(())
}
