//! The rounds of ticks as messages of a queue, which may repeat and lose them.

use super::chain::Chain;
use super::world::{World, addresses, deadline, pay, ports, spending};
use async_trait::async_trait;
use futures::future::join_all;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use uuid::Uuid;
use wallet_core::model::Network;
use wallet_notifications::ports::{Subscriptions, TickQueue, WatchStore};
use wallet_notifications::{ChainKey, NextTick, State, States};
use wallet_watch::{Chains, SubscribedChain, Ticks, WatchedChain};

/// The delay of the next tick of btc, which has ten minutes between blocks.
const DELAY: Duration = Duration::from_secs(20);

/// A message: the ticks of a round, and the delay.
type Round = (Vec<NextTick>, Duration);

/// A queue in memory, and the two execution environments of a function that it invokes.
struct Function {
    world: World,
    queue: Arc<Queue>,
    environments: [Ticks; 2],
}

#[derive(Default)]
struct Queue(Mutex<Vec<Round>>);

#[async_trait]
impl TickQueue for Queue {
    async fn send(&self, ticks: &[NextTick], delay: Duration) {
        let mut messages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        messages.push((ticks.to_vec(), delay));
    }
}

impl Queue {
    /// Removes all messages.
    fn take(&self) -> Vec<Round> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Function {
    async fn new() -> Self {
        Self::with(&[]).await
    }

    /// Creates a function that watches these chains, too.
    async fn with(others: &[&Arc<Chain>]) -> Self {
        let world = World::new().await;
        let queue = Arc::new(Queue::default());
        let environments = [(); 2].map(|()| {
            let chains = others.iter().copied().chain([&world.chain]);
            let chains = Chains::new(chains.map(|chain| chain.clone() as Arc<dyn WatchedChain>));
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

    /// Handles each of the messages `copies` times at once, after the delays. Returns the messages that were sent.
    async fn handle(&self, messages: Vec<Round>, copies: usize) -> Vec<Round> {
        let delay = messages.iter().map(|(_, delay)| *delay).max().unwrap_or_default();
        self.world.clock.advance(delay);
        let copies = messages
            .into_iter()
            .flat_map(|message| std::iter::repeat_n(message, copies));
        let ticks = copies
            .zip(self.environments.iter().cycle())
            .map(|((round, _), environment)| environment.make(round, deadline()));
        join_all(ticks).await;
        self.queue.take()
    }

    /// Returns messages that continue the loop, more than one of which stay while the loop writes nothing.
    async fn repeated(&self) -> Vec<Round> {
        self.start().await;
        let sent = self.handle(self.queue.take(), 1).await;
        assert_eq!(sent.len(), 1);
        vec![sent[0].clone(); 6]
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
    assert_eq!(function.handle(messages, 4).await.len(), 1);
}

#[tokio::test]
async fn repeated_rounds_become_one_at_the_next_write() {
    let function = Function::new().await;
    function.world.subscribe(addresses(&["a0"]), States::default()).await;
    let repeated = function.repeated().await;
    // The lease ends in the meantime, so that each copy writes.
    function.world.chain.mine(&[]);
    let rest = function.handle(repeated.clone(), 1).await;
    assert_eq!(rest.len(), 1, "only the first write succeeds");
    // A message that arrives late finds the loop held, too.
    assert!(function.handle(repeated, 2).await.is_empty());
    assert_eq!(function.handle(rest, 1).await.len(), 1);
}

/// The subscriptions of a second chain begin while the rounds of the first run.
#[tokio::test]
async fn round_adopts_a_chain_and_ticks_only_what_is_due() {
    let other = Arc::new(Chain::named("eth"));
    let function = Function::with(&[&other]).await;
    let world = &function.world;
    world.subscribe(addresses(&["a0"]), States::default()).await;
    function.start().await;
    let first = function.handle(function.queue.take(), 1).await;
    assert_eq!((first[0].0.len(), first[0].1), (1, DELAY));
    world.subscribe_on(&other, addresses(&["a1"]), States::default()).await;
    function.start().await;
    assert!(function.queue.take().is_empty(), "the round takes the chain");
    let both = function.handle(first, 1).await;
    assert_eq!(both[0].0.len(), 2);
    // btc waits for 20 s, eth for 4 s.
    assert_eq!(both[0].1, Duration::from_secs(4));
    let second = function.handle(both.clone(), 1).await;
    let at = |round: &Round, chain: &str| round.0.iter().find(|tick| tick.chain.chain == chain).unwrap().at;
    assert_eq!(at(&second[0], "btc"), at(&both[0], "btc"));
    assert_eq!(at(&second[0], "eth"), at(&both[0], "eth") + 4000);
}

/// A repeated message can divide the chains between two rounds.
#[tokio::test]
async fn smaller_of_two_rounds_gives_up_the_chains() {
    let others = ["eth", "xlm"].map(|name| Arc::new(Chain::named(name)));
    let function = Function::with(&[&others[0], &others[1]]).await;
    let world = &function.world;
    world.subscribe(addresses(&["a0"]), States::default()).await;
    for other in &others {
        world.subscribe_on(other, addresses(&["a1"]), States::default()).await;
    }
    function.start().await;
    let sent = function.handle(function.queue.take(), 1).await;
    let (ticks, delay) = sent[0].clone();
    let (small, large) = ticks.into_iter().partition(|tick| tick.chain.chain == "btc");
    world.clock.advance(DELAY);
    assert!(function.handle(vec![(small, Duration::ZERO)], 1).await.is_empty());
    let rest = function.handle(vec![(large, delay)], 1).await;
    assert_eq!(rest[0].0.len(), 3, "the released chain is adopted");
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
        at: 0,
    };
    assert!(function.handle(vec![(vec![tick], DELAY)], 1).await.is_empty());
}
