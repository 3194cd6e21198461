//! `CachedMasterKey`.

use crate::support::records::NOW;
use crate::support::secrets::{Counting, ManualClock, Switchable, in_a_file};
use futures::future::join_all;
use secrecy::ExposeSecret;
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::store::StoreError;
use wallet_notifications::delivery::MasterKey;
use wallet_notifications::ports::MasterKeys;
use wallet_store::secrets::{CachedMasterKey, SecretNames, SecretReader};

const MINUTE: Duration = Duration::from_mins(1);

/// Returns a secret that is derived from the key.
fn derived(key: &MasterKey) -> String {
    let secret = key.secret(Uuid::from_u128(1), 0).to_text();
    secret.expose_secret().to_owned()
}

struct Fixture {
    store: Arc<Switchable>,
    clock: Arc<ManualClock>,
    keys: CachedMasterKey,
}

impl Fixture {
    fn new() -> Self {
        let store = Arc::new(Switchable::default());
        let clock = Arc::new(ManualClock::at(NOW));
        let keys = CachedMasterKey::new(store.clone(), &SecretNames::with_prefix("w"), clock.clone());
        Self { store, clock, keys }
    }

    async fn derived(&self) -> Result<String, StoreError> {
        self.keys.master_key().await.map(|key| derived(&key))
    }
}

#[tokio::test]
async fn key_is_read_once_and_survives_failures_of_the_store() {
    let fixture = Fixture::new();
    let text = "ab".repeat(32);
    fixture.store.put("w/delivery-master-key", &text).await;
    assert_eq!(fixture.store.reads(), 0, "nothing is read before the first use");
    let expected = derived(&MasterKey::parse(&text.into()).unwrap());
    for result in join_all((0..50).map(|_| fixture.derived())).await {
        assert_eq!(result.unwrap(), expected);
    }
    assert_eq!(fixture.store.reads(), 1);
    fixture.store.switch(false);
    fixture.clock.forward(MINUTE * 14);
    assert_eq!(fixture.derived().await.unwrap(), expected);
    fixture.clock.forward(MINUTE * 2);
    assert!(fixture.derived().await.is_err());
}

#[tokio::test]
async fn absent_and_malformed_secrets_are_errors_that_do_not_quote_the_value() {
    let fixture = Fixture::new();
    let absent = fixture.derived().await.unwrap_err().to_string();
    assert!(absent.contains("w/delivery-master-key does not exist"), "{absent}");
    fixture.store.put("w/delivery-master-key", "canary").await;
    fixture.clock.forward(MINUTE);
    let malformed = fixture.derived().await.unwrap_err().to_string();
    assert!(
        malformed.contains("64 hexadecimal digits") && !malformed.contains("canary"),
        "{malformed}"
    );
}

#[tokio::test]
async fn processes_that_start_at_once_have_one_key() {
    let (_folder, store) = in_a_file();
    let names = SecretNames::with_prefix("w");
    let randomness = Counting::default();
    let created = tokio::join!(
        CachedMasterKey::create(&store, &names, &randomness),
        CachedMasterKey::create(&store, &names, &randomness)
    );
    assert!(created.0.is_ok() && created.1.is_ok(), "{created:?}");
    let created = store.get("w/delivery-master-key").await.unwrap().unwrap();
    CachedMasterKey::create(&store, &names, &randomness).await.unwrap();
    let unchanged = store.get("w/delivery-master-key").await.unwrap().unwrap();
    assert_eq!(unchanged.expose_secret(), created.expose_secret());
}
