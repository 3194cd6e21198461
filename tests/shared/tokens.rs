//! Permission tokens for services that only verify tokens.

use crate::clock::FixedClock;
use async_trait::async_trait;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use uuid::Uuid;
use wallet_core::auth::{
    MerchantId, PermissionClaims, PermissionSet, PublicKeySet, SigningKeySet, Subject, sign_permission_token,
};
use wallet_core::ports::signing_keys::PublicKeys;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::Authorizer;
use wallet_http::system::{OsRandomness, SystemClock};

/// The names of all permissions.
pub const ALL: [&str; 6] = ["read", "register", "secret", "assets", "assets-admin", "notify"];

const ISSUER: &str = "https://wallet.example/authorization/v1";

/// The signing keys of this test run.
static KEYS: LazyLock<SigningKeySet> =
    LazyLock::new(|| SigningKeySet::generate(&OsRandomness, SystemClock.now()).expect("a fresh key set"));

/// The public keys, without rotation.
struct FixedKeys(Arc<PublicKeySet>);

#[async_trait]
impl PublicKeys for FixedKeys {
    async fn public_keys(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        Ok(Arc::clone(&self.0))
    }

    async fn refresh(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        self.public_keys().await
    }
}

/// Storage of public keys that is unavailable.
struct NoKeys;

#[async_trait]
impl PublicKeys for NoKeys {
    async fn public_keys(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        Err(StoreError::new("no keys"))
    }

    async fn refresh(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        self.public_keys().await
    }
}

/// Returns an authorizer that accepts the tokens of [`token`].
pub fn authorizer() -> Authorizer {
    authorizer_at(Arc::new(SystemClock))
}

/// Returns the same authorizer at the time of this call.
pub fn authorizer_with_stopped_clock() -> Authorizer {
    LazyLock::force(&KEYS);
    authorizer_at(FixedClock::at(SystemClock.now()))
}

fn authorizer_at(clock: Arc<dyn Clock>) -> Authorizer {
    let keys = FixedKeys(Arc::new(KEYS.public_keys().clone()));
    Authorizer::new(Arc::new(keys), ISSUER, clock)
}

/// Returns an authorizer that cannot read the keys.
pub fn authorizer_without_keys() -> Authorizer {
    Authorizer::new(Arc::new(NoKeys), ISSUER, Arc::new(SystemClock))
}

/// Returns a token with the given permissions.
pub fn token(permissions: &[&str]) -> String {
    token_of(7, permissions)
}

/// Returns a token of the account with this number.
pub fn token_of(account: u128, permissions: &[&str]) -> String {
    let account = Subject::Account(Uuid::from_u128(account));
    signed(account, permissions, |now| now.after(Duration::from_mins(5)))
}

/// Returns a token of a merchant.
pub fn token_of_merchant(id: &str, permissions: &[&str]) -> String {
    let merchant = Subject::Merchant(MerchantId::parse(id).expect("an id of a merchant"));
    signed(merchant, permissions, |now| now.after(Duration::from_mins(5)))
}

/// Returns an expired token with the given permissions.
pub fn expired(permissions: &[&str]) -> String {
    let account = Subject::Account(Uuid::from_u128(7));
    signed(account, permissions, |now| Timestamp::from_secs(now.as_secs() - 300))
}

fn signed(subject: Subject, permissions: &[&str], expires_at: impl Fn(Timestamp) -> Timestamp) -> String {
    // Create the keys first: keys made a second after `now` would not be active yet.
    let keys = &*KEYS;
    let now = SystemClock.now();
    let claims = PermissionClaims {
        subject,
        token_id: Uuid::from_u128(8),
        permissions: PermissionSet::parse(permissions).expect("names of permissions"),
        payload: None,
        expires_at: expires_at(now),
    };
    sign_permission_token(keys, ISSUER, &claims, Uuid::from_u128(9), now).expect("a signed token")
}
