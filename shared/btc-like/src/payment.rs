//! Recipient and amount of a payment.

use super::address::Address;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Error of [`Payment::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentError {
    /// The amount is below the dust limit of the address.
    #[error("amount is below the dust limit of this address: the minimum is {minimum}")]
    Dust {
        /// The minimum amount in base units.
        minimum: u64,
    },
    /// The amount is above the money supply.
    #[error("amount must be at most {maximum}")]
    TooLarge {
        /// The money supply in base units.
        maximum: u64,
    },
}

impl CodedError for PaymentError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Dust { minimum } => ErrorInfo::describe(ErrorCode::AmountBelowDust, self).amount("minimum", minimum),
            Self::TooLarge { .. } => ErrorInfo::describe(ErrorCode::InvalidAmount, self),
        }
    }
}

/// Amount that the recipient receives in full; the fee is added to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    to: Address,
    amount: u64,
}

impl Payment {
    /// Checks the amount, in base units, against the dust limit of the address and the money supply.
    pub fn new(to: Address, amount: u64) -> Result<Self, PaymentError> {
        let (minimum, maximum) = (to.dust_limit(), to.params().max_money);
        if amount < minimum {
            return Err(PaymentError::Dust { minimum });
        }
        if amount > maximum {
            return Err(PaymentError::TooLarge { maximum });
        }
        Ok(Self { to, amount })
    }

    /// Returns the recipient.
    pub const fn to(&self) -> &Address {
        &self.to
    }

    /// Returns the amount in base units.
    pub const fn amount(&self) -> u64 {
        self.amount
    }
}
