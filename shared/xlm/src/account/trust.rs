//! Validation of trustline changes.

use crate::account::state::Account;
use crate::operation::{ChangeTrust, Operation, OperationBody, TrustlineTarget};
use crate::value::amount::Stroops;
use crate::value::asset::Credit;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// A requested trustline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trust {
    /// The trusted asset.
    pub asset: Credit,
    /// The maximum balance; 0 deletes the trustline.
    pub limit: Stroops,
}

/// Reasons why the network would reject the change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrustError {
    /// The account is the issuer of the asset.
    #[error("issuer cannot have a trustline for its own asset")]
    OwnAsset,
    /// The trustline to delete does not exist.
    #[error("trustline to delete does not exist")]
    Missing,
    /// The limit is below the balance plus the buying liabilities.
    #[error("limit must be at least the balance plus the amount of open buy offers")]
    LimitBelowBalance {
        /// The minimum limit.
        minimum: Stroops,
    },
    /// The account cannot pay the base reserve of a new trustline.
    #[error("insufficient funds for the base reserve of a trustline and the fee")]
    InsufficientFunds {
        /// The spendable lumens.
        available: Stroops,
        /// The base reserve plus the minimum fee.
        required: Stroops,
    },
}

impl CodedError for TrustError {
    /// Returns the error with the field of the trustline request.
    fn info(&self) -> ErrorInfo {
        let describe = |code| ErrorInfo::describe(code, self);
        match self {
            Self::OwnAsset => describe(ErrorCode::InvalidRequest).at("asset"),
            Self::Missing => describe(ErrorCode::InvalidRequest).at("amount"),
            Self::LimitBelowBalance { minimum } => describe(ErrorCode::InvalidAmount)
                .amount("minimum", minimum)
                .at("amount"),
            Self::InsufficientFunds { available, required } => describe(ErrorCode::InsufficientFunds)
                .amount("available", available)
                .amount("required", required),
        }
    }
}

impl Trust {
    /// Returns the operation that makes this change for the account.
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
            asset: TrustlineTarget::Credit(self.asset),
            limit: self.limit,
        })))
    }
}

/// Checks the lumens of the account against the base reserve and, as in a transfer, the minimum fee.
fn check_reserve(account: &Account, base_reserve: Stroops) -> Result<(), TrustError> {
    let available = account.spendable(base_reserve);
    let required = base_reserve.checked_add(Stroops::MIN_FEE).unwrap_or(Stroops::MAX);
    if available < required {
        return Err(TrustError::InsufficientFunds { available, required });
    }
    Ok(())
}
