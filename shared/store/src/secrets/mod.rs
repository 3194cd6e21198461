//! Merchants, signing keys and upstream API keys in a secret store: AWS Secrets Manager, a local file, or memory.

mod aws;
mod cache;
mod file;
mod memory;
mod merchants;
mod signing_keys;
mod upstream_keys;

pub use aws::AwsSecrets;
pub use aws_sdk_secretsmanager::Client;
pub use file::FileSecrets;
pub use memory::MemorySecrets;
pub use merchants::CachedMerchants;
pub use signing_keys::CachedSigningKeys;
pub use upstream_keys::{CachedUpstreamKeys, UpstreamKeySet, UpstreamKeySetError};

use async_trait::async_trait;
use secrecy::SecretString;
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

/// A store of named secrets. Services read it; operator commands write it.
#[async_trait]
pub trait SecretStore: Send + Sync {
    /// Returns the current value of a secret, or `None` if it does not exist.
    async fn get(&self, name: &str) -> Result<Option<SecretString>, StoreError>;

    /// Creates a secret. An existing value is unchanged.
    async fn create(&self, name: &str, value: &SecretString) -> Result<(), CreateSecretError>;

    /// Replaces the value of an existing secret.
    async fn replace(&self, name: &str, value: &SecretString) -> Result<(), StoreError>;
}

/// The names of the secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretNames {
    prefix: String,
}

/// The default prefix of secret names.
pub const DEFAULT_PREFIX: &str = "wallet-cloud";

impl SecretNames {
    /// Reads the prefix from the settings; `setting` returns the value of a variable, or `None` if it is not set.
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

    /// Returns `{prefix}/merchants/<id>`. A parsed id is validated, so it cannot refer to another secret.
    pub fn merchant(&self, id: &MerchantId) -> String {
        format!("{}/merchants/{id}", self.prefix)
    }

    /// Returns `{prefix}/signing-keys`.
    pub fn signing_keys(&self) -> String {
        format!("{}/signing-keys", self.prefix)
    }

    /// Returns `{prefix}/upstreams`.
    pub fn upstreams(&self) -> String {
        format!("{}/upstreams", self.prefix)
    }
}
