//! The one way in which a password is judged: throttle, look up, compute, compare.

use crate::Services;
use std::time::Duration;
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

/// How often a guess asks again while others at the same name are being looked at: for three seconds or so.
const BUSY_TRIES: u32 = 10;

/// Reserves a guess. Devices of one owner that log in at the same moment all succeed: those that come
/// while others are being looked at wait for what comes of them.
async fn admit(services: &Services, username: &Username) -> Result<(), ApiError> {
    for tried in 0..BUSY_TRIES {
        match services.throttle.admit(username, services.clock.now()).await? {
            Admission::Admitted => return Ok(()),
            Admission::Wait(wait) => return Err(too_many(wait)),
            Admission::Busy => tokio::time::sleep(pause(services, tried)).await,
        }
    }
    Err(too_many(Duration::from_secs(1)))
}

/// 50 ms, doubling to 400 ms, and at random up to a half more or less, so that the waiting do not come back as one.
fn pause(services: &Services, tried: u32) -> Duration {
    let mut random = [0];
    services.randomness.fill(&mut random);
    let middle = Duration::from_millis(50 << tried.min(3));
    middle / 2 + middle * u32::from(random[0]) / 255
}

fn too_many(wait: Duration) -> ApiError {
    let message = "Too many tries at this user name; wait as long as Retry-After says.";
    ApiError::new(ErrorCode::TooManyRequests, message).retry_after(wait)
}

async fn verify(
    services: &Services,
    username: &Username,
    account: Option<Account>,
    password: Password,
) -> Result<Account, ApiError> {
    let stored = account.as_ref().map(|account| account.password_hash.clone());
    let right = services.passwords.matches(password.clone(), stored).await?;
    let Some(account) = account.filter(|_| right) else {
        services.throttle.failed(username).await?;
        let message = "The user name or the password is wrong.";
        return Err(ApiError::new(ErrorCode::InvalidCredentials, message));
    };
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
