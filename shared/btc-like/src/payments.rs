//! Recipients of a transaction and the address of its change.

use super::address::Address;
use super::params::Params;
use super::payment::Payment;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Maximum number of recipients of a transaction.
pub const MAX_PAYMENTS: usize = 100;

/// Error of [`Payments::new`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaymentsError {
    /// The list is empty.
    #[error("at least one output is required")]
    Empty,
    /// The list exceeds the limit.
    #[error("at most {maximum} outputs are allowed")]
    TooMany {
        /// The maximum number of recipients.
        maximum: usize,
    },
    /// The sum of the amounts is above the money supply.
    #[error("the sum of the amounts must be at most {maximum}")]
    SumTooLarge {
        /// The money supply in base units.
        maximum: u64,
    },
}

impl CodedError for PaymentsError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Empty | Self::TooMany { .. } => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
            Self::SumTooLarge { .. } => ErrorInfo::describe(ErrorCode::InvalidAmount, self),
        }
    }
}

/// 1 to 100 payments in output order, with a sum of at most the money supply, and the address of the change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payments {
    list: Vec<Payment>,
    total: u64,
    change: Address,
}

impl Payments {
    /// Validates a list of payments.
    pub fn new(list: Vec<Payment>, change: Address) -> Result<Self, PaymentsError> {
        match list.len() {
            0 => return Err(PaymentsError::Empty),
            1..=MAX_PAYMENTS => {}
            _ => return Err(PaymentsError::TooMany { maximum: MAX_PAYMENTS }),
        }
        let maximum = change.params().max_money;
        let mut amounts = list.iter().map(Payment::amount);
        let total = amounts
            .try_fold(0u64, u64::checked_add)
            .filter(|&sum| sum <= maximum)
            .ok_or(PaymentsError::SumTooLarge { maximum })?;
        Ok(Self { list, total, change })
    }

    /// Returns the payments in output order.
    pub fn as_slice(&self) -> &[Payment] {
        &self.list
    }

    /// Returns the sum of the amounts in base units.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Returns the address of the change.
    pub const fn change(&self) -> &Address {
        &self.change
    }

    /// Returns the chain and network of the change.
    pub const fn params(&self) -> &'static Params {
        self.change.params()
    }

    /// Returns the lengths of the output scripts in bytes.
    pub(super) fn script_lengths(&self) -> impl Iterator<Item = usize> + '_ {
        self.list.iter().map(|payment| payment.to().script_pubkey().len())
    }
}
