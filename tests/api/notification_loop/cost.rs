//! The cost of the notifications: requests and units of the real loop and of a real delivery, counted, times list prices. The
//! tables are a part of docs/performance.md; `WALLET_UPDATE_DOCUMENTS=1 cargo test -p wallet-tests --test api cost` writes them.

use super::chain::{CONFIRMATIONS, Chain};
use super::meter::{Meter, Units};
use super::store::Store;
use super::world::{World, pay, spending};
use crate::notifications::fixture::{keys, sender};
use async_trait::async_trait;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use wallet_core::model::Network;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_deliver::gateway::{GatewaySender, MAX_CONNECTIONS};
use wallet_deliver::{Deliverer, DelivererPorts, LogReader};
use wallet_notifications::delivery::Reach;
use wallet_notifications::ports::{Change, EventLog, SettingsChange, Subscriptions, WatchStore};
use wallet_notifications::sockets::{Announcement, Announcements, Connection, Connections};
use wallet_notifications::{ChainKey, Cursor, State, States, Subscription};
use wallet_store::aws::AwsSettings;
use wallet_store::dynamodb::DynamoNotifications;
use wallet_store::gateway::SignedGateway;
use wallet_watch::{SubscribedChain, WatchRequest, chains};

/// The marks of the generated part of the document.
const MARKS: [&str; 2] = ["<!-- cost: begin -->\n", "<!-- cost: end -->"];

/// The number of blocks that a checkpoint holds.
const HELD: u64 = 100;

/// The number of bytes of a checkpoint without the hashes, rounded up.
const ROW: f64 = 350.0;

/// List prices of us-east-1 in dollars.
mod price {
    /// A request unit of a DynamoDB table on demand.
    pub const WRITE: f64 = 0.625e-6;
    pub const READ: f64 = 0.125e-6;
    /// A gigabyte in a table for a day.
    pub const STORAGE: f64 = 0.25 / 30.0;
    /// A request to a standard queue of SQS, and to a queue with message groups.
    pub const QUEUE: f64 = 0.40e-6;
    pub const FAIR_QUEUE: f64 = 0.50e-6;
    /// A message of a WebSocket API, and a minute of a connection.
    pub const MESSAGE: f64 = 1.00e-6;
    pub const CONNECTED: f64 = 0.25e-6;
    /// An invocation of a function, and a gigabyte for a second on arm64.
    pub const INVOCATION: f64 = 0.20e-6;
    pub const GIGABYTE_SECOND: f64 = 0.000_013_333_4;
}

/// Assumptions, which the document states.
mod assumed {
    /// The seconds for which an invocation waits for upstreams and computes in a round of ticks.
    pub const ROUND: f64 = 2.0;
    /// The seconds of an invocation for a delivery, and for a message of the socket.
    pub const DELIVERY: f64 = 0.5;
    /// The memory of the delivering function in gigabytes, as in the template.
    pub const DELIVERY_MEMORY: f64 = 0.25;
    /// The payments of an address in a day, and the events of a payment.
    pub const PAYMENTS: f64 = 0.01;
    pub const EVENTS: f64 = 3.0;
    /// The days between two subscriptions of an address.
    pub const LIFETIME: f64 = 30.0;
    /// The bytes of an event and of an address in the table, with their keys, and the days of the log.
    pub const EVENT_BYTES: f64 = 2500.0;
    pub const ADDRESS_BYTES: f64 = 400.0;
    pub const LOG_DAYS: f64 = 30.0;
}

/// The addresses, the memory of the watching function in gigabytes, and the bound in dollars a day.
const SCALES: [(f64, f64, f64); 3] = [(1e3, 0.5, 1.5), (1e6, 0.5, 3.0), (1e8, 4.0, 100.0)];

/// The counted parts.
struct Counted {
    quiet: Units,
    block: Units,
    blocks: Units,
    seen: Units,
    confirmed: Units,
    settled: Units,
    closed: Units,
    delivered: Units,
    unheard: Units,
    heard: Units,
    opened: Units,
    one: Units,
    thousand: Units,
    reload: Units,
}

/// A chain with a loop on a database that counts.
struct Bench {
    world: World,
    meter: Arc<Meter>,
}

impl Bench {
    async fn new() -> Self {
        let (table, meter) = Meter::new().await;
        let world = World::on(Chain::new(), Store::on(table));
        world.chain.pad_rows(1200);
        Self { world, meter }
    }

    /// Returns the units of a tick.
    async fn tick(&mut self) -> Units {
        self.meter.take();
        self.world.catch_up().await;
        self.meter.take()
    }

    fn mine(&self, txids: &[String], blocks: u64) {
        self.world.chain.mine(txids);
        for _ in 1..blocks {
            self.world.chain.mine(&[]);
        }
    }

