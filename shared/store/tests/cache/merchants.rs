//! `CachedMerchants`.

use crate::support::records::NOW;
use crate::support::secrets::{ManualClock, Switchable};
use futures::future::join_all;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::auth::{Merchant, MerchantId, MerchantKeyHash, Permission};
use wallet_core::ports::merchants::Merchants;
use wallet_store::secrets::{CachedMerchants, SecretNames};

const MINUTE: Duration = Duration::from_mins(1);

struct Fixture {
    store: Arc<Switchable>,
    clock: Arc<ManualClock>,
    merchants: CachedMerchants,
}

impl Fixture {
    async fn with(ids: &[&str]) -> Self {
        let store = Arc::new(Switchable::default());
        let clock = Arc::new(ManualClock::at(NOW));
        let merchants = CachedMerchants::new(store.clone(), SecretNames::with_prefix("w"), clock.clone());
        let fixture = Self {
            store,
            clock,
            merchants,
        };
        for id in ids {
            fixture
                .store
                .put(&format!("w/merchants/{id}"), &merchant(id).to_secret_json())
                .await;
        }
        fixture
    }

    /// Returns the merchant, or an error if the store failed.
    async fn find(&self, id: &str) -> Result<Option<Merchant>, ()> {
        self.merchants.find(&MerchantId::parse(id).unwrap()).await.map_err(drop)
    }
}

#[tokio::test]
async fn merchant_is_read_once_in_five_minutes() {
    let fixture = Fixture::with(&["acme"]).await;
    for _ in 0..3 {
        assert_eq!(fixture.find("acme").await, Ok(Some(merchant("acme"))));
    }
    fixture.clock.forward(Duration::from_millis(5 * 60_000 - 1));
    fixture.find("acme").await.unwrap();
    assert_eq!(fixture.store.reads(), 1);

    let disabled = Merchant {
        disabled: true,
        ..merchant("acme")
    };
    fixture.store.put("w/merchants/acme", &disabled.to_secret_json()).await;
    fixture.clock.forward(Duration::from_millis(1));
    assert_eq!(fixture.find("acme").await, Ok(Some(disabled)));
    assert_eq!(fixture.store.reads(), 2);
}

#[tokio::test]
async fn missing_merchant_is_cached() {
    let fixture = Fixture::with(&[]).await;
    assert_eq!(fixture.find("acme").await, Ok(None));
    fixture
        .store
        .put("w/merchants/acme", &merchant("acme").to_secret_json())
        .await;
    assert_eq!(fixture.find("acme").await, Ok(None));
    fixture.clock.forward(MINUTE * 5);
    assert_eq!(fixture.find("acme").await, Ok(Some(merchant("acme"))));
    assert_eq!(fixture.store.reads(), 2);
}

#[tokio::test]
async fn concurrent_requests_share_one_look_up() {
    let fixture = Fixture::with(&["acme", "other"]).await;
    let found = join_all((0..50).map(|_| fixture.find("acme"))).await;
    assert!(found.iter().all(|found| matches!(found, Ok(Some(_)))));
    assert_eq!(fixture.store.reads(), 1);
}

#[tokio::test]
async fn invented_ids_are_rate_limited_and_evict_no_merchant() {
    let fixture = Fixture::with(&["acme"]).await;
    fixture.find("acme").await.unwrap();
    let ids: Vec<_> = (0..2000).map(|n| format!("invented-{n}")).collect();
    let found = join_all(ids.iter().map(|id| fixture.find(id))).await;
    let unknown = found.iter().filter(|found| **found == Ok(None)).count();
    // 100 per second, and the first id was the merchant.
    assert_eq!((unknown, fixture.store.reads()), (99, 100));
    // An id that was not looked up is an error, never "not found", and a cached merchant is unaffected.
    assert!(found.iter().all(|found| matches!(found, Ok(None) | Err(()))));
    assert_eq!(fixture.find("acme").await, Ok(Some(merchant("acme"))));
    fixture.clock.forward(Duration::from_secs(2));
    assert_eq!(fixture.find("invented-1999").await, Ok(None));
    fixture.clock.forward(MINUTE * 5);
    join_all(ids.iter().map(|id| fixture.find(id))).await;
    assert_eq!(fixture.find("acme").await, Ok(Some(merchant("acme"))));
}

#[tokio::test]
async fn last_valid_merchant_is_served_for_fifteen_minutes_while_the_store_fails() {
    let fixture = Fixture::with(&["acme"]).await;
    fixture.find("acme").await.unwrap();
    fixture.store.switch(false);
    fixture.clock.forward(Duration::from_millis(15 * 60_000 - 1));
    assert_eq!(fixture.find("acme").await, Ok(Some(merchant("acme"))));
    assert_eq!(fixture.find("acme").await, Ok(Some(merchant("acme"))));
    assert_eq!(fixture.store.reads(), 2, "a failed store is backed off");
    fixture.clock.forward(Duration::from_millis(1));
    assert_eq!(fixture.find("acme").await, Err(()));
    fixture.store.switch(true);
    fixture.clock.forward(Duration::from_secs(2));
    assert_eq!(fixture.find("acme").await, Ok(Some(merchant("acme"))));
}

#[tokio::test]
async fn uncached_merchant_is_an_error_while_the_store_fails() {
    let fixture = Fixture::with(&["acme"]).await;
    fixture.store.switch(false);
    assert_eq!(fixture.find("acme").await, Err(()));
    fixture.store.switch(true);
    fixture.clock.forward(Duration::from_secs(2));
    assert_eq!(fixture.find("acme").await, Ok(Some(merchant("acme"))));
}

#[tokio::test]
async fn malformed_merchant_is_an_error_without_its_content() {
    let fixture = Fixture::with(&[]).await;
    fixture.store.put("w/merchants/acme", r#"{"name": canary}"#).await;
    let error = fixture
        .merchants
        .find(&MerchantId::parse("acme").unwrap())
        .await
        .unwrap_err();
    assert!(!format!("{error} {error:?}").contains("canary"), "{error}");
}

fn merchant(id: &str) -> Merchant {
    Merchant {
        id: MerchantId::parse(id).unwrap(),
        name: format!("The {id} company"),
        keys: vec![MerchantKeyHash {
            sha256: [7; 32],
            expires_at: None,
        }],
        permissions: vec![Permission::Read, Permission::Register],
        disabled: false,
    }
}
