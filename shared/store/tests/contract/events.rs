//! `ports::EventLog`, and the records of transactions.

use super::on_each_database;
use crate::support::database::Database;
use crate::support::notifications::{btc, created, eth, event, subscription, track};
use crate::support::records::NOW;
use futures::future::join_all;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::system::Timestamp;
use wallet_notifications::ports::{EventLog, Subscriptions, WatchStore, WriteOutcome};
use wallet_notifications::{Cursor, Subscription};
use wallet_store::dynamodb::DynamoNotifications;

on_each_database!(
    event_is_appended_once,
    concurrent_appends_leave_no_gap,
    deleted_subscription_has_no_events,
    closed_records_are_removed,
    logs_are_merged_by_time,
    cursor_stays_valid_with_further_chains,
    other_and_expired_events_are_skipped,
);

async fn append(store: &DynamoNotifications, to: &Subscription, sequence: u64, at: u64) {
    let track = track(to, &format!("tx-{sequence}"), 0);
    let new = event(to, sequence, at);
    let outcome = store.append(&to.chain, &track, Some(&new)).await.unwrap();
    assert_eq!(outcome, WriteOutcome::Written);
}

/// Returns the times of the events after a position, which is advanced.
async fn read(store: &DynamoNotifications, of: &[Uuid], cursor: &mut Cursor, limit: u32, now: Timestamp) -> Vec<u64> {
    let page = store.events("alice", of, cursor, limit, now).await.unwrap();
    *cursor = page.cursor.to_string().parse().unwrap();
    page.events.into_iter().map(|event| event.at).collect()
}

async fn event_is_appended_once(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), 0..1)).await;
    append(&store, &first, 1, 10).await;
    let new = event(&first, 2, 20);
    for (revision, sequence) in [(0, 2), (2, 2), (1, 1), (1, 3)] {
        let mut wrong = new.clone();
        wrong.event.sequence = sequence;
        let outcome = store
            .append(&btc(), &track(&first, "tx-1", revision), Some(&wrong))
            .await;
        assert_eq!(outcome.unwrap(), WriteOutcome::Changed, "{revision} {sequence}");
    }
    let next = track(&first, "tx-1", 1);
    assert_eq!(
        store.append(&btc(), &next, Some(&new)).await.unwrap(),
        WriteOutcome::Written
    );
    let unreported = track(&first, "tx-1", 2);
    assert_eq!(
        store.append(&btc(), &unreported, None).await.unwrap(),
        WriteOutcome::Written
    );
    assert_eq!(store.tracks(&btc()).await.unwrap(), [unreported]);
    assert_eq!(store.event(&first, 2).await.unwrap(), Some(new.event));
    assert_eq!(store.event(&first, 3).await.unwrap(), None);
    assert_eq!(store.find(first.id).await.unwrap().unwrap().last_sequence, 2);
    assert_eq!(read(&store, &[], &mut Cursor::default(), 10, NOW).await, [10, 20]);
}

async fn concurrent_appends_leave_no_gap(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), 0..1)).await;
    let second = created(&store, &subscription("alice", btc(), 0..1)).await;
    for sequence in 1..=5 {
        let event = event(&first, sequence, sequence);
        let other = self::event(&second, sequence, sequence + 100);
        let tracks = ["a", "b"].map(|name| track(&first, &format!("{name}-{sequence}"), 0));
        let of_second = track(&second, &format!("c-{sequence}"), 0);
        let btc = btc();
        let outcomes = join_all([
            store.append(&btc, &tracks[0], Some(&event)),
            store.append(&btc, &tracks[1], Some(&event)),
            store.append(&btc, &of_second, Some(&other)),
        ])
        .await;
        let outcomes: Vec<_> = outcomes.into_iter().map(Result::unwrap).collect();
        let written = |outcome: &&WriteOutcome| **outcome == WriteOutcome::Written;
        assert_eq!(outcomes.iter().filter(written).count(), 2, "{outcomes:?}");
        assert_eq!(outcomes[2], WriteOutcome::Written);
    }
    let read = read(&store, &[first.id], &mut Cursor::default(), 100, NOW).await;
    assert_eq!(read, [1, 2, 3, 4, 5]);
}

