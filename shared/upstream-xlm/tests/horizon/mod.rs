//! The adapter of Horizon against a scripted server: what it asks, what it understands, what it refuses.

mod accounts;
mod claimable;
mod claims;
mod history;
mod operations;
mod refusals;
mod sending;

use crate::clock::StoppedClock;
use crate::support::{Reply, Request, Stub};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wallet_core::model::Network;
use wallet_core::ports::system::Timestamp;
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::client::{Deadline, HttpClient, Limits, after};
use wallet_upstream::config::setting_name;
use wallet_upstream_xlm::XlmUpstreams;
use wallet_xlm::{AccountId, passphrase};

/// The account that is asked for, and others.
const OWN: &str = "GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K";
const OTHER: &str = "GDAT5HWTGIU4TSSZ4752OUC4SABDLTLZFRPZUJ3D6LKBNEPA7V2CIG54";
const ISSUER: &str = "GDJKBIYIPBE2NC5XIZX6GCFZHVWFUA7ONMQUOOVTLIM3BESTI4BYADAN";
/// The account that is asked for, with the number of a user.
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

/// The port over a Horizon that answers as its script says.
struct Server {
    node: XlmUpstreams,
    stub: Stub,
    script: Arc<Mutex<Script>>,
}

impl Server {
    /// A Horizon of the livenet, in step with it, which knows nothing beside.
    async fn start() -> Self {
        let script: Arc<Mutex<Script>> = Arc::default();
        let answers = Arc::clone(&script);
        let stub = Stub::start(move |request| {
            let path = request.path.split('?').next().unwrap_or_default();
            let mut script = answers.lock().unwrap_or_else(PoisonError::into_inner);
            match script.get_mut(path) {
                Some(answer) => answer(request),
                None => problem(404, "not_found"),
            }
        })
        .await;
        let server = Self {
            node: node(&[&stub.url]),
            stub,
            script,
        };
        server.says("/", root(Network::Livenet));
        server.says("/ledgers", ledgers(LEDGER));
        server
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a path with this document from now on.
    fn says(&self, path: &'static str, document: Value) {
        self.does(path, move |_| Reply::ok(document.to_string()));
    }

    /// Answers a path like this from now on.
    fn does(&self, path: &'static str, answer: impl FnMut(&Request) -> Reply + Send + 'static) {
        self.script().insert(path, Box::new(answer));
    }

    /// The requests for this path so far.
    fn asked(&self, path: &str) -> Vec<Request> {
        let requests = self.stub.requests().into_iter();
        requests
            .filter(|request| request.path.split('?').next() == Some(path))
            .collect()
    }
}

/// The port over Horizons at these addresses.
fn node(urls: &[&str]) -> XlmUpstreams {
    let name = setting_name("xlm", Network::Livenet);
    let entries: Vec<_> = urls.iter().map(|url| format!("horizon+{url}")).collect();
    let value = entries.join(",");
    let clock = StoppedClock::at(Timestamp::from_secs(NOW));
    let client = HttpClient::new(LIMITS).expect("a client");
    let node = XlmUpstreams::from_settings(client, &clock, |wanted| (wanted == name).then(|| value.clone()));
    node.expect("a good setting")
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

/// A problem document.
fn problem(status: u16, word: &str) -> Reply {
    problem_with(status, word, &json!({}))
}

fn problem_with(status: u16, word: &str, extras: &Value) -> Reply {
    let document = json!({ "type": format!("https://stellar.org/horizon-errors/{word}"), "title": "<b>evil</b>",
        "status": status, "detail": "visit evil.example", "extras": extras });
    Reply::text(status, "application/problem+json; charset=utf-8", document.to_string())
}

#[track_caller]
fn assert_unusable<T: std::fmt::Debug>(answer: &Result<T, UpstreamError>) {
    let Err(error @ UpstreamError::Unusable { .. }) = answer else {
        panic!("{answer:?}")
    };
    assert!(!error.to_string().contains("evil.example"), "{error}");
}
