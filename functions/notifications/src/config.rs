//! Settings of the function, besides the settings of every function ([`Base`]).
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_NOTIFICATIONS_TABLE`, `WALLET_CLOUD_NOTIFY_CHAINS` | see [`Notifications`] |
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`Notifications`] |
//! | `WALLET_CLOUD_SECRETS_PREFIX`, `AWS_CA_BUNDLE` | see [`CachedMasterKey::on_aws`] |
//! | `WALLET_CLOUD_NOTIFY_MAX_SUBSCRIPTIONS`, `WALLET_CLOUD_NOTIFY_MAX_ADDRESSES` | see [`OwnerLimits`] |
//! | `WALLET_CLOUD_NOTIFY_RETRY_SCHEDULE`, `WALLET_CLOUD_NOTIFY_SECRET_OVERLAP` | see [`SenderSettings`] |
//!
//! [`Base`]: wallet_compose::Base

use axum::Router;
use notifications::{OwnerLimits, Polls, Services, service};
use std::sync::Arc;
use wallet_compose::Notifications;
use wallet_deliver::{LogReader, Sender, SenderPorts, SenderSettings};
use wallet_http::env;
use wallet_http::system::OsRandomness;
use wallet_notifications::delivery::Reach;
use wallet_store::secrets::CachedMasterKey;

/// Builds the service. The error contains the name of the missing or invalid variable.
pub async fn app() -> anyhow::Result<Router> {
    let limits = OwnerLimits::from_settings(env::var)?;
    let sender = SenderSettings::from_settings(Reach::Public, env::var)?;
    let notifications = Notifications::subscribed().await?;
    let base = notifications.base().await?;
    let master_keys = Arc::new(CachedMasterKey::on_aws(env::var, notifications.clock.clone())?);
    let ports = SenderPorts {
        master_keys: master_keys.clone(),
        clock: notifications.clock.clone(),
        randomness: Arc::new(OsRandomness),
    };
    let sender = Sender::new(sender, ports)?;
    let services = Services {
        authorizer: base.authorizer.clone(),
        subscriptions: notifications.database.clone(),
        log: LogReader::polling(notifications.database.clone(), notifications.clock.clone()),
        loops: notifications.database.clone(),
        deliveries: notifications.database,
        master_keys,
        reach: Reach::Public,
        sender,
        chains: notifications.chains,
        clock: notifications.clock,
        randomness: Arc::new(OsRandomness),
        limits,
        polls: Polls::default(),
    };
    Ok(base.mount(service(services)))
}
