//! API keys required by upstreams.

use async_trait::async_trait;
use secrecy::SecretString;

/// Reasons why a key is not available. The request to the upstream is not sent in that case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamKeyError {
    /// The secret contains no key for this host.
    #[error("no key for {host}; `wallet-cloud upstreams set-key {host} --family FAMILY` stores one")]
    Missing {
        /// The host.
        host: String,
    },
    /// The secret store does not respond, or the response is unusable.
    #[error("the key for {host} cannot be read: {cause}")]
    Unavailable {
        /// The host.
        host: String,
        /// The cause, for the log only.
        cause: String,
    },
}

/// The storage of the keys that replace `{key}` in the addresses of upstreams.
#[async_trait]
pub trait UpstreamKeys: Send + Sync {
    /// Returns the key for a host, given without a port. The key may be up to five minutes old.
    async fn key(&self, host: &str) -> Result<SecretString, UpstreamKeyError>;
}
