//! The service under test, and the scripted node.

use crate::support::asset_list::AssetList;
use crate::support::client::{TestResponse, call, request};
use crate::support::json_rpc::{self, Call, Outcome};
use crate::support::names::ScriptedServers;
use crate::support::stub::{Reply, Request, Stub};
use crate::support::timeouts::Timeouts;
use crate::support::tokens;
use axum::Router;
use axum::http::Method;
use blockchain_connector_eth_like::{DOCUMENT, NAME, NameGateways, Services, TipFloors, router};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::system::Clock;
use wallet_eth_like::{Chain, Params};
use wallet_http::system::SystemClock;
use wallet_http::{BroadcastLog, HttpConfig, OperatorLists, Service, UpstreamRequests, mount};
use wallet_upstream::client::HttpClient;
use wallet_upstream::config::setting_name;
use wallet_upstream_eth_like::EthLikeNodes;

/// Returns the timeouts of the service.
fn timeouts() -> Timeouts {
    Timeouts::of_test(200_000)
}

/// One gwei: 10⁻⁹ coins, in wei.
pub const GWEI: u64 = 1_000_000_000;

/// One coin, in wei.
pub const COIN: u128 = 1_000_000_000_000_000_000;

/// The scripted state and replies of the node. Amounts are in wei.
pub struct Fixture {
    /// Transaction count of every address, including pending transactions.
    pub nonce: u64,
    /// Transaction count of every address in blocks; the same if absent.
    pub confirmed: Option<u64>,
    /// Balance of every address.
    pub balance: u128,
    /// Outcomes of calls by contract and calldata in lower case.
    pub contracts: HashMap<(String, String), Outcome>,
    /// Code by lower-case address; all further addresses have none.
    pub code: HashMap<String, &'static str>,
    /// Gas estimate for a call message.
    pub gas: fn(&Value) -> Outcome,
    /// The node's gas price.
    pub gas_price: u64,
    /// The base fee of the next block; without it, the node lacks the fee history method.
    pub base_fee: Option<u64>,
    /// The priority fees of every block at the percentiles 20, 50 and 90.
    pub tips: [u64; 3],
    /// The L1 data fee reported by the oracle of a rollup.
    pub l1_fee: u64,
    /// The operator fee of a rollup; older rollups lack the function.
    pub operator_fee: Option<u64>,
    /// The pending transaction of every address.
    pub pending: Option<Value>,
    /// The pool transactions of every address.
    pub pool: Outcome,
    /// Transactions with their receipts, by hash.
    pub transactions: HashMap<String, (Value, Value)>,
    /// Blocks by number; all further blocks have the current time.
    pub blocks: HashMap<String, Value>,
    /// Replaces the outcome of a method.
    pub instead_of: HashMap<&'static str, Outcome>,
    /// Outcome of a submission; `None` means no response.
    pub submit: Option<Outcome>,
    /// The response to every request that contains this text.
    pub failing: Option<(&'static str, Reply)>,
}

impl Default for Fixture {
    fn default() -> Self {
        Self {
            nonce: 7,
            confirmed: None,
            balance: COIN,
            code: HashMap::new(),
            gas: |_| Ok(json!("0x5208")),
            gas_price: 11 * GWEI,
            base_fee: Some(10 * GWEI),
            tips: [GWEI, 2 * GWEI, 3 * GWEI],
            l1_fee: 0,
            operator_fee: None,
            pending: None,
            pool: Ok(json!({ "pending": {}, "queued": {} })),
            transactions: HashMap::new(),
            blocks: HashMap::new(),
            contracts: HashMap::new(),
            instead_of: HashMap::new(),
            submit: None,
            failing: None,
        }
    }
}

impl Fixture {
    fn reply(&self, request: &Request) -> Reply {
        if let Some((text, reply)) = &self.failing
            && request.body.contains(text)
        {
            return reply.clone();
        }
        let calls = json_rpc::calls(request);
        if self.submit.is_none() && calls.iter().any(|call| call.method == "eth_sendRawTransaction") {
            return Reply::Hang;
        }
        // The path of an upstream URL is the chain id.
        let chain_id: u64 = request.path.trim_matches('/').parse().unwrap_or_default();
        json_rpc::respond(request, |call| self.outcome(call, chain_id))
    }

