//! [`Watched`]: the chains and the table of the notifications, for the functions that watch and that serve them.

use crate::{Base, UpstreamFamily, with_keys};
use anyhow::Context;
use std::sync::Arc;
use wallet_core::ports::system::Clock;
use wallet_http::env;
use wallet_http::system::SystemClock;
use wallet_notifications::Retention;
use wallet_notifications::delivery::Schedule;
use wallet_notifications::ports::DeliveryQueue;
use wallet_store::aws::{AwsSettings, SdkConfig};
use wallet_store::cached_assets::CachedAssets;
use wallet_store::dynamodb::{self, DynamoNotifications};
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream_btc_like::BtcLikeUpstreams;
use wallet_upstream_eth_like::EthLikeNodes;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_watch::chains::{self, EthLikePorts};
use wallet_watch::{Chains, LoopPorts};

/// The variable with the watched chains.
const CHAINS: &str = "WALLET_CLOUD_NOTIFY_CHAINS";

/// The chains of all families with their upstreams, and the table of the notifications.
///
/// | Variable | Value |
/// |---|---|
/// | `WALLET_CLOUD_NOTIFICATIONS_TABLE` | the table of subscriptions, loops and events; required |
/// | `WALLET_CLOUD_NOTIFY_CHAINS` | the watched chains, `btc-livenet,eth-livenet`; the default is all chains |
/// | `WALLET_CLOUD_ASSETS_TABLE` | the table of asset changes, including the listed tokens of the EVM chains; required |
/// | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`BtcLikeUpstreams`], [`EthLikeNodes`] and [`XlmUpstreams`] |
/// | `WALLET_CLOUD_SECRETS_PREFIX`, `AWS_CA_BUNDLE` | see [`Base`] |
pub struct Watched {
    /// The table.
    pub database: Arc<DynamoNotifications>,
    /// The chains.
    pub chains: Chains,
    /// The connections to AWS.
    pub aws: SdkConfig,
    /// The clock of the operating system.
    pub clock: Arc<dyn Clock>,
    /// The HTTP client, without keys of upstreams.
    client: HttpClient,
}

impl Watched {
    /// Reads the environment. The error contains the name of the missing or invalid variable.
    pub async fn from_env() -> anyhow::Result<Self> {
        let table = env::required_var("WALLET_CLOUD_NOTIFICATIONS_TABLE")?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let client = HttpClient::new(Limits::default())?;
        let mut chains = chains_from_env(&client, &clock).await?;
        if let Some(list) = env::var(CHAINS) {
            chains = chains.only(&list).context(CHAINS)?;
        }
        let aws = AwsSettings::from_settings(env::var).load()?;
        Ok(Self {
            database: Arc::new(DynamoNotifications::new(dynamodb::Client::new(&aws), table)),
            chains,
            aws,
            clock,
            client,
        })
    }

    /// Reads the remaining environment of a function that serves requests.
    pub async fn base(&self) -> anyhow::Result<Base> {
        Base::with_client(self.client.clone(), Arc::clone(&self.clock)).await
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

/// Reads the upstreams of all families, each with the keys of the family.
async fn chains_from_env(client: &HttpClient, clock: &Arc<dyn Clock>) -> anyhow::Result<Chains> {
    let keyed = |family, requires_key| with_keys(client.clone(), family, requires_key, clock);

    let setting = |name: &str| wallet_upstream_btc_like::public_servers::or_public(name, env::var(name));
    let client = keyed(UpstreamFamily::BtcLike, BtcLikeUpstreams::requires_keys(setting)).await?;
    let btc_like = BtcLikeUpstreams::from_settings(client, clock, setting)?;

    let setting = |name: &str| wallet_upstream_eth_like::public_servers::or_public(name, env::var(name));
    let client = keyed(UpstreamFamily::EthLike, EthLikeNodes::requires_keys(setting)).await?;
    let nodes = EthLikeNodes::from_settings(client, clock, setting)?;

    let setting = |name: &str| wallet_upstream_xlm::public_servers::or_public(name, env::var(name));
    let client = keyed(UpstreamFamily::Xlm, XlmUpstreams::requires_keys(setting)).await?;
    let xlm = XlmUpstreams::from_settings(client, clock, setting)?;

    let table = env::required_var("WALLET_CLOUD_ASSETS_TABLE")?;
    let tokens = CachedAssets::on_aws(table, env::var, Arc::clone(clock)).await?;
    let eth_like = EthLikePorts {
        nodes: Arc::new(nodes),
        tokens: Arc::new(tokens),
    };
    Ok(chains::all(&Arc::new(btc_like), &eth_like, &Arc::new(xlm)))
}
