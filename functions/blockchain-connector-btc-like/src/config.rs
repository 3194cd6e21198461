//! Settings of the function, besides those of every function ([`Base`]).
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`BtcLikeUpstreams`] and [`or_public`] |
//! | `WALLET_CLOUD_RELAY_MINIMUM_<CHAIN>`, `WALLET_CLOUD_PRICE_FLOOR_<CHAIN>` | see [`ChainTable`] |
//! | `WALLET_CLOUD_NOTIFICATIONS_TABLE` | see [`Base::broadcasts`] |
//! | `WALLET_CLOUD_LISTS_TABLE` | see [`Base::lists`] |
//! | `WALLET_CLOUD_DNS_OVER_HTTPS` | see [`NameResolver`] |

use axum::Router;
use blockchain_connector_btc_like::{ChainTable, NameResolver, service};
use std::sync::Arc;
use wallet_compose::{Base, UpstreamFamily, names};
use wallet_http::env;
use wallet_upstream_btc_like::BtcLikeUpstreams;
use wallet_upstream_btc_like::public_servers::or_public;

/// Builds the service. The error contains the name of the missing or invalid variable.
pub async fn app() -> anyhow::Result<Router> {
    let setting = |name: &str| or_public(name, env::var(name));
    let base = Base::from_env(UpstreamFamily::BtcLike, BtcLikeUpstreams::requires_keys(setting)).await?;
    let upstreams = Arc::new(BtcLikeUpstreams::from_settings(
        base.client.clone(),
        &base.clock,
        setting,
    )?);
    let resolver = NameResolver::from_settings(names()?, base.clock.clone(), env::var)?;
    let chains = ChainTable::from_settings(env::var)?;
    Ok(base.mount(service(
        base.authorizer.clone(),
        upstreams,
        chains,
        base.broadcasts(),
        base.lists(),
        resolver,
    )))
}
