//! The loop of a chain, compared with the truth of a chain in memory: with reorganisations, dropped and replaced transactions, and the
//! end of the process at any write.

mod broadcasts;
pub mod chain;
mod cost;
mod deliveries;
mod ends;
mod items;
mod meter;
mod slow;
mod store;
mod ticks;
mod truth;
mod world;

use chain::Chain;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::Ends;
use wallet_cloud::operator::{NotificationsCommand, Report};
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_notifications::ports::{Subscriptions, WatchStore};
use wallet_notifications::{Limits, State, States};
use wallet_tests::support::random::Random;
use wallet_watch::{Chains, SubscribedChain, Tick, WatchRequest, WatchedChain, run};
use world::{TestClock, World, addresses, deadline, pay, ports, process, spending};

/// The number of addresses on the chain.
const ADDRESSES: u64 = 6;

#[tokio::test]
async fn payment_is_seen_confirmed_and_final() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    let txid = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.catch_up().await;
    world.chain.mine(std::slice::from_ref(&txid));
    world.catch_up().await;
    world.chain.mine(&[]);
    world.catch_up().await;
    assert_eq!(
        world.states(&subscription, &txid).await,
        [State::Seen, State::Confirmed]
    );
    world.chain.mine(&[]);
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    assert_eq!(reader.states(&txid), [State::Seen, State::Confirmed, State::Final]);
    let last = reader.last(&txid).unwrap();
    assert_eq!(last.previous_state, Some(State::Confirmed));
    assert_eq!(last.confirmations, chain::CONFIRMATIONS);
    assert_eq!(last.block.as_ref().unwrap().id.height, 1);
    assert_eq!(last.transaction["net"], 5);
}

#[tokio::test]
async fn reorganisations_of_all_depths_are_events() {
    for depth in 1..=6 {
        let mut world = World::new().await;
        let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
        let txid = world.chain.send(pay("a0", 5), spending(1)).unwrap();
        world.chain.mine(std::slice::from_ref(&txid));
        for _ in 1..depth {
            world.chain.mine(&[]);
        }
        world.catch_up().await;
        world.chain.reorganise(depth);
        world.catch_up().await;
        world.chain.mine(std::slice::from_ref(&txid));
        world.catch_up().await;
        let mut states = world.states(&subscription, &txid).await;
        if depth as u64 >= chain::CONFIRMATIONS {
            assert_eq!(states.remove(1), State::Final, "depth {depth}");
        }
        let expected = [State::Confirmed, State::Dropped, State::Seen, State::Confirmed];
        assert_eq!(states, expected, "depth {depth}");
        world.read(&subscription).await.check(&world.chain, &["a0"]);
    }
}

#[tokio::test]
async fn replaced_and_dropped_transactions_are_reported() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    let first = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.catch_up().await;
    let second = world.chain.send(pay("a0", 6), spending(1)).unwrap();
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    assert_eq!(reader.states(&first), [State::Seen, State::Replaced]);
    assert_eq!(reader.last(&first).unwrap().replaced_by.as_ref(), Some(&second));
    world.chain.drop_pending(&second);
    world.catch_up().await;
    assert_eq!(
        world.states(&subscription, &second).await,
        [State::Seen, State::Dropped]
    );
    // A replacement that touches no watched address has an event, too: the mined transaction spends the same.
    let third = world.chain.send(pay("a0", 7), spending(2)).unwrap();
    world.catch_up().await;
    let foreign = world.chain.send(pay("a5", 7), spending(2)).unwrap();
    world.chain.mine(std::slice::from_ref(&foreign));
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    assert_eq!(reader.states(&third), [State::Seen, State::Replaced]);
    assert_eq!(reader.last(&third).unwrap().replaced_by.as_ref(), Some(&foreign));
    reader.check(&world.chain, &["a0"]);
}

#[tokio::test]
async fn transaction_is_watched_by_id_without_a_view() {
    let mut world = World::new().await;
    let txid = world.chain.send(pay("a4", 5), spending(1)).unwrap();
    world.chain.mine(std::slice::from_ref(&txid));
    let request = WatchRequest::Transactions(vec![txid.clone(), "unknown".to_owned()]);
    let subscription = world.subscribe(request, States::default()).await;
    world.catch_up().await;
    world.chain.mine(&[]);
    world.chain.mine(&[]);
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    assert_eq!(reader.states(&txid), [State::Confirmed, State::Final]);
    let event = reader.last(&txid).unwrap();
    assert!(event.addresses.is_empty());
    assert_eq!(event.transaction.get("net"), None);
    assert_eq!(event.transaction.get("direction"), None);
}

