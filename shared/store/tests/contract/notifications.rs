//! `ports::Subscriptions` and `ports::WatchStore`.

use super::on_each_database;
use crate::support::database::Database;
use crate::support::notifications::{WIDE, address, block, btc, changed, created, eth, subscription};
use futures::future::join_all;
use std::collections::BTreeSet;
use uuid::Uuid;
use wallet_notifications::ports::{
    CreateOutcome, SettingsChange, Subscriptions, WatchOutcome, WatchStore, WriteOutcome,
};
use wallet_notifications::{Checkpoint, Filter, Item, Limits, Watched, WatchedKey};
use wallet_store::dynamodb::DynamoNotifications;

on_each_database!(
    first_subscription_starts_the_loop_behind_the_head,
    creation_with_an_id_in_use_returns_the_existing_subscription,
    limits_are_named,
    limit_of_a_chain_counts_the_items_of_all_owners,
    concurrent_creations_stay_below_the_limit,
    stale_facts_are_rejected,
    creation_and_move_of_the_checkpoint_exclude_each_other,
    only_unknown_items_are_added,
    removed_items_can_be_added_again,
    items_of_many_batches_are_removed,
    rejected_items_have_no_effect,
    large_subscription_is_stored,
    extension_is_idempotent,
    settings_change,
    list_has_pages,
    deletion_frees_the_usage_and_removes_the_hashes,
    many_changes_are_compacted,
    large_summary_has_parts,
    readers_and_writers_see_all_changes_during_compactions,
    loop_starts_again_after_the_last_deletion,
);

async fn hashes(store: &DynamoNotifications) -> Filter {
    let mut filter = Filter::default();
    for change in store.changes(&btc(), 0).await.unwrap() {
        if change.is_complete {
            filter = Filter::default();
        }
        filter.change(&change.added, &change.removed);
    }
    filter
}

async fn is_watched_by(store: &DynamoNotifications, item: &Item) -> BTreeSet<Uuid> {
    let watchers = store.watchers(&btc(), item).await.unwrap();
    watchers.into_iter().map(|watcher| watcher.subscription).collect()
}

async fn first_subscription_starts_the_loop_behind_the_head(database: Database) {
    let store = database.notifications().await;
    assert!(store.chains().await.unwrap().is_empty());
    assert_eq!(store.checkpoint(&btc()).await.unwrap(), None);
    let new = subscription("alice", btc(), 0..3);
    let first = created(&store, &new).await;
    assert_eq!(first.since, block(100));
    assert_eq!(store.find(first.id).await.unwrap(), Some(first.clone()));
    assert_eq!(store.chains().await.unwrap(), [btc()]);
    let checkpoint = store.checkpoint(&btc()).await.unwrap().unwrap();
    assert_eq!((checkpoint.height(), checkpoint.version), (100, 1));
    let watchers = store.watchers(&btc(), &address(1).item).await.unwrap();
    assert_eq!((watchers[0].subscription, &watchers[0].item), (first.id, &address(1)));
    assert_eq!(store.watched(&btc(), 3).await.unwrap().unwrap().len(), 3);
    assert_eq!(store.watched(&btc(), 2).await.unwrap(), None);
    let mut later = subscription("bob", btc(), 2..4);
    later.head = block(103);
    assert_eq!(created(&store, &later).await.since, block(100));
    assert_eq!(is_watched_by(&store, &address(2).item).await.len(), 2);
    assert_eq!(hashes(&store).await.len(), 5);
    assert!(store.watchers(&eth(), &address(1).item).await.unwrap().is_empty());
}

async fn creation_with_an_id_in_use_returns_the_existing_subscription(database: Database) {
    let store = database.notifications().await;
    let new = subscription("alice", btc(), 0..3);
    let copies = (0..4).map(|_| store.create(new.clone()));
    let outcomes = join_all(copies).await;
    let first = store.find(new.subscription.id).await.unwrap().unwrap();
    let count = |expected: &CreateOutcome| outcomes.iter().flatten().filter(|outcome| *outcome == expected).count();
    assert_eq!(count(&CreateOutcome::Created(first.clone())), 1, "{outcomes:?}");
    assert_eq!(count(&CreateOutcome::Exists(first)), 3, "{outcomes:?}");
    assert_eq!(hashes(&store).await.len(), 3);
}

