//! Notifications through ElectrumX, a real Electrum index server, over litecoind, and by the whole blocks of bitcoind, with
//! reorganisations of the nodes.

use crate::bridge::Bridge;
use crate::core::{CoreNode, Program};
use crate::electrumx::ElectrumX;
use crate::node::Node;
use crate::payment::NETWORK;
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;
use wallet_cloud::serve::EmbeddedDatabase;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;
use wallet_notifications::delivery::{Due, Schedule, SecretVersion};
use wallet_notifications::ports::{CreateOutcome, DeliveryQueue, EventLog, NewSubscription, Subscriptions, WatchStore};
use wallet_notifications::{Content, Cursor, Event, Limits, State, States, Subscription};
use wallet_store::dynamodb::DynamoNotifications;
use wallet_tests::support::api::timeouts::client;
use wallet_upstream::config::setting_name;
use wallet_upstream_btc_like::BtcLikeUpstreams;
use wallet_watch::{ChainLoop, LoopPorts, SubscribedChain, Tick, WatchRequest, WatchedChain, chains, prepare};

/// The owner of the subscriptions.
pub const OWNER: &str = "merchant:shop";

/// Addresses with the version of testnet and regtest.
const ADDRESS: &str = "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn";
const UNUSED: &str = "mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt";

/// Leaves all deliveries in the database.
struct Unqueued;

#[async_trait]
impl DeliveryQueue for Unqueued {
    async fn send(&self, _deliveries: &[Due]) {}
}

/// Creates a subscription to all states.
pub async fn subscribe(
    store: &DynamoNotifications,
    chain: &dyn SubscribedChain,
    request: WatchRequest,
) -> Subscription {
    let prepared = prepare(chain, request, deadline()).await.expect("items");
    let new = NewSubscription {
        subscription: Subscription {
            id: Uuid::new_v4(),
            owner: OWNER.to_owned(),
            chain: chain.key().clone(),
            watched: prepared.watched,
            states: States::default(),
            content: Content::Full,
            label: None,
            paused: false,
            since: prepared.head.clone(),
            last_sequence: 0,
            created_at: 0,
            digest: String::new(),
            webhook: None,
            secret: SecretVersion::default(),
            push: None,
        },
        items: prepared.items,
        limits: Limits {
            subscriptions: 10,
            addresses: 1000,
            of_chain: chain.max_watched(),
        },
        head: prepared.head,
    };
    match store.create(new).await.expect("the database responds") {
        CreateOutcome::Created(created) => created,
        outcome => panic!("{outcome:?}"),
    }
}

struct World {
    node: Arc<CoreNode>,
    electrumx: Option<ElectrumX>,
    /// The bridge runs until this value is dropped.
    _bridge: Option<Bridge>,
    database: Arc<DynamoNotifications>,
    chain: Arc<dyn WatchedChain>,
    process: ChainLoop,
}

impl World {
    async fn electrum() -> Option<Self> {
        let purpose = "notifications of ltc through ElectrumX";
        let node = CoreNode::start(Program::Litecoind, purpose, "").await?;
        let electrumx = ElectrumX::start(purpose, "Litecoin", &node).await?;
        let setting = electrumx.upstream();
        Self::new("ltc", &setting, node.into(), Some(electrumx), None).await
    }

    async fn blocks() -> Option<Self> {
        let node = CoreNode::start(Program::Bitcoind, "notifications of btc by blocks", "").await?;
        let node = Arc::new(node);
        let bridge = Bridge::of_blocks(Arc::clone(&node)).await;
        let setting = bridge.upstream();
        Self::new("btc", &setting, node, None, Some(bridge)).await
    }

    async fn new(
        chain: &str,
        setting: &str,
        node: Arc<CoreNode>,
        electrumx: Option<ElectrumX>,
        bridge: Option<Bridge>,
    ) -> Option<Self> {
        let client = client();
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let upstreams = BtcLikeUpstreams::of_private_chains(client, &clock, |name| {
            (name == setting_name(chain, NETWORK)).then(|| setting.to_owned())
        });
        let upstreams = Arc::new(upstreams.expect("a valid upstream"));
        let mut all = chains::btc_like(&upstreams);
        let chain = all.find(|found| found.key().chain == chain && found.key().network == NETWORK)?;
        let database = EmbeddedDatabase::open(None).await.expect("an empty database");
        let database = Arc::new(database.notifications);
        let ports = LoopPorts {
            store: database.clone(),
            subscriptions: database.clone(),
            clock,
            retention: Duration::from_hours(24),
            queue: Arc::new(Unqueued),
            schedule: Schedule::default(),
        };
        Some(Self {
            process: ChainLoop::new(ports, chain.clone(), Uuid::new_v4()),
            node,
            electrumx,
            _bridge: bridge,
            database,
            chain,
        })
    }

