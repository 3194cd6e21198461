//! The private keys that sign tokens and the public keys that verify them.

use crate::auth::{PublicKeySet, SigningKeySet};
use crate::ports::store::StoreError;
use async_trait::async_trait;
use std::sync::Arc;

/// The private keys. Only the authorization service reads them.
#[async_trait]
pub trait SigningKeys: Send + Sync {
    /// Returns the key set `{prefix}/signing-keys`. It may be up to five minutes old.
    async fn signing_keys(&self) -> Result<Arc<SigningKeySet>, StoreError>;
}

/// The public keys with which every service verifies permission tokens.
#[async_trait]
pub trait PublicKeys: Send + Sync {
    /// Returns the cached key set.
    fn public_keys(&self) -> Arc<PublicKeySet>;

    /// Requests a newer set from the source because a token names an unknown key.
    ///
    /// Sends at most one request in ten seconds and one at a time. On failure the last valid set stays in use.
    /// Fails only if no set has ever been loaded: then the validity of a token cannot be determined.
    async fn refresh(&self) -> Result<Arc<PublicKeySet>, StoreError>;
}
