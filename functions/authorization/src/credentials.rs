//! Password checks: throttle, look-up, hashing and comparison.

use crate::Services;
use std::time::Duration;
use wallet_core::auth::{Password, Username, needs_rehash};
use wallet_core::ports::accounts::{Account, ChangeAccountError};
use wallet_core::ports::throttle::Admission;
use wallet_http::{ApiError, ErrorCode};

/// Returns the account of a user name if the password is correct.
///
/// An unknown user name and an incorrect password yield the same response after the same work. An
/// attempt during a wait is rejected unchecked.
pub(crate) async fn check(services: &Services, username: &Username, password: Password) -> Result<Account, ApiError> {
    admit(services, username).await?;
    let account = services.accounts.find_by_username(username).await?;
    verify(services, username, account, password).await
}

/// Checks the password of an account that is already loaded.
pub(crate) async fn check_again(
    services: &Services,
    account: Account,
    password: Password,
) -> Result<Account, ApiError> {
    let username = account.username.clone();
    admit(services, &username).await?;
    verify(services, &username, Some(account), password).await
}

/// The number of admission attempts while other login attempts for the same name are in progress:
/// about three seconds in total.
const BUSY_ATTEMPTS: u32 = 10;

/// Reserves a login attempt.
///
/// Concurrent logins of several devices of one user all succeed: later ones wait for the outcome of
/// those in progress.
async fn admit(services: &Services, username: &Username) -> Result<(), ApiError> {
    for attempt in 0..BUSY_ATTEMPTS {
        match services.throttle.admit(username, services.clock.now()).await? {
            Admission::Admitted => return Ok(()),
            Admission::Wait(wait) => return Err(too_many(wait)),
            Admission::Busy => tokio::time::sleep(backoff(services, attempt)).await,
        }
    }
    Err(too_many(Duration::from_secs(1)))
}

/// Returns the backoff: 50 ms, doubling to 400 ms, with a jitter of half of it to spread concurrent
/// attempts.
fn backoff(services: &Services, attempt: u32) -> Duration {
    let mut random = [0];
    services.randomness.fill(&mut random);
    let middle = Duration::from_millis(50 << attempt.min(3));
    middle / 2 + middle * u32::from(random[0]) / 255
}

fn too_many(wait: Duration) -> ApiError {
    let message = "Too many attempts for this user name; retry after the time in Retry-After.";
    ApiError::new(ErrorCode::TooManyRequests, message).retry_after(wait)
}

async fn verify(
    services: &Services,
    username: &Username,
    account: Option<Account>,
    password: Password,
) -> Result<Account, ApiError> {
    let stored = account.as_ref().map(|account| account.password_hash.clone());
    let is_correct = services.passwords.matches(password.clone(), stored).await?;
    let Some(account) = account.filter(|_| is_correct) else {
        services.throttle.failed(username).await?;
        let message = "The user name or the password is incorrect.";
        return Err(ApiError::new(ErrorCode::InvalidCredentials, message));
    };
    services.throttle.succeeded(username).await?;
    if needs_rehash(&account.password_hash) {
        rehash(services, &account, password).await;
    }
    Ok(account)
}

/// Updates the hash to the current parameters. A failure must not prevent the login; the next login
/// repeats the update.
async fn rehash(services: &Services, account: &Account, password: Password) {
    let Ok(hash) = services.passwords.hash(password).await else {
        return;
    };
    if let Err(ChangeAccountError::Store(error)) = services.accounts.rehash(account, &hash).await {
        tracing::warn!(%error, "password hash not updated to current parameters");
    }
}
