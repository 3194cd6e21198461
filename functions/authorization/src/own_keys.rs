//! The public keys of this service.

use async_trait::async_trait;
use std::sync::{Arc, PoisonError, RwLock};
use wallet_core::auth::{PublicKeySet, SigningKeySet};
use wallet_core::ports::signing_keys::{PublicKeys, SigningKeys};
use wallet_core::ports::store::StoreError;

/// The key pairs of the secret store: this service verifies tokens with the keys that also sign the tokens.
pub struct OwnKeys {
    source: Arc<dyn SigningKeys>,
    public: RwLock<Arc<PublicKeySet>>,
}

impl OwnKeys {
    /// Creates the keys of `source`, initially empty.
    pub fn new(source: Arc<dyn SigningKeys>) -> Self {
        Self {
            source,
            public: RwLock::default(),
        }
    }

    /// Stores the public keys. An unchanged set stays the same object, which identifies cached token
    /// verifications.
    fn update_public(&self, keys: &SigningKeySet) -> Arc<PublicKeySet> {
        let mut public = self.public.write().unwrap_or_else(PoisonError::into_inner);
        if **public != *keys.public_keys() {
            *public = Arc::new(keys.public_keys().clone());
        }
        Arc::clone(&public)
    }
}

#[async_trait]
impl SigningKeys for OwnKeys {
    async fn signing_keys(&self) -> Result<Arc<SigningKeySet>, StoreError> {
        let keys = self.source.signing_keys().await?;
        self.update_public(&keys);
        Ok(keys)
    }
}

#[async_trait]
impl PublicKeys for OwnKeys {
    async fn public_keys(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        let keys = self.source.signing_keys().await?;
        Ok(self.update_public(&keys))
    }

    async fn refresh(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        // The cache of the secret store decides when the keys are read again.
        self.public_keys().await
    }
}
