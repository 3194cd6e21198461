//! `ports::Connections`.

use super::on_each_database;
use crate::support::database::Database;
use crate::support::notifications::{btc, eth};
use crate::support::records::NOW;
use futures::future::join_all;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::system::Timestamp;
use wallet_notifications::Cursor;
use wallet_notifications::sockets::{Connection, Connections, OpenOutcome};
use wallet_store::dynamodb::DynamoNotifications;

on_each_database!(
    opened_connection_is_found_by_id_and_by_owner,
    owner_has_at_most_the_limit_of_connections,
    change_needs_the_known_lease_and_announcements,
    one_of_two_senders_gets_the_lease,
    removed_connection_stays_removed,
);

const OWNER: &str = "account:1";

/// Returns a connection whose id has the form of the ids of API Gateway.
pub fn connection(name: &str) -> Connection {
    Connection {
        id: format!("{name}-L0SM9cOFvHcCIhw="),
        owner: OWNER.to_owned(),
        subscriptions: Vec::new(),
        cursor: Cursor::default(),
        end: NOW.after(Duration::from_mins(5)),
        announced: 0,
        lease: Timestamp::from_millis(0),
    }
}

async fn opened(store: &DynamoNotifications, connection: Connection) -> Connection {
    let outcome = store.open(&connection, 20, NOW).await.unwrap();
    assert_eq!(outcome, OpenOutcome::Opened);
    connection
}

fn leased(of: &Connection, until: u64) -> Connection {
    Connection {
        lease: Timestamp::from_millis(until),
        ..of.clone()
    }
}

async fn opened_connection_is_found_by_id_and_by_owner(database: Database) {
    let store = database.notifications().await;
    let mut cursor = Cursor::default();
    cursor.advance(&btc(), 7);
    cursor.advance(&eth(), u64::from(u32::MAX));
    let full = Connection {
        subscriptions: [1, 2].map(Uuid::from_u128).into(),
        cursor,
        announced: 3,
        lease: NOW,
        ..connection("a")
    };
    let full = opened(&store, full).await;
    let other = Connection {
        owner: "account:10".to_owned(),
        ..connection("b")
    };
    let other = opened(&store, other).await;
    for open in [&full, &other] {
        assert_eq!(store.find(&open.id).await.unwrap().as_ref(), Some(open));
        assert_eq!(store.of_owner(&open.owner).await.unwrap(), std::slice::from_ref(open));
    }
    assert_eq!(store.find("c").await.unwrap(), None);
    assert_eq!(store.of_owner("account:").await.unwrap(), []);
    // An id is that of one connection, also of a different owner.
    for owner in [OWNER, "account:3"] {
        let again = Connection {
            owner: owner.to_owned(),
            ..other.clone()
        };
        let outcome = store.open(&again, 20, NOW).await.unwrap();
        assert_eq!(outcome, OpenOutcome::AlreadyOpen);
    }
    assert_eq!(store.find(&other.id).await.unwrap(), Some(other));
}

async fn owner_has_at_most_the_limit_of_connections(database: Database) {
    let store = database.notifications().await;
    let ended = Connection {
        end: NOW,
        ..connection("ended")
    };
    opened(&store, ended).await;
    let names = ["a", "b", "c", "d"].map(connection);
    let opened = join_all(names.iter().map(|connection| store.open(connection, 3, NOW))).await;
    let opened: Vec<_> = opened.into_iter().map(Result::unwrap).collect();
    let count = opened.iter().filter(|outcome| **outcome == OpenOutcome::Opened).count();
    // Connections that open at once may all be rejected, but never exceed the limit.
    assert!(count <= 3 && opened.contains(&OpenOutcome::Full), "{opened:?}");
    assert_eq!(store.of_owner(OWNER).await.unwrap().len(), count + 1);
    for (connection, outcome) in names.iter().zip(opened) {
        let is_open = store.find(&connection.id).await.unwrap().is_some();
        assert_eq!(is_open, outcome == OpenOutcome::Opened);
    }
}

async fn change_needs_the_known_lease_and_announcements(database: Database) {
    let store = database.notifications().await;
    let open = opened(&store, connection("a")).await;
    let mut held = leased(&open, 5000);
    assert!(store.change(&open, &held).await.unwrap());
    assert!(!store.change(&open, &held).await.unwrap());
    let mut next = leased(&held, 6000);
    next.cursor.advance(&btc(), 1);
    assert!(store.change(&held, &next).await.unwrap());
    assert_eq!(store.find(&open.id).await.unwrap().as_ref(), Some(&next));
    store.count_announcement(&open).await.unwrap();
    store.count_announcement(&open).await.unwrap();
    assert!(!store.change(&next, &open).await.unwrap());
    held = store.find(&open.id).await.unwrap().unwrap();
    assert_eq!((held.announced, held.lease), (2, next.lease));
    // The number of announcements is counted only.
    assert!(store.change(&held, &leased(&open, 0)).await.unwrap());
    assert_eq!(store.find(&open.id).await.unwrap().unwrap().announced, 2);
}

async fn one_of_two_senders_gets_the_lease(database: Database) {
    let store = database.notifications().await;
    for (name, second) in [("a", 5000), ("b", 6000)] {
        let open = opened(&store, connection(name)).await;
        let held = [leased(&open, 5000), leased(&open, second)];
        let changes = join_all(held.iter().map(|held| store.change(&open, held))).await;
        let won = changes.into_iter().filter(|change| *change.as_ref().unwrap()).count();
        assert_eq!(won, 1, "{name}");
    }
}

async fn removed_connection_stays_removed(database: Database) {
    let store = database.notifications().await;
    let open = opened(&store, connection("a")).await;
    store.remove(&open.id).await.unwrap();
    store.remove(&open.id).await.unwrap();
    store.count_announcement(&open).await.unwrap();
    assert!(!store.change(&open, &leased(&open, 5000)).await.unwrap());
    assert_eq!(store.find(&open.id).await.unwrap(), None);
    assert_eq!(store.of_owner(OWNER).await.unwrap(), []);
    assert_eq!(database.count(store.table()).await, 0);
    opened(&store, open).await;
}
