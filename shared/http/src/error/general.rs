//! Errors of the shared model and of the storage.

use super::{ApiError, ErrorCode};
use std::fmt;
use wallet_core::model::{AmountError, UnknownNetworkError};
use wallet_core::ports::store::StoreError;

impl<Maximum: fmt::Display> From<AmountError<Maximum>> for ApiError {
    fn from(error: AmountError<Maximum>) -> Self {
        match error {
            AmountError::NotAnInteger => Self::new(
                ErrorCode::InvalidAmount,
                "The amount must be a string of decimal digits in base units, without sign, point or leading zeros.",
            ),
            AmountError::TooLarge { maximum } => Self::new(
                ErrorCode::InvalidAmount,
                format!("The amount must be at most {maximum} base units."),
            ),
        }
    }
}

impl From<UnknownNetworkError> for ApiError {
    fn from(_: UnknownNetworkError) -> Self {
        Self::invalid_request("The network must be 'livenet' or 'testnet'.")
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::error!(cause = %error.cause, "storage failed");
        Self::new(
            ErrorCode::ServiceUnavailable,
            "The storage is unavailable; please try again.",
        )
    }
}
