//! [`CachedSigningKeys`].

use super::cache::CachedSecret;
use super::{SecretNames, SecretStore};
use async_trait::async_trait;
use secrecy::ExposeSecret;
use std::sync::Arc;
use wallet_core::auth::SigningKeySet;
use wallet_core::ports::signing_keys::SigningKeys;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;

/// The signing keys of the secret store, cached for five minutes.
///
/// If the store fails or its content is unusable, the last valid keys are used for up to 15 minutes; without any,
/// every use is an error.
pub struct CachedSigningKeys {
    store: Arc<dyn SecretStore>,
    name: String,
    keys: CachedSecret<Arc<SigningKeySet>>,
}

impl CachedSigningKeys {
    /// Creates a cache of the secret `{prefix}/signing-keys`, read on first use.
    pub fn new(store: Arc<dyn SecretStore>, names: &SecretNames, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            name: names.signing_keys(),
            keys: CachedSecret::new(clock),
        }
    }
}

async fn read(store: Arc<dyn SecretStore>, name: String) -> Result<Arc<SigningKeySet>, StoreError> {
    let Some(secret) = store.get(&name).await? else {
        let cause = format!("secret {name} does not exist; `wallet-cloud keys init` creates it");
        return Err(StoreError::new(cause));
    };
    let keys = SigningKeySet::from_secret_json(secret.expose_secret());
    keys.map(Arc::new)
        .map_err(|error| StoreError::new(format!("{name}: {error}")))
}

#[async_trait]
impl SigningKeys for CachedSigningKeys {
    async fn signing_keys(&self) -> Result<Arc<SigningKeySet>, StoreError> {
        self.keys.get(|| read(Arc::clone(&self.store), self.name.clone())).await
    }
}
