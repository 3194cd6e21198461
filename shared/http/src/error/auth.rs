//! Errors of the authorization service.

use super::{ApiError, ErrorCode};
use wallet_core::auth::{PermissionSetError, TokenError};

impl From<PermissionSetError> for ApiError {
    fn from(error: PermissionSetError) -> Self {
        match error {
            PermissionSetError::Empty => Self::invalid_request("Ask for at least one permission."),
            PermissionSetError::Unknown { index } => {
                Self::invalid_request("A permission is one of read, register, secret and assets.")
                    .at(format!("[{index}]"))
            }
            PermissionSetError::Duplicate { index } => {
                Self::invalid_request("Ask for each permission once.").at(format!("[{index}]"))
            }
        }
    }
}

impl From<TokenError> for ApiError {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Expired => Self::new(ErrorCode::TokenExpired, "The token has expired; get a new one."),
            TokenError::Invalid | TokenError::UnknownKey => {
                Self::new(ErrorCode::InvalidToken, "The token is not valid here; get a new one.")
            }
        }
    }
}
