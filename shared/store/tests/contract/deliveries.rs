//! `ports::Deliveries`, and the deliveries of appended events.

use super::on_each_database;
use crate::support::database::Database;
use crate::support::notifications::{alice, all_due, attempt, btc, created, delivery, event, subscription, track};
use crate::support::records::NOW;
use futures::future::join_all;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::system::Timestamp;
use wallet_notifications::delivery::{Attempt, AttemptPosition, DeliveryKind, Due, PushTarget};
use wallet_notifications::ports::{
    Change, DUE_SHARDS, Deliveries, SettingsChange, Subscriptions, WatchStore, WriteOutcome,
};
use wallet_notifications::{Subscription, WebhookStatus};
use wallet_store::dynamodb::DynamoNotifications;

on_each_database!(
    deliveries_are_due_in_the_order_of_their_times,
    one_of_two_claimers_wins,
    retries_are_counted,
    finish_after_a_claim_writes_nothing,
    delivery_moves_to_the_same_time,
    discarded_delivery_is_gone,
    thousand_deliveries_are_added,
    attempts_are_listed_from_the_latest,
    attempts_of_an_earlier_subscription_are_not_listed,
    status_of_a_webhook_is_that_of_the_url,
    receiver_of_pushes_is_removed_by_its_endpoint,
    event_and_deliveries_are_one_write,
);

const URL: &str = "https://example.com/hook";

fn expiry() -> Timestamp {
    NOW.after(Duration::from_hours(24))
}

async fn attempts(store: &DynamoNotifications, of: &Subscription) -> Vec<Attempt> {
    store.attempts(of, None, 100).await.unwrap().attempts
}

/// Adds a delivery.
async fn added(store: &DynamoNotifications, due: Due) -> Due {
    store.enqueue(std::slice::from_ref(&due)).await.unwrap();
    due
}

async fn deliveries_are_due_in_the_order_of_their_times(database: Database) {
    let store = database.notifications().await;
    let owner = alice(&store).await;
    let mut expected: Vec<_> = [1, 9, 10, 99, 100, 1_800_000_000_000]
        .map(|at| delivery(&owner, at, at))
        .into();
    let push = Due {
        kind: DeliveryKind::Push,
        attempts: 7,
        ..expected[0].clone()
    };
    expected.insert(0, push);
    for due in expected.iter().rev() {
        added(&store, due.clone()).await;
    }
    assert_eq!(all_due(&store).await, expected);
    for (before, limit, count) in [(1, 10, 0), (2, 10, 2), (100, 10, 5), (101, 10, 6), (101, 3, 3)] {
        let before = Timestamp::from_millis(before);
        let parts = join_all((0..DUE_SHARDS).map(|shard| store.due(shard, before, limit))).await;
        let due: Vec<_> = parts.into_iter().flat_map(Result::unwrap).collect();
        assert_eq!(due, expected[..count], "{before:?} {limit}");
    }
    for due in &expected {
        assert!(store.is_current(due).await.unwrap());
        let differs = Due {
            attempts: due.attempts + 1,
            ..due.clone()
        };
        assert!(!store.is_current(&differs).await.unwrap());
    }
    // The subscriptions are spread over the parts.
    let ids = (1..=64).map(Uuid::from_u128).map(|subscription| Due {
        subscription,
        ..delivery(&owner, 1, 1)
    });
    store.enqueue(&ids.collect::<Vec<_>>()).await.unwrap();
    for shard in 0..DUE_SHARDS {
        let due = store.due(shard, Timestamp::from_millis(2), 100).await.unwrap();
        assert!(due.len() >= 16, "{shard}: {}", due.len());
    }
}

async fn one_of_two_claimers_wins(database: Database) {
    let store = database.notifications().await;
    let owner = alice(&store).await;
    for (sequence, second) in [(1, 2000), (2, 3000)] {
        let due = added(&store, delivery(&owner, sequence, 1000)).await;
        let claims = [2000, second].map(|until| store.claim(&due, Timestamp::from_millis(until)));
        let claims: Vec<_> = join_all(claims).await.into_iter().map(Result::unwrap).collect();
        let won: Vec<_> = claims.into_iter().flatten().collect();
        assert_eq!(won.len(), 1, "{won:?}");
        assert_eq!(all_due(&store).await, won);
        assert!(store.is_current(&won[0]).await.unwrap() && !store.is_current(&due).await.unwrap());
        assert_eq!(store.claim(&due, Timestamp::from_millis(5000)).await.unwrap(), None);
        store.discard(&won[0]).await.unwrap();
    }
}

