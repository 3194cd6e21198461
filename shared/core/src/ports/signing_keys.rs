//! The keys that sign tokens, and the public ones that verify them.

use crate::auth::{PublicKeySet, SigningKeySet};
use crate::ports::store::StoreError;
use async_trait::async_trait;
use std::sync::Arc;

/// The private keys; only the authorization service reads them.
#[async_trait]
pub trait SigningKeys: Send + Sync {
    /// The key set `{prefix}/signing-keys`. May be up to five minutes old.
    async fn signing_keys(&self) -> Result<Arc<SigningKeySet>, StoreError>;
}

/// The public keys that every service verifies permission tokens with.
#[async_trait]
pub trait PublicKeys: Send + Sync {
    /// The key set at hand.
    fn public_keys(&self) -> Arc<PublicKeySet>;

    /// Asks the source for a newer set because a token names an unknown key.
    /// At most once in ten seconds, one request at a time; on failure the last good set stays.
    /// Fails only when there has never been one: then a token may well be good, and no answer would be true.
    async fn refresh(&self) -> Result<Arc<PublicKeySet>, StoreError>;
}
