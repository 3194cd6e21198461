//! The deliveries of the events of the loop. The comparisons with the chain check the deliveries, too.

use super::world::{OWNER, TestClock, URL, World, addresses, deadline, pay, ports, process, spending};
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::system::Clock;
use wallet_notifications::delivery::Due;
use wallet_notifications::ports::{Change, Deliveries, SettingsChange, Subscriptions};
use wallet_notifications::{State, States, Subscription, WebhookStatus};
use wallet_watch::{ChainLoop, LoopPorts, Tick};

/// Sends a transaction to a watched address, and returns the number of deliveries afterwards.
async fn pay_once(world: &mut World, subscription: &Subscription, input: u32) -> usize {
    world.chain.send(pay("a0", 5), spending(input)).unwrap();
    world.catch_up().await;
    let reader = world.read(subscription).await;
    assert_eq!(reader.due.len(), reader.sent.len());
    reader.due.len()
}

#[tokio::test]
async fn delivery_belongs_to_the_queue_for_the_time_of_a_claim() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    assert_eq!(reader.sent, reader.due);
    let claimed = world.clock.now().after(Due::CLAIM).as_millis();
    assert_eq!(reader.due.iter().map(|due| due.at).collect::<Vec<_>>(), [claimed]);
}

#[tokio::test]
async fn delayed_first_attempt_is_left_to_a_sweep() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    let delayed = LoopPorts {
        schedule: "3,5".parse().unwrap(),
        ..ports(&world.store, &world.clock)
    };
    world.process = ChainLoop::new(delayed, world.chain.clone(), Uuid::new_v4());
    world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    let due = world.clock.now().after(Duration::from_secs(3)).as_millis();
    assert_eq!(reader.due.iter().map(|due| due.at).collect::<Vec<_>>(), [due]);
    assert!(reader.sent.is_empty());
}

#[tokio::test]
async fn paused_disabled_and_absent_webhooks_have_no_deliveries() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    let id = subscription.id;
    let paused = |paused| SettingsChange {
        paused: Some(paused),
        ..SettingsChange::default()
    };
    let webhook = |webhook| SettingsChange {
        webhook,
        ..SettingsChange::default()
    };
    assert_eq!(pay_once(&mut world, &subscription, 1).await, 1);
    world.store.change(id, &paused(true)).await.unwrap();
    assert_eq!(pay_once(&mut world, &subscription, 2).await, 1);
    world.store.change(id, &paused(false)).await.unwrap();
    assert_eq!(pay_once(&mut world, &subscription, 3).await, 2);
    let set_status = async |world: &World, status| world.store.set_webhook_status(id, URL, status).await.unwrap();
    set_status(&world, WebhookStatus::Disabled).await;
    assert_eq!(pay_once(&mut world, &subscription, 4).await, 2);
    set_status(&world, WebhookStatus::Failing).await;
    assert_eq!(pay_once(&mut world, &subscription, 5).await, 3);
    world.store.change(id, &webhook(Change::Remove)).await.unwrap();
    assert_eq!(pay_once(&mut world, &subscription, 6).await, 3);
    let set = webhook(Change::Set(URL.to_owned()));
    world.store.change(id, &set).await.unwrap();
    assert_eq!(pay_once(&mut world, &subscription, 7).await, 4);
}

#[tokio::test]
async fn excluded_states_have_no_deliveries() {
    let mut world = World::new().await;
    let states = States::parse(&["final"]).unwrap();
    let subscription = world.subscribe(addresses(&["a0"]), states).await;
    let txid = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.chain.mine(std::slice::from_ref(&txid));
    world.catch_up().await;
    assert!(world.read(&subscription).await.due.is_empty());
    world.chain.mine(&[]);
    world.chain.mine(&[]);
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    assert_eq!(reader.states(&txid), [State::Final]);
    assert_eq!((reader.due.len(), reader.sent.len()), (1, 1));
}

/// Both processes process the same event at once, and the writer alone gives the delivery to the queue.
#[tokio::test]
async fn writer_alone_gives_the_delivery_to_the_queue() {
    let mut world = World::new().await;
    let ahead = Arc::new(TestClock::default());
    ahead.advance(Duration::from_mins(10));
    let mut second = process(&world.chain, &world.store, &ahead);
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    for input in 1..=10 {
        world.chain.send(pay("a0", 5), spending(input)).unwrap();
        for clock in [&world.clock, &ahead] {
            clock.advance(Duration::from_mins(20));
        }
        let ticks = tokio::join!(world.process.tick(deadline()), second.tick(deadline()));
        assert!(ticks.0.is_ok() || ticks.1.is_ok(), "{ticks:?}");
    }
    world.clock.advance(Duration::from_hours(1));
    assert_eq!(world.process.tick(deadline()).await.unwrap(), Tick::AtHead);
    let reader = world.read(&subscription).await;
    assert_eq!((reader.due.len(), reader.sent.len()), (10, 10));
}

#[tokio::test]
async fn events_of_a_tick_are_announced_once_for_each_owner() {
    let mut world = World::new().await;
    let states = States::parse(&["seen", "confirmed"]).unwrap();
    for address in ["a0", "a1"] {
        world.subscribe(addresses(&[address]), states.clone()).await;
    }
    world.catch_up().await;
    assert_eq!(world.store.take_announced(), [""; 0]);
    let payments = [("a0", 1), ("a1", 2)];
    let txids = payments.map(|(address, input)| world.chain.send(pay(address, 5), spending(input)).unwrap());
    for expected in [1, 0] {
        world.process.tick(deadline()).await.unwrap();
        assert_eq!(world.store.take_announced(), vec![OWNER; expected]);
    }
    for block in txids.chunks(1) {
        world.chain.mine(block);
    }
    for expected in [1, 0] {
        world.process.tick(deadline()).await.unwrap();
        assert_eq!(world.store.take_announced(), vec![OWNER; expected]);
    }
    // An event that a subscription filters is not announced.
    world.chain.mine(&[]);
    world.catch_up().await;
    assert_eq!(world.store.take_announced(), [""; 0]);
}
