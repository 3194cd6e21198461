//! A chain that lists no blocks, but the transactions of watched items, as one with Electrum upstreams only.

use super::chain::{CONFIRMATIONS, KEY};
use super::check_any_ends;
use super::world::{World, addresses, pay, spending};
use std::collections::BTreeSet;
use wallet_notifications::{State, States};
use wallet_tests::support::random::Random;
use wallet_watch::WatchRequest;

#[tokio::test]
async fn log_equals_the_chain_after_any_ends_of_the_process() {
    let mut random = Random::new();
    for _ in 0..6 {
        check_any_ends(World::listing_items().await, &mut random).await;
    }
}

#[tokio::test]
async fn reorganisations_of_all_depths_are_events() {
    for depth in 1..=6 {
        let mut world = World::listing_items().await;
        let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
        let txid = world.chain.send(pay("a0", 5), spending(1)).unwrap();
        world.catch_up().await;
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
        if depth as u64 >= CONFIRMATIONS {
            assert_eq!(states.remove(2), State::Final, "depth {depth}");
        }
        let expected = [
            State::Seen,
            State::Confirmed,
            State::Dropped,
            State::Seen,
            State::Confirmed,
        ];
        assert_eq!(states, expected, "depth {depth}");
        world.read(&subscription).await.check(&world.chain, &["a0"]);
    }
}

/// The replacement touches no watched address: the loop finds the replacement by the output that both spend.
#[tokio::test]
async fn foreign_replacements_are_found_in_the_pool_and_in_blocks() {
    let mut world = World::listing_items().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    let first = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    let second = world.chain.send(pay("a0", 6), spending(2)).unwrap();
    world.catch_up().await;
    let in_pool = world.chain.send(pay("a5", 5), spending(1)).unwrap();
    world.catch_up().await;
    let in_block = world.chain.send(pay("a5", 6), spending(2)).unwrap();
    world.chain.mine(std::slice::from_ref(&in_block));
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    for (replaced, by) in [(&first, &in_pool), (&second, &in_block)] {
        assert_eq!(reader.states(replaced), [State::Seen, State::Replaced]);
        assert_eq!(reader.last(replaced).unwrap().replaced_by.as_ref(), Some(by));
    }
    reader.check(&world.chain, &["a0"]);
}

#[tokio::test]
async fn transactions_are_watched_by_id_through_reorganisations() {
    let mut world = World::listing_items().await;
    let mined = world.chain.send(pay("a4", 5), spending(1)).unwrap();
    world.chain.mine(std::slice::from_ref(&mined));
    let pending = world.chain.send(pay("a4", 6), spending(2)).unwrap();
    let request = WatchRequest::Transactions(vec![mined.clone(), pending.clone(), "unknown".to_owned()]);
    let subscription = world.subscribe(request, States::default()).await;
    world.catch_up().await;
    world.chain.mine(std::slice::from_ref(&pending));
    world.catch_up().await;
    world.chain.reorganise(1);
    world.catch_up().await;
    world.chain.mine(std::slice::from_ref(&pending));
    world.chain.mine(&[]);
    world.chain.mine(&[]);
    world.catch_up().await;
    assert_eq!(
        world.states(&subscription, &mined).await,
        [State::Confirmed, State::Final]
    );
    let states = world.states(&subscription, &pending).await;
    assert_eq!(states[..3], [State::Seen, State::Confirmed, State::Dropped]);
    assert_eq!(states[states.len() - 2..], [State::Confirmed, State::Final]);
}

/// The payments use further addresses of the key, which the loop watches before it has passed their blocks.
#[tokio::test]
async fn further_addresses_of_a_key_are_watched_in_the_same_blocks() {
    let mut world = World::listing_items().await;
    let request = WatchRequest::Key {
        xpub: KEY.to_owned(),
        gap: 2,
    };
    let subscription = world.subscribe(request, States::default()).await;
    let mut paid = Vec::new();
    for (address, spent) in ["a1000", "a1001", "a1003", "a1005"].into_iter().zip(1..) {
        let txid = world.chain.send(pay(address, 5), spending(spent)).unwrap();
        world.chain.mine(std::slice::from_ref(&txid));
        paid.push(txid);
    }
    let last = world.chain.send(pay("a1007", 5), BTreeSet::from([9])).unwrap();
    world.chain.mine(std::slice::from_ref(&last));
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    for txid in paid.iter().chain([&last]) {
        let event = reader.last(txid).unwrap_or_else(|| panic!("no event about {txid}"));
        assert_eq!(event.addresses.len(), 1);
    }
    assert_eq!(reader.last(&last).unwrap().paths, ["m/0/7"]);
}

/// As of a taproot output, whose key path reveals only a signature: Electrum servers know the spent script.
#[tokio::test]
async fn spent_output_of_a_hidden_address_is_reported() {
    let mut world = World::listing_items().await;
    let subscription = world.subscribe(addresses(&["h0"]), States::default()).await;
    let received = world.chain.send(pay("h0", 9), spending(1)).unwrap();
    let spent = std::slice::from_ref(&received);
    let paid = world.chain.send_hidden(pay("h0", -9), spending(2), spent).unwrap();
    world.chain.mine(&[received.clone(), paid.clone()]);
    world.catch_up().await;
    let reader = world.read(&subscription).await;
    assert_eq!(reader.last(&paid).unwrap().transaction["net"], -9);
    reader.check(&world.chain, &["h0"]);
}
