//! Settings of the function, besides the settings of every function ([`Base`]).
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_ASSETS_TABLE` | the table of changed assets; required |
//! | `WALLET_CLOUD_PRICES_TABLE` | the table of past prices; required |
//! | `AWS_CA_BUNDLE` | see [`CachedAssets::on_aws`] |
//! | `WALLET_CLOUD_UPSTREAM_PRICES` | see [`PriceUpstreams`] |

use asset_info::service;
use axum::Router;
use std::sync::Arc;
use wallet_compose::{Base, UpstreamFamily};
use wallet_http::env;
use wallet_store::cached_assets::CachedAssets;
use wallet_store::dynamodb::DynamoPrices;
use wallet_upstream_prices::{PriceHistory, PriceUpstreams};

/// Builds the service. The error contains the name of the missing or invalid variable.
pub async fn app() -> anyhow::Result<Router> {
    let base = Base::from_env(UpstreamFamily::Prices, PriceUpstreams::requires_keys(env::var)).await?;
    let table = env::required_var("WALLET_CLOUD_ASSETS_TABLE")?;
    let assets = CachedAssets::on_aws(table, env::var, base.clock.clone()).await?;
    let prices = PriceUpstreams::from_settings(&base.client, &base.clock, env::var)?;
    let prices = Arc::new(prices);
    let table = DynamoPrices::on_aws(env::required_var("WALLET_CLOUD_PRICES_TABLE")?, env::var)?;
    let past_prices = Arc::new(PriceHistory::new(prices.clone(), Arc::new(table), base.clock.clone()));
    let (authorizer, clock) = (base.authorizer.clone(), base.clock.clone());
    Ok(base.mount(service(authorizer, Arc::new(assets), prices, past_prices, clock)))
}
