//! The service under test and the network it sees.

use super::wallet::{Wallet, signer, stroops};
use crate::support::client::{Answer, call, request};
use crate::support::tokens;
use async_trait::async_trait;
use axum::Router;
use axum::http::Method;
use blockchain_connector_xlm::{NAME, Services, openapi, router};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::stellar_node::StellarNode;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::xlm::{
    Account, AccountId, Credit, Envelope, FeeStats, Held, Holding, Ledger, Submission, TransactionStatus, TrustLine,
};
use wallet_http::system::SystemClock;
use wallet_http::{HttpConfig, Service, mount};
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream::config::setting_name;
use wallet_upstream::stellar_upstreams::StellarUpstreams;

/// The time of the service: 2027-01-15T08:00:00Z.
pub const NOW: u64 = 1_800_000_000;

/// Generous for an answer on loopback, short for silence.
const LIMITS: Limits = Limits {
    connect: Duration::from_secs(2),
    attempt: Duration::from_secs(4),
    body: 200_000,
};

/// What the networks tell.
pub struct World {
    accounts: HashMap<(Network, AccountId), Account>,
    /// Transactions by their hashes.
    pub transactions: HashMap<[u8; 32], TransactionStatus>,
    /// What becomes of a transaction that is handed in.
    pub submit: Result<Submission, UpstreamError>,
    /// The network that answers nothing about accounts, and how it fails.
    pub silent: Option<(Network, UpstreamError)>,
    /// What was asked, in the order of the questions.
    pub asked: Vec<String>,
    /// What was handed in: the network, and the envelope in base64.
    pub sent: Vec<(Network, String)>,
}

impl World {
    fn empty() -> Self {
        Self {
            accounts: HashMap::new(),
            transactions: HashMap::new(),
            submit: Ok(Submission::Applied),
            silent: None,
            asked: Vec::new(),
            sent: Vec::new(),
        }
    }

    /// An account on both networks.
    pub fn put(&mut self, account: &Account) {
        for network in Network::ALL {
            self.put_on(network, account.clone());
        }
    }

    /// An account on one of them.
    pub fn put_on(&mut self, network: Network, account: Account) {
        self.accounts.insert((network, account.id), account);
    }
}

/// The networks as the service sees them.
struct Script(Arc<Mutex<World>>);

impl Script {
    fn world(&self, question: String) -> MutexGuard<'_, World> {
        let mut world = self.0.lock().expect("no panic while held");
        world.asked.push(question);
        world
    }

    fn asked(&self, question: &str) {
        drop(self.world(question.to_owned()));
    }
}

#[async_trait]
impl StellarNode for Script {
    async fn account(&self, network: Network, id: AccountId, _: Deadline) -> Result<Option<Account>, UpstreamError> {
        let world = self.world(format!("account {id}"));
        if let Some((silent, error)) = &world.silent
            && *silent == network
        {
            return Err(error.clone());
        }
        Ok(world.accounts.get(&(network, id)).cloned())
    }

    async fn ledger(&self, _: Network, _: Deadline) -> Result<Ledger, UpstreamError> {
        self.asked("ledger");
        Ok(Ledger {
            sequence: 50_000_000,
            closed_at: NOW - 3,
            base_reserve: stroops(5_000_000),
        })
    }

    async fn fee_stats(&self, _: Network, _: Deadline) -> Result<FeeStats, UpstreamError> {
        self.asked("fee_stats");
        Ok(FeeStats {
            last_ledger_base_fee: stroops(100),
            charged_min: stroops(101),
            charged_max: stroops(50_000),
        })
    }

    async fn transaction_status(
        &self,
        _: Network,
        hash: [u8; 32],
        _: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError> {
        let world = self.world("transaction".to_owned());
        Ok(world.transactions.get(&hash).cloned())
    }

    async fn broadcast(&self, network: Network, envelope: &Envelope, _: Deadline) -> Result<Submission, UpstreamError> {
        let mut world = self.world("broadcast".to_owned());
        world.sent.push((network, envelope.to_base64()));
        world.submit.clone()
    }
}

/// No upstream answers.
pub fn unavailable() -> UpstreamError {
    UpstreamError::Unavailable {
        cause: "evil words".to_owned(),
        retry_after: None,
    }
}

/// A clock that stands.
struct Standing;

impl Clock for Standing {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(NOW)
    }
}

/// The service with a token to call it.
pub struct App {
    /// The router as it is deployed.
    pub router: Router,
    /// Who calls: an account with 100 lumens.
    pub alice: Wallet,
    /// Somebody else, with 10.
    pub bob: Wallet,
    token: String,
    world: Arc<Mutex<World>>,
}

