//! The services of the server, and `GET /openapi.json`: one OpenAPI document for all of them. Adding a service takes
//! one line in [`all`] and a line in `DOCUMENTS`.
//!
//! Each service is built by the function `service` of the package, which the Lambda function uses too.

use super::database::EmbeddedDatabase;
use super::secrets::Secrets;
use super::socket::{SocketLimits, Sockets};
use super::upstreams::Upstreams;
use super::watch::Background;
use anyhow::Context;
use authorization::{Ports, RateQuotas};
use axum::Router;
use axum::response::IntoResponse;
use axum::routing::get;
use blockchain_connector_btc_like::{ChainTable, NameResolver};
use blockchain_connector_eth_like::{NameGateways, TipFloors};
use blockchain_connector_xlm::memo_list;
use notifications::{OwnerLimits, Polls};
use std::sync::{Arc, LazyLock};
use wallet_assets::Seed;
use wallet_core::ports::public_fetch::PublicFetch;
use wallet_core::ports::system::Clock;
use wallet_deliver::socket::SocketPorts;
use wallet_deliver::{Deliverer, DelivererPorts, LocalQueue, LogReader, Sender, SenderPorts, SenderSettings};
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_http::{BroadcastLog, HttpConfig, OperatorLists, Service, env, issuer, openapi};
use wallet_notifications::Retention;
use wallet_notifications::delivery::Reach;
use wallet_store::cached_assets::CachedAssets;
use wallet_store::dynamodb::Adapters;
use wallet_store::lists::CachedLists;
use wallet_upstream::name_servers::NameServers;
use wallet_upstream_prices::PriceHistory;
use wallet_watch::LoopPorts;
use wallet_watch::chains::{self, EthLikePorts};
use wallet_xlm::MemoList;

/// The services of a deployment.
pub struct Services {
    /// The services for [`wallet_http::mount`].
    pub list: Vec<Service>,
    /// The state of the authorization service, for further services.
    pub authorization: authorization::Services,
    /// The loops and the deliveries of notifications.
    pub background: Background,
    /// The sockets of notifications.
    pub sockets: Arc<Sockets>,
}

/// The settings of the services that are not upstreams.
pub struct ServiceSettings {
    quotas: RateQuotas,
    chains: ChainTable,
    tip_floors: TipFloors,
    memo_list: MemoList,
    limits: OwnerLimits,
    retention: Retention,
}

impl ServiceSettings {
    /// Reads the settings; the error contains the name of an invalid setting.
    pub fn read(settings: impl Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        Ok(Self {
            quotas: RateQuotas::from_settings(&settings)?,
            chains: ChainTable::from_settings(&settings)?,
            tip_floors: TipFloors::from_settings(&settings)?,
            memo_list: memo_list(&settings)?,
            limits: OwnerLimits::from_settings(&settings)?,
            retention: env::parsed("WALLET_CLOUD_NOTIFY_RETENTION_DAYS", &settings)?.unwrap_or_default(),
        })
    }
}

/// Checks the settings of all services except their upstreams.
pub fn check_service_settings(settings: impl Fn(&str) -> Option<String>) -> anyhow::Result<()> {
    HttpConfig::from_settings(&settings)?;
    SenderSettings::from_settings(Reach::Public, &settings)?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    names(Reach::Public, &clock, &settings)?;
    ServiceSettings::read(settings).map(drop)
}

/// Returns the requests to servers of names in the networks of `reach`, the gateways of off-chain names, and the resolver of names.
fn names(
    reach: Reach,
    clock: &Arc<dyn Clock>,
    settings: impl Fn(&str) -> Option<String>,
) -> anyhow::Result<(Arc<dyn PublicFetch>, NameGateways, NameResolver)> {
    let servers: Arc<dyn PublicFetch> = Arc::new(NameServers::system(reach)?);
    let gateways = NameGateways::from_settings(servers.clone(), &settings)?;
    let resolver = NameResolver::from_settings(servers.clone(), clock.clone(), &settings)?;
    Ok((servers, gateways, resolver))
}

