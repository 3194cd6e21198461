//! The connectors from a client's point of view: the real router, called without a socket, with a valid
//! token.

use super::api::asset_list::AssetList;
use super::router;
use super::stellar::Accounts;
use async_trait::async_trait;
use axum::Router;
use axum::body::Body;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{Method, Request};
use blockchain_connector_btc_like as btc_like;
use blockchain_connector_btc_like::{ChainTable, DOCUMENT, NAME, Services};
use blockchain_connector_eth_like as eth_like;
use blockchain_connector_xlm as xlm;
use http_body_util::BodyExt;
use serde_json::Value;
use std::sync::Arc;
use tower::ServiceExt;
use uuid::Uuid;
use wallet_client::Client;
use wallet_core::auth::{
    PERMISSION_TOKEN_LIFETIME, PermissionClaims, PermissionSet, PublicKeySet, SigningKeySet, Subject,
    sign_permission_token,
};
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::signing_keys::PublicKeys;
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_eth_like::{Chain, Params};
use wallet_http::system::{OsRandomness, SystemClock};
use wallet_http::{Authorizer, BroadcastLog, HttpConfig, OperatorLists, Service, mount};
use wallet_test_support::names::ScriptedServers;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream::config::setting_name;
use wallet_upstream_btc_like::BtcLikeUpstreams;
use wallet_upstream_eth_like::EthLikeNodes;

const ISSUER: &str = "https://wallet.example/authorization/v1";

#[derive(Debug)]
pub struct TestResponse {
    /// The HTTP status.
    pub status: u16,
    /// The body as JSON.
    pub body: Value,
}

/// The connectors and address info in their production configuration, with a client that has the permission
/// `read`.
#[derive(Debug)]
pub struct Connector {
    app: Router,
    name: &'static str,
    token: String,
}

impl Connector {
    /// Creates the UTXO connector without an upstream: only calls that require no chain data succeed.
    pub fn without_upstream() -> Self {
        Self::with_settings(NAME, |_| None)
    }

    /// Creates the EVM connector without an upstream.
    pub fn evm_without_upstream() -> Self {
        Self::with_settings(eth_like::NAME, |_| None)
    }

    /// Creates a connector with an upstream, `kind+url`, for a chain and network.
    ///
    /// The relay minimum of btc is that of nodes before Bitcoin Core 29.1, such as most nodes of the tests.
    pub fn over(chain: &str, network: Network, upstream: &str) -> Self {
        Self::over_with(chain, network, upstream, &[("WALLET_CLOUD_RELAY_MINIMUM_BTC", "1")])
    }

    /// Creates a connector with an upstream, `kind+url`, for a chain and network, and with further settings.
    pub fn over_with(chain: &str, network: Network, upstream: &str, settings: &[(&str, &str)]) -> Self {
        let name = setting_name(chain, network);
        let connector = Chain::from_name(chain).map_or(NAME, |_| eth_like::NAME);
        Self::with_settings(connector, |wanted| {
            let setting = settings.iter().find(|(name, _)| *name == wanted);
            let found = setting.map(|(_, value)| *value);
            found.or((wanted == name).then_some(upstream)).map(str::to_owned)
        })
    }

    /// Creates the EVM connector with an upstream for the names of a network, and with gateways of off-chain names.
    pub fn of_names(network: Network, upstream: &str, gateways: eth_like::NameGateways) -> Self {
        let name = setting_name(Params::names(network).chain.name(), network);
        let setting = |wanted: &str| (wanted == name).then(|| upstream.to_owned());
        Self::with_gateways(eth_like::NAME, gateways, setting)
    }

    /// Creates the Stellar connector with the given accounts.
    pub fn stellar(accounts: &Arc<Accounts>) -> Self {
        let (node, contracts, clock) = (Arc::clone(accounts), Arc::clone(accounts), Arc::clone(accounts));
        Self::serving(xlm::NAME, |authorizer| {
            let services = xlm::Services {
                authorizer,
                node,
                contracts,
                clock,
                memo_list: Arc::default(),
                lists: OperatorLists::default(),
                names: Arc::new(ScriptedServers::default()),
            };
            vec![Service::new(xlm::NAME, xlm::router(), services, xlm::DOCUMENT)]
        })
    }

    fn with_settings(name: &'static str, setting: impl Fn(&str) -> Option<String>) -> Self {
        Self::with_gateways(name, eth_like::NameGateways::default(), setting)
    }

