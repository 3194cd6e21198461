//! The ticks as messages of a queue, which may repeat and lose them.

use super::chain::Chain;
use super::{World, addresses, deadline, pay, ports, spending};
use async_trait::async_trait;
use futures::future::join_all;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use uuid::Uuid;
use wallet_core::model::Network;
use wallet_notifications::ports::{Subscriptions, TickQueue, WatchStore};
use wallet_notifications::{ChainKey, NextTick, State, States};
use wallet_watch::{Chains, Ticks, WatchedChain};

/// The delay of the next tick of btc, which has ten minutes between blocks.
const DELAY: Duration = Duration::from_secs(20);

/// A queue in memory, and the two execution environments of a function that it invokes.
struct Function {
    world: World,
    queue: Arc<Queue>,
    environments: [Ticks; 2],
}

#[derive(Default)]
struct Queue(Mutex<Vec<(NextTick, Duration)>>);

#[async_trait]
impl TickQueue for Queue {
    async fn send(&self, tick: &NextTick, delay: Duration) {
        let mut messages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        messages.push((tick.clone(), delay));
    }
}

impl Queue {
    /// Removes all messages.
    fn take(&self) -> Vec<(NextTick, Duration)> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Function {
    async fn new() -> Self {
        let world = World::new().await;
        let queue = Arc::new(Queue::default());
        let environments = [(); 2].map(|()| {
            let chain: Arc<Chain> = world.chain.clone();
            let chains = Chains::new([chain as Arc<dyn WatchedChain>]);
            Ticks::new(ports(&world.store, &world.clock), chains, queue.clone())
        });
        Self {
            world,
            queue,
            environments,
        }
    }

    async fn start(&self) {
        self.environments[0].start().await.unwrap();
    }

    /// Handles each of the messages `copies` times at once. Returns the messages that were sent.
    async fn handle(&self, messages: Vec<(NextTick, Duration)>, copies: usize) -> Vec<(NextTick, Duration)> {
        let copies = messages
            .into_iter()
            .flat_map(|message| std::iter::repeat_n(message, copies));
        let ticks = copies
            .zip(self.environments.iter().cycle())
            .map(|((tick, _), environment)| environment.make(tick, deadline()));
        join_all(ticks).await;
        self.queue.take()
    }

    /// Returns messages that continue the loop, more than one of which stay while the loop writes nothing.
    async fn repeated(&self) -> Vec<(NextTick, Duration)> {
        self.start().await;
        let sent = self.handle(self.queue.take(), 1).await;
        assert_eq!(sent.len(), 1);
        let sent = self.handle(sent, 6).await;
        assert_eq!(sent.len(), 6, "the loop has written nothing");
        sent
    }
}

#[tokio::test]
async fn tick_sends_the_next_one_after_a_delay() {
    let function = Function::new().await;
    function.start().await;
    assert!(function.queue.take().is_empty(), "no subscription, no tick");
    let subscription = function.world.subscribe(addresses(&["a0"]), States::default()).await;
    function.start().await;
    let mut messages = function.queue.take();
    assert_eq!(messages[0].1, Duration::ZERO);
    let txid = function.world.chain.send(pay("a0", 5), spending(1)).unwrap();
    messages = function.handle(messages, 1).await;
    function.world.chain.mine(std::slice::from_ref(&txid));
    messages = function.handle(messages, 1).await;
    assert_eq!(messages.iter().map(|(_, delay)| *delay).collect::<Vec<_>>(), [DELAY]);
    let states = function.world.states(&subscription, &txid).await;
    assert_eq!(states, [State::Seen, State::Confirmed]);
    function.world.store.delete(&subscription).await.unwrap();
    assert!(function.handle(messages, 1).await.is_empty(), "nothing is watched");
}

#[tokio::test]
async fn repeated_first_ticks_become_one() {
    let function = Function::new().await;
    function.world.subscribe(addresses(&["a0"]), States::default()).await;
    // The schedule repeats its event, and the queue the messages.
    function.start().await;
    function.start().await;
    let messages = function.queue.take();
    assert_eq!(messages.len(), 2);
    assert_ne!(messages[0].0.holder, messages[1].0.holder);
    assert_eq!(function.handle(messages, 4).await.len(), 1);
}

#[tokio::test]
async fn repeated_ticks_become_one_at_the_next_block() {
    let function = Function::new().await;
    function.world.subscribe(addresses(&["a0"]), States::default()).await;
    let repeated = function.repeated().await;
    function.world.chain.mine(&[]);
    let rest = function.handle(repeated.clone(), 1).await;
    let at_head: Vec<_> = rest.iter().filter(|(_, delay)| *delay == DELAY).collect();
    assert_eq!(at_head.len(), 1, "only the first write succeeds");
    let rest = function.handle(rest, 1).await;
    assert_eq!(rest.len(), 1, "the others find the loop held");
    // A message that arrives late finds the loop held, too.
    assert!(function.handle(repeated, 2).await.is_empty());
    assert_eq!(function.handle(rest, 1).await.len(), 1);
}

#[tokio::test]
async fn repeated_ticks_become_one_when_the_lease_is_extended() {
    let function = Function::new().await;
    function.world.subscribe(addresses(&["a0"]), States::default()).await;
    let repeated = function.repeated().await;
    function.world.clock.advance(Duration::from_secs(16));
    assert_eq!(function.handle(repeated, 3).await.len(), 1);
}

#[tokio::test]
async fn schedule_starts_only_a_loop_without_a_holder() {
    let function = Function::new().await;
    function.world.subscribe(addresses(&["a0"]), States::default()).await;
    function.start().await;
    let lost = function.handle(function.queue.take(), 1).await;
    function.start().await;
    assert!(function.queue.take().is_empty(), "the loop has a tick");
    function.world.clock.advance(Duration::from_mins(1));
    function.start().await;
    let started = function.queue.take();
    assert_eq!(started.len(), 1);
    let continued = function.handle(started, 1).await;
    assert_eq!(continued.len(), 1);
    // The lost message arrives after all.
    assert!(function.handle(lost, 1).await.is_empty());
}

#[tokio::test]
async fn stopped_loop_has_no_tick_until_an_operator_resumes_the_loop() {
    let function = Function::new().await;
    function.world.subscribe(addresses(&["a0"]), States::default()).await;
    function.start().await;
    let sent = function.handle(function.queue.take(), 1).await;
    let key = function.world.chain.key().clone();
    let checkpoint = function.world.store.checkpoint(&key).await.unwrap().unwrap();
    let mut stopped = checkpoint.clone();
    stopped.is_stopped = true;
    function
        .world
        .store
        .move_checkpoint(&key, &checkpoint, &stopped)
        .await
        .unwrap();
    assert!(function.handle(sent, 1).await.is_empty());
    function.world.clock.advance(Duration::from_mins(1));
    function.start().await;
    assert!(function.queue.take().is_empty());
}

#[tokio::test]
async fn tick_of_an_unknown_chain_is_left_out() {
    let function = Function::new().await;
    let tick = NextTick {
        chain: ChainKey::new("none", Network::Testnet),
        holder: Uuid::nil(),
    };
    assert!(function.handle(vec![(tick, DELAY)], 1).await.is_empty());
}
