//! Subscriptions, items and events for tests.

use super::database::Database;
use super::records::NOW;
use serde_json::json;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::model::Network;
use wallet_core::ports::system::Timestamp;
use wallet_notifications::delivery::{Attempt, AttemptResult, DeliveryKind, Due, Failure, SecretVersion};
use wallet_notifications::ports::{
    CreateOutcome, DUE_SHARDS, Deliveries, NewEvent, NewSubscription, Subscriptions, WatchOutcome,
};
use wallet_notifications::{
    BlockId, ChainKey, Content, Event, EventId, Item, Limits, State, States, Subscription, Track, Watched, WatchedItem,
};
use wallet_store::dynamodb::DynamoNotifications;

/// Limits that no test reaches.
pub const WIDE: Limits = Limits {
    subscriptions: 1000,
    addresses: 100_000,
    of_chain: None,
};

impl Database {
    /// Creates the table of notifications.
    pub async fn notifications(&self) -> DynamoNotifications {
        let table = self.tables.accounts.replace("-accounts", "-notifications");
        let notifications = DynamoNotifications::new(self.client.clone(), table);
        notifications.create_table().await.unwrap();
        notifications
    }
}

pub fn btc() -> ChainKey {
    ChainKey::new("btc", Network::Testnet)
}

pub fn eth() -> ChainKey {
    ChainKey::new("eth", Network::Testnet)
}

pub fn block(height: u64) -> BlockId {
    BlockId {
        height,
        hash: format!("hash-{height}"),
    }
}

pub fn address(number: u64) -> WatchedItem {
    WatchedItem {
        item: Item::address(&number.to_be_bytes()),
        address: format!("address-{number}"),
        path: None,
    }
}

/// Returns a subscription to addresses, and the request that creates the subscription behind block 100.
pub fn subscription(owner: &str, chain: ChainKey, numbers: impl IntoIterator<Item = u64>) -> NewSubscription {
    let items: Vec<_> = numbers.into_iter().map(address).collect();
    NewSubscription {
        subscription: Subscription {
            id: Uuid::new_v4(),
            owner: owner.to_owned(),
            chain,
            watched: Watched::Addresses(items.len() as u64),
            states: States::default(),
            content: Content::Full,
            label: None,
            paused: false,
            since: block(0),
            last_sequence: 0,
            created_at: NOW.as_millis(),
            digest: "digest".to_owned(),
            webhook: None,
            secret: SecretVersion::default(),
            push: None,
        },
        items,
        limits: WIDE,
        head: block(100),
    }
}

/// Creates a subscription.
pub async fn created(store: &DynamoNotifications, new: &NewSubscription) -> Subscription {
    match store.create(new.clone()).await.unwrap() {
        CreateOutcome::Created(subscription) => subscription,
        other => panic!("{other:?}"),
    }
}

pub fn changed(added: u64, removed: u64, total: u64) -> WatchOutcome {
    WatchOutcome::Changed { added, removed, total }
}

/// Returns the record of a transaction.
pub fn track(subscription: &Subscription, txid: &str, revision: u64) -> Track {
    serde_json::from_value(json!({
        "subscription": subscription.id, "txid": txid, "state": "seen", "block": null, "reported": null, "spends": [],
        "revision": revision, "changed_at": 100,
    }))
    .unwrap()
}

/// Returns an event that expires an hour after `NOW`; `at` is in milliseconds.
pub fn event(subscription: &Subscription, sequence: u64, at: u64) -> NewEvent {
    NewEvent {
        owner: subscription.owner.clone(),
        event: Event {
            id: EventId(format!("{}-{sequence}", subscription.id)),
            sequence,
            subscription: subscription.id,
            label: None,
            chain: subscription.chain.clone(),
            state: State::Seen,
            previous_state: None,
            at,
            addresses: vec!["address-1".to_owned()],
            paths: Vec::new(),
            transaction: json!({ "txid": "a" }),
            block: None,
            confirmations: 0,
            replaced_by: None,
            partial: Vec::new(),
            test: false,
        },
        expires_at: NOW.after(Duration::from_hours(1)),
        deliveries: Vec::new(),
    }
}

/// Creates a subscription of Alice.
pub async fn alice(store: &DynamoNotifications) -> Subscription {
    created(store, &subscription("alice", btc(), 0..1)).await
}

/// Returns a delivery without attempts; `at` is in milliseconds.
pub fn delivery(of: &Subscription, sequence: u64, at: u64) -> Due {
    Due {
        owner: of.owner.clone(),
        subscription: of.id,
        kind: DeliveryKind::Webhook,
        sequence,
        attempts: 0,
        at,
    }
}

/// Returns an attempt: a success, or a failure before a next attempt.
pub fn attempt(of: &Due, at: u64, next: Option<u64>) -> Attempt {
    let result = match next {
        Some(_) => AttemptResult::Failure(Failure::Timeout),
        None => AttemptResult::Status(204),
    };
    Attempt {
        event: EventId(format!("event-{}", of.sequence)),
        sequence: of.sequence,
        kind: of.kind,
        at,
        duration: 12,
        result,
        next_attempt_at: next,
    }
}

/// Returns all deliveries, at whatever time they are due.
pub async fn all_due(store: &DynamoNotifications) -> Vec<Due> {
    let mut all = Vec::new();
    for shard in 0..DUE_SHARDS {
        all.extend(store.due(shard, Timestamp::from_millis(u64::MAX), 2000).await.unwrap());
    }
    all
}
