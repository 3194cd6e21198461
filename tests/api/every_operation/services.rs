//! All services in one router, over any upstreams.

use crate::asset_info::fixture::App;
use crate::authorization::fixture::Fixture;
use crate::notifications::fixture::{keys, sender};
use crate::support::asset_list::AssetList;
use async_trait::async_trait;
use axum::Router;
use blockchain_connector_btc_like::{ChainTable, NameResolver};
use blockchain_connector_eth_like::{NameGateways, TipFloors};
use notifications::{OwnerLimits, Polls};
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;
use wallet_assets::ports::Assets;
use wallet_cloud::serve::EmbeddedDatabase;
use wallet_core::auth::Subject;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::public_fetch::{FetchError, FetchRequest, Fetched, PublicFetch};
use wallet_core::ports::system::Clock;
use wallet_deliver::LogReader;
use wallet_http::system::OsRandomness;
use wallet_http::system::SystemClock;
use wallet_http::{Authorizer, BroadcastLog, HttpConfig, OperatorLists, UpstreamRequests, mount};
use wallet_notifications::delivery::{Reach, SecretVersion};
use wallet_notifications::ports::{CreateOutcome, NewSubscription, Subscriptions};
use wallet_notifications::{BlockId, ChainKey, Content, States, Subscription, Watched};
use wallet_store::dynamodb::DynamoNotifications;
use wallet_store::secrets::CachedMasterKey;
use wallet_test_support::past_prices::MemoryPrices;
use wallet_upstream::Failure;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream_btc_like::BtcLikeUpstreams;
use wallet_upstream_eth_like::{EthLikeHistories, EthLikeNodes, NodesAndIndexes};
use wallet_upstream_prices::{PriceHistory, PriceUpstreams};
use wallet_upstream_xlm::XlmUpstreams;
use wallet_watch::chains;

/// The upstreams of all chains and networks: one server, or none.
#[derive(Clone, Debug)]
pub struct Upstreams {
    /// The URL of the server.
    url: Option<String>,
    /// The time limit of a request.
    time: Duration,
    /// The budget of a caller.
    requests: UpstreamRequests,
    /// The kind of the upstreams of xlm.
    stellar: &'static str,
}

impl Upstreams {
    /// Generous, so that a busy machine does not look like a slow upstream.
    const TIME: Duration = Duration::from_secs(20);

    /// Returns no upstreams.
    pub const fn none() -> Self {
        Self {
            url: None,
            time: Self::TIME,
            requests: UpstreamRequests::UNLIMITED,
            stellar: "horizon",
        }
    }

    /// Returns the server at a URL as all upstreams.
    pub const fn at(url: String) -> Self {
        Self {
            url: Some(url),
            time: Self::TIME,
            requests: UpstreamRequests::UNLIMITED,
            stellar: "horizon",
        }
    }

    /// Sets the budget of a caller.
    pub fn with_budget(self, requests: UpstreamRequests) -> Self {
        Self { requests, ..self }
    }

    /// Returns the same upstreams with Stellar RPC instead of Horizon.
    pub fn with_stellar_rpc(&self) -> Self {
        Self {
            stellar: "stellar-rpc",
            ..self.clone()
        }
    }

    /// Sets the time limit of a request.
    pub fn within(self, time: Duration) -> Self {
        Self { time, ..self }
    }

    /// Returns the limits of a call, half of the time of a request.
    fn limits(&self) -> Limits {
        Limits {
            connect: self.time / 2,
            attempt: self.time / 2,
            body: 200_000,
        }
    }

    fn setting(&self, name: &str) -> Option<String> {
        let url = self.url.as_ref()?;
        let chain = name.strip_prefix("WALLET_CLOUD_UPSTREAM_")?;
        Some(match chain.split('_').next()? {
            "BTC" | "LTC" | "BCH" | "DOGE" => format!("blockbook+{url}"),
            "XLM" => format!("{}+{url}", self.stellar),
            "PRICES" => format!("coingecko+{url}"),
            _ => format!("jsonrpc+{url},etherscan+{url}/v2/api"),
        })
    }
}

/// Servers of names, all of which are the server of the upstreams.
struct OneServer {
    client: HttpClient,
    url: Option<String>,
}

#[async_trait]
impl PublicFetch for OneServer {
    async fn fetch(&self, _: FetchRequest<'_>, deadline: Deadline) -> Result<Fetched, FetchError> {
        let url = self.url.as_ref().ok_or(FetchError::Unresolved)?;
        let response = self.client.get(url.parse().expect("a URL"), deadline).await;
        match response {
            Ok(response) => Ok(Fetched {
                status: response.status(),
                body: response.text().unwrap_or_default().as_bytes().to_vec(),
            }),
            Err(Failure::TimedOut) => Err(FetchError::Timeout),
            Err(_) => Err(FetchError::Unavailable),
        }
    }
}

/// The storage of the services.
pub struct Stores {
    authorization: authorization::Services,
    assets: Arc<dyn Assets>,
    notifications: Arc<DynamoNotifications>,
    master_keys: Arc<CachedMasterKey>,
}

impl Stores {
    /// Creates empty stores.
    pub async fn new() -> Self {
        Self {
            authorization: Fixture::new().await.services,
            assets: App::new().await.services.assets,
            notifications: Arc::new(subscriptions().await),
            master_keys: keys("wallet-cloud").await,
        }
    }
}

