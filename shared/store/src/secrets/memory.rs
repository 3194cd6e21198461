//! [`MemorySecrets`].

use super::{CreateSecretError, ReplaceSecretError, SecretReader, SecretStore, StoredSecret, replace_unchanged};
use async_trait::async_trait;
use secrecy::SecretString;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Mutex, MutexGuard, PoisonError};
use wallet_core::ports::store::StoreError;

/// Secrets in memory, lost when the process ends: for `--ephemeral` and for tests.
#[derive(Debug, Default)]
pub struct MemorySecrets {
    values: Mutex<HashMap<String, SecretString>>,
}

impl MemorySecrets {
    fn values(&self) -> MutexGuard<'_, HashMap<String, SecretString>> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl SecretReader for MemorySecrets {
    async fn read(&self, name: &str) -> Result<Option<StoredSecret>, StoreError> {
        Ok(self.values().get(name).cloned().map(StoredSecret::without_version))
    }
}

#[async_trait]
impl SecretStore for MemorySecrets {
    async fn create(&self, name: &str, value: &SecretString) -> Result<(), CreateSecretError> {
        match self.values().entry(name.to_owned()) {
            Entry::Occupied(_) => Err(CreateSecretError::Exists { name: name.to_owned() }),
            Entry::Vacant(free) => {
                free.insert(value.clone());
                Ok(())
            }
        }
    }

    async fn replace(&self, name: &str, read: &StoredSecret, value: &SecretString) -> Result<(), ReplaceSecretError> {
        replace_unchanged(name, self.values().get_mut(name), read, value)
    }
}
