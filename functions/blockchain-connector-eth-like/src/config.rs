//! Settings of the function, besides those of every function ([`Base`]).
//!
//! | Variable | Value |
//! |---|---|
//! | `WALLET_CLOUD_UPSTREAM_<CHAIN>_<NETWORK>` | see [`EthLikeNodes`] and [`or_public`] |
//! | `WALLET_CLOUD_TIP_FLOOR_<CHAIN>` | see [`TipFloors`] |
//! | `WALLET_CLOUD_ASSETS_TABLE` | table of asset changes, for the listed tokens of previews; required |
//! | `AWS_CA_BUNDLE` | see [`AwsSettings`] |
//! | `WALLET_CLOUD_NOTIFICATIONS_TABLE` | see [`Base::broadcasts`] |
//! | `WALLET_CLOUD_LISTS_TABLE` | see [`Base::lists`] |
//! | `WALLET_CLOUD_NAME_GATEWAYS` | see [`NameGateways`] |

use axum::Router;
use blockchain_connector_eth_like::{NameGateways, Services, TipFloors, service};
use std::sync::Arc;
use wallet_compose::{Base, UpstreamFamily, names};
use wallet_http::env;
use wallet_store::aws::AwsSettings;
use wallet_store::signed_assets::SignedAssets;
use wallet_upstream_eth_like::EthLikeNodes;
use wallet_upstream_eth_like::public_servers::or_public;

/// Builds the service. The error contains the name of the missing or invalid variable.
///
/// The table of asset changes is read for previews with a signed request: the start of payments does not depend on the table.
pub async fn app() -> anyhow::Result<Router> {
    let setting = |name: &str| or_public(name, env::var(name));
    let base = Base::from_env(UpstreamFamily::EthLike, EthLikeNodes::requires_keys(setting)).await?;
    let nodes = Arc::new(EthLikeNodes::from_settings(base.client.clone(), &base.clock, setting)?);
    let table = env::required_var("WALLET_CLOUD_ASSETS_TABLE")?;
    let services = Services {
        authorizer: base.authorizer.clone(),
        node: nodes.clone(),
        tokens: Arc::new(SignedAssets::new(AwsSettings::from_settings(env::var), table)),
        tip_floors: TipFloors::from_settings(env::var)?,
        broadcasts: base.broadcasts(),
        lists: base.lists(),
        gateways: NameGateways::from_settings(names()?, env::var)?,
    };
    Ok(base.mount(service(services, nodes)))
}
