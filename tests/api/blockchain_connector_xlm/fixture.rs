//! The service under test, and the scripted network.

use super::wallet::{Wallet, signer, stroops};
use crate::support::client::{TestResponse, call, request};
use crate::support::names::ScriptedServers;
use crate::support::stellar_rpc::RpcNetwork;
use crate::support::timeouts::Timeouts;
use crate::support::tokens;
use async_trait::async_trait;
use axum::Router;
use axum::http::Method;
use blockchain_connector_xlm::{DOCUMENT, NAME, Services, router};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use wallet_core::model::{Network, Responses};
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_core::ports::upstream::UpstreamError;
use wallet_http::{HttpConfig, OperatorLists, Service, mount};
use wallet_upstream::client::HttpClient;
use wallet_upstream::config::setting_name;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_xlm::contract::{Simulation, SimulationQuery};
use wallet_xlm::ports::{XlmContracts, XlmNode};
use wallet_xlm::{
    Account, AccountId, AccountQuery, BalanceId, BestOffers, Credit, Envelope, FeeStats, Holding, Ledger, Market,
    MemoList, OfferedFees, PathQuery, PaymentPath, StoredBalance, Submission, TransactionLookup, TransactionStatus,
    TrustLine, TrustlineAsset,
};

/// The service's clock: 2027-01-15T08:00:00Z.
pub const NOW: u64 = 1_800_000_000;

/// Returns the timeouts of the service.
fn timeouts() -> Timeouts {
    Timeouts::of_test(200_000)
}

/// The scripted state of the networks.
pub struct Fixture {
    accounts: HashMap<(Network, AccountId), Account>,
    /// Transactions by hash.
    pub transactions: HashMap<[u8; 32], TransactionStatus>,
    /// The claimable balances by id.
    pub balances: HashMap<BalanceId, StoredBalance>,
    /// The paths of every payment.
    pub paths: Vec<PaymentPath>,
    /// The best offers by market.
    pub books: HashMap<Market, BestOffers>,
    /// The outcomes of simulations by the name of the function.
    pub simulations: HashMap<String, Simulation>,
    /// Outcome of a submission.
    pub submit: Result<Submission, UpstreamError>,
    /// The network whose account requests fail, and the error.
    pub failing: Option<(Network, UpstreamError)>,
    /// The requests in order.
    pub requests: Vec<String>,
    /// The submissions: network and base64 envelope.
    pub sent: Vec<(Network, String)>,
}

impl Fixture {
    fn empty() -> Self {
        Self {
            accounts: HashMap::new(),
            transactions: HashMap::new(),
            balances: HashMap::new(),
            paths: Vec::new(),
            books: HashMap::new(),
            simulations: HashMap::new(),
            submit: Ok(Submission::Applied),
            failing: None,
            requests: Vec::new(),
            sent: Vec::new(),
        }
    }

    /// Inserts an account on both networks.
    pub fn put(&mut self, account: &Account) {
        for network in Network::ALL {
            self.put_on(network, account.clone());
        }
    }

    /// Removes an account from both networks.
    pub fn remove(&mut self, id: AccountId) {
        self.accounts.retain(|(_, account), _| *account != id);
    }

    /// Inserts an account on a network.
    pub fn put_on(&mut self, network: Network, account: Account) {
        self.accounts.insert((network, account.id), account);
    }
}

/// The upstream port over the scripted state.
struct Script(Arc<Mutex<Fixture>>);

impl Script {
    fn fixture(&self, request: String) -> MutexGuard<'_, Fixture> {
        let mut fixture = self.0.lock().expect("no panic while held");
        fixture.requests.push(request);
        fixture
    }

    fn record(&self, request: &str) {
        drop(self.fixture(request.to_owned()));
    }
}

#[async_trait]
impl XlmNode for Script {
    async fn account(
        &self,
        network: Network,
        query: AccountQuery,
        _: Deadline,
    ) -> Result<Option<Account>, UpstreamError> {
        let id = query.id;
        let fixture = self.fixture(format!("account {id}"));
        if let Some((failing, error)) = &fixture.failing
            && *failing == network
        {
            return Err(error.clone());
        }
        Ok(fixture.accounts.get(&(network, id)).cloned())
    }

    async fn claimable_balance(
        &self,
        _: Network,
        id: BalanceId,
        _: Deadline,
    ) -> Result<Option<StoredBalance>, UpstreamError> {
        let fixture = self.fixture(format!("claimable_balance {id}"));
        Ok(fixture.balances.get(&id).cloned())
    }

    async fn ledger(&self, _: Network, _: Deadline) -> Result<Ledger, UpstreamError> {
        self.record("ledger");
        Ok(Ledger {
            upstream: "horizon",
            sequence: 50_000_000,
            closed_at: NOW - 3,
            base_reserve: stroops(5_000_000),
        })
    }

