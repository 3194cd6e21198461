//! The services, built like in their composition roots but without a network.
//!
//! The conversion of an event is visible before any external data is required: a request that reaches the
//! database or an upstream was parsed, and gets a 503.

use authorization::{OwnKeys, PasswordWork, RateQuotas};
use axum::Router;
use blockchain_connector_btc_like as btc_like;
use blockchain_connector_eth_like as eth_like;
use blockchain_connector_xlm as xlm;
use std::sync::Arc;
use wallet_assets::Seed;
use wallet_core::ports::system::Clock;
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_http::{BroadcastLog, HttpConfig, OperatorLists, Service, mount};
use wallet_store::aws::AwsSettings;
use wallet_store::cached_assets::CachedAssets;
use wallet_store::dynamodb::{Client, DynamoAccounts, DynamoAssets, DynamoSessions, DynamoThrottle, Tables};
use wallet_store::secrets::{CachedMerchants, CachedSigningKeys, MemorySecrets, SecretNames};
use wallet_test_support::names::ScriptedServers;
use wallet_test_support::past_prices::NoPastPrices;
use wallet_test_support::tokens;
use wallet_tests::support::api::asset_list::AssetList;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream_btc_like::BtcLikeUpstreams;
use wallet_upstream_eth_like::EthLikeHistories;
use wallet_upstream_eth_like::EthLikeNodes;
use wallet_upstream_prices::PriceUpstreams;
use wallet_upstream_xlm::XlmUpstreams;

/// The base path of the authorization service.
pub const AUTHORIZATION: &str = "/authorization/v1";

/// The base path of the connector.
pub const CONNECTOR: &str = "/blockchain-connector-btc-like/v1";

/// The base path of the EVM connector.
pub const EVM_CONNECTOR: &str = "/blockchain-connector-eth-like/v1";

/// The base path of EVM address info.
pub const EVM_ADDRESS_INFO: &str = "/address-info-eth-like/v1";

/// The base path of the Stellar connector.
pub const XLM_CONNECTOR: &str = "/blockchain-connector-xlm/v1";

/// The base path of address info for Stellar.
pub const XLM_ADDRESS_INFO: &str = "/address-info-xlm/v1";

/// The base path of asset info.
pub const ASSET_INFO: &str = "/asset-info/v1";

/// Returns the connector of the UTXO chains without a configured upstream.
pub fn connector() -> Router {
    let client = HttpClient::new(Limits::default()).expect("TLS is compiled in");
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let services = btc_like::Services {
        authorizer: tokens::authorizer(),
        node: Arc::new(BtcLikeUpstreams::from_settings(client, &clock, |_| None).expect("nothing is set")),
        chains: btc_like::ChainTable::default(),
        broadcasts: BroadcastLog::default(),
        lists: OperatorLists::default(),
        resolver: btc_like::NameResolver::default(),
    };
    let service = Service::new(btc_like::NAME, btc_like::router(), services, btc_like::DOCUMENT);
    mount(vec![service], &HttpConfig::default())
}

/// Returns the EVM connector without a configured upstream.
pub fn evm_connector() -> Router {
    let client = HttpClient::new(Limits::default()).expect("TLS is compiled in");
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let services = eth_like::Services {
        authorizer: tokens::authorizer(),
        node: Arc::new(EthLikeNodes::from_settings(client, &clock, |_| None).expect("nothing is set")),
        tokens: AssetList::empty(),
        tip_floors: eth_like::TipFloors::default(),
        broadcasts: BroadcastLog::default(),
        lists: OperatorLists::default(),
        gateways: eth_like::NameGateways::default(),
    };
    let service = Service::new(eth_like::NAME, eth_like::router(), services, eth_like::DOCUMENT);
    mount(vec![service], &HttpConfig::default())
}

/// Returns the Stellar connector without a configured upstream.
pub fn xlm_connector() -> Router {
    let client = HttpClient::new(Limits::default()).expect("TLS is compiled in");
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let upstreams = Arc::new(XlmUpstreams::from_settings(client, &clock, |_| None).expect("nothing is set"));
    let services = xlm::Services {
        authorizer: tokens::authorizer(),
        node: upstreams.clone(),
        contracts: upstreams,
        clock,
        memo_list: Arc::default(),
        lists: OperatorLists::default(),
        names: Arc::new(ScriptedServers::default()),
    };
    let service = Service::new(xlm::NAME, xlm::router(), services, xlm::DOCUMENT);
    mount(vec![service], &HttpConfig::default())
}

