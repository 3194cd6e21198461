//! Tokens signed by the core, with a key source and a manual clock.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use uuid::Uuid;
use wallet_core::auth::{
    MerchantId, PermissionClaims, PermissionSet, PublicKeySet, SigningKeySet, Subject, sign_permission_token,
};
use wallet_core::ports::signing_keys::PublicKeys;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::Authorizer;
use wallet_http::system::OsRandomness;

pub const ISSUER: &str = "https://wallet.example/authorization/v1";
pub const START: u64 = 1_800_000_000;

/// A key source and a clock under the test's control.
pub struct Fixture {
    pub now: AtomicU64,
    pub cached: Mutex<Arc<PublicKeySet>>,
    pub newer: Mutex<Arc<PublicKeySet>>,
    pub refreshes: AtomicUsize,
}

impl Clock for Fixture {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(self.now.load(Ordering::SeqCst))
    }
}

#[async_trait::async_trait]
impl PublicKeys for Fixture {
    async fn public_keys(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        Ok(Arc::clone(&self.cached.lock().unwrap()))
    }

    async fn refresh(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        self.refreshes.fetch_add(1, Ordering::SeqCst);
        let newer = Arc::clone(&self.newer.lock().unwrap());
        *self.cached.lock().unwrap() = Arc::clone(&newer);
        Ok(newer)
    }
}

/// Generates signing keys that are already active at [`START`].
pub fn keys() -> SigningKeySet {
    SigningKeySet::generate(&OsRandomness, Timestamp::from_secs(START - 10)).unwrap()
}

/// Creates a fixture at [`START`] with the keys in its key source.
pub fn fixture(keys: &SigningKeySet) -> Arc<Fixture> {
    let set = Arc::new(keys.public_keys().clone());
    Arc::new(Fixture {
        now: AtomicU64::new(START),
        cached: Mutex::new(Arc::clone(&set)),
        newer: Mutex::new(set),
        refreshes: AtomicUsize::new(0),
    })
}

/// Signs a token that expires ten minutes after [`START`].
pub fn token(keys: &SigningKeySet, permissions: &[&str]) -> String {
    token_of(
        keys,
        &Subject::Merchant(MerchantId::parse("shop").unwrap()),
        permissions,
    )
}

/// Signs such a token of this subject.
pub fn token_of(keys: &SigningKeySet, subject: &Subject, permissions: &[&str]) -> String {
    let claims = PermissionClaims {
        subject: subject.clone(),
        token_id: Uuid::from_u128(7),
        permissions: PermissionSet::parse(permissions).unwrap(),
        payload: None,
        expires_at: Timestamp::from_secs(START + 600),
    };
    sign_permission_token(keys, ISSUER, &claims, Uuid::from_u128(8), Timestamp::from_secs(START)).unwrap()
}

/// Creates the authorizer of a fixture.
pub fn authorizer(fixture: &Arc<Fixture>) -> Authorizer {
    Authorizer::new(
        Arc::clone(fixture) as Arc<dyn PublicKeys>,
        ISSUER,
        Arc::clone(fixture) as Arc<dyn Clock>,
    )
}

/// Returns the document of a service that has only the shared endpoints.
pub fn document() -> &'static str {
    let document = wallet_http::openapi::published("test", utoipa::openapi::OpenApi::default());
    document.expect("a JSON document").to_string().leak()
}