async fn limits_are_named(database: Database) {
    let store = database.notifications().await;
    let limits = Limits {
        subscriptions: 2,
        addresses: 10,
        of_chain: None,
    };
    let mut new = subscription("alice", btc(), 0..11);
    new.limits = limits;
    assert_eq!(store.create(new).await.unwrap(), CreateOutcome::LimitReached(10));
    let mut new = subscription("alice", btc(), 0..8);
    new.limits = limits;
    let first = created(&store, &new).await;
    let mut further = subscription("alice", btc(), 0..3);
    further.limits = limits;
    assert_eq!(
        store.create(further.clone()).await.unwrap(),
        CreateOutcome::LimitReached(10)
    );
    let add: Vec<_> = (8..11).map(address).collect();
    let remove = [address(0).item];
    let rejected = store.watch(first.id, &add, &[], limits, None).await.unwrap();
    assert_eq!(rejected, WatchOutcome::LimitReached(10));
    let moved = store.watch(first.id, &add, &remove, limits, None).await.unwrap();
    assert_eq!(moved, changed(3, 1, 10));
    further.items.clear();
    further.subscription.watched = Watched::Transactions(1);
    created(&store, &further).await;
    further.subscription.id = Uuid::new_v4();
    assert_eq!(store.create(further).await.unwrap(), CreateOutcome::LimitReached(2));
}

async fn limit_of_a_chain_counts_the_items_of_all_owners(database: Database) {
    let store = database.notifications().await;
    let limits = Limits {
        of_chain: Some(10),
        ..WIDE
    };
    let of = |owner, numbers| {
        let mut new = subscription(owner, btc(), numbers);
        new.limits = limits;
        new
    };
    let reached = CreateOutcome::ChainLimitReached(10);
    assert_eq!(store.create(of("alice", 0..11)).await.unwrap(), reached);
    let first = created(&store, &of("alice", 0..4)).await;
    let mut by_id = of("bob", 0..3);
    by_id.subscription.watched = Watched::Transactions(3);
    created(&store, &by_id).await;
    assert_eq!(store.create(of("carol", 0..4)).await.unwrap(), reached);
    let add: Vec<_> = (4..8).map(address).collect();
    let rejected = store.watch(first.id, &add, &[], limits, None).await.unwrap();
    assert_eq!(rejected, WatchOutcome::ChainLimitReached(10));
    let added = store.watch(first.id, &add[..3], &[], limits, None).await.unwrap();
    assert_eq!(added, changed(3, 0, 7));
    let replaced = store.watch(first.id, &add[3..], &[address(0).item], limits, None).await;
    assert_eq!(replaced.unwrap(), changed(1, 1, 7));
    assert_eq!(store.create(of("carol", 0..1)).await.unwrap(), reached);
    let mut elsewhere = of("carol", 0..10);
    elsewhere.subscription.chain = eth();
    created(&store, &elsewhere).await;
    store.delete(&first).await.unwrap();
    created(&store, &of("carol", 0..7)).await;
    assert_eq!(store.create(of("carol", 0..1)).await.unwrap(), reached);
}

async fn concurrent_creations_stay_below_the_limit(database: Database) {
    let store = database.notifications().await;
    let creations = (0..4).map(|number| {
        let mut new = subscription("alice", btc(), [number]);
        new.limits.subscriptions = 2;
        store.create(new)
    });
    let outcomes = join_all(creations).await;
    let is_created = |outcome: &&CreateOutcome| matches!(outcome, CreateOutcome::Created(_));
    assert_eq!(outcomes.iter().flatten().filter(is_created).count(), 2, "{outcomes:?}");
    let page = store.list("alice", None, 10).await.unwrap();
    assert_eq!(page.subscriptions.len(), 2);
    assert_eq!(hashes(&store).await.len(), 2);
}

