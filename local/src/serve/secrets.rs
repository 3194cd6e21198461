//! The secrets of the local server, in a file of its owner or in memory.

use anyhow::Context;
use secrecy::SecretString;
use std::path::PathBuf;
use std::sync::Arc;
use wallet_core::auth::{Merchant, MerchantId, SigningKeySet};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Randomness};
use wallet_core::ports::upstream_keys::UpstreamKeys;
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_store::secrets::{
    CachedMerchants, CachedSigningKeys, CachedUpstreamKeys, CreateSecretError, DEFAULT_PREFIX, FileSecrets,
    MemorySecrets, SecretNames, SecretStore, UpstreamFamily, update,
};

/// The secrets and their caches, which the services use.
pub struct Secrets {
    pub merchants: Arc<CachedMerchants>,
    /// The keys that sign tokens; at least one exists.
    pub signing_keys: Arc<CachedSigningKeys>,
    store: Arc<dyn SecretStore>,
    names: SecretNames,
    clock: Arc<dyn Clock>,
}

/// Opens the file, or a store in memory, and creates signing keys if there are none.
pub async fn open(file: Option<PathBuf>) -> anyhow::Result<Secrets> {
    let store: Arc<dyn SecretStore> = match file {
        Some(path) => Arc::new(FileSecrets::new(path)),
        None => Arc::new(MemorySecrets::default()),
    };
    let names = SecretNames::with_prefix(DEFAULT_PREFIX);
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let keys = SigningKeySet::generate(&OsRandomness, clock.now())?.to_secret_json();
    match store.create(&names.signing_keys(), &keys).await {
        // Keys of an earlier run are retained.
        Ok(()) | Err(CreateSecretError::Exists { .. }) => {}
        Err(CreateSecretError::Store(error)) => return Err(error).context("the signing keys cannot be stored"),
    }
    let signing_keys = Arc::new(CachedSigningKeys::new(Arc::clone(&store), &names, Arc::clone(&clock)));
    let merchants = Arc::new(CachedMerchants::new(
        Arc::clone(&store),
        names.clone(),
        Arc::clone(&clock),
    ));
    Ok(Secrets {
        merchants,
        signing_keys,
        store,
        names,
        clock,
    })
}

impl Secrets {
    /// Returns the API keys that the upstreams of a family require.
    pub fn upstream_keys(&self, family: UpstreamFamily) -> Arc<dyn UpstreamKeys> {
        let clock = Arc::clone(&self.clock);
        Arc::new(CachedUpstreamKeys::new(self.store.clone(), &self.names, family, clock))
    }

    /// Returns the current merchant from the store.
    pub async fn merchant(&self, id: &MerchantId) -> anyhow::Result<Option<Merchant>> {
        use secrecy::ExposeSecret;
        let secret = self.store.get(&self.names.merchant(id)).await?;
        Ok(secret
            .map(|secret| Merchant::from_secret_json(id, secret.expose_secret()))
            .transpose()?)
    }

    /// Stores a merchant, replacing the one with its id.
    pub async fn keep_merchant(&self, merchant: &Merchant) -> anyhow::Result<()> {
        let name = self.names.merchant(&merchant.id);
        let stored = |_: Option<&SecretString>| Ok((merchant.to_secret_json().into(), ()));
        update::<_, StoreError>(&*self.store, &name, stored).await?;
        Ok(())
    }
}

/// Generates a random merchant key.
pub fn new_merchant_key(id: &MerchantId) -> SecretString {
    wallet_core::auth::MerchantKey::generate(id, &OsRandomness as &dyn Randomness)
}