/// As of a taproot output, whose key path reveals only a signature. Both subscriptions learn of the output.
#[tokio::test]
async fn spent_output_of_a_hidden_address_is_reported() {
    let mut world = World::new().await;
    let first = world.subscribe(addresses(&["h0"]), States::default()).await;
    let second = world.subscribe(addresses(&["h0", "a0"]), States::default()).await;
    let received = world.chain.send(pay("h0", 9), spending(1)).unwrap();
    let spent = std::slice::from_ref(&received);
    let paid = world.chain.send_hidden(pay("h0", -9), spending(2), spent).unwrap();
    // Both in one block, which the loop works over again when it has learned of the output.
    world.chain.mine(&[received.clone(), paid.clone()]);
    world.catch_up().await;
    for subscription in [first, second] {
        let reader = world.read(&subscription).await;
        assert_eq!(reader.last(&received).unwrap().transaction["net"], 9);
        let event = reader.last(&paid).expect("an event about the spent output");
        assert_eq!(
            (event.state, &event.transaction["net"]),
            (State::Confirmed, &(-9).into())
        );
        reader.check(&world.chain, &["h0"]);
    }
}

#[tokio::test]
async fn excluded_states_have_no_number() {
    let mut world = World::new().await;
    let states = States::parse(&["final"]).unwrap();
    let subscription = world.subscribe(addresses(&["a0"]), states).await;
    let txid = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.catch_up().await;
    world.chain.mine(std::slice::from_ref(&txid));
    world.chain.mine(&[]);
    world.chain.mine(&[]);
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    assert_eq!(reader.states(&txid), [State::Final]);
    let event = reader.last(&txid).unwrap();
    assert_eq!((event.sequence, event.previous_state), (1, None));
    assert_eq!(event.transaction["net"], 5);
}

#[tokio::test]
async fn loop_stops_at_a_reorganisation_deeper_than_the_held_blocks() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    let txid = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.chain.mine(std::slice::from_ref(&txid));
    for _ in 0..2 {
        world.chain.mine(&[]);
    }
    world.catch_up().await;
    for block in &mut world.chain.state().blocks {
        block.hash.push('x');
        block.parent.push('x');
    }
    assert_eq!(world.process.tick(deadline()).await.unwrap(), Tick::Stopped);
    world.restart();
    assert_eq!(world.process.tick(deadline()).await.unwrap(), Tick::Stopped);
    let resumed = resume(&world, 0).await;
    assert!(resumed.text.contains("continues after block 0"), "{}", resumed.text);
    world.catch_up().await;
    let listed = NotificationsCommand::List.run(&*world.store).await.unwrap();
    assert_eq!(listed.text, "btc-testnet: watching at block 3");
    let states = world.states(&subscription, &txid).await;
    assert_eq!(
        states,
        [
            State::Confirmed,
            State::Final,
            State::Dropped,
            State::Confirmed,
            State::Final
        ]
    );
}

async fn resume(world: &World, from: u64) -> Report {
    let command = NotificationsCommand::Resume {
        chain: "btc".to_owned(),
        network: Network::Testnet,
        from,
    };
    command.run(&*world.store).await.unwrap()
}

#[tokio::test]
async fn second_process_waits_for_the_lease() {
    let mut world = World::new().await;
    world.subscribe(addresses(&["a0"]), States::default()).await;
    world.catch_up().await;
    assert_eq!(world.second.tick(deadline()).await.unwrap(), Tick::Held);
    world.clock.advance(Duration::from_mins(1));
    assert_eq!(world.second.tick(deadline()).await.unwrap(), Tick::AtHead);
    assert_eq!(world.process.tick(deadline()).await.unwrap(), Tick::Held);
    world.clock.advance(Duration::from_mins(1));
    assert_eq!(world.process.tick(deadline()).await.unwrap(), Tick::AtHead);
}

/// The clock does not advance, so that the lease of the ended process remains.
#[tokio::test]
async fn loops_of_the_only_process_continue_the_lease_of_an_ended_process() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    world.catch_up().await;
    let txid = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.chain.mine(std::slice::from_ref(&txid));
    assert_eq!(world.second.tick(deadline()).await.unwrap(), Tick::Held);
    let chain: Arc<dyn WatchedChain> = world.chain.clone();
    let confirmed = async {
        while world.states(&subscription, &txid).await != [State::Confirmed] {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = run(ports(&world.store, &world.clock), Chains::new([chain])) => {}
        () = confirmed => {}
    }
}

#[tokio::test]
async fn tick_that_ends_within_a_block_is_continued() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    let txids = [1, 2].map(|spent| world.chain.send(pay("a0", 5), spending(spent)).unwrap());
    world.chain.mine(&txids);
    world.chain.state().slow = Some(txids[1].clone());
    let soon = Deadline::at(Instant::now() + Duration::from_millis(50));
    assert_eq!(world.process.tick(soon).await.unwrap(), Tick::More);
    world.chain.state().slow = None;
    world.catch_up().await;
    for txid in &txids {
        assert_eq!(world.states(&subscription, txid).await, [State::Confirmed]);
    }
}

