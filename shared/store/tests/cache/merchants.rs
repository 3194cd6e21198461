//! `CachedMerchants`.

use crate::support::records::NOW;
use crate::support::secrets::{HandClock, Switchable};
use futures::future::join_all;
use std::sync::Arc;
use std::time::Duration;
use wallet_core::auth::{Merchant, MerchantId, MerchantKeyHash, Permission};
use wallet_core::ports::merchants::Merchants;
use wallet_store::secrets::{CachedMerchants, SecretNames};

const MINUTE: Duration = Duration::from_mins(1);

struct World {
    store: Arc<Switchable>,
    clock: Arc<HandClock>,
    merchants: CachedMerchants,
}

impl World {
    async fn with(ids: &[&str]) -> Self {
        let store = Arc::new(Switchable::default());
        let clock = Arc::new(HandClock::at(NOW));
        let merchants = CachedMerchants::new(store.clone(), SecretNames::with_prefix("w"), clock.clone());
        let world = Self {
            store,
            clock,
            merchants,
        };
        for id in ids {
            world
                .store
                .put(&format!("w/merchants/{id}"), &merchant(id).to_secret_json())
                .await;
        }
        world
    }

    /// Returns the merchant, or an error if the store failed.
    async fn find(&self, id: &str) -> Result<Option<Merchant>, ()> {
        self.merchants.find(&MerchantId::parse(id).unwrap()).await.map_err(drop)
    }
}

#[tokio::test]
async fn merchant_is_read_once_in_five_minutes() {
    let world = World::with(&["acme"]).await;
    for _ in 0..3 {
        assert_eq!(world.find("acme").await, Ok(Some(merchant("acme"))));
    }
    world.clock.forward(Duration::from_millis(5 * 60_000 - 1));
    world.find("acme").await.unwrap();
    assert_eq!(world.store.reads(), 1);

    let disabled = Merchant {
        disabled: true,
        ..merchant("acme")
    };
    world.store.put("w/merchants/acme", &disabled.to_secret_json()).await;
    world.clock.forward(Duration::from_millis(1));
    assert_eq!(world.find("acme").await, Ok(Some(disabled)));
    assert_eq!(world.store.reads(), 2);
}

#[tokio::test]
async fn missing_merchant_is_cached() {
    let world = World::with(&[]).await;
    assert_eq!(world.find("acme").await, Ok(None));
    world
        .store
        .put("w/merchants/acme", &merchant("acme").to_secret_json())
        .await;
    assert_eq!(world.find("acme").await, Ok(None));
    world.clock.forward(MINUTE * 5);
    assert_eq!(world.find("acme").await, Ok(Some(merchant("acme"))));
    assert_eq!(world.store.reads(), 2);
}

#[tokio::test]
async fn concurrent_requests_share_one_look_up() {
    let world = World::with(&["acme", "other"]).await;
    let found = join_all((0..50).map(|_| world.find("acme"))).await;
    assert!(found.iter().all(|found| matches!(found, Ok(Some(_)))));
    assert_eq!(world.store.reads(), 1);
}

#[tokio::test]
async fn invented_ids_are_rate_limited_and_evict_no_merchant() {
    let world = World::with(&["acme"]).await;
    world.find("acme").await.unwrap();
    let ids: Vec<_> = (0..2000).map(|n| format!("invented-{n}")).collect();
    let found = join_all(ids.iter().map(|id| world.find(id))).await;
    let unknown = found.iter().filter(|found| **found == Ok(None)).count();
    // 100 per second, and the first one was the merchant itself.
    assert_eq!((unknown, world.store.reads()), (99, 100));
    // An id that was not looked up is an error, never "not found", and a cached merchant is unaffected.
    assert!(found.iter().all(|found| matches!(found, Ok(None) | Err(()))));
    assert_eq!(world.find("acme").await, Ok(Some(merchant("acme"))));
    world.clock.forward(Duration::from_secs(2));
    assert_eq!(world.find("invented-1999").await, Ok(None));
    world.clock.forward(MINUTE * 5);
    join_all(ids.iter().map(|id| world.find(id))).await;
    assert_eq!(world.find("acme").await, Ok(Some(merchant("acme"))));
}

#[tokio::test]
async fn last_valid_merchant_is_served_for_fifteen_minutes_while_the_store_fails() {
    let world = World::with(&["acme"]).await;
    world.find("acme").await.unwrap();
    world.store.switch(false);
    world.clock.forward(Duration::from_millis(15 * 60_000 - 1));
    assert_eq!(world.find("acme").await, Ok(Some(merchant("acme"))));
    assert_eq!(world.find("acme").await, Ok(Some(merchant("acme"))));
    assert_eq!(world.store.reads(), 2, "a failed store is backed off");
    world.clock.forward(Duration::from_millis(1));
    assert_eq!(world.find("acme").await, Err(()));
    world.store.switch(true);
    world.clock.forward(Duration::from_secs(2));
    assert_eq!(world.find("acme").await, Ok(Some(merchant("acme"))));
}

#[tokio::test]
async fn uncached_merchant_is_an_error_while_the_store_fails() {
    let world = World::with(&["acme"]).await;
    world.store.switch(false);
    assert_eq!(world.find("acme").await, Err(()));
    world.store.switch(true);
    world.clock.forward(Duration::from_secs(2));
    assert_eq!(world.find("acme").await, Ok(Some(merchant("acme"))));
}

#[tokio::test]
async fn malformed_merchant_is_an_error_without_its_content() {
    let world = World::with(&[]).await;
    world.store.put("w/merchants/acme", r#"{"name": canary}"#).await;
    let error = world
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
