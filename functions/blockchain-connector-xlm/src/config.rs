//! Settings of the function, besides those of every function ([`Base`]).
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_UPSTREAM_XLM_<NETWORK>` | see [`XlmUpstreams`] and [`or_public`] |
//! | `WALLET_CLOUD_MEMO_REQUIRED` | see [`memo_list`] |
//! | `WALLET_CLOUD_LISTS_TABLE` | see [`Base::lists`] |

use axum::Router;
use blockchain_connector_xlm::{memo_list, service};
use std::sync::Arc;
use wallet_compose::{Base, UpstreamFamily, names};
use wallet_http::env;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_upstream_xlm::public_servers::or_public;

/// Builds the service. The error contains the name of the missing or invalid variable.
pub async fn app() -> anyhow::Result<Router> {
    let setting = |name: &str| or_public(name, env::var(name));
    let base = Base::from_env(UpstreamFamily::Xlm, XlmUpstreams::requires_keys(setting)).await?;
    let upstreams = Arc::new(XlmUpstreams::from_settings(base.client.clone(), &base.clock, setting)?);
    let memo_list = memo_list(env::var)?;
    Ok(base.mount(service(
        base.authorizer.clone(),
        upstreams,
        base.clock.clone(),
        memo_list,
        base.lists(),
        names()?,
    )))
}
