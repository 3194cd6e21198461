//! Transactions that the services of the deployment have broadcast, and the requests for pending transactions.

use super::chain;
use super::world::{World, addresses, pay, spending};
use std::time::Duration;
use wallet_core::ports::broadcasts::{Broadcasts, LIFETIME};
use wallet_core::ports::system::Clock;
use wallet_notifications::ports::WatchStore;
use wallet_notifications::{State, States, Subscription};
use wallet_watch::{Polling, SubscribedChain, WatchRequest};

impl World {
    /// Records a transaction as a service does after the broadcast.
    pub async fn record(&self, txid: &str) {
        let key = self.chain.key();
        let record = self.store.record(&key.chain, key.network, txid, self.clock.now());
        record.await.unwrap();
    }

    /// Records all pending transactions.
    pub async fn record_pending(&self) {
        let pending = self.chain.state().pool.clone();
        for txid in pending {
            self.record(&txid).await;
        }
    }

    async fn recorded(&self) -> Vec<String> {
        let records = self.store.broadcasts(self.chain.key(), self.clock.now()).await.unwrap();
        records.into_iter().map(|record| record.txid).collect()
    }

    /// Subscribes to more addresses, from `a0` on, than a subscription may have to list pending transactions.
    async fn subscribe_to_many(&self) -> Subscription {
        let names = (0..=Polling::BY_ADDRESS.of_subscription)
            .map(|number| format!("a{number}"))
            .collect();
        self.subscribe(WatchRequest::Addresses(names), States::default()).await
    }
}

#[tokio::test]
async fn broadcast_is_seen_by_all_addresses_and_forgotten_in_a_block() {
    let mut world = World::new().await;
    let subscription = world.subscribe_to_many().await;
    let foreign = world.chain.send(pay("a7", 5), spending(1)).unwrap();
    let recorded = world.chain.send(pay("a8", 6), spending(2)).unwrap();
    world.record(&recorded).await;
    world.catch_up().await;
    assert_eq!(world.states(&subscription, &foreign).await, []);
    assert_eq!(world.states(&subscription, &recorded).await, [State::Seen]);
    assert_eq!(world.recorded().await, std::slice::from_ref(&recorded));
    world.chain.mine(&[foreign.clone(), recorded.clone()]);
    world.catch_up().await;
    assert_eq!(world.states(&subscription, &foreign).await, [State::Confirmed]);
    let expected = [State::Seen, State::Confirmed];
    assert_eq!(world.states(&subscription, &recorded).await, expected);
    assert_eq!(world.recorded().await, [""; 0]);
}

#[tokio::test]
async fn broadcast_is_looked_up_once_until_the_watched_items_change() {
    let mut world = World::new().await;
    world.subscribe(addresses(&["a0"]), States::default()).await;
    let txid = world.chain.send(pay("a300", 5), spending(1)).unwrap();
    world.record(&txid).await;
    for lookups in [1, 0, 0] {
        world.catch_up().await;
        assert_eq!(world.chain.take_lookups(), lookups);
    }
    let many = world.subscribe_to_many().await;
    world.catch_up().await;
    assert_eq!(world.chain.take_lookups(), 1);
    assert_eq!(world.states(&many, &txid).await, []);
    let late = world.subscribe(addresses(&["a300"]), States::default()).await;
    world.catch_up().await;
    assert_eq!(world.states(&late, &txid).await, [State::Seen]);
    // A new process looks up what is in a block once.
    world.chain.mine(std::slice::from_ref(&txid));
    world.restart();
    world.catch_up().await;
    assert_eq!(world.recorded().await, [""; 0]);
}

#[tokio::test]
async fn unknown_broadcast_is_forgotten_after_a_minute_and_all_after_an_hour() {
    let mut world = World::new().await;
    world.subscribe(addresses(&["a0"]), States::default()).await;
    let pending = world.chain.send(pay("a300", 5), spending(1)).unwrap();
    world.record("lost").await;
    world.record(&pending).await;
    for lookups in [2, 1] {
        world.catch_up().await;
        assert_eq!(world.chain.take_lookups(), lookups);
    }
    world.clock.advance(Duration::from_mins(1));
    world.catch_up().await;
    assert_eq!(world.recorded().await, [pending]);
    world.clock.advance(LIFETIME);
    assert_eq!(world.recorded().await, [""; 0]);
}

#[tokio::test]
async fn dropped_broadcast_is_seen_again_when_sent_again() {
    let mut world = World::new().await;
    let subscription = world.subscribe_to_many().await;
    let txid = world.chain.send(pay("a8", 6), spending(2)).unwrap();
    world.record(&txid).await;
    world.catch_up().await;
    world.chain.drop_pending(&txid);
    world.catch_up().await;
    world.chain.state().pool.insert(txid.clone());
    world.record(&txid).await;
    world.catch_up().await;
    let expected = [State::Seen, State::Dropped, State::Seen];
    assert_eq!(world.states(&subscription, &txid).await, expected);
}

/// The replacement touches no watched address, so that no upstream lists the transaction for one.
#[tokio::test]
async fn broadcast_replaces_a_watched_transaction_at_once() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    let first = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.catch_up().await;
    let second = world.chain.send(pay("a300", 5), spending(1)).unwrap();
    world.record(&second).await;
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    assert_eq!(reader.states(&first), [State::Seen, State::Replaced]);
    assert_eq!(reader.last(&first).unwrap().replaced_by.as_ref(), Some(&second));
    reader.check(&world.chain, &["a0"]);
}

#[tokio::test]
async fn unchanged_pending_transactions_need_no_queries() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0", "a1"]), States::default()).await;
    let listed = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.chain.send(pay("a1", 5), spending(2)).unwrap();
    world.catch_up().await;
    assert!(world.store.take_queries() > 0);
    for _ in 0..3 {
        world.catch_up().await;
    }
    assert_eq!((world.store.take_queries(), world.chain.take_lookups()), (0, 0));
    // A new subscription has events about them.
    let late = world.subscribe(addresses(&["a1", "a0"]), States::default()).await;
    world.catch_up().await;
    assert!(world.store.take_queries() > 0);
    assert_eq!(world.states(&late, &listed).await, [State::Seen]);
    assert_eq!(world.states(&subscription, &listed).await, [State::Seen]);
    for _ in 0..chain::CONFIRMATIONS {
        let pending: Vec<_> = world.chain.state().pool.iter().cloned().collect();
        world.chain.mine(&pending);
    }
    world.catch_up().await;
    world.read(&subscription).await.check(&world.chain, &["a0", "a1"]);
}