async fn deleted_subscription_has_no_events(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), 0..1)).await;
    append(&store, &first, 1, 10).await;
    store.delete(&first).await.unwrap();
    let new = event(&first, 2, 20);
    let further = track(&first, "tx-2", 0);
    for event in [Some(&new), None] {
        let outcome = store.append(&btc(), &further, event).await.unwrap();
        assert_eq!(outcome, WriteOutcome::Changed);
    }
    assert_eq!(read(&store, &[], &mut Cursor::default(), 10, NOW).await, [10]);
}

async fn closed_records_are_removed(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), 0..1)).await;
    let tracks = ["a", "b"].map(|txid| track(&first, txid, 0));
    for track in &tracks {
        store.append(&btc(), track, None).await.unwrap();
    }
    let newer = track(&first, "b", 1);
    store.append(&btc(), &newer, None).await.unwrap();
    store.close(&btc(), &tracks).await.unwrap();
    assert_eq!(store.tracks(&btc()).await.unwrap(), [newer]);
}

async fn logs_are_merged_by_time(database: Database) {
    let store = database.notifications().await;
    let one = created(&store, &subscription("alice", btc(), 0..1)).await;
    let other = created(&store, &subscription("alice", eth(), 0..1)).await;
    for sequence in 1..=4 {
        append(&store, &one, sequence, sequence * 10).await;
        append(&store, &other, sequence, sequence * 10 + 5).await;
    }
    assert_eq!(
        read(&store, &[], &mut Cursor::default(), 100, NOW).await,
        [10, 15, 20, 25, 30, 35, 40, 45]
    );
    let mut cursor = Cursor::default();
    let mut all = Vec::new();
    for expected in [3, 3, 2, 0] {
        let page = read(&store, &[], &mut cursor, 3, NOW).await;
        assert_eq!(page.len(), expected);
        all.extend(page);
    }
    assert_eq!(all, [10, 15, 20, 25, 30, 35, 40, 45]);
    assert!(
        store
            .events("bob", &[], &Cursor::default(), 3, NOW)
            .await
            .unwrap()
            .events
            .is_empty()
    );
}

async fn cursor_stays_valid_with_further_chains(database: Database) {
    let store = database.notifications().await;
    let one = created(&store, &subscription("alice", btc(), 0..1)).await;
    append(&store, &one, 1, 10).await;
    let mut cursor = Cursor::default();
    assert_eq!(read(&store, &[], &mut cursor, 10, NOW).await, [10]);
    let other = created(&store, &subscription("alice", eth(), 0..1)).await;
    append(&store, &other, 1, 5).await;
    append(&store, &one, 2, 20).await;
    assert_eq!(read(&store, &[], &mut cursor, 10, NOW).await, [5, 20]);
    assert!(read(&store, &[], &mut cursor, 10, NOW).await.is_empty());
}

async fn other_and_expired_events_are_skipped(database: Database) {
    let store = database.notifications().await;
    let one = created(&store, &subscription("alice", btc(), 0..1)).await;
    let other = created(&store, &subscription("alice", btc(), 0..1)).await;
    for sequence in 1..=6 {
        append(&store, &one, sequence, sequence).await;
    }
    append(&store, &other, 1, 100).await;
    let mut cursor = Cursor::default();
    assert_eq!(read(&store, &[other.id], &mut cursor, 2, NOW).await, [100]);
    assert_eq!(cursor.position(&btc()), 7);
    let mut cursor = Cursor::default();
    let expired = NOW.after(Duration::from_hours(1));
    assert!(read(&store, &[], &mut cursor, 10, expired).await.is_empty());
    assert_eq!(cursor.position(&btc()), 7);
}
