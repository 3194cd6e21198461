//! The service under test, and the Horizons that it sees.

use super::horizon::Ledger;
use crate::support::client::{Answer, call, request};
use crate::support::stub::{Reply, Request, Stub};
use crate::support::tokens;
use address_info_xlm::{NAME, Services, openapi, router};
use axum::Router;
use axum::http::Method;
use blockchain_connector_xlm as connector;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::{HttpConfig, Service, mount};
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream_xlm::XlmUpstreams;

/// The account that is asked about, and others.
pub const OWN: &str = "GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K";
pub const OTHER: &str = "GDAT5HWTGIU4TSSZ4752OUC4SABDLTLZFRPZUJ3D6LKBNEPA7V2CIG54";
pub const ISSUER: &str = "GDJKBIYIPBE2NC5XIZX6GCFZHVWFUA7ONMQUOOVTLIM3BESTI4BYADAN";
/// Users 1278881 and 7 behind the account that is asked about, and user 7 behind another.
pub const OWN_MUXED: &str = "MAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2AAAAAAAAE4DUGF2O";
pub const OWN_MUXED_7: &str = "MAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2AAAAAAAAAAAA5PSM";
pub const OTHER_MUXED_7: &str = "MDAT5HWTGIU4TSSZ4752OUC4SABDLTLZFRPZUJ3D6LKBNEPA7V2CIAAAAAAAAAAAA6PGI";
/// A pool, and a claimable balance.
pub const POOL: &str = "2c0bfa623845dd101cbf074a1ca1ae4b2458cc8d0104ad65939ebe2cd9054355";
pub const BALANCE: &str = "000000000102030405060708091011121314151617181920212223242526272829303132";
pub const CONTRACT: &str = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA";

/// The time here, two seconds after the newest ledger was closed: 2027-01-15T07:59:59Z.
pub const NOW: u64 = 1_799_999_999;

/// The time for one request.
const REQUEST_TIME: Duration = Duration::from_secs(6);

/// Short, so that a test of silence is quick.
const LIMITS: Limits = Limits {
    connect: Duration::from_millis(500),
    attempt: Duration::from_secs(3),
    body: 1_000_000,
};

/// A clock that stands still.
struct Stopped;

impl Clock for Stopped {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(NOW)
    }
}

/// A Horizon with what it knows.
struct Server {
    stub: Stub,
    ledger: Arc<Mutex<Ledger>>,
}

impl Server {
    async fn start() -> Self {
        let ledger = Arc::new(Mutex::new(Ledger::default()));
        let script = Arc::clone(&ledger);
        let answer = move |request: &Request| -> Reply { script.lock().expect("no panic while held").answer(request) };
        Self {
            stub: Stub::start(answer).await,
            ledger,
        }
    }
}

/// The service with a token to call it.
pub struct App {
    /// The router as it is deployed.
    pub router: Router,
    token: String,
    servers: Vec<Server>,
}

impl App {
    /// A service whose livenet is one Horizon. The testnet has none.
    pub async fn new() -> Self {
        Self::over(1).await
    }

    /// A service whose livenet is so many Horizons.
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

    /// A service whose account exists, with these operations, the newest first.
    pub async fn with_operations(operations: Vec<Value>) -> Self {
        let app = Self::new().await;
        app.ledger().put(super::records::account(OWN, "100.0000000"));
        app.ledger().operations = operations;
        app
    }

    /// What the first Horizon knows.
    pub fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger_of(0)
    }

    /// What a Horizon knows.
    pub fn ledger_of(&self, place: usize) -> MutexGuard<'_, Ledger> {
        self.servers[place].ledger.lock().expect("no panic while held")
    }

    /// What the first Horizon was asked for, by paths that begin like this.
    pub fn asked(&self, beginning: &str) -> Vec<String> {
        let requests = self.servers[0].stub.requests().into_iter();
        let paths = requests.map(|request| request.path);
        paths.filter(|path| path.starts_with(beginning)).collect()
    }

    /// The token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// `GET /address-info-xlm/v1/api/{path}`.
    pub async fn get(&self, path: &str) -> Answer {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::GET, &path, &self.token, None)).await
    }

    /// What is told of an address.
    pub async fn info_of(&self, address: &str) -> Value {
        self.get(&format!("xlm/?address={address}")).await.data().clone()
    }

    /// What is told of the account.
    pub async fn info(&self) -> Value {
        self.info_of(OWN).await
    }

    /// What the connector tells that an account must keep, asking the same Horizons.
    pub async fn account_reserve(&self, address: &str) -> Value {
        let body = json!({ "address": address });
        let path = format!("/{}/v1/api/utility/account-reserve", connector::NAME);
        let answer = call(&self.router, request(Method::POST, &path, &self.token, Some(&body))).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json["reserved"].clone()
    }

    /// The newest transaction of the account.
    pub async fn newest(&self) -> Value {
        let info = self.info().await;
        assert_eq!(info["source"]["partial"], Value::Null, "{info}");
        info["transactions"][0].clone()
    }
}

fn service(horizons: &str) -> Router {
    let clock: Arc<dyn Clock> = Arc::new(Stopped);
    let client = HttpClient::new(LIMITS).expect("a client");
    let setting = |name: &str| (name == "WALLET_CLOUD_UPSTREAM_XLM_LIVENET").then(|| horizons.to_owned());
    let upstreams = Arc::new(XlmUpstreams::from_settings(client, &clock, setting).expect("good upstreams"));
    let beside = connector::Services {
        authorizer: tokens::authorizer(),
        node: upstreams.clone(),
        clock: Arc::clone(&clock),
    };
    let services = Services {
        authorizer: tokens::authorizer(),
        index: upstreams.clone(),
        clock,
    };
    let service = Service::new(NAME, router(), services, openapi()).with_upstreams(upstreams);
    let beside = Service::new(connector::NAME, connector::router(), beside, connector::openapi());
    let config = HttpConfig {
        request_time: REQUEST_TIME,
        ..HttpConfig::default()
    };
    mount(vec![service, beside], &config)
}
