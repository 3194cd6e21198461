//! Due deliveries from the claim to the record, with a store in memory and a paused clock.

use crate::network::Network;
use crate::store::{MemoryStore, event_id, start};
use async_trait::async_trait;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::{sleep, timeout};
use wallet_deliver::{Deliverer, LocalQueue, run};
use wallet_notifications::WebhookStatus;
use wallet_notifications::delivery::{AttemptResult, DeliveryKind, Due};
use wallet_notifications::ports::{Deliveries, DeliveryQueue};

const FAST: Duration = Duration::from_millis(20);
const WEBHOOK: DeliveryKind = DeliveryKind::Webhook;

/// Runs a worker for a time, and ends it at any step.
async fn work(deliverer: &Arc<Deliverer>, queue: &Arc<LocalQueue>, time: Duration) {
    let _ = timeout(time, run(Arc::clone(deliverer), Arc::clone(queue))).await;
}

fn claimed() -> wallet_core::ports::system::Timestamp {
    start().after(Due::CLAIM)
}

#[tokio::test(start_paused = true)]
async fn delivery_is_attempted_to_the_end_of_the_schedule() {
    let (store, network) = (
        Arc::new(MemoryStore::default()),
        Network::new(&[("a.example", FAST, 500)]),
    );
    let subscription = store.subscribe(1, "m:1", "a.example");
    let deliverer = store.deliverer(network.clone(), "0,2,4");
    let due = store.add(&subscription, WEBHOOK, 1, claimed());
    deliverer.deliver(due, &LocalQueue::default()).await.unwrap();
    assert_eq!(store.status(subscription.id), Some(WebhookStatus::Active));
    let queue = Arc::new(LocalQueue::default());
    work(&deliverer, &queue, Duration::from_mins(1)).await;

    let arrived = network.arrived();
    assert_eq!(arrived.len(), 3);
    for request in &arrived {
        assert_eq!(
            (&request.id, &request.body),
            (&event_id(subscription.id, 1), &arrived[0].body)
        );
    }
    let waits: Vec<_> = arrived
        .windows(2)
        .map(|pair| (pair[1].at - pair[0].at).as_secs())
        .collect();
    // A tenth of jitter, and a second until the sweep.
    assert!((2..=3).contains(&waits[0]) && (4..=5).contains(&waits[1]), "{waits:?}");
    let attempts = store.attempts(&subscription, None, 10).await.unwrap().attempts;
    assert!(
        attempts
            .iter()
            .all(|attempt| attempt.result == AttemptResult::Status(500))
    );
    let has_next: Vec<_> = attempts
        .iter()
        .map(|attempt| attempt.next_attempt_at.is_some())
        .collect();
    assert_eq!(has_next, [false, true, true]);
    assert!(store.state().due.is_empty());
    assert_eq!(store.status(subscription.id), Some(WebhookStatus::Failing));

    network.set("a.example", FAST, 200);
    store.add(&subscription, WEBHOOK, 2, start());
    work(&deliverer, &queue, Duration::from_secs(5)).await;
    assert_eq!(store.status(subscription.id), Some(WebhookStatus::Active));
}

