//! The service under test, and the scripted upstream.

use crate::support::client::{TestResponse, call, request};
use crate::support::stub::{Reply, Request, Stub};
use crate::support::timeouts::Timeouts;
use crate::support::tokens;
use axum::Router;
use axum::http::Method;
use bitcoin::absolute::LockTime;
use bitcoin::consensus::encode::serialize_hex;
use bitcoin::hashes::Hash;
use bitcoin::transaction::Version;
use bitcoin::{Amount, OutPoint, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Txid, Witness};
use blockchain_connector_btc_like::{ChainTable, DOCUMENT, NAME, NameResolver, Services};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use wallet_btc_like::Params;
use wallet_client::Client;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;
use wallet_http::{BroadcastLog, HttpConfig, OperatorLists, Service, UpstreamRequests, mount};
use wallet_tests::support::router;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream_btc_like::BtcLikeUpstreams;

/// Returns the timeouts of the service.
pub fn timeouts() -> Timeouts {
    Timeouts::of_test(200_000)
}

/// The scripted replies of the upstream.
pub struct Fixture {
    /// Reply to a request for the outputs of an address.
    pub utxo: Reply,
    /// Replies to fee estimates by target in blocks; `-1` for all further targets.
    pub estimates: HashMap<&'static str, Reply>,
    /// Replies to transaction lookups by txid; "not found" for all further txids.
    pub transactions: HashMap<String, Reply>,
    /// Reply to a submitted transaction.
    pub submit: Reply,
}

impl Fixture {
    fn reply(&self, request: &Request) -> Reply {
        let path = request.path.trim_start_matches("/api/v2/");
        match path.split_once('/') {
            Some(("utxo", _)) => self.utxo.clone(),
            Some(("estimatefee", target)) => {
                let estimate = self.estimates.get(target).cloned();
                estimate.unwrap_or_else(|| Reply::ok(r#"{"result":"-1"}"#))
            }
            Some(("tx", txid)) => self.transactions.get(txid).cloned().unwrap_or_else(|| unknown(txid)),
            Some(("sendtx", "")) if request.method == "POST" => self.submit.clone(),
            _ => Reply::json(500, "{}"),
        }
    }
}

/// Returns Blockbook's reply for an unknown transaction.
pub fn unknown(txid: &str) -> Reply {
    Reply::json(
        400,
        json!({ "error": format!("Transaction '{txid}' not found") }).to_string(),
    )
}

/// Returns Blockbook's reply for a transaction that the node rejects.
pub fn rejection(error: &str) -> Reply {
    Reply::json(400, json!({ "error": error }).to_string())
}

/// Returns Blockbook's reply for a known transaction.
pub fn known(transaction: &Transaction) -> Reply {
    Reply::ok(json!({ "txid": "not read", "hex": serialize_hex(transaction) }).to_string())
}

/// Returns an estimate in whole coins per 1000 vbytes.
pub fn estimate(coins: &str) -> Reply {
    Reply::ok(json!({ "result": coins }).to_string())
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
    /// Creates a service with a scripted upstream for all chains.
    pub async fn new() -> Self {
        Self::with_settings(&[]).await
    }

    /// Creates the same service with the settings.
    pub async fn with_settings(settings: &'static [(&'static str, &'static str)]) -> Self {
        Self::create(timeouts(), settings, Default::default()).await
    }

    /// Creates the same service, which records what was broadcast.
    pub async fn recording(broadcasts: BroadcastLog) -> Self {
        Self::create(timeouts(), &[], (broadcasts, OperatorLists::default())).await
    }

    /// Creates the same service with the operator's lists of addresses.
    pub async fn with_lists(lists: OperatorLists) -> Self {
        Self::create(timeouts(), &[], (BroadcastLog::default(), lists)).await
    }

    /// Creates the same service with the time and the size for long responses.
    pub async fn with_long_responses() -> Self {
        Self::create(Timeouts::of_test(5_000_000), &[], Default::default()).await
    }

    async fn create(
        times: Timeouts,
        settings: &'static [(&'static str, &'static str)],
        records: (BroadcastLog, OperatorLists),
    ) -> Self {
        let fixture = Arc::new(Mutex::new(Fixture {
            utxo: Reply::ok("[]"),
            estimates: HashMap::new(),
            transactions: HashMap::new(),
            submit: Reply::Reset,
        }));
        let script = Arc::clone(&fixture);
        let stub = Stub::start(move |request| script.lock().expect("no panic while held").reply(request)).await;
        let upstream = format!("blockbook+{}", stub.url);
        let setting = |name: &str| name.starts_with("WALLET_CLOUD_UPSTREAM_").then(|| upstream.clone());
        let router = service_recording(times, settings, setting, records);
        Self {
            router,
            token: tokens::token(&["read"]),
            stub,
            fixture,
        }
    }

    /// Locks the scripted replies, for changes.
    pub fn fixture(&self) -> MutexGuard<'_, Fixture> {
        self.fixture.lock().expect("no panic while held")
    }

    /// Returns the requests to the upstream, except for the background status requests.
    pub fn requests(&self) -> Vec<Request> {
        let mut requests = self.stub.requests();
        requests.retain(|request| request.path != "/api/status");
        requests
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// Returns the Rust client of the service.
    pub fn client(&self) -> Client {
        router::client(&self.router, &self.token)
    }

    /// Sends `POST /blockchain-connector-btc-like/v1/api/{path}`.
    pub async fn post(&self, path: &str, body: &Value) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::POST, &path, &self.token, Some(body))).await
    }

    /// Sends `GET /blockchain-connector-btc-like/v1/api/{path}`.
    pub async fn get(&self, path: &str) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::GET, &path, &self.token, None)).await
    }
}