    async fn fee_stats(&self, _: Network, _: Deadline) -> Result<Responses<FeeStats>, UpstreamError> {
        self.record("fee_stats");
        Ok(Responses::one(FeeStats {
            last_ledger_base_fee: stroops(100),
            charged_min: stroops(101),
            charged_max: stroops(50_000),
            offered: OfferedFees {
                p10: stroops(100),
                p50: stroops(5_000),
                p95: stroops(80_000),
            },
            capacity_usage: "0.20".parse().ok(),
        }))
    }

    async fn paths(&self, _: Network, query: PathQuery, _: Deadline) -> Result<Vec<PaymentPath>, UpstreamError> {
        let fixture = self.fixture(format!("paths {query:?}"));
        Ok(fixture.paths.clone())
    }

    async fn best_offers(&self, _: Network, market: Market, _: Deadline) -> BestOffers {
        let fixture = self.fixture(format!("best_offers {} {}", market.base, market.counter));
        fixture.books.get(&market).copied().unwrap_or_default()
    }

    async fn transaction_status(
        &self,
        _: Network,
        hash: [u8; 32],
        _: Deadline,
    ) -> Result<TransactionLookup, UpstreamError> {
        let fixture = self.fixture("transaction".to_owned());
        let found = fixture.transactions.get(&hash).cloned();
        Ok(found.map_or(TransactionLookup::Missing(None), TransactionLookup::Found))
    }

    async fn broadcast(&self, network: Network, envelope: &Envelope, _: Deadline) -> Result<Submission, UpstreamError> {
        let mut fixture = self.fixture("broadcast".to_owned());
        fixture.sent.push((network, envelope.to_base64()));
        fixture.submit.clone()
    }
}

#[async_trait]
impl XlmContracts for Script {
    async fn simulate(&self, _: Network, query: &SimulationQuery, _: Deadline) -> Result<Simulation, UpstreamError> {
        let function = query.invocation.function.to_string();
        let fixture = self.fixture(format!("simulate {function}"));
        fixture.simulations.get(&function).cloned().ok_or_else(unavailable)
    }
}

/// Returns the error of an unreachable upstream.
pub fn unavailable() -> UpstreamError {
    UpstreamError::Unavailable {
        cause: "evil words".to_owned(),
        retry_after: None,
    }
}

/// A clock that always returns `NOW`.
struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(NOW)
    }
}

/// The service with a token for calls.
pub struct App {
    /// The router as deployed.
    pub router: Router,
    /// The caller: an account with 100 lumens.
    pub alice: Wallet,
    /// A different account, with 10 lumens.
    pub bob: Wallet,
    /// The servers of names.
    pub names: ScriptedServers,
    token: String,
    fixture: Arc<Mutex<Fixture>>,
}

impl App {
    /// Creates a service with Alice and Bob on both networks.
    pub fn new() -> Self {
        Self::with_memo_list(MemoList::default())
    }

    /// Creates the same service with the operator's list of accounts with memos.
    pub fn with_memo_list(memo_list: MemoList) -> Self {
        Self::scripted(memo_list, OperatorLists::default())
    }

    /// Creates the same service with the operator's lists of addresses.
    pub fn with_lists(lists: OperatorLists) -> Self {
        Self::scripted(MemoList::default(), lists)
    }

    fn scripted(memo_list: MemoList, lists: OperatorLists) -> Self {
        let fixture = Arc::new(Mutex::new(Fixture::empty()));
        let clock: Arc<dyn Clock> = Arc::new(FixedClock);
        let app = Self::over(
            Arc::new(Script(Arc::clone(&fixture))),
            clock,
            fixture,
            (memo_list, lists),
        );
        app.fixture().put(&app.alice.account(100));
        app.fixture().put(&app.bob.account(10));
        app
    }

    /// Creates a service with this Horizon for the test network.
    pub fn over_horizon(url: &str) -> Self {
        Self::over_horizons(&[(Network::Testnet, url)])
    }

    /// Creates a service with the Horizons.
    pub fn over_horizons(urls: &[(Network, &str)]) -> Self {
        let setting = |requested: &str| {
            let mut urls = urls.iter();
            let found = urls.find(|(network, _)| setting_name("xlm", *network) == requested);
            found.map(|(_, url)| format!("horizon+{url}"))
        };
        let clock: Arc<dyn Clock> = Arc::new(FixedClock);
        let client = HttpClient::new(timeouts().limits).expect("a client");
        let node = XlmUpstreams::from_settings(client, &clock, setting).expect("a valid setting");
        let fixture = Arc::new(Mutex::new(Fixture::empty()));
        Self::over(Arc::new(node), clock, fixture, Default::default())
    }

    /// Creates a service over Stellar RPC alone for the test network.
    pub fn over_rpc(network: &RpcNetwork) -> Self {
        Self::over_contracts(network, |upstreams| upstreams)
    }