impl App {
    /// A service that sees Alice and Bob on both networks.
    pub fn new() -> Self {
        let world = Arc::new(Mutex::new(World::empty()));
        let clock: Arc<dyn Clock> = Arc::new(Standing);
        let app = Self::over(Arc::new(Script(Arc::clone(&world))), clock, world);
        app.world().put(&app.alice.account(100));
        app.world().put(&app.bob.account(10));
        app
    }

    /// A service that sees the test network through this Horizon.
    pub fn over_horizon(url: &str) -> Self {
        let name = setting_name("xlm", Network::Testnet);
        let setting = |wanted: &str| (wanted == name).then(|| format!("horizon+{url}"));
        let clock: Arc<dyn Clock> = Arc::new(Standing);
        let client = HttpClient::new(LIMITS).expect("a client");
        let node = StellarUpstreams::from_settings(client, &clock, setting).expect("a good setting");
        Self::over(Arc::new(node), clock, Arc::new(Mutex::new(World::empty())))
    }

    fn over(node: Arc<dyn StellarNode>, clock: Arc<dyn Clock>, world: Arc<Mutex<World>>) -> Self {
        let services = Services {
            authorizer: tokens::authorizer(),
            node,
            clock,
        };
        let service = Service::new(NAME, router(), services, openapi());
        Self {
            router: mount(vec![service], &HttpConfig::default()),
            alice: Wallet::new(1),
            bob: Wallet::new(2),
            token: tokens::token(&["read"]),
            world,
        }
    }

    /// What the networks tell from now on.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("no panic while held")
    }

    /// What the networks were asked since the last time.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.world().asked)
    }

    /// The token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Changes an account of both networks.
    pub fn change(&self, wallet: &Wallet, change: impl Fn(&mut Account)) {
        let mut world = self.world();
        for network in Network::ALL {
            let account = world.accounts.get_mut(&(network, wallet.id()));
            change(account.expect("an account that exists"));
        }
    }

    /// `POST /blockchain-connector-xlm/v1/api/{path}`.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::POST, &path, &self.token, Some(body))).await
    }

    /// `GET /blockchain-connector-xlm/v1/api/{path}`.
    pub async fn get(&self, path: &str) -> Answer {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::GET, &path, &self.token, None)).await
    }

    /// What parse says of an envelope of the test network.
    pub async fn parsed(&self, envelope: &Value) -> Value {
        let body = json!({ "txdata": envelope, "network": "testnet" });
        self.post("transaction/parse/xlm", &body).await.data().clone()
    }

    /// A payment of a lumen from Alice to Bob, hashed for the test network.
    pub async fn payment(&self) -> Value {
        let body = json!({ "publicKey": self.alice.public_key(), "network": "testnet", "to": self.bob.address(),
            "amount": "10000000", "fee": "100" });
        let response = self.post("transaction/get-hash/xlm/transfer", &body).await;
        response.data().clone()
    }

    /// The envelope with the signature of this key for the test network.
    pub async fn signed(&self, message: &Value, by: &Wallet) -> Value {
        let body = json!({ "publicKey": by.public_key(), "network": "testnet",
            "unsignedMessage": message["unsignedMessage"], "signature": by.sign(&message["hash"]) });
        let response = self.post("transaction/attach-signature/xlm", &body).await;
        response.data()["txdata"].clone()
    }
}

/// A trustline that holds so much of at most 1000 stroops.
pub fn line(asset: Credit, balance: i64) -> TrustLine {
    TrustLine {
        asset: Held::Credit(asset),
        holding: Holding {
            balance: stroops(balance),
            ..Holding::default()
        },
        limit: stroops(1000),
        is_authorized: true,
        is_sponsored: false,
    }
}

/// An asset of this issuer.
pub fn usd(issuer: &Wallet) -> Credit {
    Credit {
        code: "USD".parse().expect("a code"),
        issuer: issuer.id(),
    }
}

/// The same in JSON.
pub fn usd_json(issuer: &Wallet) -> Value {
    json!({ "kind": "xlm-asset", "chain": "xlm", "code": "USD", "issuer": issuer.address() })
}

/// Lets another key sign for an account.
pub fn let_sign(account: &mut Account, wallet: &Wallet) {
    account.signers.push(signer(wallet));
}

/// The service over these upstreams, with so much time for a request. Its clock stands, so that the same request has the
/// same answer; that of the upstreams goes.
pub fn service_within(limits: Limits, request_time: Duration, upstream: impl Fn(&str) -> Option<String>) -> Router {
    let client = HttpClient::new(limits).expect("a client");
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let upstreams = Arc::new(StellarUpstreams::from_settings(client, &clock, upstream).expect("good upstreams"));
    let services = Services {
        authorizer: tokens::authorizer(),
        node: upstreams.clone(),
        clock: Arc::new(Standing),
    };
    let service = Service::new(NAME, router(), services, openapi()).with_upstreams(upstreams);
    let config = HttpConfig {
        request_time,
        ..HttpConfig::default()
    };
    mount(vec![service], &config)
}