    fn outcome(&self, call: &Call, chain_id: u64) -> Outcome {
        if let Some(outcome) = self.instead_of.get(call.method.as_str()) {
            return outcome.clone();
        }
        let text = |at: usize| call.params[at].as_str().unwrap_or_default().to_lowercase();
        let known = self.transactions.get(&text(0));
        match call.method.as_str() {
            "eth_chainId" => Ok(quantity(chain_id)),
            "eth_blockNumber" => Ok(quantity(HEIGHT)),
            "eth_getBlockByNumber" | "eth_getBlockByHash" => {
                let block = self.blocks.get(&text(0)).cloned();
                Ok(block.unwrap_or_else(|| block_now(&text(0))))
            }
            "eth_getTransactionCount" if text(1) == "latest" => Ok(quantity(self.confirmed.unwrap_or(self.nonce))),
            "eth_getTransactionCount" => Ok(quantity(self.nonce)),
            "eth_getBalance" => Ok(format!("{:#x}", self.balance).into()),
            "eth_getCode" => Ok(self.code.get(&text(0)).copied().unwrap_or("0x").into()),
            "eth_estimateGas" => (self.gas)(&call.params[0]),
            "eth_gasPrice" => Ok(quantity(self.gas_price)),
            "eth_maxPriorityFeePerGas" => Ok(quantity(self.tips[1])),
            "eth_feeHistory" => self.fee_history().map_or_else(|| json_rpc::missing(&call.method), Ok),
            "eth_call" => {
                let called = |field: &str| call.params[0][field].as_str().unwrap_or_default().to_lowercase();
                let scripted = self.contracts.get(&(called("to"), called("data")));
                scripted.cloned().unwrap_or_else(|| self.oracle(&call.params[0]))
            }
            "eth_getTransactionBySenderAndNonce" => Ok(self.pending.clone().unwrap_or_default()),
            "txpool_contentFrom" => self.pool.clone(),
            "eth_getTransactionByHash" => Ok(known.map(|(transaction, _)| transaction.clone()).unwrap_or_default()),
            "eth_getTransactionReceipt" => Ok(known.map(|(_, receipt)| receipt.clone()).unwrap_or_default()),
            "eth_sendRawTransaction" => self.submit.clone().unwrap_or_else(|| json_rpc::missing(&call.method)),
            other => json_rpc::missing(other),
        }
    }

    fn fee_history(&self) -> Option<Value> {
        let base_fee = quantity(self.base_fee?);
        Some(json!({
            "oldestBlock": quantity(HEIGHT - 9),
            "baseFeePerGas": vec![base_fee; 11],
            "gasUsedRatio": vec![0.5; 10],
            "reward": vec![self.tips.map(quantity); 10],
        }))
    }

    /// Emulates the rollup contracts for L1 and operator fees, by function selector.
    fn oracle(&self, message: &Value) -> Outcome {
        let data = message["data"]
            .as_str()
            .or(message["input"].as_str())
            .unwrap_or_default();
        let word = |amount: u64| Ok(Value::from(format!("0x{amount:064x}")));
        match (data.get(..10), self.operator_fee) {
            (Some("0x49948e0e"), _) => word(self.l1_fee),
            (Some("0x275aedd2"), Some(fee)) => word(fee),
            _ => json_rpc::reverted("0x"),
        }
    }
}

/// The height of the latest block.
pub const HEIGHT: u64 = 20_000_000;

/// Returns the block with this number, or the latest block for a different argument, with the current time as
/// timestamp.
fn block_now(id: &str) -> Value {
    let number = if id.starts_with("0x") && id.len() < 66 {
        id.into()
    } else {
        quantity(HEIGHT)
    };
    json!({
        "number": number,
        "hash": format!("0x{}", "ab".repeat(32)),
        "parentHash": format!("0x{}", "cd".repeat(32)),
        "timestamp": quantity(SystemClock.now().as_secs()),
        "transactions": [],
    })
}

/// Formats a number as a JSON-RPC quantity.
pub fn quantity(number: u64) -> Value {
    format!("{number:#x}").into()
}

/// Methods of background requests for the node's head.
const HEAD_METHODS: [&str; 3] = ["eth_chainId", "eth_blockNumber", "eth_getBlockByNumber"];

/// The service with a token for calls.
pub struct App {
    /// The router as deployed.
    pub router: Router,
    /// The gateways of off-chain names.
    pub servers: ScriptedServers,
    token: String,
    pub stub: Stub,
    fixture: Arc<Mutex<Fixture>>,
}

/// The records of the operator and of the service.
struct Records {
    broadcasts: BroadcastLog,
    lists: OperatorLists,
    assets: Arc<AssetList>,
}

impl Default for Records {
    fn default() -> Self {
        Self {
            broadcasts: BroadcastLog::default(),
            lists: OperatorLists::default(),
            assets: AssetList::empty(),
        }
    }
}

impl App {
    /// Creates a service with a scripted node for all chains.
    pub async fn new() -> Self {
        Self::of(Fixture::default()).await
    }

