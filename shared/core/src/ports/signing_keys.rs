//! The private keys that sign tokens and the public keys that verify them.

use crate::auth::{PublicKeySet, SigningKeySet};
use crate::ports::store::StoreError;
use async_trait::async_trait;
use std::sync::Arc;

/// The private keys. Only the authorization service reads them.
#[async_trait]
pub trait SigningKeys: Send + Sync {
    /// Returns the key set `{prefix}/signing-keys`. The set may be up to five minutes old.
    async fn signing_keys(&self) -> Result<Arc<SigningKeySet>, StoreError>;
}

/// The public keys with which every service verifies permission tokens.
#[async_trait]
pub trait PublicKeys: Send + Sync {
    /// Returns the key set, requesting the set again if the cached set has expired: a key that was removed verifies no
    /// token after that.
    ///
    /// If the request fails, the last valid set stays in use for 15 minutes. Fails if there is none: then the
    /// validity of a token cannot be determined.
    async fn public_keys(&self) -> Result<Arc<PublicKeySet>, StoreError>;

    /// Requests a newer set from the source because a token names an unknown key.
    ///
    /// Sends at most one request in ten seconds, and no concurrent requests. Fails like [`PublicKeys::public_keys`].
    async fn refresh(&self) -> Result<Arc<PublicKeySet>, StoreError>;
}
