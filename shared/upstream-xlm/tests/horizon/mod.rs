//! Horizon adapter tests against a scripted server: requests, parsing and errors.

mod accounts;
mod claimable;
mod claims;
mod history;
mod ledgers;
mod offers;
mod operations;
mod order_book;
mod paths;
mod rejections;
mod sending;
mod token_calls;

use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wallet_core::model::Network;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::clock::FixedClock;
use wallet_test_support::stub::{Reply, Request, Stub};
use wallet_upstream::client::{Deadline, HttpClient, Limits, after};
use wallet_upstream::config::setting_name;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_xlm::{AccountId, passphrase};

/// The requested and further accounts.
const OWN: &str = "GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K";
const OTHER: &str = "GDAT5HWTGIU4TSSZ4752OUC4SABDLTLZFRPZUJ3D6LKBNEPA7V2CIG54";
const ISSUER: &str = "GDJKBIYIPBE2NC5XIZX6GCFZHVWFUA7ONMQUOOVTLIM3BESTI4BYADAN";
/// The requested account as a muxed account with a user id.
const OWN_MUXED: &str = "MAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2AAAAAAAAE4DUGF2O";

const LEDGER: u32 = 59_000_000;
/// 2026-11-21T20:00:00Z
const NOW: u64 = 1_795_291_200;

const LIMITS: Limits = Limits {
    connect: Duration::from_secs(2),
    attempt: Duration::from_secs(5),
    body: 200_000,
};

fn soon() -> Deadline {
    after(Duration::from_secs(20))
}

fn own() -> AccountId {
    OWN.parse().expect("an address")
}

type Script = HashMap<&'static str, Box<dyn FnMut(&Request) -> Reply + Send>>;

/// The port over a scripted Horizon.
struct Server {
    node: XlmUpstreams,
    stub: Stub,
    script: Arc<Mutex<Script>>,
}

impl Server {
    /// Starts a livenet Horizon in sync with the network, without further data.
    async fn start() -> Self {
        let script: Arc<Mutex<Script>> = Arc::default();
        let handlers = Arc::clone(&script);
        let stub = Stub::start(move |request| {
            let path = request.path.split('?').next().unwrap_or_default();
            let mut script = handlers.lock().unwrap_or_else(PoisonError::into_inner);
            match script.get_mut(path) {
                Some(handler) => handler(request),
                None => problem(404, "not_found"),
            }
        })
        .await;
        let server = Self {
            node: node(&[&stub.url]),
            stub,
            script,
        };
        server.set_document("/", root(Network::Livenet));
        server.set_document("/ledgers", ledgers(LEDGER));
        server
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the document of a path.
    fn set_document(&self, path: &'static str, document: Value) {
        self.set_handler(path, move |_| Reply::ok(document.to_string()));
    }

    /// Sets the handler of a path.
    fn set_handler(&self, path: &'static str, handler: impl FnMut(&Request) -> Reply + Send + 'static) {
        self.script().insert(path, Box::new(handler));
    }

    /// Returns the requests for this path so far.
    fn requests_for(&self, path: &str) -> Vec<Request> {
        let requests = self.stub.requests().into_iter();
        requests
            .filter(|request| request.path.split('?').next() == Some(path))
            .collect()
    }
}

/// Returns the port over Horizons at the URLs.
fn node(urls: &[&str]) -> XlmUpstreams {
    let name = setting_name("xlm", Network::Livenet);
    let entries: Vec<_> = urls.iter().map(|url| format!("horizon+{url}")).collect();
    let value = entries.join(",");
    let clock = FixedClock::at(Timestamp::from_secs(NOW));
    let client = HttpClient::new(LIMITS).expect("a client");
    let node = XlmUpstreams::from_settings(client, &clock, |setting| (setting == name).then(|| value.clone()));
    node.expect("a valid setting")
}

fn root(network: Network) -> Value {
    json!({ "horizon_version": "28.0.0", "core_version": "25.0.0", "history_latest_ledger": LEDGER,
        "network_passphrase": passphrase(network) })
}

fn ledgers(sequence: u32) -> Value {
    page(&[
        json!({ "sequence": sequence, "closed_at": "2026-11-21T19:59:58Z", "base_fee_in_stroops": 100,
        "base_reserve_in_stroops": 5_000_000, "protocol_version": 25 }),
    ])
}

fn page(records: &[Value]) -> Value {
    json!({ "_links": { "self": { "href": "" }, "next": { "href": "" }, "prev": { "href": "" } },
        "_embedded": { "records": records } })
}

/// Returns a problem document.
fn problem(status: u16, kind: &str) -> Reply {
    problem_with(status, kind, &json!({}))
}

fn problem_with(status: u16, kind: &str, extras: &Value) -> Reply {
    let document = json!({ "type": format!("https://stellar.org/horizon-errors/{kind}"), "title": "<b>evil</b>",
        "status": status, "detail": "visit evil.example", "extras": extras });
    Reply::text(status, "application/problem+json; charset=utf-8", document.to_string())
}

#[track_caller]
fn assert_unusable<T: std::fmt::Debug>(result: &Result<T, UpstreamError>) {
    let Err(error @ UpstreamError::Unusable { .. }) = result else {
        panic!("{result:?}")
    };
    assert!(!error.to_string().contains("evil.example"), "{error}");
}
