//! The services of the server. Adding one takes one line in [`all`] and one function below it.

use super::database::EmbeddedDatabase;
use super::secrets::Secrets;
use super::upstreams::Upstreams;
use crate::sandbox_api;
use anyhow::Context;
use authorization::{OwnKeys, PasswordWork};
use blockchain_connector_btc_like::PriceFloors;
use std::sync::Arc;
use wallet_assets::seed;
use wallet_core::ports::signing_keys::SigningKeys;
use wallet_core::ports::system::{Clock, Randomness};
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_http::{Authorizer, Service, issuer};
use wallet_sandbox::Sandbox;
use wallet_store::cached_assets::CachedAssets;
use wallet_store::dynamodb::{DynamoAccounts, DynamoSessions, DynamoThrottle};
use wallet_upstream_btc_like::BtcLikeUpstreams;
use wallet_upstream_eth_like::EthLikeNodes;
use wallet_upstream_eth_like::NodesAndIndexes;
use wallet_upstream_xlm::XlmUpstreams;

/// The services, with the values that must outlive them.
pub struct Services {
    /// The services for [`wallet_http::mount`].
    pub list: Vec<Service>,
    /// The sandbox chains, which stop when this is dropped.
    pub keep: Sandbox,
}

/// Dependencies of several services.
struct Shared {
    keys: Arc<OwnKeys>,
    authorizer: Authorizer,
    issuer: Arc<str>,
    clock: Arc<dyn Clock>,
    randomness: Arc<dyn Randomness>,
}

/// Returns all services.
pub async fn all(
    base_url: &str,
    database: &EmbeddedDatabase,
    secrets: &Secrets,
    upstreams: Upstreams,
    settings: fn(&str) -> Option<String>,
) -> anyhow::Result<Services> {
    let shared = Shared::new(base_url, secrets).await?;
    let table = Arc::new(database.assets.clone());
    let assets = CachedAssets::new(seed(), table, Arc::clone(&shared.clock));
    let list = vec![
        authorization(&shared, database, secrets),
        asset_info(&shared, assets.clone()),
        address_info_btc_like(&shared, Arc::clone(&upstreams.utxo)),
        address_info_eth_like(&shared, upstreams.evm.clone(), assets),
        address_info_xlm(&shared, Arc::clone(&upstreams.xlm)),
        connector_btc_like(&shared, upstreams.utxo, PriceFloors::from_settings(settings)?),
        connector_eth_like(&shared, upstreams.evm.nodes),
        connector_xlm(&shared, upstreams.xlm),
        Service::undocumented("sandbox", sandbox_api::router(upstreams.sandbox.chains())),
    ];
    Ok(Services {
        list,
        keep: upstreams.sandbox,
    })
}

impl Shared {
    async fn new(base_url: &str, secrets: &Secrets) -> anyhow::Result<Self> {
        let keys = Arc::new(OwnKeys::new(secrets.signing_keys.clone()));
        // Load the public keys now, so that bearer checks never wait for a secret.
        keys.signing_keys().await.context("the signing keys cannot be read")?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let issuer: Arc<str> = issuer(base_url).into();
        let authorizer = Authorizer::new(keys.clone(), issuer.clone(), clock.clone());
        Ok(Self {
            keys,
            authorizer,
            issuer,
            clock,
            randomness: Arc::new(OsRandomness),
        })
    }
}

fn authorization(shared: &Shared, database: &EmbeddedDatabase, secrets: &Secrets) -> Service {
    use authorization::{NAME, openapi, router};
    let (client, tables) = (&database.client, &database.tables);
    let services = authorization::Services {
        accounts: Arc::new(DynamoAccounts::new(client.clone(), tables.clone())),
        sessions: Arc::new(DynamoSessions::new(client.clone(), tables.clone())),
        throttle: Arc::new(DynamoThrottle::new(client.clone(), tables.clone())),
        merchants: secrets.merchants.clone(),
        signing_keys: shared.keys.clone(),
        passwords: PasswordWork::new(Arc::clone(&shared.randomness)),
        clock: Arc::clone(&shared.clock),
        randomness: Arc::clone(&shared.randomness),
        authorizer: shared.authorizer.clone(),
        issuer: Arc::clone(&shared.issuer),
    };
    Service::new(NAME, router(), services, openapi())
}

fn asset_info(shared: &Shared, assets: CachedAssets) -> Service {
    use asset_info::{NAME, Services, openapi, router};
    let services = Services {
        authorizer: shared.authorizer.clone(),
        assets: Arc::new(assets),
    };
    Service::new(NAME, router(), services, openapi())
}

fn address_info_btc_like(shared: &Shared, upstreams: Arc<BtcLikeUpstreams>) -> Service {
    use address_info_btc_like::{NAME, Services, openapi, router};
    let services = Services {
        authorizer: shared.authorizer.clone(),
        index: upstreams.clone(),
    };
    Service::new(NAME, router(), services, openapi()).with_upstreams(upstreams)
}

fn address_info_eth_like(shared: &Shared, upstreams: NodesAndIndexes, assets: CachedAssets) -> Service {
    use address_info_eth_like::{NAME, Services, openapi, router};
    let services = Services {
        authorizer: shared.authorizer.clone(),
        node: upstreams.nodes.clone(),
        index: upstreams.indexes.clone(),
        tokens: Arc::new(assets),
    };
    Service::new(NAME, router(), services, openapi()).with_upstreams(Arc::new(upstreams))
}

fn address_info_xlm(shared: &Shared, upstreams: Arc<XlmUpstreams>) -> Service {
    use address_info_xlm::{NAME, Services, openapi, router};
    let services = Services {
        authorizer: shared.authorizer.clone(),
        index: upstreams.clone(),
        clock: Arc::clone(&shared.clock),
    };
    Service::new(NAME, router(), services, openapi()).with_upstreams(upstreams)
}

fn connector_btc_like(shared: &Shared, upstreams: Arc<BtcLikeUpstreams>, price_floors: PriceFloors) -> Service {
    use blockchain_connector_btc_like::{NAME, Services, openapi, router};
    let services = Services {
        authorizer: shared.authorizer.clone(),
        node: upstreams.clone(),
        price_floors,
    };
    Service::new(NAME, router(), services, openapi()).with_upstreams(upstreams)
}

fn connector_eth_like(shared: &Shared, upstreams: Arc<EthLikeNodes>) -> Service {
    use blockchain_connector_eth_like::{NAME, Services, openapi, router};
    let services = Services {
        authorizer: shared.authorizer.clone(),
        node: upstreams.clone(),
    };
    Service::new(NAME, router(), services, openapi()).with_upstreams(upstreams)
}

fn connector_xlm(shared: &Shared, upstreams: Arc<XlmUpstreams>) -> Service {
    use blockchain_connector_xlm::{NAME, Services, openapi, router};
    let services = Services {
        authorizer: shared.authorizer.clone(),
        node: upstreams.clone(),
        clock: Arc::clone(&shared.clock),
    };
    Service::new(NAME, router(), services, openapi()).with_upstreams(upstreams)
}