async fn stale_facts_are_rejected(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), 0..1)).await;
    let mut late = subscription("bob", btc(), 0..1);
    late.head = block(99);
    assert_eq!(store.create(late).await.unwrap(), CreateOutcome::Stale);
    let add = [address(5)];
    let stale = store.watch(first.id, &add, &[], WIDE, Some(99)).await.unwrap();
    assert_eq!(stale, WatchOutcome::Stale);
    let added = store.watch(first.id, &add, &[], WIDE, Some(100)).await.unwrap();
    assert_eq!(added, changed(1, 0, 2));
}

async fn creation_and_move_of_the_checkpoint_exclude_each_other(database: Database) {
    let store = database.notifications().await;
    created(&store, &subscription("alice", btc(), 0..1)).await;
    let from = store.checkpoint(&btc()).await.unwrap().unwrap();
    let to = from.after(block(101), 10);
    let mut new = subscription("bob", btc(), 1..2);
    new.head = block(101);
    let chain = btc();
    let (moved, outcome) = tokio::join!(store.move_checkpoint(&chain, &from, &to), store.create(new));
    let CreateOutcome::Created(later) = outcome.unwrap() else {
        panic!("not created")
    };
    let expected = match moved.unwrap() {
        // The creation saw the move.
        WriteOutcome::Written => (block(101), 101),
        // The loop has to read the new items first.
        WriteOutcome::Changed => (block(100), 100),
    };
    let current = store.checkpoint(&btc()).await.unwrap().unwrap();
    assert_eq!((later.since, current.height()), expected);
    assert_eq!(current.version, 2);
    let old = store.move_checkpoint(&btc(), &from, &to).await.unwrap();
    assert_eq!(old, WriteOutcome::Changed);
    let next = current.after(block(102), 10);
    assert_eq!(
        store.move_checkpoint(&btc(), &current, &next).await.unwrap(),
        WriteOutcome::Written
    );
    let expected = Checkpoint {
        revision: current.revision + 1,
        ..next
    };
    assert_eq!(store.checkpoint(&btc()).await.unwrap(), Some(expected));
}

async fn only_unknown_items_are_added(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), 0..3)).await;
    let add: Vec<_> = (2..5).map(address).collect();
    let remove = [address(2).item, address(0).item, address(9).item];
    let outcome = store.watch(first.id, &add, &remove, WIDE, None).await.unwrap();
    assert_eq!(outcome, changed(2, 1, 4));
    let again = store.watch(first.id, &add, &remove, WIDE, None).await.unwrap();
    assert_eq!(again, changed(0, 0, 4));
    assert_eq!(hashes(&store).await.len(), 4);
    assert!(is_watched_by(&store, &address(0).item).await.is_empty());
    assert_eq!(store.watched(&btc(), 10).await.unwrap().unwrap().len(), 4);
    let unknown = store.watch(Uuid::new_v4(), &add, &[], WIDE, None).await.unwrap();
    assert_eq!(unknown, WatchOutcome::NotFound);
}

async fn removed_items_can_be_added_again(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), 0..2)).await;
    for _ in 0..3 {
        let item = [address(1)];
        let remove = [address(1).item];
        let removed = store.watch(first.id, &[], &remove, WIDE, None).await.unwrap();
        assert_eq!(removed, changed(0, 1, 1));
        assert!(!hashes(&store).await.may_contain(&remove[0]));
        let added = store.watch(first.id, &item, &[], WIDE, None).await.unwrap();
        assert_eq!(added, changed(1, 0, 2));
        assert!(hashes(&store).await.may_contain(&remove[0]));
        assert_eq!(is_watched_by(&store, &remove[0]).await, BTreeSet::from([first.id]));
    }
}

async fn items_of_many_batches_are_removed(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), 0..1)).await;
    for number in 1..90 {
        let added = store
            .watch(first.id, &[address(number)], &[], WIDE, None)
            .await
            .unwrap();
        assert_eq!(added, changed(1, 0, number + 1));
    }
    let remove: Vec<_> = (0..89).map(|number| address(number).item).collect();
    let removed = store.watch(first.id, &[], &remove, WIDE, None).await.unwrap();
    assert_eq!(removed, changed(0, 89, 1));
    assert_eq!(hashes(&store).await.len(), 1);
}