    /// Creates the same service with other contracts than those of the network.
    pub fn over_contracts<C: XlmContracts + 'static>(
        network: &RpcNetwork,
        contracts: impl FnOnce(Arc<XlmUpstreams>) -> Arc<C>,
    ) -> Self {
        let clock: Arc<dyn Clock> = Arc::new(FixedClock);
        let node = Arc::new(network.upstreams(&clock));
        let fixture = Arc::new(Mutex::new(Fixture::empty()));
        Self::with_contracts(node.clone(), contracts(node), clock, fixture, Default::default())
    }

    fn over(
        node: Arc<impl XlmNode + XlmContracts + 'static>,
        clock: Arc<dyn Clock>,
        fixture: Arc<Mutex<Fixture>>,
        lists: (MemoList, OperatorLists),
    ) -> Self {
        Self::with_contracts(node.clone(), node, clock, fixture, lists)
    }

    fn with_contracts(
        node: Arc<dyn XlmNode>,
        contracts: Arc<dyn XlmContracts>,
        clock: Arc<dyn Clock>,
        fixture: Arc<Mutex<Fixture>>,
        (memo_list, lists): (MemoList, OperatorLists),
    ) -> Self {
        let names = ScriptedServers::default();
        let services = Services {
            authorizer: tokens::authorizer(),
            node,
            contracts,
            clock,
            memo_list: Arc::new(memo_list),
            lists,
            names: Arc::new(names.clone()),
        };
        let service = Service::new(NAME, router(), services, DOCUMENT);
        let config = HttpConfig {
            request_time: timeouts().request,
            ..HttpConfig::default()
        };
        Self {
            router: mount(vec![service], &config),
            alice: Wallet::new(1),
            bob: Wallet::new(2),
            names,
            token: tokens::token(&["read"]),
            fixture,
        }
    }

    /// Locks the scripted state, for changes.
    pub fn fixture(&self) -> MutexGuard<'_, Fixture> {
        self.fixture.lock().expect("no panic while held")
    }

    /// Takes the requests since the last call.
    pub fn requests(&self) -> Vec<String> {
        std::mem::take(&mut self.fixture().requests)
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// Changes an account on both networks.
    pub fn change(&self, wallet: &Wallet, change: impl Fn(&mut Account)) {
        let mut fixture = self.fixture();
        for network in Network::ALL {
            let account = fixture.accounts.get_mut(&(network, wallet.id()));
            change(account.expect("an existing account"));
        }
    }

    /// Sends `POST /blockchain-connector-xlm/v1/api/{path}`.
    pub async fn post(&self, path: &str, body: &Value) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::POST, &path, &self.token, Some(body))).await
    }

    /// Sends `GET /blockchain-connector-xlm/v1/api/{path}`.
    pub async fn get(&self, path: &str) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::GET, &path, &self.token, None)).await
    }

    /// Parses an envelope of the test network.
    pub async fn parsed(&self, envelope: &Value) -> Value {
        let body = json!({ "txdata": envelope, "network": "testnet" });
        self.post("transaction/parse/xlm", &body).await.data().clone()
    }

    /// Requests a payment of 1 lumen from Alice to Bob on the test network.
    pub async fn payment(&self) -> Value {
        let body = json!({ "publicKey": self.alice.public_key(), "network": "testnet", "to": self.bob.address(),
            "amount": "10000000", "fee": "100" });
        let response = self.post("transaction/get-hash/xlm/transfer", &body).await;
        response.data().clone()
    }

    /// Attaches this key's signature for the test network and returns the envelope.
    pub async fn signed(&self, message: &Value, by: &Wallet) -> Value {
        let body = json!({ "publicKey": by.public_key(), "network": "testnet",
            "unsignedMessage": message["unsignedMessage"], "signature": by.sign(&message["hash"]) });
        let response = self.post("transaction/attach-signature/xlm", &body).await;
        response.data()["txdata"].clone()
    }
}

/// Returns a trustline with this balance and a limit of 1000 stroops.
pub fn line(asset: Credit, balance: i64) -> TrustLine {
    TrustLine {
        asset: TrustlineAsset::Credit(asset),
        holding: Holding {
            balance: stroops(balance),
            ..Holding::default()
        },
        limit: stroops(1000),
        is_authorized: true,
        may_maintain_liabilities: true,
        has_clawback: false,
        sponsor: None,
    }
}

/// Returns the issuer's `USD` asset.
pub fn usd(issuer: &Wallet) -> Credit {
    Credit {
        code: "USD".parse().expect("a code"),
        issuer: issuer.id(),
    }
}

/// Returns the same asset in JSON.
pub fn usd_json(issuer: &Wallet) -> Value {
    json!({ "kind": "xlm-asset", "chain": "xlm", "code": "USD", "issuer": issuer.address() })
}

/// Adds a different key as a signer of the account.
pub fn let_sign(account: &mut Account, wallet: &Wallet) {
    account.signers.push(signer(wallet));
}