    /// Creates the same service with this node state.
    pub async fn of(fixture: Fixture) -> Self {
        Self::create(fixture, &[], Records::default()).await
    }

    /// Creates the same service, which records what was broadcast.
    pub async fn recording(broadcasts: BroadcastLog) -> Self {
        let records = Records {
            broadcasts,
            ..Records::default()
        };
        Self::create(Fixture::default(), &[], records).await
    }

    /// Creates the same service with the operator's lists of addresses.
    pub async fn with_lists(lists: OperatorLists) -> Self {
        let records = Records {
            lists,
            ..Records::default()
        };
        Self::create(Fixture::default(), &[], records).await
    }

    /// Creates the same service with the settings.
    pub async fn with_settings(settings: &[(&str, &str)]) -> Self {
        Self::create(Fixture::default(), settings, Records::default()).await
    }

    /// Creates the same service with this node state and the asset list.
    pub async fn with_assets(fixture: Fixture, assets: AssetList) -> Self {
        let records = Records {
            assets: Arc::new(assets),
            ..Records::default()
        };
        Self::create(fixture, &[], records).await
    }

    async fn create(fixture: Fixture, settings: &[(&str, &str)], records: Records) -> Self {
        let fixture = Arc::new(Mutex::new(fixture));
        let script = Arc::clone(&fixture);
        let stub = Stub::start(move |request| script.lock().expect("no panic while held").reply(request)).await;
        let servers = ScriptedServers::default();
        let router = service_with(records, &servers, |name| {
            let configured = settings.iter().find(|(setting, _)| *setting == name);
            let node = all_params().find(|params| setting_name(params.chain.name(), params.network) == name);
            let node = node.map(|params| format!("jsonrpc+{}/{}", stub.url, params.chain_id()));
            configured.map(|(_, value)| (*value).to_owned()).or(node)
        });
        let token = tokens::token(&["read"]);
        Self {
            router,
            servers,
            token,
            stub,
            fixture,
        }
    }

    /// Locks the node's state, for changes.
    pub fn fixture(&self) -> MutexGuard<'_, Fixture> {
        self.fixture.lock().expect("no panic while held")
    }

    /// Returns the requests to the node, except for the background requests for the head.
    pub fn requests(&self) -> Vec<Call> {
        let mut calls: Vec<_> = self.stub.requests().iter().flat_map(json_rpc::calls).collect();
        calls.retain(|call| !HEAD_METHODS.contains(&call.method.as_str()));
        calls
    }

    /// Returns the methods of the requests to the node.
    pub fn methods(&self) -> Vec<String> {
        self.requests().into_iter().map(|call| call.method).collect()
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// Sends `POST /blockchain-connector-eth-like/v1/api/{path}`.
    pub async fn post(&self, path: &str, body: &Value) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::POST, &path, &self.token, Some(body))).await
    }

    /// Sends `GET /blockchain-connector-eth-like/v1/api/{path}`.
    pub async fn get(&self, path: &str) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::GET, &path, &self.token, None)).await
    }
}

/// Returns the parameters of every chain on both networks.
pub fn all_params() -> impl Iterator<Item = Params> {
    let chains = Chain::ALL.iter();
    chains.flat_map(|chain| Network::ALL.map(|network| Params::of(*chain, network)))
}

/// Returns the service with the upstreams.
pub fn service(upstream: impl Fn(&str) -> Option<String>) -> Router {
    service_with(Records::default(), &ScriptedServers::default(), upstream)
}

fn service_with(records: Records, servers: &ScriptedServers, upstream: impl Fn(&str) -> Option<String>) -> Router {
    let client = HttpClient::new(timeouts().limits).expect("a client");
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let upstreams = Arc::new(EthLikeNodes::from_settings(client, &clock, &upstream).expect("valid upstreams"));
    let gateways = NameGateways::from_settings(Arc::new(servers.clone()), &upstream).expect("valid gateways");
    let services = Services {
        authorizer: tokens::authorizer(),
        node: upstreams.clone(),
        tip_floors: TipFloors::from_settings(upstream).expect("valid floors"),
        tokens: records.assets,
        broadcasts: records.broadcasts,
        lists: records.lists,
        gateways,
    };
    let service = Service::new(NAME, router(), services, DOCUMENT).with_upstreams(upstreams);
    let config = HttpConfig {
        request_time: timeouts().request,
        upstream_requests: UpstreamRequests::UNLIMITED,
        ..HttpConfig::default()
    };
    mount(vec![service], &config)
}
