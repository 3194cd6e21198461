//! [`Notifications`]: the chains and the table of the notifications, for the functions that watch and that serve them.

use crate::{Base, UpstreamFamily, with_keys};
use anyhow::Context;
use std::sync::Arc;
use wallet_assets::Seed;
use wallet_core::ports::system::Clock;
use wallet_http::env;
use wallet_http::system::SystemClock;
use wallet_notifications::Retention;
use wallet_notifications::delivery::Schedule;
use wallet_notifications::ports::DeliveryQueue;
use wallet_store::aws::{AwsSettings, SdkConfig};
use wallet_store::cached_assets::CachedAssets;
use wallet_store::dynamodb::{Client, DynamoAssets, DynamoNotifications};
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream_btc_like::BtcLikeUpstreams;
use wallet_upstream_eth_like::EthLikeNodes;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_watch::chains::{self, EthLikePorts};
use wallet_watch::{Chains, LoopPorts, SubscribedChain, WatchedChain};

/// The variable with the watched chains.
const CHAINS: &str = "WALLET_CLOUD_NOTIFY_CHAINS";

/// The chains of all families with their upstreams, as subscriptions or as the loops see them, and the table of the
/// notifications.
///
/// | Variable | Value |
/// |---|---|
/// | `WALLET_CLOUD_NOTIFICATIONS_TABLE` | the table of subscriptions, loops and events; required |
/// | `WALLET_CLOUD_NOTIFY_CHAINS` | the watched chains, `btc-livenet,eth-livenet`; the default is all chains |
/// | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`BtcLikeUpstreams`], [`EthLikeNodes`] and [`XlmUpstreams`] |
/// | `WALLET_CLOUD_SECRETS_PREFIX`, `AWS_CA_BUNDLE` | see [`Base`] |
pub struct Notifications<C: ?Sized> {
    /// The table.
    pub database: Arc<DynamoNotifications>,
    /// The chains.
    pub chains: Chains<C>,
    /// The connections to AWS.
    pub aws: SdkConfig,
    /// The clock of the operating system.
    pub clock: Arc<dyn Clock>,
    /// The HTTP client, without keys of upstreams.
    client: HttpClient,
}

impl Notifications<dyn SubscribedChain> {
    /// Reads the environment of a function that serves requests. The error contains the name of the missing or invalid
    /// variable.
    pub async fn subscribed() -> anyhow::Result<Self> {
        let start = Start::from_env().await?;
        let Upstreams {
            btc_like,
            eth_like,
            xlm,
        } = &start.upstreams;
        let chains = chains::subscribed(btc_like, eth_like, xlm);
        start.with(chains)
    }

    /// Reads the remaining environment of a function that serves requests.
    pub async fn base(&self) -> anyhow::Result<Base> {
        Base::with_client(self.client.clone(), Arc::clone(&self.clock)).await
    }
}

impl Notifications<dyn WatchedChain> {
    /// Reads the environment of a function that watches the chains. The error contains the name of the missing or invalid
    /// variable.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_ASSETS_TABLE` | the table of asset changes, including the listed tokens of the EVM chains; required |
    ///
    /// The table of asset changes is read for the first event of an EVM chain, since most ticks have none.
    pub async fn watched() -> anyhow::Result<Self> {
        let table = env::required_var("WALLET_CLOUD_ASSETS_TABLE")?;
        let start = Start::from_env().await?;
        let changes = Arc::new(DynamoAssets::new(start.dynamodb.clone(), table));
        let ports = EthLikePorts {
            nodes: Arc::clone(&start.upstreams.eth_like),
            tokens: Arc::new(CachedAssets::new(Seed::BuiltIn, changes, Arc::clone(&start.clock))),
        };
        let chains = chains::watched(&start.upstreams.btc_like, &ports, &start.upstreams.xlm);
        start.with(chains)
    }

    /// Returns the ports of the loops, which give the deliveries of new events to a queue.
    ///
    /// | Variable | Value |
    /// |---|---|
    /// | `WALLET_CLOUD_NOTIFY_RETENTION_DAYS` | the number of days for which the log keeps an event; the default is 30 |
    /// | `WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE` | the delays before the attempts of a delivery, see [`Schedule`] |
    pub fn loops(&self, queue: Arc<dyn DeliveryQueue>) -> anyhow::Result<LoopPorts> {
        let retention: Option<Retention> = env::parsed("WALLET_CLOUD_NOTIFY_RETENTION_DAYS", env::var)?;
        let schedule: Option<Schedule> = env::parsed("WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE", env::var)?;
        Ok(LoopPorts {
            store: self.database.clone(),
            subscriptions: self.database.clone(),
            clock: Arc::clone(&self.clock),
            retention: retention.unwrap_or_default().duration(),
            queue,
            schedule: schedule.unwrap_or_default(),
        })
    }
}

/// The parts that the functions share before the chains.
struct Start {
    table: String,
    clock: Arc<dyn Clock>,
    client: HttpClient,
    upstreams: Upstreams,
    aws: SdkConfig,
    dynamodb: Client,
}

impl Start {
    async fn from_env() -> anyhow::Result<Self> {
        let table = env::required_var("WALLET_CLOUD_NOTIFICATIONS_TABLE")?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let client = HttpClient::new(Limits::default())?;
        let aws = AwsSettings::from_settings(env::var).load()?;
        Ok(Self {
            table,
            upstreams: Upstreams::from_env(&client, &clock).await?,
            clock,
            client,
            dynamodb: Client::new(&aws),
            aws,
        })
    }

    /// Adds the chains, of which only the watched ones remain.
    fn with<C: SubscribedChain + ?Sized>(self, mut chains: Chains<C>) -> anyhow::Result<Notifications<C>> {
        if let Some(list) = env::var(CHAINS) {
            chains = chains.only(&list).context(CHAINS)?;
        }
        Ok(Notifications {
            database: Arc::new(DynamoNotifications::new(self.dynamodb, self.table)),
            chains,
            aws: self.aws,
            clock: self.clock,
            client: self.client,
        })
    }
}

/// The upstreams of all families, each with the keys of the family.
struct Upstreams {
    btc_like: Arc<BtcLikeUpstreams>,
    eth_like: Arc<EthLikeNodes>,
    xlm: Arc<XlmUpstreams>,
}

impl Upstreams {
    async fn from_env(client: &HttpClient, clock: &Arc<dyn Clock>) -> anyhow::Result<Self> {
        let keyed = |family, requires_key| with_keys(client.clone(), family, requires_key, clock);

        let setting = |name: &str| wallet_upstream_btc_like::public_servers::or_public(name, env::var(name));
        let client = keyed(UpstreamFamily::BtcLike, BtcLikeUpstreams::requires_keys(setting)).await?;
        let btc_like = BtcLikeUpstreams::from_settings(client, clock, setting)?;

        let setting = |name: &str| wallet_upstream_eth_like::public_servers::or_public(name, env::var(name));
        let client = keyed(UpstreamFamily::EthLike, EthLikeNodes::requires_keys(setting)).await?;
        let eth_like = EthLikeNodes::from_settings(client, clock, setting)?;

        let setting = |name: &str| wallet_upstream_xlm::public_servers::or_public(name, env::var(name));
        let client = keyed(UpstreamFamily::Xlm, XlmUpstreams::requires_keys(setting)).await?;
        let xlm = XlmUpstreams::from_settings(client, clock, setting)?;

        Ok(Self {
            btc_like: Arc::new(btc_like),
            eth_like: Arc::new(eth_like),
            xlm: Arc::new(xlm),
        })
    }
}
