//! The service with two chains in memory and the database of the local server.

use crate::notification_loop::chain::Chain;
use crate::support::client::{TestResponse, call, request};
use crate::support::tokens;
use async_trait::async_trait;
use axum::Router;
use axum::http::Method;
use notifications::{OwnerLimits, Polls};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use uuid::Uuid;
use wallet_cloud::serve::EmbeddedDatabase;
use wallet_core::ports::deadline::Deadline;
use wallet_deliver::{LogReader, News, Sender, SenderPorts, SenderSettings};
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_http::{HttpConfig, UpstreamRequests, mount};
use wallet_notifications::delivery::{Due, MasterKey, Reach, Schedule};
use wallet_notifications::ports::DeliveryQueue;
use wallet_store::dynamodb::DynamoNotifications;
use wallet_store::secrets::{CachedMasterKey, MemorySecrets, SecretNames, SecretStore};
use wallet_watch::{ChainLoop, Chains, LoopPorts, SubscribedChain, Tick, WatchedChain};

/// The path of the subscriptions.
pub const SUBSCRIPTIONS: &str = "/notifications/v1/api/subscription";

/// The path of the log.
pub const EVENTS: &str = "/notifications/v1/api/event";

/// The limits of this service: small, so that a test reaches them.
fn limits() -> OwnerLimits {
    let setting = |name: &str| match name {
        "WALLET_CLOUD_NOTIFY_MAX_SUBSCRIPTIONS" => Some("3,5".to_owned()),
        "WALLET_CLOUD_NOTIFY_MAX_ADDRESSES" => Some("40,60".to_owned()),
        _ => None,
    };
    OwnerLimits::from_settings(setting).expect("limits")
}

/// A bearer of tokens with the permission `notify`.
pub enum Bearer {
    /// The account with this number.
    Account(u128),
    /// The merchant `shop`.
    Merchant,
}

impl Bearer {
    /// Returns a token with the permission `notify`.
    pub fn token(&self) -> String {
        match self {
            Self::Account(number) => tokens::token_of(*number, &["notify"]),
            Self::Merchant => tokens::token_of_merchant("shop", &["notify"]),
        }
    }
}

/// The account that most tests use.
pub const OWNER: Bearer = Bearer::Account(1);

/// A different account.
pub const OTHER: Bearer = Bearer::Account(2);

/// The maximum number of failed ticks while a fixture follows the chains.
const MAX_FAILURES: usize = 20;

/// The service with the chains btc and ltc on testnet.
pub struct Fixture {
    pub router: Router,
    pub database: Arc<DynamoNotifications>,
    pub btc: Arc<Chain>,
    pub ltc: Arc<Chain>,
    /// The reports of the loops.
    pub news: News,
    loops: Vec<ChainLoop>,
    spent: u32,
}

impl Fixture {
    pub async fn new() -> Self {
        Self::with_keys(keys("wallet-cloud").await).await
    }

    /// Creates the service with a secret store that may lack the master key.
    pub async fn with_keys(keys: Arc<CachedMasterKey>) -> Self {
        Self::with(keys, Reach::Public).await
    }

    /// Creates the service with deliveries to loopback, as in the local server.
    pub async fn local() -> Self {
        Self::with(keys("wallet-cloud").await, Reach::PublicAndLoopback).await
    }

    async fn with(keys: Arc<CachedMasterKey>, reach: Reach) -> Self {
        let database = EmbeddedDatabase::open(None).await.expect("an empty database");
        let database = Arc::new(database.notifications);
        let (btc, ltc) = (Arc::new(Chain::new()), Arc::new(Chain::named("ltc")));
        let chains = [btc.clone(), ltc.clone()];
        let news = News::default();
        Self {
            router: router(&database, &chains, keys, reach),
            loops: chains.map(|chain| watch(&database, chain, &news)).into(),
            news,
            database,
            btc,
            ltc,
            spent: 0,
        }
    }

    pub async fn send(&self, bearer: &Bearer, method: Method, path: &str, body: Option<Value>) -> TestResponse {
        call(&self.router, request(method, path, &bearer.token(), body.as_ref())).await
    }

    pub async fn get(&self, bearer: &Bearer, path: &str) -> TestResponse {
        self.send(bearer, Method::GET, path, None).await
    }

    /// Creates a subscription.
    pub async fn create(&self, bearer: &Bearer, body: &Value) -> TestResponse {
        self.send(bearer, Method::POST, SUBSCRIPTIONS, Some(body.clone())).await
    }

    /// Creates a subscription to addresses on btc, and returns the id.
    pub async fn subscribe(&self, bearer: &Bearer, addresses: &[&str]) -> String {
        let created = self.create(bearer, &to_addresses(addresses)).await;
        created.data()["id"].as_str().expect("an id").to_owned()
    }

