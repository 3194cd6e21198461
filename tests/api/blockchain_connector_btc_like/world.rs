//! The service under test and the network it sees.

use crate::support::client::{Answer, call, request};
use crate::support::stub::{Reply, Request, Stub};
use crate::support::tokens;
use axum::Router;
use axum::http::Method;
use bitcoin::absolute::LockTime;
use bitcoin::consensus::encode::serialize_hex;
use bitcoin::hashes::Hash;
use bitcoin::transaction::Version;
use bitcoin::{Amount, OutPoint, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Txid, Witness};
use blockchain_connector_btc_like::{NAME, PriceFloors, Services, openapi, router};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use wallet_btc_like::Params;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;
use wallet_http::{HttpConfig, Service, mount};
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream_btc_like::BtcLikeUpstreams;

/// The time for one request.
pub const REQUEST_TIME: Duration = Duration::from_secs(3);

/// Short, so that a test of silence is quick.
pub const LIMITS: Limits = Limits {
    connect: Duration::from_millis(500),
    attempt: Duration::from_millis(600),
    body: 200_000,
};

/// What the upstream answers.
pub struct World {
    /// To a question for the outputs of an address.
    pub utxo: Reply,
    /// To a question for an estimate, by its target in blocks; `-1` for the others.
    pub estimates: HashMap<&'static str, Reply>,
    /// To a question for a transaction, by its id; unknown otherwise.
    pub transactions: HashMap<String, Reply>,
    /// To a transaction handed in.
    pub submit: Reply,
}

impl World {
    fn answer(&self, request: &Request) -> Reply {
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

/// What Blockbook says about a transaction that it does not know.
pub fn unknown(txid: &str) -> Reply {
    Reply::json(
        400,
        json!({ "error": format!("Transaction '{txid}' not found") }).to_string(),
    )
}

/// What Blockbook says when its node refuses a transaction.
pub fn refusal(error: &str) -> Reply {
    Reply::json(400, json!({ "error": error }).to_string())
}

/// What Blockbook says about a transaction that it knows.
pub fn known(transaction: &Transaction) -> Reply {
    Reply::ok(json!({ "txid": "not read", "hex": serialize_hex(transaction) }).to_string())
}

/// An estimate in whole coins per 1000 vbytes.
pub fn estimate(coins: &str) -> Reply {
    Reply::ok(json!({ "result": coins }).to_string())
}

/// The service with a token to call it.
pub struct App {
    /// The router as it is deployed.
    pub router: Router,
    token: String,
    stub: Stub,
    world: Arc<Mutex<World>>,
}

impl App {
    /// A service whose every chain is served by one scripted upstream.
    pub async fn new() -> Self {
        Self::with_settings(&[]).await
    }

    /// The same with these variables set.
    pub async fn with_settings(settings: &'static [(&'static str, &'static str)]) -> Self {
        let world = Arc::new(Mutex::new(World {
            utxo: Reply::ok("[]"),
            estimates: HashMap::new(),
            transactions: HashMap::new(),
            submit: Reply::Reset,
        }));
        let script = Arc::clone(&world);
        let stub = Stub::start(move |request| script.lock().expect("no panic while held").answer(request)).await;
        let upstream = format!("blockbook+{}", stub.url);
        let router = service(settings, |name| {
            name.starts_with("WALLET_CLOUD_UPSTREAM_").then(|| upstream.clone())
        });
        Self {
            router,
            token: tokens::token(&["read"]),
            stub,
            world,
        }
    }

    /// What the upstream answers from now on.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("no panic while held")
    }

    /// What the upstream was asked, but for how far it is, which is asked beside it now and then.
    pub fn asked(&self) -> Vec<Request> {
        let mut requests = self.stub.requests();
        requests.retain(|request| request.path != "/api/status");
        requests
    }

    /// The token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// `POST /blockchain-connector-btc-like/v1/api/{path}`.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::POST, &path, &self.token, Some(body))).await
    }

    /// `GET /blockchain-connector-btc-like/v1/api/{path}`.
    pub async fn get(&self, path: &str) -> Answer {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::GET, &path, &self.token, None)).await
    }
}

/// The service with these settings and upstreams.
pub fn service(settings: &[(&str, &str)], upstream: impl Fn(&str) -> Option<String>) -> Router {
    service_within(LIMITS, REQUEST_TIME, settings, upstream)
}

/// The same with as much time for an attempt and for a request.
pub fn service_within(
    limits: Limits,
    request_time: Duration,
    settings: &[(&str, &str)],
    upstream: impl Fn(&str) -> Option<String>,
) -> Router {
    let client = HttpClient::new(limits).expect("a client");
    let setting = |wanted: &str| {
        let found = settings.iter().find(|(name, _)| *name == wanted);
        found.map(|(_, value)| (*value).to_owned())
    };
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let upstreams = Arc::new(BtcLikeUpstreams::from_settings(client, &clock, upstream).expect("good upstreams"));
    let services = Services {
        authorizer: tokens::authorizer(),
        node: upstreams.clone(),
        price_floors: PriceFloors::from_settings(setting).expect("good floors"),
    };
    let service = Service::new(NAME, router(), services, openapi()).with_upstreams(upstreams);
    let config = HttpConfig {
        request_time,
        ..HttpConfig::default()
    };
    mount(vec![service], &config)
}

/// A transaction that pays these values to this script. `salt` makes its id differ from others'.
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

/// The row of a chain on a network, by their names.
pub fn params(chain: &str, network: &str) -> &'static Params {
    let row = Params::all()
        .iter()
        .find(|row| row.to_string() == format!("{chain} {network}"));
    row.expect("a chain and a network that exist")
}
