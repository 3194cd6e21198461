//! Stellar RPC adapter against a scripted server. The documents have the fields of `protocols/rpc` in
//! stellar/go-stellar-sdk.

mod capabilities;
mod entries;
mod faults;
mod ledgers;
mod sending;
mod simulations;
mod transfers;
mod xdr;

use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wallet_core::model::Network;
use wallet_core::ports::system::Timestamp;
use wallet_test_support::clock::FixedClock;
use wallet_test_support::stub::{Reply, Stub};
use wallet_upstream::client::{Deadline, HttpClient, Limits, after};
use wallet_upstream::config::setting_name;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_xlm::{AccountId, passphrase};

/// The requested and further accounts.
const OWN: &str = "GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K";
const OTHER: &str = "GDAT5HWTGIU4TSSZ4752OUC4SABDLTLZFRPZUJ3D6LKBNEPA7V2CIG54";
const ISSUER: &str = "GDJKBIYIPBE2NC5XIZX6GCFZHVWFUA7ONMQUOOVTLIM3BESTI4BYADAN";

const LEDGER: u32 = 59_000_000;
/// Time of the clock: 2026-11-21T20:00:00Z.
const NOW: u64 = 1_795_291_200;

const LIMITS: Limits = Limits {
    connect: Duration::from_secs(2),
    attempt: Duration::from_secs(5),
    body: 200_000,
};

fn soon() -> Deadline {
    after(Duration::from_secs(20))
}

fn id(text: &str) -> AccountId {
    text.parse().expect("an address")
}

/// Responses by method: the result, or the whole reply.
type Script = HashMap<&'static str, Box<dyn FnMut(&Value) -> Reply + Send>>;

/// The ports over a scripted server.
struct Server {
    node: XlmUpstreams,
    stub: Stub,
    script: Arc<Mutex<Script>>,
}

impl Server {
    /// Starts a healthy livenet server of version 28, without further data.
    async fn start() -> Self {
        let script: Arc<Mutex<Script>> = Arc::default();
        let handlers = Arc::clone(&script);
        let stub = Stub::start(move |request| {
            let call: Value = serde_json::from_str(&request.body).unwrap_or_default();
            let method = call["method"].as_str().unwrap_or_default();
            let mut script = handlers.lock().unwrap_or_else(PoisonError::into_inner);
            match script.get_mut(method) {
                Some(handler) => handler(&call["params"]),
                None => error(-32601, "method not found"),
            }
        })
        .await;
        let server = Self {
            node: node(&[("stellar-rpc", &stub.url)]),
            stub,
            script,
        };
        server.set_result("getNetwork", network(Network::Livenet));
        server.set_result("getHealth", health(LEDGER));
        server.set_result("getLatestLedger", latest(LEDGER, xdr::HEADER));
        server
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the result of a method.
    fn set_result(&self, method: &'static str, document: Value) {
        self.set_handler(method, move |_| result(&document));
    }

    /// Sets the handler of a method.
    fn set_handler(&self, method: &'static str, handler: impl FnMut(&Value) -> Reply + Send + 'static) {
        self.script().insert(method, Box::new(handler));
    }

    /// Returns the parameters of the calls of a method so far.
    fn calls(&self, method: &str) -> Vec<Value> {
        let requests = self.stub.requests().into_iter();
        let calls = requests.filter_map(|request| serde_json::from_str::<Value>(&request.body).ok());
        calls
            .filter(|call| call["method"] == method)
            .map(|call| call["params"].clone())
            .collect()
    }
}

/// Returns the ports over servers of these kinds at the URLs.
fn node(servers: &[(&str, &str)]) -> XlmUpstreams {
    let name = setting_name("xlm", Network::Livenet);
    let entries: Vec<_> = servers.iter().map(|(kind, url)| format!("{kind}+{url}")).collect();
    let value = entries.join(",");
    let clock = FixedClock::at(Timestamp::from_secs(NOW));
    let client = HttpClient::new(LIMITS).expect("a client");
    let node = XlmUpstreams::from_settings(client, &clock, |setting| (setting == name).then(|| value.clone()));
    node.expect("a valid setting")
}

fn result(result: &Value) -> Reply {
    Reply::ok(json!({ "jsonrpc": "2.0", "id": 1, "result": result }).to_string())
}

fn error(code: i64, message: &str) -> Reply {
    let error = json!({ "code": code, "message": format!("{message}: visit evil.example") });
    Reply::ok(json!({ "jsonrpc": "2.0", "id": 1, "error": error }).to_string())
}

fn network(network: Network) -> Value {
    json!({ "passphrase": passphrase(network), "protocolVersion": 25 })
}

fn health(sequence: u32) -> Value {
    json!({ "status": "healthy", "latestLedger": sequence, "latestLedgerCloseTime": NOW - 2,
        "oldestLedger": sequence - 120_959, "ledgerRetentionWindow": 120_960 })
}

fn latest(sequence: u32, header: &str) -> Value {
    json!({ "id": "cd".repeat(32), "protocolVersion": 25, "sequence": sequence, "closeTime": (NOW - 2).to_string(),
        "headerXdr": header, "metadataXdr": "AAAAAg==" })
}

/// Returns found entries with their extensions.
fn entries(found: &[(&str, &str)]) -> Value {
    let entries: Vec<_> = found
        .iter()
        .map(|(xdr, extension)| json!({ "key": "", "xdr": xdr, "lastModifiedLedgerSeq": LEDGER - 9, "extXdr": extension }))
        .collect();
    json!({ "entries": entries, "latestLedger": LEDGER + 1 })
}