    /// Changes the addresses of a subscription.
    pub async fn change_addresses(&self, bearer: &Bearer, id: &str, body: Value) -> TestResponse {
        let path = format!("{SUBSCRIPTIONS}/{id}/addresses");
        self.send(bearer, Method::POST, &path, Some(body)).await
    }

    /// Pays an address on a chain in a pending transaction. Returns the id of the transaction.
    pub fn pay(&mut self, chain: &Chain, address: &str) -> String {
        self.spent += 1;
        let effects = BTreeMap::from([(address.to_owned(), 5)]);
        let sent = chain.send(effects, BTreeSet::from([self.spent]));
        sent.expect("outputs that no transaction spends")
    }

    /// Runs the loops of the chains that have subscriptions to the heads. A tick that exceeded the timeout of the storage, as
    /// on a busy machine, is repeated.
    pub async fn catch_up(&mut self) {
        for chain in &mut self.loops {
            let mut failures = 0;
            loop {
                let deadline = Deadline::at(Instant::now() + Duration::from_secs(30));
                match chain.tick(deadline).await {
                    Ok(Tick::More) => {}
                    Ok(_) => break,
                    Err(error) if failures == MAX_FAILURES => panic!("a tick: {error:?}"),
                    Err(_) => failures += 1,
                }
            }
        }
    }
}

/// Returns the body of a subscription to addresses on btc.
pub fn to_addresses(addresses: &[&str]) -> Value {
    json!({ "chain": "btc", "network": "testnet", "addresses": addresses })
}

/// The master key of the services.
const MASTER_KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// Returns the master key of the services.
pub fn master_key() -> MasterKey {
    MasterKey::parse(&MASTER_KEY.into()).expect("a key")
}

/// Returns a secret store that has the master key with the names of a prefix.
pub async fn keys(prefix: &str) -> Arc<CachedMasterKey> {
    let (store, names) = (MemorySecrets::default(), SecretNames::with_prefix("wallet-cloud"));
    let name = SecretNames::with_prefix(prefix).master_key();
    store.create(&name, &MASTER_KEY.into()).await.expect("a secret");
    Arc::new(CachedMasterKey::new(Arc::new(store), &names, Arc::new(SystemClock)))
}

/// Returns the push subscription of RFC 8291 appendix A.
pub fn push() -> Value {
    json!({
        "endpoint": "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    })
}

/// Returns the sender of the services.
pub fn sender(master_keys: &Arc<CachedMasterKey>, reach: Reach) -> Sender {
    let settings = SenderSettings::from_settings(reach, |_| None).expect("settings");
    let ports = SenderPorts {
        master_keys: master_keys.clone(),
        clock: Arc::new(SystemClock),
        randomness: Arc::new(OsRandomness),
    };
    Sender::new(settings, ports).expect("a sender")
}

fn router(
    database: &Arc<DynamoNotifications>,
    chains: &[Arc<Chain>],
    master_keys: Arc<CachedMasterKey>,
    reach: Reach,
) -> Router {
    let sender = sender(&master_keys, reach);
    let services = notifications::Services {
        authorizer: tokens::authorizer(),
        subscriptions: database.clone(),
        log: LogReader::polling(database.clone(), Arc::new(SystemClock)),
        loops: database.clone(),
        deliveries: database.clone(),
        master_keys,
        reach,
        sender,
        chains: Chains::new(chains.iter().map(|chain| chain.clone() as Arc<dyn SubscribedChain>)),
        clock: Arc::new(SystemClock),
        randomness: Arc::new(OsRandomness),
        limits: limits(),
        polls: Polls::default(),
    };
    let config = HttpConfig {
        upstream_requests: UpstreamRequests::UNLIMITED,
        ..HttpConfig::default()
    };
    mount(vec![notifications::service(services)], &config)
}

/// Leaves all deliveries in the database, and passes reports on.
struct Unqueued(News);

#[async_trait]
impl DeliveryQueue for Unqueued {
    async fn send(&self, _deliveries: &[Due]) {}

    async fn announce(&self, owner: &str) {
        self.0.announce(owner);
    }
}

fn watch(database: &Arc<DynamoNotifications>, chain: Arc<dyn WatchedChain>, news: &News) -> ChainLoop {
    let ports = LoopPorts {
        store: database.clone(),
        subscriptions: database.clone(),
        clock: Arc::new(SystemClock),
        retention: Duration::from_hours(24),
        queue: Arc::new(Unqueued(news.clone())),
        schedule: Schedule::default(),
    };
    ChainLoop::new(ports, chain, Uuid::new_v4())
}
