//! The one way in which a password is judged: throttle, look up, compute, compare.

use crate::Services;
use wallet_core::auth::{Password, Username, needs_rehash};
use wallet_core::ports::accounts::{Account, ChangeAccountError};
use wallet_core::ports::throttle::Admission;
use wallet_http::{ApiError, ErrorCode};

/// The account of a user name, if the password is its.
///
/// An unknown user name and a wrong password get the same answer after the same work, and a try during a
/// wait is refused unseen.
pub(crate) async fn check(services: &Services, username: &Username, password: Password) -> Result<Account, ApiError> {
    admit(services, username).await?;
    let account = services.accounts.find_by_username(username).await?;
    verify(services, username, account, password).await
}

/// The same for an account that is known already.
pub(crate) async fn check_again(
    services: &Services,
    account: Account,
    password: Password,
) -> Result<Account, ApiError> {
    let username = account.username.clone();
    admit(services, &username).await?;
    verify(services, &username, Some(account), password).await
}

async fn admit(services: &Services, username: &Username) -> Result<(), ApiError> {
    match services.throttle.admit(username, services.clock.now()).await? {
        Admission::Admitted => Ok(()),
        Admission::Wait(wait) => {
            let message = "Too many wrong passwords for this user name; wait as long as Retry-After says.";
            Err(ApiError::new(ErrorCode::TooManyRequests, message).retry_after(wait))
        }
    }
}

async fn verify(
    services: &Services,
    username: &Username,
    account: Option<Account>,
    password: Password,
) -> Result<Account, ApiError> {
    let stored = account.as_ref().map(|account| account.password_hash.clone());
    let right = services.passwords.matches(password.clone(), stored).await?;
    let account = account.filter(|_| right).ok_or_else(|| {
        let message = "The user name or the password is wrong.";
        ApiError::new(ErrorCode::InvalidCredentials, message)
    })?;
    services.throttle.succeeded(username).await?;
    if needs_rehash(&account.password_hash) {
        rehash(services, &account, password).await;
    }
    Ok(account)
}

/// Brings the hash to today's parameters. That it fails must not keep the owner out: the next time will do.
async fn rehash(services: &Services, account: &Account, password: Password) {
    let Ok(hash) = services.passwords.hash(password).await else {
        return;
    };
    if let Err(ChangeAccountError::Store(error)) = services.accounts.rehash(account, &hash).await {
        tracing::warn!(%error, "a password hash keeps its old parameters");
    }
}