/// Returns Stellar address info without a configured upstream.
pub fn xlm_address_info() -> Router {
    use address_info_xlm::{DOCUMENT, NAME, Services, router};
    let client = HttpClient::new(Limits::default()).expect("TLS is compiled in");
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let upstreams = Arc::new(XlmUpstreams::from_settings(client, &clock, |_| None).expect("nothing is set"));
    let services = Services {
        authorizer: tokens::authorizer(),
        index: upstreams.clone(),
        tokens: upstreams,
        prices: None,
        clock,
        lists: OperatorLists::default(),
    };
    let service = Service::new(NAME, router(), services, DOCUMENT);
    mount(vec![service], &HttpConfig::default())
}

/// Returns EVM address info with an unreachable database and without a configured upstream.
pub async fn evm_address_info() -> Router {
    use address_info_eth_like::{DOCUMENT, NAME, Services, router};
    let client = HttpClient::new(Limits::default()).expect("TLS is compiled in");
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let services = Services {
        authorizer: tokens::authorizer(),
        index: Arc::new(EthLikeHistories::from_settings(&client, &clock, |_| None).expect("nothing is set")),
        node: Arc::new(EthLikeNodes::from_settings(client, &clock, |_| None).expect("nothing is set")),
        tokens: Arc::new(unreachable_assets()),
        lists: OperatorLists::default(),
        prices: None,
        clock,
    };
    mount(
        vec![Service::new(NAME, router(), services, DOCUMENT)],
        &HttpConfig::default(),
    )
}

fn unreachable_assets() -> CachedAssets {
    let unreachable = AwsSettings::emulator("http://127.0.0.1:1")
        .load()
        .expect("settings of an emulator");
    let table = DynamoAssets::new(Client::new(&unreachable), "none".to_owned());
    CachedAssets::new(Seed::BuiltIn, Arc::new(table), Arc::new(SystemClock))
}

/// Returns asset info with an unreachable database.
pub async fn asset_info() -> Router {
    use asset_info::{DOCUMENT, NAME, Services, router};
    let services = Services {
        authorizer: tokens::authorizer(),
        assets: Arc::new(unreachable_assets()),
        prices: Arc::new(no_prices()),
        past_prices: Arc::new(NoPastPrices),
        clock: Arc::new(SystemClock),
    };
    mount(
        vec![Service::new(NAME, router(), services, DOCUMENT)],
        &HttpConfig::default(),
    )
}

fn no_prices() -> PriceUpstreams {
    let client = HttpClient::new(Limits::default()).expect("a client");
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    PriceUpstreams::from_settings(&client, &clock, |_| None).expect("nothing is set")
}

/// Returns the authorization service with an unreachable database.
pub async fn authorization() -> Router {
    let unreachable = AwsSettings::emulator("http://127.0.0.1:1")
        .load()
        .expect("settings of an emulator");
    let (database, tables) = (Client::new(&unreachable), Tables::with_prefix("none"));
    let (secrets, names) = (Arc::new(MemorySecrets::default()), SecretNames::with_prefix("none"));
    let clock = Arc::new(SystemClock);
    let signing_keys = CachedSigningKeys::new(secrets.clone(), &names, clock.clone());
    let services = authorization::Services {
        accounts: Arc::new(DynamoAccounts::new(database.clone(), tables.clone())),
        sessions: Arc::new(DynamoSessions::new(database.clone(), tables.clone())),
        throttle: Arc::new(DynamoThrottle::new(database, tables)),
        merchants: Arc::new(CachedMerchants::new(secrets, names, clock.clone())),
        signing_keys: Arc::new(OwnKeys::new(Arc::new(signing_keys))),
        passwords: PasswordWork::new(Arc::new(OsRandomness)),
        quotas: RateQuotas::default(),
        authorizer: tokens::authorizer(),
        clock,
        randomness: Arc::new(OsRandomness),
        issuer: "https://wallet.example/authorization/v1".into(),
    };
    mount(vec![authorization::service(services)], &HttpConfig::default())
}
