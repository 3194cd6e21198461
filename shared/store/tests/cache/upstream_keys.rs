//! `CachedUpstreamKeys`.

use crate::support::records::NOW;
use crate::support::secrets::{ManualClock, Switchable, on_moto};
use async_trait::async_trait;
use futures::future::join_all;
use secrecy::{ExposeSecret, SecretString};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::upstream_keys::{UpstreamKeyError, UpstreamKeys};
use wallet_store::secrets::{
    CachedUpstreamKeys, CreateSecretError, ReplaceSecretError, SecretNames, SecretReader, SecretStore, StoredSecret,
    UpstreamFamily,
};

const MINUTE: Duration = Duration::from_mins(1);
const HOST: &str = "a.example";
const FAMILY: UpstreamFamily = UpstreamFamily::BtcLike;

fn of_family(store: Arc<dyn SecretReader>, names: &SecretNames, clock: Arc<ManualClock>) -> CachedUpstreamKeys {
    CachedUpstreamKeys::new(store, names, FAMILY, clock)
}

struct Fixture {
    store: Arc<Switchable>,
    clock: Arc<ManualClock>,
    keys: CachedUpstreamKeys,
}

impl Fixture {
    fn empty() -> Self {
        let store = Arc::new(Switchable::default());
        let clock = Arc::new(ManualClock::at(NOW));
        let keys = of_family(store.clone(), &SecretNames::with_prefix("w"), clock.clone());
        Self { store, clock, keys }
    }

    async fn with(secret: &str) -> Self {
        let fixture = Self::empty();
        fixture.store.put("w/upstreams/btc-like", secret).await;
        fixture
    }

    async fn key(&self) -> Result<String, UpstreamKeyError> {
        let key = self.keys.key(HOST).await?;
        Ok(key.expose_secret().to_owned())
    }
}

fn missing() -> UpstreamKeyError {
    UpstreamKeyError::Missing { host: HOST.to_owned() }
}

#[tokio::test]
async fn secret_is_read_once_in_five_minutes_by_any_number_of_callers() {
    let fixture = Fixture::with(r#"{"a.example": "0one", "b.example": "0two"}"#).await;
    assert_eq!(fixture.store.reads(), 0, "nothing is read before a key is requested");
    let results = join_all((0..50).map(|_| fixture.key())).await;
    assert!(results.iter().all(|result| result == &Ok("0one".to_owned())));
    fixture.clock.forward(Duration::from_millis(5 * 60_000 - 1));
    let other = fixture.keys.key("b.example").await.unwrap();
    assert_eq!(other.expose_secret(), "0two");
    assert_eq!(fixture.store.reads(), 1);
    fixture.clock.forward(Duration::from_millis(1));
    fixture.key().await.unwrap();
    assert_eq!(fixture.store.reads(), 2);
}

#[tokio::test]
async fn missing_key_error_names_the_host() {
    for secret in [None, Some("{}"), Some(r#"{"b.example": "0two"}"#)] {
        let fixture = match secret {
            Some(secret) => Fixture::with(secret).await,
            None => Fixture::empty(),
        };
        assert_eq!(fixture.key().await, Err(missing()));
        assert!(missing().to_string().contains("upstreams set-key a.example"));
        fixture
            .store
            .put("w/upstreams/btc-like", r#"{"a.example": "0one"}"#)
            .await;
        fixture.clock.forward(MINUTE * 5);
        assert_eq!(fixture.key().await, Ok("0one".to_owned()));
    }
}

#[tokio::test]
async fn last_valid_keys_are_served_for_fifteen_minutes_while_the_store_fails() {
    let fixture = Fixture::with(r#"{"a.example": "0one"}"#).await;
    fixture.key().await.unwrap();
    fixture.store.switch(false);
    fixture.clock.forward(Duration::from_millis(15 * 60_000 - 1));
    assert_eq!(fixture.key().await, Ok("0one".to_owned()));
    fixture.clock.forward(Duration::from_millis(1));
    assert!(matches!(fixture.key().await, Err(UpstreamKeyError::Unavailable { .. })));
    fixture.store.switch(true);
    fixture.clock.forward(Duration::from_secs(2));
    assert_eq!(fixture.key().await, Ok("0one".to_owned()));
}

#[tokio::test]
async fn last_valid_keys_survive_a_malformed_secret_that_is_not_quoted() {
    let fixture = Fixture::with(r#"{"a.example": "0one"}"#).await;
    fixture.key().await.unwrap();
    for malformed in ["", "0canary", r#"["0canary"]"#, r#"{"a.example": "0canary 0canary"}"#] {
        fixture.store.put("w/upstreams/btc-like", malformed).await;
        fixture.clock.forward(MINUTE * 3);
        assert_eq!(fixture.key().await, Ok("0one".to_owned()));
        let cold = Fixture::with(malformed).await;
        let error = cold.key().await.unwrap_err();
        assert!(!format!("{error} {error:?}").contains("0canary"), "{error}");
        assert!(error.to_string().contains("w/upstreams/btc-like"), "{error}");
    }
}

#[tokio::test]
async fn start_up_reads_the_secrets_manager_secret_once() {
    let Some((_, store)) = on_moto().await else { return };
    let prefix = format!("test-{}", Uuid::new_v4().simple());
    let names = SecretNames::with_prefix(&prefix);
    let secret = SecretString::from(r#"{"a.example": "0one"}"#);
    store.create(&names.upstreams(FAMILY), &secret).await.unwrap();
    let keys = of_family(Arc::new(store.clone()), &names, Arc::new(ManualClock::at(NOW)));
    keys.warm().await;
    let other = SecretString::from(r#"{"a.example": "0two"}"#);
    let read = store.read(&names.upstreams(FAMILY)).await.unwrap().unwrap();
    store.replace(&names.upstreams(FAMILY), &read, &other).await.unwrap();
    assert_eq!(keys.key(HOST).await.unwrap().expose_secret(), "0one");
}

/// A store that never responds.
#[derive(Default)]
struct Hanging {
    reads: AtomicUsize,
}

#[async_trait]
impl SecretReader for Hanging {
    async fn read(&self, _: &str) -> Result<Option<StoredSecret>, StoreError> {
        self.reads.fetch_add(1, Ordering::SeqCst);
        std::future::pending().await
    }
}

#[async_trait]
impl SecretStore for Hanging {
    async fn create(&self, _: &str, _: &SecretString) -> Result<(), CreateSecretError> {
        std::future::pending().await
    }

    async fn replace(&self, _: &str, _: &StoredSecret, _: &SecretString) -> Result<(), ReplaceSecretError> {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn hanging_store_times_out_and_is_backed_off() {
    let (store, clock) = (Arc::new(Hanging::default()), Arc::new(ManualClock::at(NOW)));
    let keys = of_family(store.clone(), &SecretNames::with_prefix("w"), clock.clone());
    for _ in 0..3 {
        let error = keys.key(HOST).await.unwrap_err();
        assert!(matches!(error, UpstreamKeyError::Unavailable { .. }), "{error}");
    }
    assert_eq!(store.reads.load(Ordering::SeqCst), 1);
    clock.forward(Duration::from_secs(2));
    keys.key(HOST).await.unwrap_err();
    assert_eq!(store.reads.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn failing_store_does_not_abort_start_up() {
    let fixture = Fixture::empty();
    fixture.store.switch(false);
    fixture.keys.warm().await;
    assert_eq!(fixture.store.reads(), 1);
    assert!(matches!(fixture.key().await, Err(UpstreamKeyError::Unavailable { .. })));
}