async fn rejected_items_have_no_effect(database: Database) {
    let store = database.notifications().await;
    created(&store, &subscription("bob", btc(), 0..2)).await;
    let mut new = subscription("alice", btc(), 0..2);
    new.limits.subscriptions = 0;
    assert_eq!(store.create(new.clone()).await.unwrap(), CreateOutcome::LimitReached(0));
    new.limits = WIDE;
    new.items.truncate(1);
    created(&store, &new).await;
    assert_eq!(is_watched_by(&store, &address(1).item).await.len(), 1);
}

async fn large_subscription_is_stored(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), 0..1000)).await;
    assert_eq!(hashes(&store).await.len(), 1000);
    assert_eq!(
        is_watched_by(&store, &address(999).item).await,
        BTreeSet::from([first.id])
    );
}

async fn extension_is_idempotent(database: Database) {
    let store = database.notifications().await;
    let mut new = subscription("alice", btc(), 0..3);
    let key = |derived| {
        Watched::Key(WatchedKey {
            xpub: "xpub".to_owned(),
            gap: 2,
            derived,
        })
    };
    new.subscription.watched = key([2, 1]);
    new.limits.addresses = 3;
    let first = created(&store, &new).await;
    for _ in 0..2 {
        let items = [address(3), address(2)];
        store.extend(first.id, Some([3, 0]), &items).await.unwrap();
        let extended = store.find(first.id).await.unwrap().unwrap();
        assert_eq!(extended.watched, key([3, 1]));
        assert_eq!(hashes(&store).await.len(), 4);
    }
    let rejected = store.create(new_id(&new)).await.unwrap();
    assert_eq!(rejected, CreateOutcome::LimitReached(3));
    store.extend(Uuid::new_v4(), None, &[address(3)]).await.unwrap();
}

fn new_id(new: &wallet_notifications::ports::NewSubscription) -> wallet_notifications::ports::NewSubscription {
    let mut new = new.clone();
    new.subscription.id = Uuid::new_v4();
    new
}

async fn settings_change(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), 0..1)).await;
    let change = SettingsChange {
        paused: Some(true),
        ..SettingsChange::default()
    };
    let changed = store.change(first.id, &change).await.unwrap().unwrap();
    let expected = wallet_notifications::Subscription { paused: true, ..first };
    assert_eq!(changed, expected);
    assert_eq!(store.find(expected.id).await.unwrap(), Some(expected));
    assert_eq!(store.change(Uuid::new_v4(), &change).await.unwrap(), None);
}

async fn list_has_pages(database: Database) {
    let store = database.notifications().await;
    let mut expected = BTreeSet::new();
    for number in 0..5 {
        expected.insert(created(&store, &subscription("alice", btc(), [number])).await.id);
    }
    created(&store, &subscription("bob", btc(), 0..1)).await;
    let (mut listed, mut after) = (Vec::new(), None);
    loop {
        let page = store.list("alice", after, 2).await.unwrap();
        listed.extend(page.subscriptions.into_iter().map(|subscription| subscription.id));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    assert_eq!(listed, Vec::from_iter(expected));
}

async fn deletion_frees_the_usage_and_removes_the_hashes(database: Database) {
    let store = database.notifications().await;
    created(&store, &subscription("bob", btc(), 0..3)).await;
    let mut new = subscription("alice", btc(), 0..3);
    new.limits = Limits {
        subscriptions: 1,
        addresses: 4,
        of_chain: None,
    };
    for _ in 0..2 {
        let first = created(&store, &new).await;
        store
            .watch(first.id, &[address(3)], &[address(0).item], new.limits, None)
            .await
            .unwrap();
        let (one, other) = tokio::join!(store.delete(&first), store.delete(&first));
        one.and(other).unwrap();
        assert_eq!(store.find(first.id).await.unwrap(), None);
        assert!(store.list("alice", None, 5).await.unwrap().subscriptions.is_empty());
        assert_eq!(hashes(&store).await.len(), 3);
        assert_eq!(is_watched_by(&store, &address(1).item).await.len(), 1);
        assert_eq!(store.watched(&btc(), 10).await.unwrap().unwrap().len(), 3);
    }
}

/// Adds an address, and removes the address before.
async fn exchange(store: &DynamoNotifications, id: Uuid, numbers: std::ops::Range<u64>) {
    for number in numbers {
        let (added, removed) = ([address(number)], [address(number - 1).item]);
        store.watch(id, &added, &removed, WIDE, None).await.unwrap();
    }
}

async fn many_changes_are_compacted(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), [0])).await;
    for round in 0..2 {
        let last = (round + 1) * 101;
        exchange(&store, first.id, round * 101 + 1..last + 1).await;
        let rows = database.count(store.table()).await;
        assert!(store.changes(&btc(), 0).await.unwrap().len() > 100);
        // The read has written the summary.
        assert_eq!(database.count(store.table()).await, rows - 101);
        let changes = store.changes(&btc(), 0).await.unwrap();
        assert_eq!(changes.len(), 1);
        assert!(changes[0].is_complete);
        assert_eq!(
            (changes[0].version, &changes[0].added),
            (last + 1, &vec![address(last).item.hash()])
        );
        // The rows after an early version are gone.
        assert_eq!(store.changes(&btc(), 50).await.unwrap(), changes);
        assert_eq!(store.changes(&btc(), last + 1).await.unwrap(), []);
    }
    exchange(&store, first.id, 203..204).await;
    let later = store.changes(&btc(), 203).await.unwrap();
    assert_eq!((later.len(), later[0].version, later[0].is_complete), (1, 204, false));
    assert_eq!(hashes(&store).await.hashes(), [address(203).item.hash()]);
}