/// Returns all services, whose deliveries may go to the networks of `reach`.
#[rustfmt::skip]
pub async fn all(
    base_url: &str,
    database: &EmbeddedDatabase,
    secrets: &Secrets,
    upstreams: Upstreams,
    reach: Reach,
    settings: fn(&str) -> Option<String>,
) -> anyhow::Result<Services> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let ports = SenderPorts { master_keys: secrets.master_key.clone(), clock: clock.clone(), randomness: Arc::new(OsRandomness) };
    let sender = Sender::new(SenderSettings::from_settings(reach, settings)?, ports)?;
    let ServiceSettings { quotas, chains: chain_table, tip_floors, memo_list, limits, retention } = ServiceSettings::read(settings)?;
    let authorization = authorization(base_url, database, secrets, &clock).await?.with_quotas(quotas);
    // All services verify tokens with the public keys of the authorization service.
    let authorizer = || authorization.authorizer.clone();
    let assets = Arc::new(CachedAssets::new(Seed::BuiltIn, Arc::new(database.assets.clone()), clock.clone()));
    let Upstreams { btc_like, eth_like, xlm, prices } = upstreams;
    let past_prices = Arc::new(PriceHistory::new(prices.clone(), Arc::new(database.prices.clone()), clock.clone()));
    let watched = chains::watched(&btc_like, &EthLikePorts { nodes: eth_like.nodes.clone(), tokens: assets.clone() }, &xlm);
    let lists = OperatorLists::new(Arc::new(CachedLists::new(Arc::new(database.lists.clone()), clock.clone())));
    let database = Arc::new(database.notifications.clone());
    let queue = Arc::new(LocalQueue::default());
    let loops = LoopPorts {
        store: database.clone(), subscriptions: database.clone(), clock: clock.clone(),
        retention: retention.duration(), queue: queue.clone(),
        schedule: sender.schedule().clone(),
    };
    let broadcasts = BroadcastLog::new(database.clone(), clock.clone());
    let ports = DelivererPorts { deliveries: database.clone(), events: database.clone(), clock: clock.clone(), retention: retention.duration() };
    let background = Background { loops, chains: watched, deliverer: Arc::new(Deliverer::new(ports, sender.clone())), queue };
    let log = LogReader::informed(database.clone(), clock.clone(), background.queue.news());
    let ports = SocketPorts { authorizer: authorizer(), subscriptions: database.clone(), log: log.clone() };
    let (sockets, randomness) = (Sockets::new(ports, clock.clone(), SocketLimits::default()), Arc::new(OsRandomness));
    let notifications = notifications::Services {
        authorizer: authorizer(),
        subscriptions: database.clone(),
        log: log.clone(),
        loops: database.clone(),
        deliveries: database,
        master_keys: secrets.master_key.clone(),
        reach,
        sender,
        chains: chains::subscribed(&btc_like, &eth_like.nodes, &xlm),
        clock: clock.clone(), randomness, limits, polls: Polls::default(),
    };
    let eth_like_info = address_info_eth_like::Services {
        authorizer: authorizer(), node: eth_like.nodes.clone(), index: eth_like.indexes.clone(), tokens: assets.clone(),
        lists: lists.clone(), prices: Some(past_prices.clone()), clock: clock.clone(),
    };
    let (names, gateways, resolver) = names(reach, &clock, settings)?;
    let eth_like_connector = blockchain_connector_eth_like::Services {
        authorizer: authorizer(), node: eth_like.nodes.clone(), tokens: assets.clone(), tip_floors,
        broadcasts: broadcasts.clone(), lists: lists.clone(), gateways,
    };
    let list = vec![
        asset_info::service(authorizer(), assets, prices, past_prices.clone(), clock.clone()),
        address_info_btc_like::service(authorizer(), btc_like.clone(), Some(past_prices.clone()), clock.clone(), lists.clone()),
        address_info_eth_like::service(eth_like_info, Arc::new(eth_like.clone())),
        address_info_xlm::service(authorizer(), xlm.clone(), Some(past_prices), clock.clone(), lists.clone()),
        blockchain_connector_btc_like::service(authorizer(), btc_like, chain_table, broadcasts.clone(), lists.clone(), resolver),
        blockchain_connector_eth_like::service(eth_like_connector, eth_like.nodes),
        blockchain_connector_xlm::service(authorizer(), xlm, clock, memo_list, lists, names),
        notifications::service(notifications).with_routes(sockets.router()),
        authorization::service(authorization.clone()),
    ];
    Ok(Services { list, authorization, background, sockets })
}

async fn authorization(
    base_url: &str,
    database: &EmbeddedDatabase,
    secrets: &Secrets,
    clock: &Arc<dyn Clock>,
) -> anyhow::Result<authorization::Services> {
    let adapters = Adapters::new(&database.client, &database.tables);
    let ports = Ports {
        accounts: adapters.accounts,
        sessions: adapters.sessions,
        throttle: adapters.throttle,
        merchants: secrets.merchants.clone(),
        signing_keys: secrets.signing_keys.clone(),
        clock: Arc::clone(clock),
        randomness: Arc::new(OsRandomness),
    };
    let services = authorization::Services::new(ports, issuer(base_url));
    // Load the public keys now, so that bearer checks never wait for a secret.
    let keys = services.signing_keys.signing_keys().await;
    keys.context("the signing keys cannot be read")?;
    Ok(services)
}

/// The committed documents of the services, in the order of the combined document.
const DOCUMENTS: [(&str, &str); 9] = [
    (authorization::NAME, authorization::DOCUMENT),
    (asset_info::NAME, asset_info::DOCUMENT),
    (address_info_btc_like::NAME, address_info_btc_like::DOCUMENT),
    (address_info_eth_like::NAME, address_info_eth_like::DOCUMENT),
    (address_info_xlm::NAME, address_info_xlm::DOCUMENT),
    (
        blockchain_connector_btc_like::NAME,
        blockchain_connector_btc_like::DOCUMENT,
    ),
    (
        blockchain_connector_eth_like::NAME,
        blockchain_connector_eth_like::DOCUMENT,
    ),
    (blockchain_connector_xlm::NAME, blockchain_connector_xlm::DOCUMENT),
    (notifications::NAME, notifications::DOCUMENT),
];

/// The combined document, assembled on first use.
static COMBINED: LazyLock<String> = LazyLock::new(|| {
    let documents = DOCUMENTS.map(|(name, text)| (name, serde_json::from_str(text).unwrap_or_default()));
    format!("{:#}\n", openapi::combined(&documents))
});

/// Returns the combined document as JSON text.
pub fn combined_document() -> &'static str {
    &COMBINED
}

/// Adds the combined document to the routes of the services. Pages of every origin may read the document.
pub fn with_openapi(services: Router) -> Router {
    services.route("/openapi.json", get(combined))
}

async fn combined() -> impl IntoResponse {
    let headers = [
        ("content-type", "application/json"),
        ("access-control-allow-origin", "*"),
    ];
    (headers, combined_document())
}