    async fn subscribe(&self, count: usize) -> (Subscription, Units) {
        let addresses = (0..count).map(|number| format!("a{number}")).collect();
        self.meter.take();
        let request = WatchRequest::Addresses(addresses);
        let subscription = self.world.subscribe(request, States::default()).await;
        (subscription, self.meter.take())
    }

    /// Returns the units of the first delivery, which the receiver accepts.
    async fn deliver(&self, subscription: &Subscription) -> Units {
        let change = SettingsChange {
            webhook: Change::Set(receiver().await),
            ..SettingsChange::default()
        };
        let store = &self.world.store;
        store.change(subscription.id, &change).await.unwrap();
        let ports = DelivererPorts {
            deliveries: Arc::new(DynamoNotifications::clone(store)),
            events: store.clone(),
            clock: self.world.clock.clone(),
            retention: Duration::from_hours(24 * 30),
        };
        let deliverer = Deliverer::new(ports, sender(&keys("wallet-cloud").await, Reach::PublicAndLoopback));
        let due = store.sent()[0].clone();
        self.meter.take();
        deliverer.deliver(due, &**store).await.unwrap();
        self.meter.take()
    }

    /// Returns the units of an announcement to an owner without a socket, of an event that is sent to a socket, and of a socket that is opened and
    /// closed.
    async fn announce(&self, subscription: &Subscription) -> [Units; 3] {
        let (owner, key) = (subscription.owner.clone(), self.world.chain.key());
        let database = Arc::new(DynamoNotifications::clone(&self.world.store));
        let clock = self.world.clock.clone();
        self.meter.take();
        assert_eq!(database.of_owner(&owner).await.unwrap(), []);
        let unheard = self.meter.take();
        let last = database.end(&owner).await.unwrap().position(key);
        let mut cursor = Cursor::default();
        cursor.advance(key, last - 1);
        let connection = Connection {
            id: "L0SM9cOFvHcCIhw=".to_owned(),
            owner: owner.clone(),
            subscriptions: Vec::new(),
            cursor,
            end: clock.now().after(Duration::from_mins(5)),
            announced: 0,
            lease: Timestamp::from_millis(0),
        };
        self.meter.take();
        database.open(&connection, MAX_CONNECTIONS, clock.now()).await.unwrap();
        let mut opened = self.meter.take();
        let sender = GatewaySender {
            log: LogReader::polling(database.clone(), clock.clone()),
            connections: database.clone(),
            subscriptions: database.clone(),
            gateway: Arc::new(SignedGateway::new(AwsSettings::emulator(""), receiver().await)),
            queue: Arc::new(Unrepeated),
            clock,
        };
        let announcement = Announcement {
            owner,
            connection: None,
        };
        sender.announced(&announcement).await.unwrap();
        let heard = self.meter.take();
        let sent = database.of_owner(&connection.owner).await.unwrap().remove(0);
        assert_eq!(sent.cursor.position(key), last);
        self.meter.take();
        database.remove(&connection.id).await.unwrap();
        opened = opened + self.meter.take();
        [unheard, heard, opened]
    }
}

/// Carries nothing: one announcement sends all events.
struct Unrepeated;

#[async_trait]
impl Announcements for Unrepeated {
    async fn publish(&self, announcement: &Announcement) {
        panic!("{announcement:?}");
    }
}

/// Starts a server that accepts all requests. Returns a URL.
async fn receiver() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, axum::Router::new().fallback(|| async {})).await });
    url
}

async fn count() -> Counted {
    let mut bench = Bench::new().await;
    let (first, _) = bench.subscribe(1).await;
    bench.mine(&[], HELD);
    bench.tick().await;
    let (_, one) = bench.subscribe(1).await;
    let (subscription, thousand) = bench.subscribe(1000).await;
    bench.world.store.delete(&first).await.unwrap();
    let reload = bench.tick().await;
    let quiet = bench.tick().await;
    bench.mine(&[], 1);
    let block = bench.tick().await;
    bench.mine(&[], 16);
    let blocks = bench.tick().await;
    let txid = bench.world.chain.send(pay("a500", 5), spending(1)).unwrap();
    bench.world.record(&txid).await;
    let seen = bench.tick().await - quiet;
    bench.mine(std::slice::from_ref(&txid), 1);
    let confirmed = bench.tick().await - block;
    bench.mine(&[], CONFIRMATIONS - 1);
    let settled = bench.tick().await - block;
    let states = bench.world.states(&subscription, &txid).await;
    assert_eq!(states, [State::Seen, State::Confirmed, State::Final]);
    let delivered = bench.deliver(&subscription).await;
    let [unheard, heard, opened] = bench.announce(&subscription).await;
    bench.mine(&[], HELD);
    bench.tick().await;
    bench.mine(&[], 1);
    let closed = bench.tick().await - block;
    Counted {
        quiet,
        block,
        blocks,
        seen,
        confirmed,
        settled,
        closed,
        delivered,
        unheard,
        heard,
        opened,
        one,
        thousand,
        reload,
    }
}

