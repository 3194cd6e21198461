//! `CachedSigningKeys`.

use crate::support::records::NOW;
use crate::support::secrets::{Counting, ManualClock, Switchable};
use futures::future::join_all;
use secrecy::ExposeSecret;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::auth::{PublicKeySet, SigningKeySet};
use wallet_core::ports::signing_keys::SigningKeys;
use wallet_core::ports::system::Randomness;
use wallet_store::secrets::{CachedSigningKeys, SecretNames};

const MINUTE: Duration = Duration::from_mins(1);

struct Fixture {
    store: Arc<Switchable>,
    clock: Arc<ManualClock>,
    keys: CachedSigningKeys,
}

impl Fixture {
    fn empty() -> Self {
        let store = Arc::new(Switchable::default());
        let clock = Arc::new(ManualClock::at(NOW));
        let keys = CachedSigningKeys::new(store.clone(), &SecretNames::with_prefix("w"), clock.clone());
        Self { store, clock, keys }
    }

    async fn with_keys() -> (Self, SigningKeySet) {
        let fixture = Self::empty();
        let keys = SigningKeySet::generate(&Counting::default(), NOW).unwrap();
        fixture.put(&keys).await;
        (fixture, keys)
    }

    async fn put(&self, keys: &SigningKeySet) {
        self.store
            .put("w/signing-keys", keys.to_secret_json().expose_secret())
            .await;
    }

    /// Returns the public keys of the current signing keys; `None` if the store fails.
    async fn signing(&self) -> Option<PublicKeySet> {
        let keys = self.keys.signing_keys().await.ok()?;
        Some(keys.public_keys().clone())
    }
}

#[tokio::test]
async fn keys_are_read_once_in_five_minutes_by_any_number_of_callers() {
    let (fixture, keys) = Fixture::with_keys().await;
    let results = join_all((0..50).map(|_| fixture.signing())).await;
    assert!(results.iter().all(|result| result.as_ref() == Some(keys.public_keys())));
    fixture.clock.forward(Duration::from_millis(5 * 60_000 - 1));
    fixture.signing().await.unwrap();
    assert_eq!(fixture.store.reads(), 1);
    fixture.clock.forward(Duration::from_millis(1));
    fixture.signing().await.unwrap();
    assert_eq!(fixture.store.reads(), 2);
}

#[tokio::test]
async fn replaced_set_is_loaded() {
    let (fixture, _) = Fixture::with_keys().await;
    fixture.signing().await.unwrap();
    let other = SigningKeySet::generate(&Other, NOW).unwrap();
    fixture.put(&other).await;
    fixture.clock.forward(MINUTE * 5);
    assert_eq!(fixture.signing().await.as_ref(), Some(other.public_keys()));
}

#[tokio::test]
async fn last_valid_keys_are_served_for_fifteen_minutes_while_the_store_fails() {
    let (fixture, keys) = Fixture::with_keys().await;
    fixture.signing().await.unwrap();
    fixture.store.switch(false);
    fixture.clock.forward(Duration::from_millis(15 * 60_000 - 1));
    assert_eq!(fixture.signing().await.as_ref(), Some(keys.public_keys()));
    fixture.clock.forward(Duration::from_millis(1));
    assert_eq!(fixture.signing().await, None);
    fixture.store.switch(true);
    fixture.clock.forward(Duration::from_secs(2));
    assert!(fixture.signing().await.is_some());
}

#[tokio::test]
async fn missing_secret_error_names_the_init_command() {
    let fixture = Fixture::empty();
    let missing = fixture.keys.signing_keys().await.unwrap_err();
    assert!(missing.to_string().contains("keys init"), "{missing}");
}

#[tokio::test]
async fn last_valid_keys_survive_a_malformed_secret_that_is_not_quoted() {
    let (fixture, keys) = Fixture::with_keys().await;
    fixture.signing().await.unwrap();
    for malformed in ["", "canary", "{}", r#"{"jwks":{"keys":[]},"refreshKeys":[]}"#] {
        fixture.store.put("w/signing-keys", malformed).await;
        fixture.clock.forward(MINUTE * 3);
        assert_eq!(fixture.signing().await.as_ref(), Some(keys.public_keys()));
    }
    let cold = Fixture::empty();
    cold.store.put("w/signing-keys", "canary").await;
    let error = cold.keys.signing_keys().await.unwrap_err();
    assert!(!format!("{error} {error:?}").contains("canary"), "{error}");
}

/// Bytes that differ from [`Counting`] and yield different keys.
struct Other;

impl Randomness for Other {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(0xEE);
    }
}
