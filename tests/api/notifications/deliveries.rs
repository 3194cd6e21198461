//! The attempts to deliver events, and replays.

use super::fixture::{Bearer, EVENTS, Fixture, OWNER, SUBSCRIPTIONS, push, to_addresses};
use crate::support::client::TestResponse;
use axum::http::Method;
use serde_json::{Value, json};
use wallet_core::ports::system::Timestamp;
use wallet_notifications::delivery::{Attempt, AttemptResult, DeliveryKind, Due, Failure};
use wallet_notifications::ports::{DUE_SHARDS, Deliveries, WriteOutcome};
use wallet_notifications::{EventId, WebhookStatus};

/// The end of the validity of rows.
const NEVER: Timestamp = Timestamp::from_secs(4_000_000_000);

/// A subscription of the merchant with a webhook and a push subscription.
struct Subscribed {
    fixture: Fixture,
    id: String,
}

impl Subscribed {
    async fn new() -> Self {
        let fixture = Fixture::new().await;
        let mut body = to_addresses(&["a1"]);
        body["webhook"] = json!({ "url": "https://shop.example/" });
        body["push"] = push();
        let created = fixture.create(&Bearer::Merchant, &body).await;
        let id = created.data()["id"].as_str().expect("an id").to_owned();
        Self { fixture, id }
    }

    /// Appends events to the log, and returns the times of the first and of the last.
    async fn pay(&mut self, count: usize) -> (u64, u64) {
        let chain = self.fixture.btc.clone();
        for _ in 0..count {
            self.fixture.pay(&chain, "a1");
        }
        self.fixture.catch_up().await;
        let events = self
            .fixture
            .get(&Bearer::Merchant, &format!("{EVENTS}?limit=500"))
            .await;
        let times = events.data()["events"].as_array().expect("events");
        let time = |event: Option<&Value>| event.expect("an event")["at"].as_u64().expect("a time");
        (time(times.first()), time(times.last()))
    }

    async fn put(&self, body: Value) {
        let path = format!("{SUBSCRIPTIONS}/{}", self.id);
        let changed = self.fixture.send(&Bearer::Merchant, Method::PUT, &path, Some(body));
        changed.await.data();
    }

    async fn replay(&self, body: Value) -> TestResponse {
        let path = format!("{SUBSCRIPTIONS}/{}/replay", self.id);
        self.fixture
            .send(&Bearer::Merchant, Method::POST, &path, Some(body))
            .await
    }

    async fn deliveries(&self, query: &str) -> TestResponse {
        let path = format!("{SUBSCRIPTIONS}/{}/deliveries?{query}", self.id);
        self.fixture.get(&Bearer::Merchant, &path).await
    }

    /// Removes the due deliveries, and returns their kinds and sequence numbers.
    async fn take_due(&self) -> Vec<(&'static str, u64)> {
        let mut taken = Vec::new();
        for shard in 0..DUE_SHARDS {
            for due in self.fixture.database.due(shard, NEVER, 5000).await.expect("deliveries") {
                assert_eq!((due.owner.as_str(), due.attempts), ("merchant:shop", 0));
                assert_eq!(due.subscription.to_string(), self.id);
                self.fixture.database.discard(&due).await.expect("a write");
                taken.push((due.kind.name(), due.sequence));
            }
        }
        taken.sort_unstable();
        taken
    }
}

/// Returns the webhooks and the pushes of the events with these sequence numbers.
fn both(sequences: &[u64]) -> Vec<(&'static str, u64)> {
    let of_kind = |kind| sequences.iter().map(move |sequence| (kind, *sequence));
    of_kind("push").chain(of_kind("webhook")).collect()
}

#[tokio::test]
async fn events_are_queued_by_sequence_numbers_and_times() {
    let mut subscribed = Subscribed::new().await;
    let empty = subscribed.replay(json!({ "from": 1 })).await;
    assert_eq!(empty.data(), &json!({ "queued": 0 }));
    let (first, last) = subscribed.pay(4).await;
    subscribed.take_due().await;
    let all = [1, 2, 3, 4];
    for (body, sequences) in [
        (json!({ "from": 2, "to": 3 }), &all[1..3]),
        (json!({ "from": 3 }), &all[2..]),
        (json!({ "from": 1, "to": 999_999_999 }), &all[..]),
        (json!({ "from": 5 }), &[]),
        (json!({ "from": first }), &all),
        (json!({ "from": first, "to": last }), &all),
        (json!({ "from": first, "to": 2 }), &all[..2]),
        (json!({ "from": 3, "to": last }), &all[2..]),
        (json!({ "from": last + 1 }), &[]),
        (json!({ "from": first - 10, "to": first - 1 }), &[]),
        (json!({ "from": 4, "to": first - 1 }), &[]),
    ] {
        let response = subscribed.replay(body.clone()).await;
        assert_eq!(response.data(), &json!({ "queued": sequences.len() }), "{body}");
        assert_eq!(subscribed.take_due().await, both(sequences), "{body}");
    }
}

