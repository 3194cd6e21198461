//! [`update`].

use super::{CreateSecretError, ReplaceSecretError, SecretStore};
use secrecy::SecretString;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;

/// The maximum number of attempts while others change the same secret.
const ATTEMPTS: u32 = 10;

/// Changes a secret as a function of its current value, which is `None` if the secret has no value yet.
///
/// `change` returns the new value and a result for the caller. It is called again with the latest value if another
/// writer was faster, so it must have no side effects. Its error ends the update without a write.
pub async fn update<T, E>(
    store: &dyn SecretStore,
    name: &str,
    change: impl Fn(Option<&SecretString>) -> Result<(SecretString, T), E>,
) -> Result<T, E>
where
    E: From<StoreError>,
{
    for attempt in 0..ATTEMPTS {
        let read = store.read(name).await?;
        let (value, result) = change(read.as_ref().map(|read| &read.value))?;
        let written = match &read {
            Some(read) => replaced(store.replace(name, read, &value).await)?,
            None => created(store.create(name, &value).await)?,
        };
        if written {
            return Ok(result);
        }
        tokio::time::sleep(backoff(attempt)).await;
    }
    Err(StoreError::new(format!(
        "secret {name}: too many concurrent changes; repeat the command"
    ))
    .into())
}

/// Returns false after a conflict.
fn replaced(outcome: Result<(), ReplaceSecretError>) -> Result<bool, StoreError> {
    match outcome {
        Ok(()) => Ok(true),
        Err(ReplaceSecretError::Conflict { .. }) => Ok(false),
        Err(ReplaceSecretError::Store(error)) => Err(error),
    }
}

/// Returns false if another writer created the secret first.
fn created(outcome: Result<(), CreateSecretError>) -> Result<bool, StoreError> {
    match outcome {
        Ok(()) => Ok(true),
        Err(CreateSecretError::Exists { .. }) => Ok(false),
        Err(CreateSecretError::Store(error)) => Err(error),
    }
}

/// Returns the backoff after a conflict: 20 ms, doubling to 320 ms, with a random half, so that writers do not meet
/// again.
fn backoff(attempt: u32) -> Duration {
    let longest = Duration::from_millis(20 << attempt.min(4));
    let [random, ..] = Uuid::new_v4().into_bytes();
    longest / 2 + longest / 2 * u32::from(random) / 255
}
