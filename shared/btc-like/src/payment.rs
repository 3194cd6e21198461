//! What is paid to whom.

use super::address::Address;

/// Why an amount cannot be paid to an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentError {
    /// Nodes do not relay an output this small.
    #[error("an output to this address is at least {minimum}; nodes do not relay less")]
    Dust {
        /// The smallest amount, in smallest units.
        minimum: u64,
    },
    /// More than can exist.
    #[error("the amount is above the maximum of {maximum}")]
    TooLarge {
        /// The money supply in smallest units.
        maximum: u64,
    },
}

/// An amount that the recipient gets in full; the fee comes on top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    to: Address,
    amount: u64,
}

impl Payment {
    /// Checks the amount, in smallest units, against the dust limit of the address and the money supply.
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

    /// The recipient.
    pub const fn to(&self) -> &Address {
        &self.to
    }

    /// What the recipient gets, in smallest units.
    pub const fn amount(&self) -> u64 {
        self.amount
    }
}