/// A chain as the prices see it.
struct Rate {
    name: String,
    /// The ticks in a day.
    ticks: f64,
    /// The writes of the checkpoint in a day: a tick with a block, or the extension of the lease after 15 s.
    moves: f64,
    /// The bytes of the checkpoint.
    bytes: f64,
}

const DAY: f64 = 86_400.0;

fn rates(network: Network) -> Vec<Rate> {
    let of_network = wallet_assets::chains().iter().filter(|facts| facts.network == network);
    let rate = |facts: &wallet_assets::ChainFacts| {
        let key = ChainKey::new(facts.chain.name(), network);
        let delay = chains::delay(&key).as_secs_f64();
        let held = f64::from(facts.confirmations.max(100));
        Rate {
            name: facts.chain.name().to_owned(),
            ticks: DAY / delay,
            moves: DAY / delay.max(block_time(facts).min(15.0)),
            bytes: ROW + 32.0 * held,
        }
    };
    of_network.map(rate).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a few seconds")]
fn block_time(facts: &wallet_assets::ChainFacts) -> f64 {
    facts.block_time as f64
}

fn write_units(bytes: f64) -> f64 {
    (bytes / 1024.0).ceil()
}

fn read_units(bytes: f64) -> f64 {
    (bytes / 4096.0).ceil()
}

/// The dollars of a day, by part.
fn dollars(counted: &Counted, (addresses, memory, _): (f64, f64, f64)) -> Vec<(&'static str, f64)> {
    let rates = rates(Network::Livenet);
    let rounds = rates.iter().map(|rate| rate.ticks).fold(0.0, f64::max);
    let moves: f64 = rates.iter().map(|rate| rate.moves * write_units(rate.bytes)).sum();
    // The checkpoint and the records of broadcasts in each tick, and all checkpoints in each round.
    let ticks: f64 = rates
        .iter()
        .map(|rate| rate.ticks * (read_units(rate.bytes) + 1.0))
        .sum();
    let listed = rounds * read_units(rates.iter().map(|rate| rate.bytes).sum());
    let events = addresses * assumed::PAYMENTS * assumed::EVENTS;
    let payment = [counted.seen, counted.confirmed, counted.settled, counted.closed];
    let payment: Units = payment.into_iter().sum();
    let stored = payment.times(1.0 / assumed::EVENTS);
    let subscribed = counted.thousand.times(addresses / 1000.0 / assumed::LIFETIME);
    let stored_bytes = events * assumed::LOG_DAYS * assumed::EVENT_BYTES + addresses * assumed::ADDRESS_BYTES;
    vec![
        ("checkpoints, written", moves * price::WRITE),
        ("checkpoints and broadcasts, read", (ticks + listed) * price::READ),
        (
            "invocations of the rounds",
            rounds * (price::INVOCATION + assumed::ROUND * memory * price::GIGABYTE_SECOND),
        ),
        ("messages of the rounds", rounds * 3.0 * price::QUEUE),
        ("events and records", events * of_units(stored)),
        ("deliveries", events * (of_units(counted.delivered) + queued())),
        ("announcements to sockets", events * of_units(counted.unheard)),
        ("subscriptions", of_units(subscribed)),
        ("storage", stored_bytes / 1e9 * price::STORAGE),
    ]
}

fn of_units(units: Units) -> f64 {
    units.reads * price::READ + units.writes * price::WRITE
}

fn invocation() -> f64 {
    price::INVOCATION + assumed::DELIVERY * assumed::DELIVERY_MEMORY * price::GIGABYTE_SECOND
}

/// The price of an invocation by a message of the fair queue.
fn queued() -> f64 {
    3.0 * price::FAIR_QUEUE + invocation()
}

/// The prices of sockets: an event, a socket that is opened and closed, a minute. Opening announces once, and reads the log twice.
fn sockets(counted: &Counted) -> [(&'static str, f64); 3] {
    let opened = of_units(counted.opened) + of_units(counted.heard) + 3.0 * invocation() + queued() + price::MESSAGE;
    [
        (
            "events to an open socket",
            of_units(counted.heard) + queued() + price::MESSAGE,
        ),
        ("sockets that are opened and closed", opened),
        ("minutes of an open socket", price::CONNECTED),
    ]
}

/// Returns the number of payments a day at which the bound is reached, in thousands.
fn most_payments(counted: &Counted, scale: (f64, f64, f64)) -> f64 {
    let parts = dollars(counted, scale);
    let is_of_events = |name: &str| matches!(name, "events and records" | "deliveries" | "announcements to sockets");
    let of_events = |wanted| {
        let parts = parts.iter().filter(|(name, _)| is_of_events(name) == wanted);
        parts.map(|(_, dollars)| dollars).sum::<f64>()
    };
    let one = of_events(true) / (scale.0 * assumed::PAYMENTS);
    ((scale.2 - of_events(false)) / one / 1000.0).floor() * 1000.0
}

fn document(counted: &Counted) -> String {
    let mut text = String::from("| Counted | requests | read units | write units |\n|---|---|---|---|\n");
    let rows = [
        ("a tick without a block", counted.quiet),
        ("a tick with a block that touches nothing", counted.block),
        ("a tick with 16 such blocks", counted.blocks),
        ("`seen`, beyond the tick", counted.seen),
        ("`confirmed`, beyond the tick", counted.confirmed),
        ("`final`, beyond the tick", counted.settled),
        ("removal of the record, 100 blocks later", counted.closed),
        ("a delivery to a webhook that accepts the event", counted.delivered),
        ("an announcement to an owner without an open socket", counted.unheard),
        ("an event that is sent to an open socket", counted.heard),
        ("a socket that is opened and closed", counted.opened),
        ("a subscription to 1 address", counted.one),
        ("a subscription to 1,000 addresses", counted.thousand),
        ("the next tick after these two", counted.reload - counted.quiet),
    ];
    for (name, units) in rows {
        let Units {
            requests,
            reads,
            writes,
        } = units;
        writeln!(text, "| {name} | {requests} | {reads} | {writes} |").unwrap();
    }
    let scales = SCALES.map(|scale| dollars(counted, scale));
    text.push_str("\n| Dollars a day | 10^3 addresses | 10^6 | 10^8 |\n|---|---|---|---|\n");
    for (index, (name, _)) in scales[0].iter().enumerate() {
        let [a, b, c] = scales.each_ref().map(|parts| parts[index].1);
        writeln!(text, "| {name} | {a:.3} | {b:.3} | {c:.2} |").unwrap();
    }
    let [a, b, c] = scales.map(|parts| parts.iter().map(|(_, dollars)| dollars).sum::<f64>());
    writeln!(text, "| **together** | **{a:.2}** | **{b:.2}** | **{c:.1}** |").unwrap();
    let [a, b, c] = SCALES.map(|(_, _, bound)| bound);
    writeln!(text, "| bound | {a} | {b} | {c} |").unwrap();
    let [a, b, c] = SCALES.map(|scale| most_payments(counted, scale));
    writeln!(text, "| payments a day at the bound | {a:.0} | {b:.0} | {c:.0} |").unwrap();
    text.push_str("\n| Sockets | Dollars a million |\n|---|---|\n");
    for (name, price) in sockets(counted) {
        writeln!(text, "| {name} | {:.2} |", price * 1e6).unwrap();
    }
    text.push_str("\n| Chain | ticks a day | writes of the checkpoint | units of each |\n|---|---|---|---|\n");
    for rate in rates(Network::Livenet) {
        let units = write_units(rate.bytes);
        writeln!(
            text,
            "| {} | {:.0} | {:.0} | {units} |",
            rate.name, rate.ticks, rate.moves
        )
        .unwrap();
    }
    text
}

#[tokio::test]
async fn cost_is_below_the_bounds_and_documented() {
    let counted = count().await;
    // The count does not depend on the number of blocks of a tick.
    assert_eq!(counted.block, counted.blocks);
    let checkpoint = counted.block.writes - counted.quiet.writes;
    assert!(
        (checkpoint - write_units(ROW + 32.0 * 100.0)).abs() < 0.5,
        "{checkpoint}"
    );
    for scale in SCALES {
        let parts = dollars(&counted, scale);
        let sum: f64 = parts.iter().map(|(_, dollars)| dollars).sum();
        assert!(sum <= scale.2, "{sum} of {} dollars: {parts:?}", scale.2);
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/performance.md");
    let text = std::fs::read_to_string(&file).unwrap();
    let (before, rest) = text.split_once(MARKS[0]).unwrap();
    let (written, after) = rest.split_once(MARKS[1]).unwrap();
    let expected = document(&counted);
    if std::env::var_os("WALLET_UPDATE_DOCUMENTS").is_some() {
        let text = [before, MARKS[0], &expected, MARKS[1], after].concat();
        return std::fs::write(&file, text).unwrap();
    }
    assert!(written == expected, "docs/performance.md is outdated: {expected}");
}

/// A chain without a subscription has neither ticks nor reads.
#[tokio::test]
async fn chain_without_a_subscription_costs_nothing() {
    let bench = Bench::new().await;
    let store = &bench.world.store;
    let watched = store.chains().await.unwrap();
    assert!(watched.is_empty());
    assert!(bench.meter.take().writes < 0.5);
    assert_eq!(store.checkpoint(bench.world.chain.key()).await.unwrap(), None);
}
