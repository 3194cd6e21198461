//! The services of the server. Adding one takes one line in [`all`].
//!
//! Each service is built by the function `service` of its package, which its Lambda function uses too.

use super::database::EmbeddedDatabase;
use super::secrets::Secrets;
use super::upstreams::Upstreams;
use crate::sandbox_api::{self, Operator};
use anyhow::Context;
use authorization::{Ports, RateQuotas};
use blockchain_connector_btc_like::ChainTable;
use blockchain_connector_eth_like::TipFloors;
use blockchain_connector_xlm::memo_list;
use secrecy::SecretString;
use std::sync::Arc;
use wallet_assets::seed;
use wallet_core::ports::system::Clock;
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_http::{Service, issuer};
use wallet_sandbox::Sandbox;
use wallet_store::cached_assets::CachedAssets;
use wallet_store::dynamodb::Adapters;

/// The services, with the values that must outlive them.
pub struct Services {
    /// The services for [`wallet_http::mount`].
    pub list: Vec<Service>,
    /// The sandbox chains, which stop when this is dropped.
    pub keep: Sandbox,
}

/// Returns all services.
#[rustfmt::skip]
pub async fn all(
    base_url: &str,
    database: &EmbeddedDatabase,
    secrets: &Secrets,
    upstreams: Upstreams,
    merchant_key: SecretString,
    settings: fn(&str) -> Option<String>,
) -> anyhow::Result<Services> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let authorization = authorization(base_url, database, secrets, &clock).await?;
    let authorization = authorization.with_quotas(RateQuotas::from_settings(settings)?);
    // All services verify tokens with the public keys of the authorization service.
    let authorizer = || authorization.authorizer.clone();
    let assets = Arc::new(CachedAssets::new(seed(), Arc::new(database.assets.clone()), clock.clone()));
    let Upstreams { btc_like, eth_like, xlm, prices, sandbox, .. } = upstreams;
    let eth_like_info = address_info_eth_like::Services {
        authorizer: authorizer(),
        node: eth_like.nodes.clone(),
        index: eth_like.indexes.clone(),
        tokens: assets.clone(),
    };
    let chains = ChainTable::from_settings(settings)?;
    let tip_floors = TipFloors::from_settings(settings)?;
    let memo_list = memo_list(settings)?;
    let operator = Operator { authorization: authorization.clone(), merchant_key };
    let list = vec![
        asset_info::service(authorizer(), assets, prices),
        address_info_btc_like::service(authorizer(), btc_like.clone()),
        address_info_eth_like::service(eth_like_info, Arc::new(eth_like.clone())),
        address_info_xlm::service(authorizer(), xlm.clone(), clock.clone()),
        blockchain_connector_btc_like::service(authorizer(), btc_like, chains),
        blockchain_connector_eth_like::service(authorizer(), eth_like.nodes, tip_floors),
        blockchain_connector_xlm::service(authorizer(), xlm, clock, memo_list),
        sandbox_api::service(sandbox_api::Services { chains: sandbox.chains(), operator }),
        authorization::service(authorization),
    ];
    Ok(Services { list, keep: sandbox })
}

async fn authorization(
    base_url: &str,
    database: &EmbeddedDatabase,
    secrets: &Secrets,
    clock: &Arc<dyn Clock>,
) -> anyhow::Result<authorization::Services> {
    let adapters = Adapters::new(&database.client, &database.tables);
    let ports = Ports {
        accounts: adapters.accounts,
        sessions: adapters.sessions,
        throttle: adapters.throttle,
        merchants: secrets.merchants.clone(),
        signing_keys: secrets.signing_keys.clone(),
        clock: Arc::clone(clock),
        randomness: Arc::new(OsRandomness),
    };
    let services = authorization::Services::new(ports, issuer(base_url));
    // Load the public keys now, so that bearer checks never wait for a secret.
    let keys = services.signing_keys.signing_keys().await;
    keys.context("the signing keys cannot be read")?;
    Ok(services)
}
