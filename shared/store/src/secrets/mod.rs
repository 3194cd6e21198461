//! Merchants, signing keys and the keys of upstreams in a secret store: AWS Secrets Manager, a local file, or memory.

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

/// Why a secret was not created.
#[derive(Debug, thiserror::Error)]
pub enum CreateSecretError {
    /// It has a value already, which is left as it is.
    #[error("the secret {name} exists already")]
    Exists {
        /// Its name.
        name: String,
    },
    /// The secret store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A place for named secrets. The services read; the operator's commands write.
#[async_trait]
pub trait SecretStore: Send + Sync {
    /// The current value of a secret, `None` when there is none.
    async fn get(&self, name: &str) -> Result<Option<SecretString>, StoreError>;

    /// Gives a secret its first value; one that has a value keeps it.
    async fn create(&self, name: &str, value: &SecretString) -> Result<(), CreateSecretError>;

    /// Gives a secret that has a value another one.
    async fn replace(&self, name: &str, value: &SecretString) -> Result<(), StoreError>;
}

/// What the secrets are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretNames {
    prefix: String,
}

/// What the names of secrets begin with unless told otherwise.
pub const DEFAULT_PREFIX: &str = "wallet-cloud";

impl SecretNames {
    /// Names that begin as the settings say: `setting` gives the value of a variable, `None` when it is not set.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_SECRETS_PREFIX` | the first part of the secrets' names, `wallet-cloud` |
    pub fn from_settings(setting: impl Fn(&str) -> Option<String>) -> Self {
        let prefix = setting("WALLET_CLOUD_SECRETS_PREFIX");
        Self::with_prefix(prefix.unwrap_or_else(|| DEFAULT_PREFIX.to_owned()))
    }

    /// Names that begin with `{prefix}/`.
    pub fn with_prefix(prefix: impl Into<String>) -> Self {
        Self { prefix: prefix.into() }
    }

    /// `{prefix}/merchants/<id>`. The id was checked when it was parsed, so no other secret can be named.
    pub fn merchant(&self, id: &MerchantId) -> String {
        format!("{}/merchants/{id}", self.prefix)
    }

    /// `{prefix}/signing-keys`.
    pub fn signing_keys(&self) -> String {
        format!("{}/signing-keys", self.prefix)
    }

    /// `{prefix}/upstreams`.
    pub fn upstreams(&self) -> String {
        format!("{}/upstreams", self.prefix)
    }
}
