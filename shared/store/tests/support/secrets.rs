//! Test secret stores.

use async_trait::async_trait;
use secrecy::SecretString;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Randomness, Timestamp};
use wallet_store::secrets::{
    AwsSecrets, CreateSecretError, FileSecrets, MemorySecrets, ReplaceSecretError, SecretReader, SecretStore,
    StoredSecret, update,
};

/// Creates a store in a file of a nonexistent folder.
pub fn in_a_file() -> (TempDir, FileSecrets) {
    let folder = tempfile::tempdir().unwrap();
    let store = FileSecrets::new(folder.path().join("made/secrets.json"));
    (folder, store)
}

/// Opens moto's Secrets Manager, if there is a server.
pub async fn on_moto() -> Option<(aws_sdk_secretsmanager::Client, AwsSecrets)> {
    Some(at(&super::moto("the secret store contract on moto")?).await)
}

/// Opens the Secrets Manager at an address.
pub async fn at(endpoint: &str) -> (aws_sdk_secretsmanager::Client, AwsSecrets) {
    let config = super::database::patient(endpoint).load().unwrap();
    let client = aws_sdk_secretsmanager::Client::new(&config);
    (client.clone(), AwsSecrets::new(client))
}

/// A store with a failure switch that counts reads.
#[derive(Default)]
pub struct Switchable {
    pub inner: MemorySecrets,
    pub off: AtomicBool,
    pub reads: AtomicUsize,
}

impl Switchable {
    pub fn switch(&self, on: bool) {
        self.off.store(!on, Ordering::SeqCst);
    }

    pub fn reads(&self) -> usize {
        self.reads.load(Ordering::SeqCst)
    }

    /// Creates or replaces a value.
    pub async fn put(&self, name: &str, value: &str) {
        let value = SecretString::from(value);
        let stored = |_: Option<&SecretString>| Ok((value.clone(), ()));
        update::<_, StoreError>(&self.inner, name, stored).await.unwrap();
    }
}

#[async_trait]
impl SecretReader for Switchable {
    async fn read(&self, name: &str) -> Result<Option<StoredSecret>, StoreError> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        // Long enough for concurrent callers to arrive.
        tokio::time::sleep(Duration::from_millis(20)).await;
        if self.off.load(Ordering::SeqCst) {
            return Err(StoreError::new("switched off"));
        }
        self.inner.read(name).await
    }
}

#[async_trait]
impl SecretStore for Switchable {
    async fn create(&self, name: &str, value: &SecretString) -> Result<(), CreateSecretError> {
        self.inner.create(name, value).await
    }

    async fn replace(&self, name: &str, read: &StoredSecret, value: &SecretString) -> Result<(), ReplaceSecretError> {
        self.inner.replace(name, read, value).await
    }
}

/// A clock that only advances manually.
pub struct ManualClock(AtomicU64);

impl ManualClock {
    pub fn at(now: Timestamp) -> Self {
        Self(AtomicU64::new(now.as_millis()))
    }

    pub fn forward(&self, by: Duration) {
        self.0
            .fetch_add(u64::try_from(by.as_millis()).unwrap(), Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }
}

/// Bytes that differ between calls.
#[derive(Default)]
pub struct Counting(AtomicU64);

impl Randomness for Counting {
    fn fill(&self, bytes: &mut [u8]) {
        let call = self.0.fetch_add(1, Ordering::SeqCst).to_le_bytes();
        for (byte, value) in bytes.iter_mut().zip(call.iter().cycle()) {
            *byte = *value;
        }
    }
}
