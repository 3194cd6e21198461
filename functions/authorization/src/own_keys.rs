//! The public keys of this very service.

use async_trait::async_trait;
use std::sync::{Arc, PoisonError, RwLock};
use wallet_core::auth::{PublicKeySet, SigningKeySet};
use wallet_core::ports::signing_keys::{PublicKeys, SigningKeys};
use wallet_core::ports::store::StoreError;

/// The keys of the secret store, private and public: this service verifies with what it signs with.
pub struct OwnKeys {
    source: Arc<dyn SigningKeys>,
    public: RwLock<Arc<PublicKeySet>>,
}

impl OwnKeys {
    /// The keys of `source`; none are known until they are asked for.
    pub fn new(source: Arc<dyn SigningKeys>) -> Self {
        Self {
            source,
            public: RwLock::default(),
        }
    }

    /// Keeps the public halves. The same set stays the same object, by which verified tokens are remembered.
    fn note(&self, keys: &SigningKeySet) -> Arc<PublicKeySet> {
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
        self.note(&keys);
        Ok(keys)
    }
}

#[async_trait]
impl PublicKeys for OwnKeys {
    fn public_keys(&self) -> Arc<PublicKeySet> {
        Arc::clone(&self.public.read().unwrap_or_else(PoisonError::into_inner))
    }

    async fn refresh(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        let keys = self.source.signing_keys().await?;
        Ok(self.note(&keys))
    }
}
