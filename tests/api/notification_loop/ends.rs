//! The end of the process at a certain write.

use super::chain::Chain;
use super::store::Ends;
use super::world::{World, addresses, deadline, pay, spending};
use wallet_notifications::{State, States};

/// Ends the process after the event about a transaction in a block, before the checkpoint. Then the block is abandoned by
/// `abandon`, and a process continues. Returns the states of the events.
async fn states_after(abandon: impl Fn(&Chain, &str)) -> Vec<State> {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    let txid = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.chain.mine(std::slice::from_ref(&txid));
    // The first write takes the lease.
    world.store.end_at(2, Ends::After);
    world.process.tick(deadline()).await.unwrap_err();
    assert_eq!(world.states(&subscription, &txid).await, [State::Confirmed]);
    abandon(&world.chain, &txid);
    world.restart();
    world.catch_up().await;
    world.states(&subscription, &txid).await
}

#[tokio::test]
async fn event_of_an_abandoned_block_is_dropped_by_the_next_process() {
    let pending = states_after(|chain, _| chain.reorganise(1)).await;
    assert_eq!(pending, [State::Confirmed, State::Dropped, State::Seen]);
    let lost = states_after(|chain, txid| {
        chain.reorganise(1);
        chain.drop_pending(txid);
    });
    assert_eq!(lost.await, [State::Confirmed, State::Dropped]);
    let mined_later = states_after(|chain, txid| {
        chain.reorganise(1);
        chain.mine(&[txid.to_owned()]);
    });
    assert_eq!(mined_later.await, [State::Confirmed, State::Dropped, State::Confirmed]);
    let mined_at_the_same_height = states_after(|chain, _| chain.state().blocks[1].hash.push('x'));
    assert_eq!(
        mined_at_the_same_height.await,
        [State::Confirmed, State::Dropped, State::Confirmed]
    );
}

/// Abandons all blocks but the first, and mines a transaction in the next one, with three empty blocks.
fn mine_earlier(chain: &Chain, txid: &str) {
    chain.state().blocks.truncate(1);
    chain.state().pool.insert(txid.to_owned());
    chain.mine(&[txid.to_owned()]);
    for _ in 0..3 {
        chain.mine(&[]);
    }
}

/// The process ends in the third of several blocks whose checkpoint is one write.
#[tokio::test]
async fn event_of_an_abandoned_later_block_is_dropped_by_the_next_process() {
    let mut world = World::new().await;
    let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
    let txid = world.chain.send(pay("a0", 5), spending(1)).unwrap();
    world.chain.mine(&[]);
    world.chain.mine(&[]);
    world.chain.mine(std::slice::from_ref(&txid));
    world.store.end_at(2, Ends::After);
    world.process.tick(deadline()).await.unwrap_err();
    assert_eq!(world.states(&subscription, &txid).await, [State::Confirmed]);
    mine_earlier(&world.chain, &txid);
    world.restart();
    world.catch_up().await;
    world.read(&subscription).await.check(&world.chain, &["a0"]);
    let expected = [State::Confirmed, State::Dropped, State::Confirmed, State::Final];
    assert_eq!(world.states(&subscription, &txid).await, expected);
}

/// Ends the process at each write of three payments in successive blocks, which are abandoned then.
#[tokio::test]
async fn blocks_before_a_write_of_the_checkpoint_are_worked_over_again() {
    for write in 1.. {
        let mut ended = 0;
        for end in [Ends::Before, Ends::After] {
            for depth in 1..=3 {
                let mut world = World::new().await;
                let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
                world.store.end_at(write, end);
                for input in 1..=3 {
                    let txid = world.chain.send(pay("a0", 5), spending(input)).unwrap();
                    world.chain.mine(&[txid]);
                }
                if world.process.tick(deadline()).await.is_err() {
                    world.restart();
                }
                world.chain.reorganise(depth);
                world.catch_up().await;
                world.read(&subscription).await.check(&world.chain, &["a0"]);
                ended += world.store.ends();
            }
        }
        if ended == 0 {
            assert!(write > 4, "{write}");
            return;
        }
    }
}

/// Ends the process at each write of a payment that is seen, dropped by a reorganisation, and confirmed.
#[tokio::test]
async fn each_event_has_one_delivery_after_the_end_of_the_process_at_each_write() {
    for write in 1.. {
        let mut ended = 0;
        for end in [Ends::Before, Ends::After] {
            let mut world = World::new().await;
            let subscription = world.subscribe(addresses(&["a0"]), States::default()).await;
            world.store.end_at(write, end);
            let txid = world.chain.send(pay("a0", 5), spending(1)).unwrap();
            world.catch_up().await;
            world.chain.mine(std::slice::from_ref(&txid));
            world.catch_up().await;
            world.chain.reorganise(1);
            world.catch_up().await;
            world.chain.mine(&[txid]);
            world.catch_up().await;
            world.read(&subscription).await.check(&world.chain, &["a0"]);
            ended += world.store.ends();
        }
        if ended == 0 {
            assert!(write > 8, "{write}");
            return;
        }
    }
}
