//! Password checks: limits, look-up, hashing and comparison.

use crate::Services;
use crate::login_attempt::{Client, LoginAttempt};
use crate::request_limits::RequestLimits;
use wallet_core::auth::{Password, PermissionClaims, Username, needs_rehash};
use wallet_core::ports::accounts::{Account, ChangeAccountError};
use wallet_core::ports::throttle::LoginStep;
use wallet_http::{ApiError, ErrorCode};

/// Returns the account of a user name if the password is correct and the account is not disabled.
///
/// An unknown user name and an incorrect password yield the same response after the same work. An
/// attempt during a wait is rejected unchecked.
pub(crate) async fn check(
    services: &Services,
    limits: &RequestLimits,
    username: &Username,
    password: Password,
    client: Client,
) -> Result<Account, ApiError> {
    let attempt = LoginAttempt::admit(services, limits, LoginStep::Password, username, client).await?;
    match services.accounts.find_by_username(username).await {
        Ok(account) => {
            let account = verify(services, limits, attempt, account, password).await?;
            // Only the owner of the password learns that the account is disabled.
            if account.disabled {
                return Err(disabled());
            }
            Ok(account)
        }
        Err(error) => {
            attempt.release().await;
            Err(error.into())
        }
    }
}

fn disabled() -> ApiError {
    let message = "The account is disabled; only the operator of the service can enable it.";
    ApiError::new(ErrorCode::InvalidCredentials, message).detail("reason", "account_disabled")
}

/// Checks the password of an account that is already loaded for the permission token.
pub(crate) async fn check_again(
    services: &Services,
    limits: &RequestLimits,
    account: Account,
    claims: &PermissionClaims,
    password: Password,
) -> Result<Account, ApiError> {
    let client = Client::session(&account, claims);
    let username = account.username.clone();
    let attempt = LoginAttempt::admit(services, limits, LoginStep::Password, &username, client).await?;
    verify(services, limits, attempt, Some(account), password).await
}

async fn verify(
    services: &Services,
    limits: &RequestLimits,
    attempt: LoginAttempt<'_>,
    account: Option<Account>,
    password: Password,
) -> Result<Account, ApiError> {
    let stored = account.as_ref().map(|account| account.password_hash.clone());
    let is_correct = match services
        .passwords
        .matches(password.clone(), stored, limits.deadline)
        .await
    {
        Ok(is_correct) => is_correct,
        Err(error) => {
            attempt.release().await;
            return Err(error);
        }
    };
    let Some(account) = account.filter(|_| is_correct) else {
        attempt.fail().await?;
        let message = "The user name or the password is incorrect.";
        return Err(ApiError::new(ErrorCode::InvalidCredentials, message));
    };
    attempt.succeed().await?;
    if needs_rehash(&account.password_hash) {
        rehash(services, limits, &account, password).await;
    }
    Ok(account)
}

/// Updates the hash to the current parameters. A failure must not prevent the login; the next login
/// repeats the update.
async fn rehash(services: &Services, limits: &RequestLimits, account: &Account, password: Password) {
    let Ok(hash) = services.passwords.hash(password, limits.deadline).await else {
        return;
    };
    if let Err(ChangeAccountError::Store(error)) = services.accounts.rehash(account, &hash).await {
        tracing::warn!(%error, "password hash not updated to current parameters");
    }
}
