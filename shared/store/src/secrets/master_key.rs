//! [`CachedMasterKey`].

use super::cached::CachedSecret;
use super::{CreateSecretError, SecretNames, SecretReader, SecretStore, SignedReader};
use crate::aws::{AwsSettings, AwsSetupError};
use async_trait::async_trait;
use std::sync::Arc;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Randomness};
use wallet_notifications::delivery::MasterKey;
use wallet_notifications::ports::MasterKeys;

/// The master key of the secret store, cached for five minutes.
///
/// If the store fails or the content is unusable, the last valid key is used for up to 15 minutes; without any,
/// every use is an error.
pub struct CachedMasterKey {
    store: Arc<dyn SecretReader>,
    name: String,
    key: CachedSecret<Arc<MasterKey>>,
}

impl CachedMasterKey {
    /// Creates a cache of the secret `{prefix}/delivery-master-key`, read on first use.
    pub fn new(store: Arc<dyn SecretReader>, names: &SecretNames, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            name: names.master_key(),
            key: CachedSecret::new(clock),
        }
    }

    /// Creates a cache of the secret in AWS Secrets Manager, which the template fills; `setting` returns the value of a variable.
    ///
    /// # Errors
    /// The trust roots of `AWS_CA_BUNDLE` cannot be read.
    pub fn on_aws(setting: impl Fn(&str) -> Option<String>, clock: Arc<dyn Clock>) -> Result<Self, AwsSetupError> {
        let store = SignedReader::new(&AwsSettings::from_settings(&setting))?;
        Ok(Self::new(Arc::new(store), &SecretNames::from_settings(setting), clock))
    }

    /// Creates the secret in a store that no template fills. An existing key is unchanged: of several processes that start
    /// at once, one creates the key of all.
    ///
    /// # Errors
    /// The store fails.
    pub async fn create(
        store: &dyn SecretStore,
        names: &SecretNames,
        randomness: &dyn Randomness,
    ) -> Result<(), StoreError> {
        let name = names.master_key();
        if store.get(&name).await?.is_some() {
            return Ok(());
        }
        match store.create(&name, &MasterKey::generate(randomness)).await {
            Ok(()) | Err(CreateSecretError::Exists { .. }) => Ok(()),
            Err(CreateSecretError::Store(error)) => Err(error),
        }
    }
}

async fn read(store: Arc<dyn SecretReader>, name: String) -> Result<Arc<MasterKey>, StoreError> {
    let Some(secret) = store.get(&name).await? else {
        return Err(StoreError::new(format!("secret {name} does not exist or has no value")));
    };
    let key = MasterKey::parse(&secret);
    key.map(Arc::new)
        .map_err(|error| StoreError::new(format!("{name}: {error}")))
}

#[async_trait]
impl MasterKeys for CachedMasterKey {
    async fn master_key(&self) -> Result<Arc<MasterKey>, StoreError> {
        self.key.get(|| read(Arc::clone(&self.store), self.name.clone())).await
    }
}
