//! The service under test, and the scripted Horizons.

use super::horizon::Ledger;
use crate::support::client::{TestResponse, call, request};
use crate::support::stellar_rpc::RpcNetwork;
use crate::support::stub::{Reply, Request, Stub};
use crate::support::timeouts::Timeouts;
use crate::support::tokens;
use address_info_xlm::{DOCUMENT, NAME, Services, router};
use axum::Router;
use axum::http::Method;
use blockchain_connector_xlm as connector;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::Barrier;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::{HttpConfig, OperatorLists, Service, UpstreamRequests, mount};
use wallet_test_support::names::ScriptedServers;
use wallet_test_support::past_prices::FixedPrices;
use wallet_upstream::client::HttpClient;
use wallet_upstream_xlm::XlmUpstreams;

/// The account under test, a different account and an issuer.
pub const OWN: &str = "GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K";
pub const OTHER: &str = "GDAT5HWTGIU4TSSZ4752OUC4SABDLTLZFRPZUJ3D6LKBNEPA7V2CIG54";
pub const ISSUER: &str = "GDJKBIYIPBE2NC5XIZX6GCFZHVWFUA7ONMQUOOVTLIM3BESTI4BYADAN";
/// Muxed users 1278881 and 7 of the account under test, and user 7 of the second account.
pub const OWN_MUXED: &str = "MAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2AAAAAAAAE4DUGF2O";
pub const OWN_MUXED_7: &str = "MAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2AAAAAAAAAAAA5PSM";
pub const OTHER_MUXED_7: &str = "MDAT5HWTGIU4TSSZ4752OUC4SABDLTLZFRPZUJ3D6LKBNEPA7V2CIAAAAAAAAAAAA6PGI";
/// A pool, and a claimable balance.
pub const POOL: &str = "2c0bfa623845dd101cbf074a1ca1ae4b2458cc8d0104ad65939ebe2cd9054355";
pub const BALANCE: &str = "000000000102030405060708091011121314151617181920212223242526272829303132";
pub const CONTRACT: &str = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA";

/// The service's clock, two seconds after the latest ledger closed: 2027-01-15T07:59:59Z.
pub const NOW: u64 = 1_799_999_999;

/// Returns the timeouts of the service.
fn timeouts() -> Timeouts {
    Timeouts::of_test(1_000_000)
}

/// A clock that always returns `NOW`.
struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(NOW)
    }
}

/// A Horizon server with the state.
struct Server {
    stub: Stub,
    ledger: Arc<Mutex<Ledger>>,
}

impl Server {
    async fn start() -> Self {
        Self::start_with(|_, reply| reply).await
    }

    /// Starts a server with changing replies.
    async fn start_with(change: impl Fn(&Request, Reply) -> Reply + Send + Sync + 'static) -> Self {
        let ledger = Arc::new(Mutex::new(Ledger::default()));
        let script = Arc::clone(&ledger);
        let response = move |request: &Request| -> Reply {
            let reply = script.lock().expect("no panic while held").response(request);
            change(request, reply)
        };
        Self {
            stub: Stub::start(response).await,
            ledger,
        }
    }
}

/// The service with a token for calls.
pub struct App {
    /// The router as deployed.
    pub router: Router,
    token: String,
    servers: Vec<Server>,
}

impl App {
    /// Creates a service with a Horizon for the livenet and none for the testnet.
    pub async fn new() -> Self {
        Self::over(1).await
    }

    /// Creates a service with this number of Horizons for the livenet.
    pub async fn over(horizons: usize) -> Self {
        let mut servers = Vec::new();
        for _ in 0..horizons {
            servers.push(Server::start().await);
        }
        let urls: Vec<_> = servers
            .iter()
            .map(|server| format!("horizon+{}", server.stub.url))
            .collect();
        Self {
            router: service(&urls.join(",")),
            token: tokens::token(&["read"]),
            servers,
        }
    }

    /// Creates a service with a Horizon that accepts this number of concurrent requests, and responds to those for
    /// accounts only when `together` of them have arrived.
    pub async fn in_one_round(concurrency: usize, together: usize) -> Self {
        let all = Arc::new(Barrier::new(together));
        let server = Server::start_with(move |request, reply| {
            if request.path.starts_with("/accounts/") {
                Reply::Together(Arc::clone(&all), Box::new(reply))
            } else {
                reply
            }
        });
        let server = server.await;
        Self {
            router: service(&format!("horizon+{}#concurrency={concurrency}", server.stub.url)),
            token: tokens::token(&["read"]),
            servers: vec![server],
        }
    }

    /// Creates a service with an existing account and the operations, latest first.
    pub async fn with_operations(operations: Vec<Value>) -> Self {
        let app = Self::new().await;
        app.ledger().put(super::records::account(OWN, "100.0000000"));
        app.ledger().operations = operations;
        app
    }