#[tokio::test]
async fn long_replay_is_continued_by_further_requests() {
    let mut subscribed = Subscribed::new().await;
    subscribed.put(json!({ "removePush": true })).await;
    subscribed.pay(1003).await;
    subscribed.take_due().await;
    let first = subscribed.replay(json!({ "from": 2 })).await;
    assert_eq!(first.data(), &json!({ "queued": 1000, "nextFrom": 1002 }));
    let second = subscribed.replay(json!({ "from": 1002 })).await;
    assert_eq!(second.data(), &json!({ "queued": 2 }));
    let due = subscribed.take_due().await;
    let expected = (2..=1003).map(|sequence| ("webhook", sequence));
    assert!(due.into_iter().eq(expected));
}

#[tokio::test]
async fn malformed_replays_are_rejected() {
    let subscribed = Subscribed::new().await;
    for (body, field) in [
        (json!({}), "from"),
        (json!({ "from": 0 }), "from"),
        (json!({ "from": -1 }), "from"),
        (json!({ "from": "1" }), "from"),
        (json!({ "from": 1, "to": 0 }), "to"),
        (json!({ "from": 3, "to": 2 }), "to"),
        (json!({ "from": 1_800_000_000, "to": 1_799_999_999 }), "to"),
    ] {
        let response = subscribed.replay(body).await;
        response.assert_error(400, "invalid_request", Some(field));
    }
    assert_eq!(subscribed.take_due().await, []);
}

#[tokio::test]
async fn subscription_without_a_delivery_has_no_replay() {
    let subscribed = Subscribed::new().await;
    let rejected = async |text: &str| {
        let response = subscribed.replay(json!({ "from": 1 })).await;
        response.assert_error(400, "invalid_request", Some("id"));
        assert!(
            response.json["error"]["message"].as_str().unwrap().contains(text),
            "{}",
            response.text
        );
    };
    subscribed.put(json!({ "paused": true })).await;
    rejected("paused").await;
    subscribed.put(json!({ "paused": false, "removePush": true })).await;
    let id = subscribed.id.parse().expect("an id");
    let disabled = subscribed
        .fixture
        .database
        .set_webhook_status(id, "https://shop.example/", WebhookStatus::Disabled);
    disabled.await.expect("a write");
    rejected("410").await;
    subscribed.put(json!({ "removeWebhook": true })).await;
    rejected("no delivery").await;
}

/// Stores three attempts of different sequence numbers, a second apart from `now` in Unix milliseconds.
async fn store_attempts(subscribed: &Subscribed, now: u64) {
    let subscription = subscribed.id.parse().expect("an id");
    let attempts = [
        (
            DeliveryKind::Webhook,
            AttemptResult::Failure(Failure::ForbiddenAddress),
            Some(now + 5_500),
        ),
        (DeliveryKind::Webhook, AttemptResult::Status(200), None),
        (DeliveryKind::Push, AttemptResult::Status(410), None),
    ];
    for (index, (kind, result, next_attempt_at)) in (0..).zip(attempts) {
        let due = Due {
            owner: "merchant:shop".to_owned(),
            subscription,
            kind,
            sequence: index + 1,
            attempts: 0,
            at: now,
        };
        let attempt = Attempt {
            event: EventId(format!("{index:032x}")),
            sequence: index + 1,
            kind,
            at: now + 1000 * index + 999,
            duration: 80 + index,
            result,
            next_attempt_at,
        };
        let database = &subscribed.fixture.database;
        database.enqueue(std::slice::from_ref(&due)).await.expect("a write");
        let finished = database.finish(&due, &attempt, NEVER).await.expect("a write");
        assert_eq!(finished, WriteOutcome::Written);
    }
}

#[tokio::test]
async fn attempts_are_listed_from_the_latest_in_pages() {
    let subscribed = Subscribed::new().await;
    assert_eq!(subscribed.deliveries("").await.data(), &json!({ "deliveries": [] }));
    let now = 4_000_000_000_000;
    store_attempts(&subscribed, now).await;
    let id = |index: u64| format!("{index:032x}");
    let expected = [
        json!({ "event": id(2), "sequence": 3, "kind": "push", "status": 410, "at": now / 1000 + 2, "duration": 82 }),
        json!({ "event": id(1), "sequence": 2, "kind": "webhook", "status": 200, "at": now / 1000 + 1, "duration": 81 }),
        json!({
            "event": id(0), "sequence": 1, "kind": "webhook", "failure": "forbidden_address", "at": now / 1000,
            "duration": 80, "nextAttemptAt": now / 1000 + 5,
        }),
    ];
    assert_eq!(
        subscribed.deliveries("").await.data(),
        &json!({ "deliveries": expected })
    );
    let (mut listed, mut query) = (Vec::new(), "limit=2".to_owned());
    for page in [2, 1] {
        let response = subscribed.deliveries(&query).await;
        let deliveries = response.data()["deliveries"].as_array().expect("a page");
        assert_eq!(deliveries.len(), page);
        listed.extend_from_slice(deliveries);
        query = format!(
            "limit=2&cursor={}",
            response.data()["nextCursor"].as_str().unwrap_or_default()
        );
    }
    assert_eq!((json!(listed), query.as_str()), (json!(expected), "limit=2&cursor="));
    for (query, field) in [
        ("cursor=x", "cursor"),
        ("cursor=MTIz", "cursor"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
    ] {
        let response = subscribed.deliveries(query).await;
        response.assert_error(400, "invalid_request", Some(field));
    }
    let path = format!("{SUBSCRIPTIONS}/{}/deliveries", subscribed.id);
    subscribed
        .fixture
        .get(&OWNER, &path)
        .await
        .assert_error(404, "not_found", None);
}
