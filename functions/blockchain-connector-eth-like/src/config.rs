//! Settings of the function, besides those of every function ([`Base`]).
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`EthLikeNodes`] and [`or_public`] |
//! | `WALLET_CLOUD_TIP_FLOOR_<CHAIN>` | see [`TipFloors`] |
//! | `WALLET_CLOUD_NOTIFICATIONS_TABLE` | see [`Base::broadcasts`] |
//! | `WALLET_CLOUD_LISTS_TABLE` | see [`Base::lists`] |
//! | `WALLET_CLOUD_NAME_GATEWAYS` | see [`NameGateways`] |

use axum::Router;
use blockchain_connector_eth_like::{NameGateways, TipFloors, service};
use std::sync::Arc;
use wallet_compose::{Base, UpstreamFamily, names};
use wallet_http::env;
use wallet_upstream_eth_like::EthLikeNodes;
use wallet_upstream_eth_like::public_servers::or_public;

/// Builds the service. The error contains the name of the missing or invalid variable.
pub async fn app() -> anyhow::Result<Router> {
    let setting = |name: &str| or_public(name, env::var(name));
    let base = Base::from_env(UpstreamFamily::EthLike, EthLikeNodes::requires_keys(setting)).await?;
    let nodes = EthLikeNodes::from_settings(base.client.clone(), &base.clock, setting)?;
    let gateways = NameGateways::from_settings(names()?, env::var)?;
    let tip_floors = TipFloors::from_settings(env::var)?;
    Ok(base.mount(service(
        base.authorizer.clone(),
        Arc::new(nodes),
        tip_floors,
        base.broadcasts(),
        base.lists(),
        gateways,
    )))
}
