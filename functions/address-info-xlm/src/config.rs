//! Settings of the function, besides those of every function ([`Base`]).
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_UPSTREAM_XLM_<NETWORK>` | see [`XlmUpstreams`] and [`or_public`] |
//! | `WALLET_CLOUD_LISTS_TABLE` | see [`Base::lists`] |
//! | `WALLET_CLOUD_PRICES_TABLE`, `WALLET_CLOUD_UPSTREAM_PRICES` | see [`Base::past_prices`] |

use address_info_xlm::service;
use axum::Router;
use std::sync::Arc;
use wallet_compose::{Base, UpstreamFamily};
use wallet_http::env;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_upstream_xlm::public_servers::or_public;

/// Builds the service. The error contains the name of the missing or invalid variable.
pub async fn app() -> anyhow::Result<Router> {
    let setting = |name: &str| or_public(name, env::var(name));
    let base = Base::from_env(UpstreamFamily::Xlm, XlmUpstreams::requires_keys(setting)).await?;
    let upstreams = Arc::new(XlmUpstreams::from_settings(base.client.clone(), &base.clock, setting)?);
    let (authorizer, prices) = (base.authorizer.clone(), base.past_prices().await?);
    let (clock, lists) = (base.clock.clone(), base.lists());
    Ok(base.mount(service(authorizer, upstreams, prices, clock, lists)))
}
