//! Upstreams that take a second for a row, a block or a transaction, on the runtime's paused clock.

use super::world::{OWNER, World, addresses, deadline, pay, spending};
use std::time::Duration;
use tokio::time::Instant;
use wallet_notifications::{State, States};
use wallet_watch::WatchRequest;

const SECOND: Duration = Duration::from_secs(1);

/// The number of transactions.
const COUNT: u32 = 40;

/// Mines transactions that pay `a0` into a block, and delays the upstream from now on.
fn mine(world: &World) -> Vec<String> {
    let sent = (0..COUNT).map(|number| world.chain.send(pay("a0", 5), spending(number)));
    let txids: Vec<_> = sent.map(Option::unwrap).collect();
    world.chain.mine(&txids);
    world.chain.state().delay = SECOND;
    txids
}

#[tokio::test(start_paused = true)]
async fn rows_of_a_block_are_requested_at_the_same_time() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    let txids = mine(&world);
    let start = Instant::now();
    world.catch_up().await;
    assert!(start.elapsed() <= SECOND * (COUNT / 4 + 1), "{:?}", start.elapsed());
    let reader = world.read(&subscription).await;
    reader.check(&world.chain, &["a0"]);
    assert_eq!(reader.txids(), txids, "in the order of the block");
}

#[tokio::test(start_paused = true)]
async fn transactions_by_id_are_looked_up_at_the_same_time_with_one_read_of_the_block() {
    let mut world = World::new().await;
    let txids = mine(&world);
    let watched = txids[..20].to_vec();
    let subscription = world
        .subscribe(WatchRequest::Transactions(watched.clone()), States::default())
        .await;
    let start = Instant::now();
    world.catch_up().await;
    assert_eq!((world.chain.take_lookups(), world.chain.take_read_blocks()), (20, 1));
    // The transactions, the block, and the rows.
    assert!(start.elapsed() <= SECOND * 11, "{:?}", start.elapsed());
    let reader = world.read(&subscription).await;
    for txid in &watched {
        assert_eq!(reader.states(txid), [State::Confirmed]);
    }
}

#[tokio::test(start_paused = true)]
async fn blocks_behind_the_head_are_read_at_the_same_time() {
    let mut world = World::new().await;
    world.subscribe(addresses(&["a0"]), States::default()).await;
    for _ in 0..30 {
        world.chain.mine(&[]);
    }
    world.chain.state().delay = SECOND;
    let start = Instant::now();
    world.catch_up().await;
    assert!(start.elapsed() <= SECOND * 11, "{:?}", start.elapsed());
    assert_eq!(world.chain.take_read_blocks(), 30);
}

#[tokio::test(start_paused = true)]
async fn events_of_blocks_are_announced_before_the_pending_transactions_are_read() {
    let mut world = World::new().await;
    world.subscribe(addresses(&["a0"]), States::default()).await;
    let txid = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.chain.mine(&[txid]);
    world.chain.state().slow = world.chain.send(pay("a0", 5), spending(2));
    tokio::select! {
        tick = world.process.tick(deadline()) => panic!("{tick:?}"),
        () = tokio::time::sleep(SECOND) => {}
    }
    assert_eq!(world.store.take_announced(), [OWNER]);
}