    fn with_gateways(
        name: &'static str,
        gateways: eth_like::NameGateways,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let client = HttpClient::new(Limits::default()).expect("the default settings of the client");
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let nodes = EthLikeNodes::from_settings(client.clone(), &clock, &setting).expect("a valid upstream");
        let chains = ChainTable::from_settings(&setting).expect("valid rates");
        let upstreams = BtcLikeUpstreams::of_private_chains(client, &clock, setting).expect("a valid upstream");
        let upstreams = Arc::new(upstreams);
        Self::serving(name, |authorizer| {
            let info = address_info_btc_like::Services {
                authorizer: authorizer.clone(),
                index: upstreams.clone(),
                lists: OperatorLists::default(),
                prices: None,
                clock,
            };
            let evm = eth_like::Services {
                authorizer: authorizer.clone(),
                node: Arc::new(nodes),
                tokens: AssetList::empty(),
                tip_floors: eth_like::TipFloors::default(),
                broadcasts: BroadcastLog::default(),
                lists: OperatorLists::default(),
                gateways,
            };
            let services = Services {
                authorizer,
                node: upstreams,
                chains,
                broadcasts: BroadcastLog::default(),
                lists: OperatorLists::default(),
                resolver: btc_like::NameResolver::default(),
            };
            vec![
                Service::new(NAME, btc_like::router(), services, DOCUMENT),
                Service::new(eth_like::NAME, eth_like::router(), evm, eth_like::DOCUMENT),
                Service::new(
                    address_info_btc_like::NAME,
                    address_info_btc_like::router(),
                    info,
                    address_info_btc_like::DOCUMENT,
                ),
            ]
        })
    }

    /// Mounts services with new keys, of which the named service is called.
    fn serving(name: &'static str, services: impl FnOnce(Authorizer) -> Vec<Service>) -> Self {
        let keys = SigningKeySet::generate(&OsRandomness, SystemClock.now()).expect("fresh keys");
        let authorizer = Authorizer::new(Arc::new(FixedKeys::of(&keys)), ISSUER, Arc::new(SystemClock));
        Self {
            app: mount(services(authorizer), &HttpConfig::default()),
            name,
            token: token(&keys),
        }
    }

    /// Returns the Rust client of all mounted services, which repeats no call.
    pub fn client(&self) -> Client {
        router::client(&self.app, &self.token)
    }

    /// Sends `POST /api/{path}` with a JSON body to the connector.
    pub async fn post(&self, path: &str, body: &Value) -> TestResponse {
        self.call(Method::POST, path, body.to_string()).await
    }

    /// Sends `POST /api/{path}` to the connector and returns `data` of the response, which must be a success.
    pub async fn data(&self, path: &str, body: &Value) -> Value {
        data(self.post(path, body).await, path, body)
    }

    /// Sends `GET /api/{path}` to the connector and returns `data` of the response, which must be a success.
    pub async fn get_data(&self, path: &str) -> Value {
        data(self.get(path).await, path, &Value::Null)
    }

    /// Sends `GET /api/{path}` to the connector.
    pub async fn get(&self, path: &str) -> TestResponse {
        self.call(Method::GET, path, String::new()).await
    }

    async fn call(&self, method: Method, path: &str, body: String) -> TestResponse {
        let request = Request::builder()
            .method(method)
            .uri(format!("/{}/v1/api/{path}", self.name))
            .header(AUTHORIZATION, format!("Bearer {}", self.token))
            .header(CONTENT_TYPE, "application/json")
            .body(Body::from(body))
            .expect("a request");
        let response = self.app.clone().oneshot(request).await.expect("the router never fails");
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.expect("a body").to_bytes();
        let body = serde_json::from_slice(&body).expect("every response is JSON");
        TestResponse { status, body }
    }
}

fn data(mut response: TestResponse, path: &str, body: &Value) -> Value {
    assert_eq!(response.status, 200, "{path} returned {} for {body}", response.body);
    response.body["data"].take()
}

/// Returns a token in the format of the authorization service.
fn token(keys: &SigningKeySet) -> String {
    let now = SystemClock.now();
    let claims = PermissionClaims {
        subject: Subject::parse("merchant:oracles").expect("a subject"),
        token_id: Uuid::new_v4(),
        permissions: PermissionSet::parse(&["read"]).expect("a permission"),
        payload: None,
        expires_at: now.after(PERMISSION_TOKEN_LIFETIME),
    };
    sign_permission_token(keys, ISSUER, &claims, Uuid::new_v4(), now).expect("the keys are active")
}

/// A fixed set of public keys.
struct FixedKeys(Arc<PublicKeySet>);

impl FixedKeys {
    fn of(keys: &SigningKeySet) -> Self {
        Self(Arc::new(keys.public_keys().clone()))
    }
}

#[async_trait]
impl PublicKeys for FixedKeys {
    async fn public_keys(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        Ok(Arc::clone(&self.0))
    }

    async fn refresh(&self) -> Result<Arc<PublicKeySet>, StoreError> {
        self.public_keys().await
    }
}
