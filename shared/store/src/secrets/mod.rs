//! Merchants, signing keys and upstream API keys in a secret store: AWS Secrets Manager, a local file, or memory.

#[cfg(feature = "secrets-manager")]
mod aws;
mod cached;
mod local;
#[cfg(feature = "notifications")]
mod master_key;
mod signed_reader;
mod upstream_keys;

#[cfg(feature = "secrets-manager")]
pub use aws::AwsSecrets;
#[cfg(feature = "secrets-manager")]
pub use aws_sdk_secretsmanager::Client;
pub use cached::{CachedMerchants, CachedSigningKeys};
pub use local::{FileSecrets, MemorySecrets};
#[cfg(feature = "notifications")]
pub use master_key::CachedMasterKey;
pub use signed_reader::SignedReader;
pub use upstream_keys::{CachedUpstreamKeys, UpstreamFamily, UpstreamFamilyError, UpstreamKeySet, UpstreamKeySetError};

use async_trait::async_trait;
use secrecy::{ExposeSecret, SecretString};
use std::time::Duration;
use uuid::Uuid;
use wallet_core::auth::MerchantId;
use wallet_core::ports::store::StoreError;

/// An error in the creation of a secret.
#[derive(Debug, thiserror::Error)]
pub enum CreateSecretError {
    /// The secret has a value already, which is unchanged.
    #[error("secret {name} exists already")]
    Exists {
        /// The name of the secret.
        name: String,
    },
    /// The secret store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An error in the replacement of a secret.
#[derive(Debug, thiserror::Error)]
pub enum ReplaceSecretError {
    /// The secret's value differs from the value that was read. Nothing was changed.
    #[error("secret {name} was changed by someone else")]
    Conflict {
        /// The name of the secret.
        name: String,
    },
    /// The secret store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The value of a secret as read.
#[derive(Clone, Debug)]
pub struct StoredSecret {
    /// The value.
    pub value: SecretString,
    /// The version id in Secrets Manager. `None` in the local stores, which compare values.
    pub version: Option<String>,
}

impl StoredSecret {
    /// Returns a value of a local store.
    fn without_version(value: SecretString) -> Self {
        Self { value, version: None }
    }
}

/// Replaces a value in a local store if unchanged since the read. The caller prevents concurrent changes.
fn replace_unchanged(
    name: &str,
    stored: Option<&mut SecretString>,
    read: &StoredSecret,
    value: &SecretString,
) -> Result<(), ReplaceSecretError> {
    let Some(stored) = stored else {
        return Err(StoreError::new(format!("secret {name} does not exist")).into());
    };
    if stored.expose_secret() != read.value.expose_secret() {
        return Err(ReplaceSecretError::Conflict { name: name.to_owned() });
    }
    *stored = value.clone();
    Ok(())
}

/// The version stage of Secrets Manager that is read.
const CURRENT: &str = "AWSCURRENT";

/// Named secrets, as the services read them.
#[async_trait]
pub trait SecretReader: Send + Sync {
    /// Returns the current value of a secret for [`SecretStore::replace`], or `None` if not found.
    async fn read(&self, name: &str) -> Result<Option<StoredSecret>, StoreError>;

    /// Returns the current value of a secret, or `None` if not found.
    async fn get(&self, name: &str) -> Result<Option<SecretString>, StoreError> {
        Ok(self.read(name).await?.map(|stored| stored.value))
    }
}

/// A store of named secrets that operator commands write.
#[async_trait]
pub trait SecretStore: SecretReader {
    /// Creates a secret. An existing value is unchanged.
    async fn create(&self, name: &str, value: &SecretString) -> Result<(), CreateSecretError>;

    /// Replaces the value of a secret if unchanged since the read. Writers use [`update()`], which repeats the
    /// change after a conflict.
    async fn replace(&self, name: &str, read: &StoredSecret, value: &SecretString) -> Result<(), ReplaceSecretError>;
}

/// The names of the secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretNames {
    prefix: String,
}

/// The default prefix of secret names.
pub const DEFAULT_PREFIX: &str = "wallet-cloud";

impl SecretNames {
    /// Reads the prefix from the settings; `setting` returns the value of a variable, or `None` if not set.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_SECRETS_PREFIX` | the prefix of the secret names, `wallet-cloud` by default |
    pub fn from_settings(setting: impl Fn(&str) -> Option<String>) -> Self {
        let prefix = setting("WALLET_CLOUD_SECRETS_PREFIX");
        Self::with_prefix(prefix.unwrap_or_else(|| DEFAULT_PREFIX.to_owned()))
    }

    /// Returns names with the prefix `{prefix}/`.
    pub fn with_prefix(prefix: impl Into<String>) -> Self {
        Self { prefix: prefix.into() }
    }

    /// Returns `{prefix}/merchants/<id>`. A parsed id is validated and cannot refer to a different secret.
    pub fn merchant(&self, id: &MerchantId) -> String {
        format!("{}/merchants/{id}", self.prefix)
    }

    /// Returns `{prefix}/signing-keys`.
    pub fn signing_keys(&self) -> String {
        format!("{}/signing-keys", self.prefix)
    }

    /// Returns `{prefix}/delivery-master-key`.
    pub fn master_key(&self) -> String {
        format!("{}/delivery-master-key", self.prefix)
    }

    /// Returns `{prefix}/upstreams/<family>`.
    pub fn upstreams(&self, family: UpstreamFamily) -> String {
        format!("{}/upstreams/{family}", self.prefix)
    }
}

/// The maximum number of attempts while concurrent writers change the same secret.
const ATTEMPTS: u32 = 10;

/// Changes a secret as a function of the current value, which is `None` if the secret has no value yet.
///
/// `change` returns the new value and a result for the caller. The function is called again with the latest value if a
/// concurrent writer was faster, so no side effects are allowed. An error ends the update without a write.
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

/// Returns false if a concurrent writer created the secret first.
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
