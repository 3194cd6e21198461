//! Errors of the EVM chains.

use super::{ApiError, ErrorCode, explained};
use wallet_core::eth_like::{AddressError, GasLimitError, HashError};

impl From<AddressError> for ApiError {
    fn from(error: AddressError) -> Self {
        match error {
            AddressError::Form | AddressError::Checksum => explained(ErrorCode::InvalidAddress, error),
        }
    }
}

impl From<HashError> for ApiError {
    fn from(error: HashError) -> Self {
        explained(ErrorCode::InvalidRequest, error)
    }
}

impl From<GasLimitError> for ApiError {
    fn from(error: GasLimitError) -> Self {
        let GasLimitError { used, maximum } = error;
        explained(ErrorCode::InvalidRequest, error)
            .detail("used", used.to_string())
            .detail("maximum", maximum.to_string())
    }
}