#[tokio::test(start_paused = true)]
async fn gone_disables_the_webhook_and_discards_what_is_due() {
    let (store, network) = (
        Arc::new(MemoryStore::default()),
        Network::new(&[("a.example", FAST, 410)]),
    );
    let subscription = store.subscribe(1, "m:1", "a.example");
    let deliverer = store.deliverer(network.clone(), "0,2,4");
    let first = store.add(&subscription, WEBHOOK, 1, claimed());
    store.add(&subscription, WEBHOOK, 2, start());
    deliverer.deliver(first, &LocalQueue::default()).await.unwrap();
    work(&deliverer, &Arc::new(LocalQueue::default()), Duration::from_secs(5)).await;
    assert_eq!(store.status(subscription.id), Some(WebhookStatus::Disabled));
    assert_eq!((network.arrived().len(), store.state().due.len()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn push_service_without_the_receiver_removes_the_receiver() {
    for (status, is_removed) in [(404, true), (410, true), (201, false), (400, false), (500, false)] {
        let (store, network) = (
            Arc::new(MemoryStore::default()),
            Network::new(&[("push.example", FAST, status)]),
        );
        let subscription = store.subscribe(1, "m:1", "a.example");
        let target = json!({
            "endpoint": "https://push.example/",
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        });
        let target = serde_json::from_value(target).unwrap();
        store.state().subscriptions.get_mut(&subscription.id).unwrap().push = Some(target);
        let due = store.add(&subscription, DeliveryKind::Push, 1, claimed());
        store
            .deliverer(network.clone(), "0,2")
            .deliver(due, &LocalQueue::default())
            .await
            .unwrap();
        assert_eq!(network.arrived().len(), 1);
        let state = store.state();
        assert_eq!(
            state.subscriptions[&subscription.id].push.is_none(),
            is_removed,
            "{status}"
        );
        assert_eq!(state.due.is_empty(), is_removed || status == 201, "{status}");
        let webhook = state.subscriptions[&subscription.id].webhook.as_ref().unwrap();
        assert_eq!(webhook.status, WebhookStatus::Active);
    }
}

#[tokio::test(start_paused = true)]
async fn delivery_that_cannot_be_made_is_discarded() {
    let (store, network) = (
        Arc::new(MemoryStore::default()),
        Network::new(&[("a.example", FAST, 200)]),
    );
    let [paused, moved, without, expired] = [1, 2, 3, 4].map(|number| store.subscribe(number, "m:1", "a.example"));
    let deleted = crate::fixture::subscription("https://a.example/");
    {
        let mut state = store.state();
        state.oldest = 10;
        state.subscriptions.get_mut(&paused.id).unwrap().paused = true;
        state.subscriptions.get_mut(&without.id).unwrap().webhook = None;
        // A different owner has created a subscription with the id.
        "m:2".clone_into(&mut state.subscriptions.get_mut(&moved.id).unwrap().owner);
    }
    let deliverer = store.deliverer(network.clone(), "0");
    let mut deleted = deleted;
    deleted.id = uuid::Uuid::from_u128(99);
    for (subscription, sequence) in [
        (&paused, 10),
        (&moved, 10),
        (&without, 10),
        (&deleted, 10),
        (&expired, 9),
    ] {
        let due = store.add(subscription, WEBHOOK, sequence, claimed());
        deliverer.deliver(due, &LocalQueue::default()).await.unwrap();
        assert!(store.state().due.is_empty(), "{}", subscription.id);
    }
    assert!(network.arrived().is_empty() && store.state().attempts.is_empty());
}

#[tokio::test(start_paused = true)]
async fn repeated_and_late_messages_of_the_queue_are_recognised() {
    let (store, network) = (
        Arc::new(MemoryStore::default()),
        Network::new(&[("a.example", FAST, 500)]),
    );
    let subscription = store.subscribe(1, "m:1", "a.example");
    let deliverer = store.deliverer(network.clone(), "0,3600");
    let due = store.add(&subscription, WEBHOOK, 1, claimed());
    for _ in 0..3 {
        deliverer.deliver(due.clone(), &LocalQueue::default()).await.unwrap();
    }
    assert_eq!(network.arrived().len(), 1);

    // A message that is late has a claim that has almost ended: one of two senders claims the delivery again.
    let late = store.add(&subscription, WEBHOOK, 2, start().after(Due::ATTEMPT));
    sleep(Duration::from_secs(1)).await;
    let queue = LocalQueue::default();
    let (first, second) = tokio::join!(deliverer.deliver(late.clone(), &queue), deliverer.deliver(late, &queue));
    first.and(second).unwrap();
    assert_eq!(network.arrived().len(), 2);
}

/// A queue with delays, as SQS has: keeps the further attempts until their times.
#[derive(Default)]
struct DelayingQueue(Mutex<Vec<(Due, Duration)>>);

#[async_trait]
impl DeliveryQueue for DelayingQueue {
    async fn send(&self, _: &[Due]) {}

    async fn retry(&self, due: &Due, delay: Duration) {
        self.0.lock().unwrap().push((due.clone(), delay));
    }
}

impl DelayingQueue {
    /// Waits for the time of the only further attempt, and returns the delivery.
    async fn next(&self) -> Option<Due> {
        let (due, delay) = self.0.lock().unwrap().pop()?;
        sleep(delay).await;
        Some(due)
    }
}

/// Without a sweep.
#[tokio::test(start_paused = true)]
async fn further_attempts_are_carried_by_a_queue_with_delays() {
    let (store, network) = (
        Arc::new(MemoryStore::default()),
        Network::new(&[("a.example", FAST, 500)]),
    );
    let subscription = store.subscribe(1, "m:1", "a.example");
    let deliverer = store.deliverer(network.clone(), "0,5,300,1800");
    let (queue, mut due) = (
        DelayingQueue::default(),
        Some(store.add(&subscription, WEBHOOK, 1, claimed())),
    );
    let mut repeated = Vec::new();
    while let Some(next) = due {
        deliverer.deliver(next.clone(), &queue).await.unwrap();
        repeated.push(next);
        due = queue.next().await;
    }
    let waits: Vec<_> = network
        .arrived()
        .windows(2)
        .map(|pair| (pair[1].at - pair[0].at).as_secs())
        .collect();
    // At most a tenth of jitter.
    assert_eq!(waits.len(), 3);
    for (wait, delay) in waits.into_iter().zip([5, 300, 1800]) {
        assert!((delay..=delay + delay / 10).contains(&wait), "{wait} of {delay}");
    }
    assert!(store.state().due.is_empty());
    // Repeated messages make no attempt, and send no message.
    for due in repeated {
        deliverer.deliver(due, &queue).await.unwrap();
    }
    assert_eq!((network.arrived().len(), queue.next().await), (4, None));
}

/// A worker that is ended between any two steps, also during an attempt, loses nothing. The store knows which deliveries are
/// due, and the next worker takes the claimed deliveries when the claims end.
#[tokio::test(start_paused = true)]
async fn worker_ended_at_any_step_loses_no_delivery() {
    for end in 0..60 {
        let (store, network) = (
            Arc::new(MemoryStore::default()),
            Network::new(&[("a.example", FAST, 200)]),
        );
        let subscriptions = [1, 2].map(|number| store.subscribe(number, &format!("m:{number}"), "a.example"));
        let mut expected = BTreeSet::new();
        let (deliverer, queue) = (store.deliverer(network.clone(), "0,1"), Arc::new(LocalQueue::default()));
        for subscription in &subscriptions {
            let immediate = store.add(subscription, WEBHOOK, 1, claimed());
            queue.send(&[immediate]).await;
            for sequence in 2..8 {
                store.add(subscription, WEBHOOK, sequence, start());
            }
            expected.extend((1..8).map(|sequence| event_id(subscription.id, sequence)));
        }
        work(&deliverer, &queue, Duration::from_millis(end)).await;
        let before = network.arrived().len();
        let queue = Arc::new(LocalQueue::default());
        work(&deliverer, &queue, Due::CLAIM + Duration::from_secs(3)).await;
        let arrived = network.arrived();
        let ids: BTreeSet<_> = arrived.iter().map(|request| request.id.clone()).collect();
        assert_eq!(ids, expected, "ended after {end} ms with {before} requests");
        assert!(store.state().due.is_empty(), "{end}");
        // Only what was under way is repeated: four attempts of each owner.
        assert!(arrived.len() <= expected.len() + 8, "{end}: {} requests", arrived.len());
    }
}

#[tokio::test(start_paused = true)]
async fn sweeps_read_due_deliveries_only_with_a_subscription() {
    let (store, network) = (Arc::new(MemoryStore::default()), Network::new(&[]));
    let (deliverer, queue) = (store.deliverer(network, "0"), Arc::new(LocalQueue::default()));
    work(&deliverer, &queue, Duration::from_mins(10)).await;
    assert_eq!(store.state().pages, 0);
    store.subscribe(1, "m:1", "a.example");
    work(&deliverer, &queue, Duration::from_mins(1)).await;
    let pages = store.state().pages;
    assert!((55 * 4..=60 * 4).contains(&pages), "{pages} pages in a minute");
}
