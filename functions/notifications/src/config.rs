//! Settings of the function, besides the settings of every function ([`Base`]).
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_NOTIFICATIONS_TABLE`, `WALLET_CLOUD_ASSETS_TABLE` | see [`Watched`] |
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`Watched`] |
//! | `WALLET_CLOUD_SECRETS_PREFIX`, `AWS_CA_BUNDLE` | see [`master_keys`] |
//! | `WALLET_CLOUD_NOTIFY_MAX_SUBSCRIPTIONS`, `WALLET_CLOUD_NOTIFY_MAX_ADDRESSES` | see [`OwnerLimits`] |
//!
//! [`Base`]: wallet_compose::Base

use axum::Router;
use notifications::{OwnerLimits, Polls, Services, service};
use std::sync::Arc;
use wallet_compose::{Watched, master_keys};
use wallet_http::env;
use wallet_http::system::OsRandomness;
use wallet_notifications::delivery::Reach;

/// Builds the service. The error contains the name of the missing or invalid variable.
pub async fn app() -> anyhow::Result<Router> {
    let limits = OwnerLimits::from_settings(env::var)?;
    let watched = Watched::from_env().await?;
    let base = watched.base().await?;
    let services = Services {
        authorizer: base.authorizer.clone(),
        subscriptions: watched.database.clone(),
        log: watched.database.clone(),
        loops: watched.database.clone(),
        deliveries: watched.database,
        master_keys: master_keys(&watched.clock)?,
        reach: Reach::Public,
        chains: watched.chains,
        clock: watched.clock,
        randomness: Arc::new(OsRandomness),
        limits,
        polls: Polls::default(),
    };
    Ok(base.mount(service(services)))
}