#[tokio::test]
async fn summary_replaces_the_changes_that_a_process_knows() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    world.catch_up().await;
    let limits = Limits {
        subscriptions: 100,
        addresses: 2000,
        of_chain: None,
    };
    for number in 1..=101 {
        let [removed, added] = [number - 1, number].map(|number| world.chain.address(&format!("a{number}")).unwrap());
        let (added, removed) = ([added], [removed.item]);
        let changed = world.store.watch(subscription.id, &added, &removed, limits, None);
        changed.await.unwrap();
    }
    // The second process reads all changes.
    world.switch();
    world.catch_up().await;
    assert!(world.store.changes(world.chain.key(), 1).await.unwrap()[0].is_complete);
    world.switch();
    let removed = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    let watched = world.chain.send(pay("a101", 5), spending(2)).unwrap();
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    assert_eq!(reader.states(&removed), []);
    assert_eq!(reader.states(&watched), [State::Seen]);
}

#[tokio::test]
async fn deleted_subscription_has_no_further_events() {
    let mut world = World::new().await;
    let deleted = world.subscribe(addresses(&["a0"]), States::default()).await;
    let kept = world.subscribe(addresses(&["a0"]), States::default()).await;
    let txid = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.catch_up().await;
    world.store.delete(&deleted).await.unwrap();
    world.chain.mine(std::slice::from_ref(&txid));
    world.chain.mine(&[]);
    world.chain.mine(&[]);
    world.catch_up().await;
    assert_eq!(world.states(&deleted, &txid).await, [State::Seen]);
    assert_eq!(
        world.states(&kept, &txid).await,
        [State::Seen, State::Confirmed, State::Final]
    );
}

/// The sample of the 1,000 ends of a process that the contract names: each round ends the process at several random writes.
#[tokio::test]
async fn log_equals_the_chain_after_any_ends_of_the_process() {
    let mut random = Random::new();
    for _ in 0..8 {
        check_any_ends(World::new().await, &mut random).await;
    }
}

/// Checks the log after random changes of the chain and random ends of the process.
async fn check_any_ends(mut world: World, random: &mut Random) {
    let all = ["a0", "a1", "a2"];
    let first = world.subscribe(addresses(&all), States::default()).await;
    let mut late = None;
    for step in 0..30 {
        change(&world.chain, random);
        if random.once_in(2) {
            world.record_pending().await;
        }
        if step == 15 {
            // Behind the head, so that the loop has not passed the facts.
            world.store.end_never();
            world.catch_up().await;
            late = Some(world.subscribe(addresses(&["a2", "a3"]), States::default()).await);
        }
        if random.once_in(3) {
            let ends = if random.once_in(2) { Ends::Before } else { Ends::After };
            world.store.end_at(random.between(1, 6), ends);
        }
        if random.once_in(3) {
            world.switch();
        }
        if random.once_in(2) {
            world.catch_up().await;
        }
    }
    world.store.end_never();
    for _ in 0..chain::CONFIRMATIONS {
        world.chain.mine(&[]);
    }
    world.catch_up().await;
    println!("{} ends of the process", world.store.ends());
    world.read(&first).await.check(&world.chain, &all);
    world.read(&late.unwrap()).await.check(&world.chain, &["a2", "a3"]);
}

/// The clock of the second process is ahead of the first, so that both take the loop in every step.
#[tokio::test]
async fn two_loops_at_once_write_the_same() {
    let mut random = Random::new();
    for _ in 0..4 {
        let mut world = World::new().await;
        let ahead = Arc::new(TestClock::default());
        ahead.advance(Duration::from_mins(10));
        let mut second = process(&world.chain, &world.store, &ahead);
        let subscription = world.subscribe(addresses(&["a0", "a1", "a2"]), States::default()).await;
        for _ in 0..30 {
            change(&world.chain, &mut random);
            for clock in [&world.clock, &ahead] {
                clock.advance(Duration::from_mins(20));
            }
            let ticks = tokio::join!(world.process.tick(deadline()), second.tick(deadline()));
            for error in [ticks.0, ticks.1].into_iter().filter_map(Result::err) {
                assert!(error.to_string().contains("changed concurrently"), "{error}");
            }
        }
        for _ in 0..chain::CONFIRMATIONS {
            world.chain.mine(&[]);
        }
        world.clock.advance(Duration::from_hours(1));
        world.catch_up().await;
        world.read(&subscription).await.check(&world.chain, &["a0", "a1", "a2"]);
    }
}

/// Changes the chain at random.
fn change(chain: &Chain, random: &mut Random) {
    match random.between(0, 9) {
        0..=4 => {
            let mut effects = BTreeMap::new();
            for _ in 0..random.between(1, 3) {
                let amount = i64::try_from(random.between(0, 20)).unwrap() - 10;
                effects.insert(format!("a{}", random.between(0, ADDRESSES - 1)), amount);
            }
            let spent = u32::try_from(random.between(0, 40)).unwrap();
            chain.send(effects, spending(spent));
        }
        5..=7 => {
            let mut mined: Vec<_> = chain.state().pool.iter().cloned().collect();
            mined.retain(|_| random.once_in(2));
            chain.mine(&mined);
        }
        8 => chain.reorganise(usize::try_from(random.between(1, 6)).unwrap()),
        _ => {
            let dropped = chain.state().pool.iter().next().cloned();
            if let Some(txid) = dropped {
                chain.drop_pending(&txid);
            }
        }
    }
}
