//! Errors of the authorization service.

use super::{ApiError, ErrorCode};
use wallet_core::auth::{
    HashError, MerchantKeyError, PasswordError, PermissionSetError, RefreshTokenError, SignError, TokenError,
    UsernameError,
};
use wallet_core::ports::accounts::{ChangeAccountError, CreateAccountError};
use wallet_core::ports::sessions::OpenSessionError;
use wallet_core::ports::store::StoreError;

impl From<PermissionSetError> for ApiError {
    fn from(error: PermissionSetError) -> Self {
        match error {
            PermissionSetError::Empty => Self::invalid_request("Request at least one permission."),
            PermissionSetError::Unknown { index } => {
                Self::invalid_request("A permission must be one of read, register, secret and assets.")
                    .at(format!("[{index}]"))
            }
            PermissionSetError::Duplicate { index } => {
                Self::invalid_request("Request each permission only once.").at(format!("[{index}]"))
            }
        }
    }
}

impl From<TokenError> for ApiError {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Expired => Self::new(ErrorCode::TokenExpired, "The token has expired; request a new one."),
            TokenError::Invalid | TokenError::UnknownKey => {
                Self::new(ErrorCode::InvalidToken, "The token is not valid; request a new one.")
            }
        }
    }
}

impl From<UsernameError> for ApiError {
    fn from(error: UsernameError) -> Self {
        match error {
            UsernameError::Length => Self::invalid_request("Use a user name of 3 to 64 characters."),
            UsernameError::Characters => Self::invalid_request(
                "Use only letters, digits and ASCII symbols in the user name, without spaces or control characters.",
            ),
        }
    }
}

impl From<PasswordError> for ApiError {
    fn from(error: PasswordError) -> Self {
        let message = match error {
            PasswordError::Length => "Choose a password of 8 to 128 characters.",
            PasswordError::Common => "This password is too common; choose another one.",
            PasswordError::IsUsername => "Choose a password that is not the user name.",
        };
        Self::new(ErrorCode::WeakPassword, message)
    }
}

impl From<MerchantKeyError> for ApiError {
    fn from(_: MerchantKeyError) -> Self {
        let message = "The merchant key is not valid; request a new one from the provider.";
        Self::new(ErrorCode::InvalidMerchantKey, message)
    }
}

impl From<RefreshTokenError> for ApiError {
    fn from(_: RefreshTokenError) -> Self {
        let message = "The refresh token is no longer valid; request new tokens with a merchant key or security token.";
        Self::new(ErrorCode::InvalidToken, message)
    }
}

impl From<SignError> for ApiError {
    fn from(error: SignError) -> Self {
        match error {
            // The operator announced keys too early or removed the active one; a later attempt may succeed.
            SignError::NoActiveKey => StoreError::new(error).into(),
            SignError::Failed => Self::internal(error),
        }
    }
}

impl From<HashError> for ApiError {
    fn from(error: HashError) -> Self {
        Self::internal(error)
    }
}

impl From<CreateAccountError> for ApiError {
    fn from(error: CreateAccountError) -> Self {
        match error {
            CreateAccountError::UsernameTaken => {
                Self::new(ErrorCode::UsernameTaken, "Choose another user name; this one is taken.").at("username")
            }
            CreateAccountError::Store(error) => error.into(),
        }
    }
}

impl From<ChangeAccountError> for ApiError {
    fn from(error: ChangeAccountError) -> Self {
        match error {
            ChangeAccountError::Changed => {
                let message = "The account was changed concurrently; send its current password.";
                Self::new(ErrorCode::InvalidCredentials, message)
            }
            ChangeAccountError::Store(error) => error.into(),
        }
    }
}

impl From<OpenSessionError> for ApiError {
    fn from(error: OpenSessionError) -> Self {
        match error {
            OpenSessionError::AccountChanged => {
                let message = "The account was deleted or its password was changed; request a new security token.";
                Self::new(ErrorCode::InvalidToken, message)
            }
            OpenSessionError::Store(error) => error.into(),
        }
    }
}