/// Returns the service with the settings and upstreams.
pub fn service(settings: &[(&str, &str)], upstream: impl Fn(&str) -> Option<String>) -> Router {
    service_recording(timeouts(), settings, upstream, Default::default())
}

/// Returns the same service with the limits and this request deadline.
pub fn service_within(
    limits: Limits,
    request_time: Duration,
    settings: &[(&str, &str)],
    upstream: impl Fn(&str) -> Option<String>,
) -> Router {
    let timeouts = Timeouts {
        limits,
        request: request_time,
    };
    service_recording(timeouts, settings, upstream, Default::default())
}

fn service_recording(
    Timeouts { limits, request }: Timeouts,
    settings: &[(&str, &str)],
    upstream: impl Fn(&str) -> Option<String>,
    (broadcasts, lists): (BroadcastLog, OperatorLists),
) -> Router {
    let client = HttpClient::new(limits).expect("a client");
    let setting = |wanted: &str| {
        let found = settings.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, value)| (*value).to_owned())
    };
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let upstreams = Arc::new(BtcLikeUpstreams::from_settings(client, &clock, upstream).expect("valid upstreams"));
    let services = Services {
        authorizer: tokens::authorizer(),
        node: upstreams.clone(),
        chains: ChainTable::from_settings(setting).expect("valid rates"),
        broadcasts,
        lists,
        resolver: NameResolver::default(),
    };
    let service =
        Service::new(NAME, blockchain_connector_btc_like::router(), services, DOCUMENT).with_upstreams(upstreams);
    let config = HttpConfig {
        request_time: request,
        upstream_requests: UpstreamRequests::UNLIMITED,
        ..HttpConfig::default()
    };
    mount(vec![service], &config)
}

/// Returns a transaction that pays the values to the script. `salt` makes the txid unique.
pub fn parent(script: &ScriptBuf, values: &[u64], salt: u8) -> Transaction {
    let outputs = values.iter().map(|&value| TxOut {
        value: Amount::from_sat(value),
        script_pubkey: script.clone(),
    });
    Transaction {
        version: Version::TWO,
        lock_time: LockTime::ZERO,
        input: vec![TxIn {
            previous_output: OutPoint::new(Txid::from_byte_array([salt; 32]), 0),
            script_sig: ScriptBuf::from_bytes(vec![1, salt]),
            sequence: Sequence::MAX,
            witness: Witness::new(),
        }],
        output: outputs.collect(),
    }
}

/// Returns the parameters of a chain and network by name.
pub fn params(chain: &str, network: &str) -> &'static Params {
    let row = Params::all()
        .iter()
        .find(|row| row.to_string() == format!("{chain} {network}"));
    row.expect("an existing chain and network")
}
