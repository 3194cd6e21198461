//! Errors of the shared model and of our own storage.

use super::{ApiError, ErrorCode};
use std::fmt;
use wallet_core::model::{AmountError, UnknownNetworkError};
use wallet_core::ports::store::StoreError;

impl<Maximum: fmt::Display> From<AmountError<Maximum>> for ApiError {
    fn from(error: AmountError<Maximum>) -> Self {
        match error {
            AmountError::NotAnInteger => Self::new(
                ErrorCode::InvalidAmount,
                "Give the amount as a string of decimal digits in the smallest unit, without sign, point or leading zeros.",
            ),
            AmountError::TooLarge { maximum } => Self::new(
                ErrorCode::InvalidAmount,
                format!("Give an amount of at most {maximum} smallest units."),
            ),
        }
    }
}

impl From<UnknownNetworkError> for ApiError {
    fn from(_: UnknownNetworkError) -> Self {
        Self::invalid_request("Give 'livenet' or 'testnet' as network.")
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::error!(cause = %error.cause, "storage failed");
        Self::new(
            ErrorCode::ServiceUnavailable,
            "Our storage does not answer; please try again.",
        )
    }
}