/// Returns the database of notifications with the subscription of the examples, of the account of the tokens.
async fn subscriptions() -> DynamoNotifications {
    let database = EmbeddedDatabase::open(None).await.expect("a database").notifications;
    let head = BlockId {
        height: 1,
        hash: "00".to_owned(),
    };
    let subscription = Subscription {
        id: "0b7f4a52-6d0c-4f0e-9a57-3f6d1f1f9c11".parse().expect("an id"),
        owner: Subject::Account(Uuid::from_u128(7)).to_string(),
        chain: ChainKey::new("eth", Network::Livenet),
        watched: Watched::Addresses(0),
        states: States::default(),
        content: Content::Full,
        label: None,
        paused: false,
        since: head.clone(),
        last_sequence: 0,
        created_at: 0,
        digest: String::new(),
        webhook: None,
        secret: SecretVersion::default(),
        push: None,
    };
    let limits = OwnerLimits::from_settings(|_| None).expect("limits").account;
    let new = NewSubscription {
        subscription,
        items: Vec::new(),
        limits,
        head,
    };
    let outcome = database.create(new).await.expect("a subscription");
    assert!(matches!(outcome, CreateOutcome::Created(_)), "{outcome:?}");
    database
}

/// Returns all services, which verify tokens by this authorizer.
#[rustfmt::skip]
pub fn all(stores: &Stores, authorizer: &Authorizer, upstreams: &Upstreams) -> Router {
    let Stores { authorization, assets, notifications, master_keys } = stores;
    let setting = |name: &str| upstreams.setting(name);
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let client = HttpClient::new(upstreams.limits()).expect("a client");
    let btc_like = Arc::new(BtcLikeUpstreams::from_settings(client.clone(), &clock, setting).expect("upstreams"));
    let indexes = Arc::new(EthLikeHistories::from_settings(&client, &clock, setting).expect("upstreams"));
    let nodes = Arc::new(EthLikeNodes::from_settings(client.clone(), &clock, setting).expect("upstreams"));
    let prices = Arc::new(PriceUpstreams::from_settings(&client, &clock, setting).expect("upstreams"));
    let past_prices = Arc::new(PriceHistory::new(prices.clone(), Arc::new(MemoryPrices::default()), clock.clone()));
    let names = Arc::new(OneServer { client: client.clone(), url: upstreams.url.clone() });
    let dns = |_: &str| upstreams.url.as_ref().map(|_| "https://dns.example/dns-query".to_owned());
    let resolver = NameResolver::from_settings(names.clone(), clock.clone(), dns).expect("a resolver");
    let xlm = Arc::new(XlmUpstreams::from_settings(client, &clock, setting).expect("upstreams"));
    let eth_like_info = address_info_eth_like::Services {
        authorizer: authorizer.clone(),
        node: nodes.clone(),
        index: indexes.clone(),
        tokens: AssetList::empty(),
        lists: OperatorLists::default(),
        prices: Some(past_prices.clone()),
        clock: clock.clone(),
    };
    let eth_like_connector = blockchain_connector_eth_like::Services {
        authorizer: authorizer.clone(),
        node: nodes.clone(),
        tokens: AssetList::empty(),
        tip_floors: TipFloors::from_settings(|_| None).expect("floors"),
        broadcasts: BroadcastLog::default(),
        lists: OperatorLists::default(),
        gateways: NameGateways::default(),
    };
    let notifications = notifications::Services {
        authorizer: authorizer.clone(),
        subscriptions: notifications.clone(),
        log: LogReader::polling(notifications.clone(), clock.clone()),
        loops: notifications.clone(),
        deliveries: notifications.clone(),
        master_keys: master_keys.clone(),
        reach: Reach::Public,
        sender: sender(master_keys, Reach::Public),
        chains: chains::subscribed(&btc_like, &nodes, &xlm),
        clock: clock.clone(),
        randomness: Arc::new(OsRandomness),
        limits: OwnerLimits::from_settings(|_| None).expect("limits"),
        polls: Polls::default(),
    };
    let authorizer = || authorizer.clone();
    let services = vec![
        asset_info::service(authorizer(), assets.clone(), prices, past_prices.clone(), clock.clone()),
        address_info_btc_like::service(authorizer(), btc_like.clone(), Some(past_prices.clone()), clock.clone(), OperatorLists::default()),
        address_info_eth_like::service(eth_like_info, Arc::new(NodesAndIndexes { nodes: nodes.clone(), indexes })),
        address_info_xlm::service(authorizer(), xlm.clone(), Some(past_prices), clock.clone(), OperatorLists::default()),
        blockchain_connector_btc_like::service(authorizer(), btc_like, ChainTable::from_settings(|_| None).expect("rates"), BroadcastLog::default(), OperatorLists::default(), resolver),
        blockchain_connector_eth_like::service(eth_like_connector, nodes),
        blockchain_connector_xlm::service(authorizer(), xlm, clock, wallet_xlm::MemoList::default(), OperatorLists::default(), names),
        notifications::service(notifications),
        authorization::service(authorization::Services { authorizer: authorizer(), ..authorization.clone() }),
    ];
    let (request_time, upstream_requests) = (upstreams.time, upstreams.requests);
    mount(services, &HttpConfig { request_time, upstream_requests, ..HttpConfig::default() })
}