    /// Returns the state of the first Horizon.
    pub fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger_of(0)
    }

    /// Returns the state of a Horizon by index.
    pub fn ledger_of(&self, index: usize) -> MutexGuard<'_, Ledger> {
        self.servers[index].ledger.lock().expect("no panic while held")
    }

    /// Returns the paths of requests to the first Horizon that start with `beginning`.
    pub fn requested_paths(&self, beginning: &str) -> Vec<String> {
        let requests = self.servers[0].stub.requests().into_iter();
        let paths = requests.map(|request| request.path);
        paths.filter(|path| path.starts_with(beginning)).collect()
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// Returns the results of a batch of requests.
    pub async fn batch(&self, requests: &[Value]) -> Vec<Value> {
        let path = format!("/{NAME}/v1/api/batch");
        let body = json!({ "requests": requests });
        let response = call(&self.router, request(Method::POST, &path, &self.token, Some(&body))).await;
        response.data()["results"].as_array().expect("a list").clone()
    }

    /// `GET /address-info-xlm/v1/api/{path}`.
    pub async fn get(&self, path: &str) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::GET, &path, &self.token, None)).await
    }

    /// Requests the address info of an address.
    pub async fn info_of(&self, address: &str) -> Value {
        self.get(&format!("xlm/?address={address}")).await.data().clone()
    }

    /// Requests the address info of the account under test.
    pub async fn info(&self) -> Value {
        self.info_of(OWN).await
    }

    /// Returns the connector's account reserve for the address, from the same Horizons.
    pub async fn account_reserve(&self, address: &str) -> Value {
        let body = json!({ "address": address });
        let path = format!("/{}/v1/api/utility/account-reserve", connector::NAME);
        let response = call(&self.router, request(Method::POST, &path, &self.token, Some(&body))).await;
        assert_eq!(response.status, 200, "{}", response.text);
        response.json["reserved"].clone()
    }

    /// Returns the latest transaction of the account under test.
    pub async fn latest(&self) -> Value {
        let info = self.info().await;
        assert_eq!(info["source"]["partial"], Value::Null, "{info}");
        info["transactions"][0].clone()
    }
}

fn service(horizons: &str) -> Router {
    service_listing(OperatorLists::default(), horizons)
}

/// Returns the service with the Horizons and the lists.
pub fn service_listing(lists: OperatorLists, horizons: &str) -> Router {
    let clock: Arc<dyn Clock> = Arc::new(FixedClock);
    let client = HttpClient::new(timeouts().limits).expect("a client");
    let setting = |name: &str| (name == "WALLET_CLOUD_UPSTREAM_XLM_LIVENET").then(|| horizons.to_owned());
    let upstreams = XlmUpstreams::from_settings(client, &clock, setting).expect("valid upstreams");
    service_over(lists, clock, Arc::new(upstreams))
}

/// Returns the service over Stellar RPC alone.
pub fn service_over_rpc(network: &RpcNetwork) -> Router {
    let clock: Arc<dyn Clock> = Arc::new(FixedClock);
    let upstreams = Arc::new(network.upstreams(&clock));
    service_over(OperatorLists::default(), clock, upstreams)
}

/// Returns the service over Stellar RPC alone with a budget of upstream requests per caller.
pub fn limited_service_over_rpc(network: &RpcNetwork, budget: UpstreamRequests) -> Router {
    let clock: Arc<dyn Clock> = Arc::new(FixedClock);
    let upstreams = Arc::new(network.upstreams(&clock));
    service_with(OperatorLists::default(), clock, upstreams, budget)
}

/// Returns the service over Horizon alone.
pub fn service_over_horizon(network: &RpcNetwork) -> Router {
    let clock: Arc<dyn Clock> = Arc::new(FixedClock);
    let upstreams = Arc::new(network.over_horizon(&clock));
    service_over(OperatorLists::default(), clock, upstreams)
}

fn service_over(lists: OperatorLists, clock: Arc<dyn Clock>, upstreams: Arc<XlmUpstreams>) -> Router {
    service_with(lists, clock, upstreams, UpstreamRequests::UNLIMITED)
}

fn service_with(
    lists: OperatorLists,
    clock: Arc<dyn Clock>,
    upstreams: Arc<XlmUpstreams>,
    upstream_requests: UpstreamRequests,
) -> Router {
    let connector_services = connector::Services {
        authorizer: tokens::authorizer(),
        node: upstreams.clone(),
        contracts: upstreams.clone(),
        clock: Arc::clone(&clock),
        memo_list: Arc::default(),
        lists: OperatorLists::default(),
        names: Arc::new(ScriptedServers::default()),
    };
    let services = Services {
        authorizer: tokens::authorizer(),
        index: upstreams.clone(),
        tokens: upstreams.clone(),
        prices: Some(Arc::new(FixedPrices("2.5"))),
        clock,
        lists,
    };
    let service = Service::new(NAME, router(), services, DOCUMENT).with_upstreams(upstreams);
    let connector_services = Service::new(
        connector::NAME,
        connector::router(),
        connector_services,
        connector::DOCUMENT,
    );
    let config = HttpConfig {
        request_time: timeouts().request,
        upstream_requests,
        ..HttpConfig::default()
    };
    mount(vec![service, connector_services], &config)
}
