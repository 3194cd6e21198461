//! Test doubles of ports under the control of the tests: clock, merchants and signing keys.

use async_trait::async_trait;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;
use wallet_core::auth::{Merchant, MerchantId, SigningKeySet};
use wallet_core::ports::merchants::Merchants;
use wallet_core::ports::signing_keys::SigningKeys;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};

/// A clock that changes only on request.
pub struct TestClock(AtomicU64);

impl TestClock {
    pub fn at(start: Timestamp) -> Self {
        Self(AtomicU64::new(start.as_millis()))
    }

    pub fn advance(&self, duration: Duration) {
        let millis = u64::try_from(duration.as_millis()).unwrap();
        self.0.fetch_add(millis, Ordering::SeqCst);
    }

    pub fn set_back(&self, duration: Duration) {
        let millis = u64::try_from(duration.as_millis()).unwrap();
        self.0.fetch_sub(millis, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }
}

/// Merchants that change immediately, unlike behind a cache.
#[derive(Default)]
pub struct TestMerchants(Mutex<HashMap<MerchantId, Merchant>>);

impl TestMerchants {
    pub fn put(&self, merchant: Merchant) {
        self.0.lock().unwrap().insert(merchant.id.clone(), merchant);
    }

    pub fn change(&self, id: &str, change: impl FnOnce(&mut Merchant)) {
        let id = MerchantId::parse(id).unwrap();
        change(self.0.lock().unwrap().get_mut(&id).unwrap());
    }

    pub fn remove(&self, id: &str) {
        self.0.lock().unwrap().remove(&MerchantId::parse(id).unwrap());
    }
}

#[async_trait]
impl Merchants for TestMerchants {
    async fn find(&self, id: &MerchantId) -> Result<Option<Merchant>, StoreError> {
        Ok(self.0.lock().unwrap().get(id).cloned())
    }
}

/// Signing keys that tests can replace.
pub struct TestKeys(RwLock<Arc<SigningKeySet>>);

impl TestKeys {
    pub fn new(keys: SigningKeySet) -> Self {
        Self(RwLock::new(Arc::new(keys)))
    }

    pub fn get(&self) -> Arc<SigningKeySet> {
        Arc::clone(&self.0.read().unwrap())
    }

    pub fn put(&self, keys: SigningKeySet) {
        *self.0.write().unwrap() = Arc::new(keys);
    }
}

#[async_trait]
impl SigningKeys for TestKeys {
    async fn signing_keys(&self) -> Result<Arc<SigningKeySet>, StoreError> {
        Ok(self.get())
    }
}
