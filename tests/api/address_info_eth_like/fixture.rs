//! The service under test with the scripted node and index.

use super::index::{Index, error_reply};
use super::node::Node;
use crate::support::client::{TestResponse, call, request};
use crate::support::json_rpc;
use crate::support::stub::{Reply, Request, Stub};
use crate::support::timeouts::Timeouts;
use crate::support::tokens;
use address_info_eth_like::{DOCUMENT, NAME, Services, router};
use async_trait::async_trait;
use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::Barrier;
use tokio::time::Instant;
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::store::StoreError;
use wallet_core::ports::system::Clock;
use wallet_eth_like::Chain;
use wallet_eth_like::ports::{Erc20List, ListedContracts};
use wallet_eth_like::{Address, Erc20Token, Params};
use wallet_http::system::SystemClock;
use wallet_http::{HttpConfig, OperatorLists, Service, UpstreamRequests, mount};
use wallet_test_support::past_prices::FixedPrices;
use wallet_upstream::client::HttpClient;
use wallet_upstream_eth_like::EthLikeHistories;
use wallet_upstream_eth_like::EthLikeNodes;
use wallet_upstream_eth_like::NodesAndIndexes;

/// The requested address, with checksum.
pub const OWN: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
/// A different address.
pub const SHOP: &str = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";
/// A contract that is not a token.
pub const CONTRACT: &str = "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB";
/// A listed token with six decimals.
pub const LISTED: &str = "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb";
/// An unlisted token.
pub const UNLISTED: &str = "0x52908400098527886E0F7030069857D2E4169EE7";

/// Actions of an Etherscan index whose lists the history omits.
pub const OPTIONAL: [&str; 4] = ["tokennfttx", "token1155tx", "txsBeaconWithdrawal", "getminedblocks"];

/// Returns the timeouts of the service.
pub fn timeouts() -> Timeouts {
    Timeouts::of_test(2_000_000)
}

