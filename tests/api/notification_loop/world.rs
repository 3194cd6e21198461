//! A chain in memory with its store, a clock and two processes of the loop.

use super::chain::Chain;
use super::store::Store;
use super::truth::Reader;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_notifications::delivery::{Schedule, SecretVersion};
use wallet_notifications::ports::{CreateOutcome, NewSubscription, Subscriptions};
use wallet_notifications::{Content, Limits, State, States, Subscription, Webhook, WebhookStatus};
use wallet_watch::{ChainLoop, LoopPorts, SubscribedChain, Tick, WatchRequest, prepare};

/// The owner of the subscriptions.
pub const OWNER: &str = "merchant:shop";

/// The webhook of the subscriptions.
pub const URL: &str = "https://example.com/hook";

/// A clock that a test advances.
#[derive(Default)]
pub struct TestClock(std::sync::atomic::AtomicU64);

impl TestClock {
    pub fn advance(&self, by: Duration) {
        let millis = u64::try_from(by.as_millis()).unwrap();
        self.0.fetch_add(millis, std::sync::atomic::Ordering::Relaxed);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(1_800_000_000_000 + self.0.load(std::sync::atomic::Ordering::Relaxed))
    }
}

/// A chain with a loop.
pub struct World {
    pub chain: Arc<Chain>,
    pub store: Arc<Store>,
    pub clock: Arc<TestClock>,
    pub process: ChainLoop,
    /// A second process, which takes the loop when the lease has expired.
    pub second: ChainLoop,
}

impl World {
    pub async fn new() -> Self {
        Self::on(Chain::new(), Store::new().await)
    }

    pub fn on(chain: Chain, store: Store) -> Self {
        let (chain, store) = (Arc::new(chain), Arc::new(store));
        let clock = Arc::new(TestClock::default());
        let [process, second] = [(); 2].map(|()| process(&chain, &store, &clock));
        Self {
            chain,
            store,
            clock,
            process,
            second,
        }
    }

    /// Creates a chain that lists no blocks, but the transactions of items.
    pub async fn listing_items() -> Self {
        let world = Self::new().await;
        world.chain.list_items();
        world
    }

    pub async fn subscribe(&self, request: WatchRequest, states: States) -> Subscription {
        self.subscribe_on(&self.chain, request, states).await
    }

    pub async fn subscribe_on(&self, chain: &Chain, request: WatchRequest, states: States) -> Subscription {
        let prepared = prepare(chain, request, deadline()).await.unwrap();
        let subscription = Subscription {
            id: Uuid::new_v4(),
            owner: OWNER.to_owned(),
            chain: chain.key().clone(),
            watched: prepared.watched,
            states,
            content: Content::Full,
            label: None,
            paused: false,
            since: prepared.head.clone(),
            last_sequence: 0,
            created_at: 0,
            digest: String::new(),
            webhook: Some(Webhook {
                url: URL.to_owned(),
                status: WebhookStatus::Active,
            }),
            secret: SecretVersion::default(),
            push: None,
        };
        let limits = Limits {
            subscriptions: 100,
            addresses: 2000,
            of_chain: None,
        };
        let new = NewSubscription {
            subscription,
            items: prepared.items,
            limits,
            head: prepared.head,
        };
        match self.store.create(new).await.unwrap() {
            CreateOutcome::Created(created) => created,
            outcome => panic!("{outcome:?}"),
        }
    }

    /// Ticks until the loop is at the head. When the process ends, a new one continues after the lease.
    pub async fn catch_up(&mut self) {
        for _ in 0..1000 {
            match self.process.tick(deadline()).await {
                Ok(Tick::AtHead) => return,
                Ok(Tick::More) => {}
                Ok(tick) => panic!("{tick:?}"),
                Err(error) => {
                    assert!(self.store.has_ended(), "{error}");
                    self.restart();
                }
            }
        }
        panic!("the loop does not reach the head");
    }

    /// Lets the second process take the loop, with what it knew when it last had the loop.
    pub fn switch(&mut self) {
        self.clock.advance(Duration::from_mins(1));
        std::mem::swap(&mut self.process, &mut self.second);
    }

    pub fn restart(&mut self) {
        self.store.start();
        self.clock.advance(Duration::from_mins(1));
        self.process = process(&self.chain, &self.store, &self.clock);
    }

    pub async fn read(&self, subscription: &Subscription) -> Reader {
        Reader::of(&self.store, subscription, self.clock.now()).await
    }

    pub async fn states(&self, subscription: &Subscription, txid: &str) -> Vec<State> {
        self.read(subscription).await.states(txid)
    }
}

pub fn process(chain: &Arc<Chain>, store: &Arc<Store>, clock: &Arc<TestClock>) -> ChainLoop {
    ChainLoop::new(ports(store, clock), chain.clone(), Uuid::new_v4())
}

pub fn ports(store: &Arc<Store>, clock: &Arc<TestClock>) -> LoopPorts {
    LoopPorts {
        store: store.clone(),
        subscriptions: store.clone(),
        clock: clock.clone(),
        retention: Duration::from_hours(24 * 30),
        queue: store.clone(),
        schedule: Schedule::default(),
    }
}

pub fn deadline() -> Deadline {
    Deadline::at(Instant::now() + Duration::from_hours(1))
}

pub fn addresses(names: &[&str]) -> WatchRequest {
    WatchRequest::Addresses(names.iter().map(|name| (*name).to_owned()).collect())
}

pub fn pay(address: &str, amount: i64) -> BTreeMap<String, i64> {
    BTreeMap::from([(address.to_owned(), amount)])
}

pub fn spending(output: u32) -> BTreeSet<u32> {
    BTreeSet::from([output])
}