async fn retries_are_counted(database: Database) {
    let store = database.notifications().await;
    let owner = alice(&store).await;
    let first = added(&store, delivery(&owner, 1, 1000)).await;
    let now = NOW.as_millis();
    let failed = attempt(&first, now, Some(3000));
    assert_eq!(
        store.finish(&first, &failed, expiry()).await.unwrap(),
        WriteOutcome::Written
    );
    let second = Due {
        attempts: 1,
        at: 3000,
        ..first.clone()
    };
    assert_eq!(all_due(&store).await, std::slice::from_ref(&second));
    // The response was lost, and the sender repeats the call.
    assert_eq!(
        store.finish(&first, &failed, expiry()).await.unwrap(),
        WriteOutcome::Changed
    );
    let claimed = store
        .claim(&second, Timestamp::from_millis(4000))
        .await
        .unwrap()
        .unwrap();
    assert_eq!((claimed.attempts, claimed.at), (1, 4000));
    let accepted = attempt(&claimed, now + 1, None);
    assert_eq!(
        store.finish(&claimed, &accepted, expiry()).await.unwrap(),
        WriteOutcome::Written
    );
    assert!(all_due(&store).await.is_empty());
    assert_eq!(attempts(&store, &owner).await, [accepted, failed]);
}

async fn finish_after_a_claim_writes_nothing(database: Database) {
    let store = database.notifications().await;
    let owner = alice(&store).await;
    let due = added(&store, delivery(&owner, 1, 1000)).await;
    let claimed = store.claim(&due, Timestamp::from_millis(2000)).await.unwrap().unwrap();
    for next in [None, Some(1000), Some(2000), Some(3000)] {
        let late = attempt(&due, NOW.as_millis(), next);
        assert_eq!(
            store.finish(&due, &late, expiry()).await.unwrap(),
            WriteOutcome::Changed
        );
    }
    store.discard(&due).await.unwrap();
    assert_eq!(all_due(&store).await, [claimed]);
    assert!(attempts(&store, &owner).await.is_empty());
}

async fn delivery_moves_to_the_same_time(database: Database) {
    let store = database.notifications().await;
    let owner = alice(&store).await;
    let due = added(&store, delivery(&owner, 1, 1000)).await;
    let claimed = store.claim(&due, Timestamp::from_millis(1000)).await.unwrap().unwrap();
    assert!(!store.is_current(&due).await.unwrap());
    let failed = attempt(&claimed, 500, Some(claimed.at));
    assert_eq!(
        store.finish(&claimed, &failed, expiry()).await.unwrap(),
        WriteOutcome::Written
    );
    let remaining = all_due(&store).await;
    assert_eq!(remaining.len(), 1);
    assert!(!store.is_current(&claimed).await.unwrap() && remaining[0].attempts == 1);
}

async fn discarded_delivery_is_gone(database: Database) {
    let store = database.notifications().await;
    let owner = alice(&store).await;
    let due = added(&store, delivery(&owner, 1, 1000)).await;
    let differs = Due {
        attempts: 1,
        ..due.clone()
    };
    store.discard(&differs).await.unwrap();
    assert!(store.is_current(&due).await.unwrap());
    for _ in 0..2 {
        store.discard(&due).await.unwrap();
        assert!(all_due(&store).await.is_empty());
    }
    assert_eq!(store.claim(&due, NOW).await.unwrap(), None);
}

async fn thousand_deliveries_are_added(database: Database) {
    let store = database.notifications().await;
    let owner = alice(&store).await;
    store.enqueue(&[]).await.unwrap();
    let all: Vec<_> = (1..=1000).map(|sequence| delivery(&owner, sequence, 1000)).collect();
    for _ in 0..2 {
        store.enqueue(&all).await.unwrap();
        assert_eq!(all_due(&store).await, all);
    }
}

async fn attempts_are_listed_from_the_latest(database: Database) {
    let store = database.notifications().await;
    let owner = alice(&store).await;
    let other = alice(&store).await;
    let now = NOW.as_millis();
    let mut expected = Vec::new();
    for (sequence, at) in [
        (1, now),
        (2, now + 9),
        (3, now + 10),
        (9, now + 10),
        (10, now + 10),
        (4, now + 100),
    ] {
        for kind in DeliveryKind::ALL.into_iter().rev() {
            let due = added(
                &store,
                Due {
                    kind,
                    ..delivery(&owner, sequence, 1000)
                },
            )
            .await;
            let made = attempt(&due, at, None);
            store.finish(&due, &made, expiry()).await.unwrap();
            expected.push(made);
        }
    }
    expected.sort_by_key(|attempt| (attempt.at, attempt.kind.name(), attempt.sequence));
    expected.reverse();
    assert_eq!(attempts(&store, &owner).await, expected);
    assert!(attempts(&store, &other).await.is_empty());
    for limit in [1, 4, 5, 12] {
        let (mut listed, mut after) = (Vec::new(), None);
        loop {
            let page = store.attempts(&owner, after, limit).await.unwrap();
            assert!(page.attempts.len() <= limit as usize);
            listed.extend(page.attempts);
            after = page.next.map(|next| next.to_string().parse().unwrap());
            if after.is_none() {
                break;
            }
        }
        assert_eq!(listed, expected, "{limit}");
    }
    assert_eq!(listed_after_positions(&store, &owner).await, [0, 0, 0, 1, 12]);
}