    async fn subscribe(&self, request: WatchRequest) -> Subscription {
        subscribe(&self.database, &*self.chain, request).await
    }

    /// Ticks until the loop is at the head of the node.
    async fn catch_up(&mut self) {
        if let Some(electrumx) = &self.electrumx {
            electrumx.catch_up(&*self.node).await;
        }
        for _ in 0..200 {
            match self.process.tick(deadline()).await {
                Ok(Tick::AtHead) if self.is_current().await => return,
                Ok(Tick::More) => {}
                // An adapter remembers the head for a short time, and an index server follows a reorganisation in steps.
                Ok(Tick::AtHead | Tick::Behind) | Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                Ok(tick) => panic!("{tick:?}"),
            }
        }
        panic!("the loop does not reach the head");
    }

    /// Returns true if the loop has processed the latest block of the node.
    async fn is_current(&self) -> bool {
        let checkpoint = self.database.checkpoint(self.chain.key()).await;
        let checkpoint = checkpoint.expect("the database responds").expect("a checkpoint");
        let latest = self.node.block_hash(self.node.height().await).await;
        checkpoint.block().map(|block| &block.hash) == latest.as_ref()
    }

    /// Returns the events by transaction.
    async fn events(&self, subscription: &Subscription) -> BTreeMap<String, Vec<Event>> {
        let now = SystemClock.now();
        let (ids, start) = ([subscription.id], Cursor::default());
        let log = self.database.events(OWNER, &ids, &start, 500, now);
        let mut events: BTreeMap<String, Vec<Event>> = BTreeMap::new();
        for event in log.await.expect("the log").events {
            let txid = event.transaction["txid"].as_str().expect("a txid").to_owned();
            events.entry(txid).or_default().push(event);
        }
        events
    }
}

fn deadline() -> Deadline {
    Deadline::at(Instant::now() + Duration::from_mins(10))
}

#[tokio::test]
async fn events_of_electrum_follow_the_node_through_reorganisations() {
    if let Some(world) = World::electrum().await {
        assert!(!world.chain.lists_blocks());
        follow_reorganisations(world).await;
    }
}

#[tokio::test]
async fn events_of_blocks_follow_the_node_through_reorganisations() {
    if let Some(world) = World::blocks().await {
        assert!(world.chain.lists_blocks());
        follow_reorganisations(world).await;
    }
}

async fn follow_reorganisations(mut world: World) {
    let addresses = WatchRequest::Addresses(vec![ADDRESS.to_owned(), UNUSED.to_owned()]);
    let subscription = world.subscribe(addresses).await;
    for depth in 1..=6 {
        let txid = world.node.fund(ADDRESS, 1_000_000 + depth).await;
        world.catch_up().await;
        let by_id = world.subscribe(WatchRequest::Transactions(vec![txid.clone()])).await;
        world.node.mine(u32::try_from(depth).expect("32 bits"), None).await;
        world.catch_up().await;
        world.node.reorganise(depth).await;
        world.catch_up().await;
        world.node.mine(1, None).await;
        world.catch_up().await;
        let height = world.node.transaction(&txid).await.expect("the transaction").height;
        for subscription in [&subscription, &by_id] {
            let events = world.events(subscription).await;
            let events = &events[&txid];
            let mut states: Vec<_> = events.iter().map(|event| event.state).collect();
            states.retain(|state| *state != State::Final);
            assert_eq!(states[states.len() - 1], State::Confirmed, "depth {depth}: {states:?}");
            assert!(states.contains(&State::Dropped), "depth {depth}: {states:?}");
            let last = &events[events.len() - 1];
            assert_eq!(
                last.block.as_ref().map(|block| block.id.height),
                height,
                "depth {depth}"
            );
        }
        let events = world.events(&subscription).await;
        let states: Vec<_> = events[&txid].iter().map(|event| event.state).collect();
        let expected = [
            State::Seen,
            State::Confirmed,
            State::Dropped,
            State::Seen,
            State::Confirmed,
        ];
        let states: Vec<_> = states.into_iter().filter(|state| *state != State::Final).collect();
        assert_eq!(states, expected, "depth {depth}");
        let first = &events[&txid][0];
        assert_eq!(first.addresses, [ADDRESS]);
        assert_eq!(first.transaction["direction"], "in");
    }
    let confirmations = u32::try_from(world.chain.confirmations()).expect("32 bits");
    world.node.mine(confirmations, None).await;
    world.catch_up().await;
    let events = world.events(&subscription).await;
    assert_eq!(events.len(), 6);
    let mut sum = 0;
    for (txid, events) in events {
        let last = &events[events.len() - 1];
        assert_eq!(last.state, State::Final, "{txid}");
        let net = last.transaction["net"]["amount"].as_str().expect("an amount");
        sum += net.parse::<u64>().expect("an amount that was received");
    }
    assert_eq!(sum, (1..=6).map(|depth| 1_000_000 + depth).sum::<u64>());
}
