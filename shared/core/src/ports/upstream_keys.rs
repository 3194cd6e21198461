//! The keys that upstreams ask their callers for.

use async_trait::async_trait;
use secrecy::SecretString;

/// Why a key is not at hand. The request to the upstream is not sent then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamKeyError {
    /// The secret has none for this host.
    #[error("there is no key for {host}; `wallet-cloud upstreams set-key {host}` stores one")]
    Missing {
        /// The host.
        host: String,
    },
    /// The secret store gives no answer or an unusable one.
    #[error("the key for {host} cannot be read: {cause}")]
    Unavailable {
        /// The host.
        host: String,
        /// What went wrong, for the log only.
        cause: String,
    },
}

/// Finds the key that stands in for `{key}` in an upstream's address.
#[async_trait]
pub trait UpstreamKeys: Send + Sync {
    /// The key for a host, without a port. May be up to five minutes old.
    async fn key(&self, host: &str) -> Result<SecretString, UpstreamKeyError>;
}
