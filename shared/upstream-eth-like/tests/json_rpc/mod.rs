//! JSON-RPC adapter tests against a scripted node: requests, parsing and errors.

mod balances;
mod batches;
mod blocks;
mod broadcast;
mod chain;
mod fees;
mod gas;
mod heads;
mod nonce;
mod optional;
mod pending;
mod rejected;
mod rollup;
mod status;
mod traces;

use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::{Address, Amount, Chain, Params, SignedTransaction};
use wallet_test_support::clock::FixedClock;
use wallet_test_support::json_rpc::{Call, Outcome, calls, missing, respond};
use wallet_test_support::stub::{Reply, Request, Stub};
use wallet_upstream::client::{Deadline, HttpClient, Limits, after};
use wallet_upstream::config::setting_name;
use wallet_upstream_eth_like::EthLikeNodes;

/// The example transaction of EIP-155, with chain id 1.
const SIGNED: &str = "0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83";
const SIGNED_ID: &str = "0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788";
/// The signer, with nonce 9.
const SENDER: &str = "0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f";

const BLOCK_ID: &str = "0x4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
const HEIGHT: u64 = 0x100;
const NOW: u64 = 1_700_000_000;

const LIMITS: Limits = Limits {
    connect: Duration::from_secs(2),
    attempt: Duration::from_secs(4),
    body: 1_000_000,
};

fn soon() -> Deadline {
    after(Duration::from_secs(20))
}

fn params(chain: &str, network: Network) -> Params {
    Params::of(Chain::from_name(chain).expect("a chain"), network)
}

fn eth() -> Params {
    params("eth", Network::Livenet)
}

fn sender() -> Address {
    SENDER.parse().expect("an address")
}

fn signed() -> SignedTransaction {
    SignedTransaction::parse(eth(), SIGNED).expect("a transaction")
}

fn wei(number: u64) -> Amount {
    Amount::from(number)
}

fn hex(number: u64) -> Value {
    json!(format!("{number:#x}"))
}

/// Returns an ABI word.
fn word(number: u64) -> String {
    format!("{number:064x}")
}

/// Returns a block with this height.
fn block(height: u64) -> Value {
    json!({ "number": hex(height), "timestamp": hex(NOW), "hash": BLOCK_ID, "transactions": [] })
}

type Script = HashMap<&'static str, Box<dyn FnMut(&Call) -> Outcome + Send>>;

/// The port over a scripted node.
struct Server {
    node: EthLikeNodes,
    stub: Stub,
    script: Arc<Mutex<Script>>,
    params: Params,
    /// Maximum number of calls in a batch.
    batch_limit: Arc<AtomicUsize>,
}

impl Server {
    /// Starts an eth livenet node in sync with the chain, without further methods.
    async fn start() -> Self {
        Self::of(eth()).await
    }

    /// Starts the node for a different chain.
    async fn of(params: Params) -> Self {
        let script: Arc<Mutex<Script>> = Arc::default();
        let handlers = Arc::clone(&script);
        let batch_limit = Arc::new(AtomicUsize::new(usize::MAX));
        let limit = Arc::clone(&batch_limit);
        let stub = Stub::start(move |request| {
            if calls(request).len() > limit.load(Ordering::Relaxed) {
                return Reply::ok(batches::REJECTED);
            }
            let mut script = handlers.lock().unwrap_or_else(PoisonError::into_inner);
            let script = Mutex::new(&mut *script);
            respond(request, |call| scripted(&script, call))
        })
        .await;
        let server = Self {
            node: node(params, &[&stub.url]),
            stub,
            script,
            params,
            batch_limit,
        };
        server.set_result("eth_chainId", hex(params.chain_id()));
        server.set_handler("eth_getBlockByNumber", |call| {
            let height = call.params[0].as_str().and_then(|text| text.strip_prefix("0x"));
            let height = height.map_or(HEIGHT, |digits| u64::from_str_radix(digits, 16).expect("a height"));
            Ok(block(height))
        });
        server
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the result of a method.
    fn set_result(&self, method: &'static str, value: Value) {
        self.set_handler(method, move |_| Ok(value.clone()));
    }

    /// Sets the outcome of a method, typically an error.
    fn set_error(&self, method: &'static str, error: Outcome) {
        self.set_handler(method, move |_| error.clone());
    }

    /// Sets the handler of a method.
    fn set_handler(&self, method: &'static str, handler: impl FnMut(&Call) -> Outcome + Send + 'static) {
        self.script().insert(method, Box::new(handler));
    }

    /// Recreates the node: an upstream that fails repeatedly is backed off.
    fn recreate_node(&mut self) {
        self.node = node(self.params, &[&self.stub.url]);
    }

    /// Returns the calls of this method so far.
    fn calls_of(&self, method: &str) -> Vec<Call> {
        let requests = self.stub.requests();
        let calls = requests.iter().flat_map(calls);
        calls.filter(|call| call.method == method).collect()
    }
}

fn scripted(script: &Mutex<&mut Script>, call: &Call) -> Outcome {
    let mut script = script.lock().unwrap_or_else(PoisonError::into_inner);
    match script.get_mut(call.method.as_str()) {
        Some(handler) => handler(call),
        None => missing(&call.method),
    }
}

/// Returns the port over upstreams at the URLs.
fn node(params: Params, urls: &[&str]) -> EthLikeNodes {
    let name = setting_name(params.chain.name(), params.network);
    let entries: Vec<_> = urls.iter().map(|url| format!("jsonrpc+{url}")).collect();
    let value = entries.join(",");
    let clock: Arc<dyn Clock> = Arc::new(FixedClock(Timestamp::from_secs(NOW)));
    let client = HttpClient::new(LIMITS).expect("a client");
    let node = EthLikeNodes::from_settings(client, &clock, |setting| (setting == name).then(|| value.clone()));
    node.expect("a valid setting")
}

#[track_caller]
fn assert_unusable<T: std::fmt::Debug>(result: &Result<T, UpstreamError>) {
    assert!(matches!(result, Err(UpstreamError::Unusable { .. })), "{result:?}");
}

/// Starts a server with the same reaction to every request.
async fn constant_stub(reply: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Stub {
    Stub::start(reply).await
}
