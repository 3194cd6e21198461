//! `/api/account`: user accounts.

pub mod credentials;
pub mod delete;
pub mod otp;

use crate::Services;
use wallet_core::auth::{PermissionClaims, Subject};
use wallet_core::ports::accounts::Account;
use wallet_http::{ApiError, ErrorCode};

/// Returns the account of a permission token, which is neither deleted nor disabled.
pub(crate) async fn account_of(services: &Services, claims: &PermissionClaims) -> Result<Account, ApiError> {
    let Subject::Account(id) = claims.subject else {
        // A merchant may have the permission `secret` but has no account.
        let message = "Use a permission token that was issued to an account with the permission 'secret'.";
        return Err(ApiError::new(ErrorCode::InsufficientPermission, message).detail("required", "secret"));
    };
    match services.accounts.find(id).await? {
        Some(account) if !account.disabled => Ok(account),
        Some(_) => Err(ApiError::new(
            ErrorCode::InvalidToken,
            "The account of this token is disabled.",
        )),
        None => Err(ApiError::new(
            ErrorCode::InvalidToken,
            "The account of this token has been deleted.",
        )),
    }
}