async fn large_summary_has_parts(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), 0..2100)).await;
    exchange(&store, first.id, 2100..2201).await;
    let rows = database.count(store.table()).await;
    let expected = hashes(&store).await;
    assert_eq!(expected.len(), 2100);
    // 102 changes and two parts.
    let compacted = database.count(store.table()).await;
    assert_eq!(compacted, rows - 102 + 2);
    let changes = store.changes(&btc(), 0).await.unwrap();
    assert_eq!((changes.len(), changes[0].is_complete), (1, true));
    assert_eq!(changes[0].added, expected.hashes());
    // Few changes are not worth a second large summary.
    exchange(&store, first.id, 2201..2302).await;
    let rows = database.count(store.table()).await;
    for _ in 0..2 {
        assert_eq!(store.changes(&btc(), 0).await.unwrap().len(), 102);
    }
    assert_eq!(database.count(store.table()).await, rows);
}

async fn readers_and_writers_see_all_changes_during_compactions(database: Database) {
    let store = database.notifications().await;
    let first = created(&store, &subscription("alice", btc(), [0])).await;
    exchange(&store, first.id, 1..100).await;
    let reads = (0..12).map(|_| async {
        let version = store.checkpoint(&btc()).await.unwrap().unwrap().version;
        let changes = store.changes(&btc(), 0).await.unwrap();
        assert!(changes.last().unwrap().version >= version);
        let complete = changes.iter().skip(1).filter(|change| change.is_complete);
        assert_eq!(complete.count(), 0);
        assert_eq!(hashes(&store).await.len(), 1);
    });
    tokio::join!(exchange(&store, first.id, 100..110), join_all(reads));
    assert_eq!(hashes(&store).await.hashes(), [address(109).item.hash()]);
    assert!(store.changes(&btc(), 0).await.unwrap().len() < 20);
}

async fn loop_starts_again_after_the_last_deletion(database: Database) {
    let store = database.notifications().await;
    let mut new = subscription("alice", btc(), 0..1);
    let first = created(&store, &new).await;
    let before = store.checkpoint(&btc()).await.unwrap().unwrap();
    store.delete(&first).await.unwrap();
    assert!(store.chains().await.unwrap().is_empty());
    assert_eq!(store.checkpoint(&btc()).await.unwrap(), None);
    new.head = block(500);
    assert_eq!(created(&store, &new).await.since, block(500));
    let after = store.checkpoint(&btc()).await.unwrap().unwrap();
    assert!(after.version > before.version && after.revision > before.revision);
    let moved = store.move_checkpoint(&btc(), &before, &before).await.unwrap();
    assert_eq!(moved, WriteOutcome::Changed);
    assert_eq!(hashes(&store).await.len(), 1);
}