/// The backends of the service.
#[derive(Default)]
pub struct Fixture {
    pub node: Node,
    /// Replaces every response of the node.
    pub instead_of_node: Option<Reply>,
    /// Replaces the node's response to requests of the pool.
    pub instead_of_pool: Option<Reply>,
    /// The reads of balances and counts that wait until all arrived.
    pub rounds: Option<Arc<Barrier>>,
    /// Message of the error of every request with calls of this contract, in lower case.
    pub error_of_contract: Option<(String, &'static str)>,
    pub index: Index,
    /// Replaces every response of the index to address requests.
    pub instead: Option<Reply>,
    /// The response to every request with this address.
    pub rejected: Option<(&'static str, Reply)>,
    /// The tokens with returned balances.
    pub listed: Vec<Erc20Token>,
    /// The collections in the asset list.
    pub listed_collections: Vec<Address>,
    /// True if the asset list cannot be read.
    pub lacks_list: bool,
    /// The maximum number of calls to the index per second, `None` without a limit.
    pub calls_per_second: Option<usize>,
    /// The times of the calls to a limited index.
    calls: Vec<Instant>,
}

impl Fixture {
    fn respond(&mut self, request: &Request) -> Reply {
        if let Some(reply) = self.rejection(request) {
            return reply;
        }
        if request.method == "POST" {
            let of_pool = self.instead_of_pool.clone();
            let of_pool = of_pool.filter(|_| request.body.contains("txpool_contentFrom"));
            let instead = self.instead_of_node.clone().or(of_pool);
            if let Some((contract, message)) = &self.error_of_contract
                && request.body.contains(&contract[2..])
            {
                return json_rpc::respond(request, |_| json_rpc::error(-32000, message));
            }
            let reply = instead.unwrap_or_else(|| self.node.respond(request));
            let is_read = ["eth_call", "eth_getTransactionCount"]
                .iter()
                .any(|method| request.body.contains(method));
            return match &self.rounds {
                Some(barrier) if is_read => Reply::Together(Arc::clone(barrier), Box::new(reply)),
                _ => reply,
            };
        }
        if self.exceeds_the_limit() {
            return error_reply("Max calls per sec rate limit reached");
        }
        let about_address = request.path.contains("address");
        let instead = self.instead.clone().filter(|_| about_address);
        instead.unwrap_or_else(|| self.index.respond(&request.path))
    }

    /// Returns the rejection of a request with the rejected address.
    fn rejection(&self, request: &Request) -> Option<Reply> {
        let (address, reply) = self.rejected.as_ref()?;
        let request = format!("{} {}", request.path, request.body).to_lowercase();
        request.contains(&address[2..].to_lowercase()).then(|| reply.clone())
    }

    /// Records a call to the index. Returns true if the last second had more calls than allowed.
    fn exceeds_the_limit(&mut self) -> bool {
        let Some(limit) = self.calls_per_second else {
            return false;
        };
        self.calls.retain(|call| call.elapsed() < Duration::from_secs(1));
        self.calls.push(Instant::now());
        self.calls.len() > limit
    }
}

/// The token list of the fixture.
struct Listed(Arc<Mutex<Fixture>>);

#[async_trait]
impl ListedContracts for Listed {
    async fn are_listed(&self, _: Chain, contracts: &[Address]) -> Result<Vec<bool>, StoreError> {
        let fixture = self.0.lock().expect("no panic while held");
        if fixture.lacks_list {
            let cause = "the table is not readable".to_owned();
            return Err(StoreError { cause });
        }
        let tokens = fixture.listed.iter().map(|token| token.contract);
        let listed: Vec<_> = tokens.chain(fixture.listed_collections.iter().copied()).collect();
        Ok(contracts.iter().map(|contract| listed.contains(contract)).collect())
    }
}

#[async_trait]
impl Erc20List for Listed {
    async fn erc20(&self, _: Chain) -> Result<Arc<[Erc20Token]>, StoreError> {
        Ok(self.0.lock().expect("no panic while held").listed.clone().into())
    }

    async fn collections(&self, _: Chain) -> Result<Vec<Address>, StoreError> {
        Ok(self.0.lock().expect("no panic while held").listed_collections.clone())
    }

    async fn symbols(&self, _: Chain, assets: &[Option<Address>]) -> Result<Vec<Option<String>>, StoreError> {
        let listed = self.0.lock().expect("no panic while held").listed.clone();
        let symbol = |asset: &Option<Address>| match asset {
            None => Some("ETH".to_owned()),
            Some(contract) => listed
                .iter()
                .any(|token| token.contract == *contract)
                .then(|| "USDT".to_owned()),
        };
        Ok(assets.iter().map(symbol).collect())
    }
}

/// The service with a token for calls.
pub struct App {
    /// The router as deployed.
    pub router: Router,
    token: String,
    stub: Stub,
    fixture: Arc<Mutex<Fixture>>,
}

impl App {
    /// Starts a service with one scripted node and an index of this kind for the chains.
    pub async fn with(kind: &str) -> Self {
        Self::of("eth", kind).await
    }

    /// Starts the same service for a different chain.
    pub async fn of(chain: &str, kind: &str) -> Self {
        let path = match kind {
            "etherscan" => "/v2/api",
            "blockscout" => "/10/api",
            _ => "/index",
        };
        let setting = |url: &str| format!("jsonrpc+{url}/rpc,{kind}+{url}{path}");
        let prefix = prefix(chain);
        let settings = |url: &str, name: &str| name.starts_with(&prefix).then(|| setting(url));
        Self::create(
            settings,
            HttpClient::new(timeouts().limits).expect("a client"),
            OperatorLists::default(),
        )
        .await
    }

    /// Starts a service with one scripted node and an Etherscan index for the livenets of the chains.
    pub async fn of_chains(chains: &[&str]) -> Self {
        let settings = |url: &str, name: &str| {
            let chain = chains
                .iter()
                .find(|chain| name == format!("{}LIVENET", prefix(chain)))?;
            let params = Params::of(Chain::from_name(chain).expect("a chain"), Network::Livenet);
            Some(format!(
                "jsonrpc+{url}/rpc/{},etherscan+{url}/v2/api",
                params.chain_id()
            ))
        };
        Self::create(
            settings,
            HttpClient::new(timeouts().limits).expect("a client"),
            OperatorLists::default(),
        )
        .await
    }

    /// Starts a service without an upstream, with the lists.
    pub async fn with_lists(lists: OperatorLists) -> Self {
        Self::create(
            |_, _| None,
            HttpClient::new(timeouts().limits).expect("a client"),
            lists,
        )
        .await
    }

    /// Starts a service with an Etherscan index.
    pub async fn new() -> Self {
        Self::with("etherscan").await
    }

    /// Starts a service with upstreams built from the stub's URL, and with this HTTP client.
    pub async fn over(setting: impl Fn(&str) -> String, client: HttpClient) -> Self {
        let prefix = prefix("eth");
        let settings = |url: &str, name: &str| name.starts_with(&prefix).then(|| setting(url));
        Self::create(settings, client, OperatorLists::default()).await
    }

    /// Starts a service; `settings` returns the value of a variable from the stub's URL and the name.
    async fn create(settings: impl Fn(&str, &str) -> Option<String>, client: HttpClient, lists: OperatorLists) -> Self {
        let listed = Erc20Token {
            contract: LISTED.parse().expect("an address"),
            decimals: 6,
        };
        let fixture = Arc::new(Mutex::new(Fixture {
            listed: vec![listed],
            ..Fixture::default()
        }));
        let script = Arc::clone(&fixture);
        let stub = Stub::start(move |request| script.lock().expect("no panic while held").respond(request)).await;
        let listed = Listed(Arc::clone(&fixture));
        let router = service(client, (listed, lists), |name| settings(&stub.url, name));
        Self {
            router,
            token: tokens::token(&["read"]),
            stub,
            fixture,
        }
    }

    /// Locks the backends for reading or changes.
    pub fn fixture(&self) -> MutexGuard<'_, Fixture> {
        self.fixture.lock().expect("no panic while held")
    }

    /// Returns the paths of requests to the index for the lists of the history, sorted, because the requests are
    /// concurrent.
    pub fn requested_paths(&self) -> Vec<String> {
        let is_optional = |path: &String| OPTIONAL.iter().any(|action| path.contains(action));
        self.address_paths()
            .into_iter()
            .filter(|path| !is_optional(path))
            .collect()
    }

    /// Returns the paths of requests to the index for lists that the history omits, sorted.
    pub fn optional_paths(&self) -> Vec<String> {
        let is_optional = |path: &String| OPTIONAL.iter().any(|action| path.contains(action));
        self.address_paths().into_iter().filter(is_optional).collect()
    }

    fn address_paths(&self) -> Vec<String> {
        let requests = self.stub.requests().into_iter();
        let mut paths: Vec<_> = requests
            .filter(|request| request.method == "GET" && request.path.contains("address"))
            .map(|request| request.path)
            .collect();
        paths.sort();
        paths
    }

    /// Returns all requests to the stub.
    pub fn requests(&self) -> Vec<Request> {
        self.stub.requests()
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// Sends `GET /address-info-eth-like/v1/api/{path}`.
    pub async fn get(&self, path: &str) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::GET, &path, &self.token, None)).await
    }

    /// Returns the results of a batch of requests.
    pub async fn batch(&self, requests: &[Value]) -> Vec<Value> {
        let path = format!("/{NAME}/v1/api/batch");
        let body = json!({ "requests": requests });
        let response = call(&self.router, request(Method::POST, &path, &self.token, Some(&body))).await;
        response.data()["results"].as_array().expect("a list").clone()
    }

    /// Returns the info of the address on eth.
    pub async fn info(&self) -> Value {
        self.get(&format!("eth/?address={OWN}")).await.data().clone()
    }
}

/// Returns the start of the names of the settings of a chain.
fn prefix(chain: &str) -> String {
    format!("WALLET_CLOUD_UPSTREAM_{}_", chain.to_uppercase())
}

fn service(
    client: HttpClient,
    (listed, lists): (Listed, OperatorLists),
    setting: impl Fn(&str) -> Option<String>,
) -> Router {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let indexes = Arc::new(EthLikeHistories::from_settings(&client, &clock, &setting).expect("valid upstreams"));
    let nodes = Arc::new(EthLikeNodes::from_settings(client, &clock, &setting).expect("valid upstreams"));
    let services = Services {
        authorizer: tokens::authorizer(),
        node: nodes.clone(),
        index: indexes.clone(),
        tokens: Arc::new(listed),
        lists,
        prices: Some(Arc::new(FixedPrices("2.5"))),
        clock,
    };
    let service = Service::new(NAME, router(), services, DOCUMENT);
    let service = service.with_upstreams(Arc::new(NodesAndIndexes { nodes, indexes }));
    let config = HttpConfig {
        request_time: timeouts().request,
        upstream_requests: UpstreamRequests::UNLIMITED,
        ..HttpConfig::default()
    };
    mount(vec![service], &config)
}
