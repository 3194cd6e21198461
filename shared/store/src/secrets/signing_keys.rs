//! [`CachedSigningKeys`].

use super::cache::{FRESH, Slot};
use super::{SecretNames, SecretStore};
use async_trait::async_trait;
use secrecy::ExposeSecret;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use wallet_core::auth::{PublicKeySet, SigningKeySet};
use wallet_core::ports::signing_keys::{PublicKeys, SigningKeys};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;

/// How often at most an unknown `kid` makes us read the secret.
const REFRESH_INTERVAL: Duration = Duration::from_secs(10);

/// The signing keys of the secret store, and their public halves for the authorization service itself.
///
/// Read at most every five minutes. While the store fails or holds something unusable, the last good
/// keys serve up to 15 minutes; without any, nothing is signed and no token verifies.
pub struct CachedSigningKeys {
    store: Arc<dyn SecretStore>,
    name: String,
    clock: Arc<dyn Clock>,
    keys: Slot<Arc<SigningKeySet>>,
    /// Of the last good keys. An unchanged set stays the same object, by which callers know it.
    public: RwLock<Arc<PublicKeySet>>,
}

impl CachedSigningKeys {
    /// The keys in the secret `{prefix}/signing-keys`, read when they are first needed.
    pub fn new(store: Arc<dyn SecretStore>, names: &SecretNames, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            name: names.signing_keys(),
            clock,
            keys: Slot::new(),
            public: RwLock::default(),
        }
    }

    async fn no_older_than(&self, age: Duration) -> Result<Arc<SigningKeySet>, StoreError> {
        self.keys.get(&*self.clock, age, || self.look_up()).await
    }

    async fn look_up(&self) -> Result<Arc<SigningKeySet>, StoreError> {
        let keys = self.read().await;
        match &keys {
            Ok(keys) => self.publish(keys.public_keys()),
            Err(error) => tracing::error!(%error, "the signing keys cannot be read"),
        }
        keys
    }

    async fn read(&self) -> Result<Arc<SigningKeySet>, StoreError> {
        let name = &self.name;
        let Some(secret) = self.store.get(name).await? else {
            let cause = format!("there is no secret {name}; `wallet-cloud keys init` makes it");
            return Err(StoreError::new(cause));
        };
        let keys = SigningKeySet::from_secret_json(secret.expose_secret());
        keys.map(Arc::new)
            .map_err(|error| StoreError::new(format!("{name}: {error}")))
    }

    fn publish(&self, keys: &PublicKeySet) {
        let mut public = self.public.write().unwrap_or_else(PoisonError::into_inner);
        if **public != *keys {
            *public = Arc::new(keys.clone());
        }
    }
}

#[async_trait]
impl SigningKeys for CachedSigningKeys {
    async fn signing_keys(&self) -> Result<Arc<SigningKeySet>, StoreError> {
        self.no_older_than(FRESH).await
    }
}

#[async_trait]
impl PublicKeys for CachedSigningKeys {
    fn public_keys(&self) -> Arc<PublicKeySet> {
        Arc::clone(&self.public.read().unwrap_or_else(PoisonError::into_inner))
    }

    async fn refresh(&self) -> Arc<PublicKeySet> {
        // A failure is in the log; the last good set stays.
        let _ = self.no_older_than(REFRESH_INTERVAL).await;
        self.public_keys()
    }
}
