//! Fees of transactions.

use super::amount::Stroops;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// The minimum fee of an operation, in stroops.
pub(super) const MIN_FEE: u64 = Stroops::MIN_FEE.get().unsigned_abs();

/// The fee of a transaction, in stroops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fee(u32);

/// Reasons why a fee is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeeError {
    /// The fee is below the minimum of the network.
    #[error("fee of this transaction must be at least {minimum} stroops")]
    TooLow {
        /// The minimum fee in stroops.
        minimum: u64,
    },
    /// The fee exceeds the maximum of its field.
    #[error("fee of a transaction must be at most {maximum} stroops")]
    TooHigh {
        /// The maximum fee in stroops.
        maximum: u64,
    },
}

impl CodedError for FeeError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::TooLow { minimum } => ErrorInfo::describe(ErrorCode::FeeTooLow, self).amount("minimum", minimum),
            Self::TooHigh { maximum } => ErrorInfo::describe(ErrorCode::FeeTooHigh, self).amount("maximum", maximum),
        }
        .at("fee")
    }
}

impl Fee {
    /// Creates a fee for this number of operations.
    pub fn new(stroops: u64, operations: usize) -> Result<Self, FeeError> {
        let minimum = MIN_FEE.saturating_mul(operations as u64);
        if stroops < minimum {
            return Err(FeeError::TooLow { minimum });
        }
        let maximum = u64::from(u32::MAX);
        u32::try_from(stroops)
            .map(Self)
            .map_err(|_| FeeError::TooHigh { maximum })
    }

    /// Returns the fee in stroops.
    pub(super) const fn get(self) -> u32 {
        self.0
    }
}

/// One value for each of three speeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes<T> {
    /// The value with the slow fee.
    pub slow: T,
    /// The value with the normal fee.
    pub normal: T,
    /// The value with the fast fee.
    pub fast: T,
}

impl<T> Modes<T> {
    /// Applies a function to each value.
    pub fn map<U>(self, of: impl Fn(T) -> U) -> Modes<U> {
        Modes {
            slow: of(self.slow),
            normal: of(self.normal),
            fast: of(self.fast),
        }
    }
}
