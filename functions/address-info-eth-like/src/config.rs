//! Settings of the function, besides those of every function ([`Base`]).
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`EthLikeNodes`], [`EthLikeHistories`] and [`or_public`] |
//! | `WALLET_CLOUD_ASSETS_TABLE` | table of asset changes, including the tokens with reported balances; required |
//! | `WALLET_CLOUD_PRICES_TABLE`, `WALLET_CLOUD_UPSTREAM_PRICES` | see [`Base::past_prices`] |
//! | `AWS_CA_BUNDLE` | see [`CachedAssets::on_aws`] |
//! | `WALLET_CLOUD_LISTS_TABLE` | see [`Base::lists`] |

use address_info_eth_like::{Services, service};
use axum::Router;
use std::sync::Arc;
use wallet_compose::{Base, UpstreamFamily};
use wallet_http::env;
use wallet_store::cached_assets::CachedAssets;
use wallet_upstream_eth_like::public_servers::or_public;
use wallet_upstream_eth_like::{EthLikeHistories, EthLikeNodes, NodesAndIndexes};

/// Builds the service. The error contains the name of the missing or invalid variable.
pub async fn app() -> anyhow::Result<Router> {
    let setting = |name: &str| or_public(name, env::var(name));
    let base = Base::from_env(UpstreamFamily::EthLike, EthLikeNodes::requires_keys(setting)).await?;
    let indexes = Arc::new(EthLikeHistories::from_settings(&base.client, &base.clock, setting)?);
    let nodes = Arc::new(EthLikeNodes::from_settings(base.client.clone(), &base.clock, setting)?);
    let table = env::required_var("WALLET_CLOUD_ASSETS_TABLE")?;
    let tokens = CachedAssets::on_aws(table, env::var, base.clock.clone()).await?;
    let upstreams = Arc::new(NodesAndIndexes {
        nodes: nodes.clone(),
        indexes: indexes.clone(),
    });
    let services = Services {
        authorizer: base.authorizer.clone(),
        node: nodes,
        index: indexes,
        tokens: Arc::new(tokens),
        lists: base.lists(),
        prices: base.past_prices().await?,
        clock: base.clock.clone(),
    };
    Ok(base.mount(service(services, upstreams)))
}