/// Returns the numbers of attempts after positions without attempts: before, at, and after the times of the attempts.
async fn listed_after_positions(store: &DynamoNotifications, owner: &Subscription) -> Vec<usize> {
    let mut counts = Vec::new();
    let now = NOW.as_millis();
    for (at, sequence) in [(0, 0), (now, 0), (now, 1), (now, 2), (u64::MAX, u64::MAX)] {
        let kind = DeliveryKind::Push;
        let position = AttemptPosition { at, kind, sequence };
        let page = store.attempts(owner, Some(position), 100).await.unwrap();
        counts.push(page.attempts.len());
    }
    counts
}

async fn attempts_of_an_earlier_subscription_are_not_listed(database: Database) {
    let store = database.notifications().await;
    let mut new = subscription("alice", btc(), 0..1);
    let first = created(&store, &new).await;
    let due = added(&store, delivery(&first, 1, 1000)).await;
    store
        .finish(&due, &attempt(&due, NOW.as_millis(), None), expiry())
        .await
        .unwrap();
    assert_eq!(attempts(&store, &first).await.len(), 1);
    store.delete(&first).await.unwrap();
    "bob".clone_into(&mut new.subscription.owner);
    new.subscription.created_at += 1;
    let second = created(&store, &new).await;
    assert!(attempts(&store, &second).await.is_empty());
    let page = store
        .attempts(&second, Some(attempt(&due, 1, None).position()), 10)
        .await;
    assert!(page.unwrap().attempts.is_empty());
}

async fn status_of_a_webhook_is_that_of_the_url(database: Database) {
    let store = database.notifications().await;
    let owner = alice(&store).await;
    let set = |url: &str| SettingsChange {
        webhook: Change::Set(url.to_owned()),
        ..SettingsChange::default()
    };
    let status = async || {
        let webhook = store.find(owner.id).await.unwrap().unwrap().webhook;
        webhook.map(|webhook| webhook.status)
    };
    let failing = WebhookStatus::Failing;
    store.set_webhook_status(owner.id, URL, failing).await.unwrap();
    assert_eq!(status().await, None);
    store.change(owner.id, &set(URL)).await.unwrap();
    for of in [WebhookStatus::Disabled, failing] {
        store.set_webhook_status(owner.id, URL, of).await.unwrap();
        assert_eq!(status().await, Some(of));
    }
    let before = database.dump(store.table()).await;
    store.set_webhook_status(owner.id, URL, failing).await.unwrap();
    store
        .set_webhook_status(owner.id, "https://example.com/", WebhookStatus::Disabled)
        .await
        .unwrap();
    store.set_webhook_status(Uuid::new_v4(), URL, failing).await.unwrap();
    assert_eq!(database.dump(store.table()).await, before);
    // The owner gives a different URL at the same time: the new URL is active in either order.
    let other = set("https://example.com/other");
    let (changed, outcome) = tokio::join!(
        store.change(owner.id, &other),
        store.set_webhook_status(owner.id, URL, WebhookStatus::Disabled)
    );
    outcome.unwrap();
    assert_eq!(changed.unwrap().unwrap().webhook.unwrap().status, WebhookStatus::Active);
    assert_eq!(status().await, Some(WebhookStatus::Active));
}

async fn receiver_of_pushes_is_removed_by_its_endpoint(database: Database) {
    let store = database.notifications().await;
    let owner = alice(&store).await;
    let target: PushTarget = serde_json::from_value(serde_json::json!({
        "endpoint": URL,
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    }))
    .unwrap();
    let set = SettingsChange {
        push: Change::Set(target.clone()),
        ..SettingsChange::default()
    };
    store.change(owner.id, &set).await.unwrap();
    let push = async || store.find(owner.id).await.unwrap().unwrap().push;
    store.remove_push(owner.id, "https://example.com/other").await.unwrap();
    assert_eq!(push().await, Some(target));
    for id in [owner.id, owner.id, Uuid::new_v4()] {
        store.remove_push(id, URL).await.unwrap();
    }
    assert_eq!(push().await, None);
}

async fn event_and_deliveries_are_one_write(database: Database) {
    let store = database.notifications().await;
    let owner = alice(&store).await;
    let mut new = event(&owner, 1, 10);
    new.deliveries = DeliveryKind::ALL
        .map(|kind| Due {
            kind,
            ..delivery(&owner, 1, 1000)
        })
        .into();
    let record = track(&owner, "a", 0);
    let appends = (0..4).map(|_| store.append(&owner.chain, &record, Some(&new)));
    let outcomes: Vec<_> = join_all(appends).await.into_iter().map(Result::unwrap).collect();
    let written = outcomes.iter().filter(|outcome| **outcome == WriteOutcome::Written);
    assert_eq!(written.count(), 1, "{outcomes:?}");
    let mut due = all_due(&store).await;
    due.sort_by_key(|due| due.kind);
    assert_eq!(due, new.deliveries);
    new.event.sequence = 3;
    new.deliveries = vec![delivery(&owner, 3, 1000)];
    let outcome = store.append(&owner.chain, &track(&owner, "b", 0), Some(&new)).await;
    assert_eq!(outcome.unwrap(), WriteOutcome::Changed);
    assert_eq!(all_due(&store).await.len(), 2);
}
