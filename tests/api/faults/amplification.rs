//! A caller with batches of extended keys, whose scans look at many addresses: the number of upstream requests that it
//! causes, and the delay of a different caller, measured in rounds of the upstream.
//!
//! The upstream is an Esplora without transactions, which responds to all waiting requests at once when no further one
//! arrives. The number of the rounds during a request is its latency, so that it does not depend on the machine.

use crate::address_info_btc_like::fixture::{service_with, unlimited};
use crate::address_info_btc_like::xpub::scripted::{FIRST, SECOND, ZPUB};
use crate::support::client::{TestResponse, call, request};
use crate::support::esplora::{Dialect, EsploraState};
use crate::support::stub::{Reply, Request, Stub};
use crate::support::tokens;
use address_info_btc_like::NAME;
use axum::Router;
use axum::http::Method;
use futures::future::{join, join_all};
use serde_json::{Value, json};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::{JoinHandle, yield_now};
use wallet_http::{HttpConfig, OperatorLists, UpstreamRequests};
use wallet_upstream::client::{HttpClient, Limits};

/// The number of times that all tasks run without a further request before a round ends.
const QUIET: usize = 500;

/// The number of accounts.
const ACCOUNTS: usize = 3;

/// The service over an Esplora.
struct App {
    router: Router,
    stub: Stub,
    /// The tokens of the accounts, issued before the clock of the service stops.
    tokens: [String; ACCOUNTS],
    arrived: Arc<AtomicUsize>,
    rounds: watch::Sender<u64>,
}

impl App {
    /// Starts the service; the upstream responds in rounds, or at once.
    async fn new(upstream_requests: UpstreamRequests, in_rounds: bool) -> Self {
        let (rounds, _) = watch::channel(0);
        let arrived = Arc::new(AtomicUsize::new(0));
        let (sender, counter) = (rounds.clone(), Arc::clone(&arrived));
        let stub = Stub::start(move |request| {
            counter.fetch_add(1, Ordering::SeqCst);
            if in_rounds {
                Reply::Next(sender.subscribe(), Box::new(respond(request)))
            } else {
                respond(request)
            }
        })
        .await;
        let upstream = format!("esplora+{}/api", stub.url);
        let long = Duration::from_mins(5);
        let limits = Limits {
            connect: long,
            attempt: long,
            body: 200_000,
        };
        let config = HttpConfig {
            upstream_requests,
            request_time: long,
            ..unlimited()
        };
        let client = HttpClient::new(limits).expect("a client");
        let tokens = [0, 1, 2].map(|account| tokens::token_of(account, &["read"]));
        let (authorizer, lists) = (tokens::authorizer_with_stopped_clock(), OperatorLists::default());
        let router = service_with((client, &config), authorizer, lists, |name| {
            (name == "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").then(|| upstream.clone())
        });
        Self {
            router,
            stub,
            tokens,
            arrived,
            rounds,
        }
    }

    async fn batch(&self, account: usize, body: &Value) -> TestResponse {
        let path = format!("/{NAME}/v1/api/batch");
        let request = request(Method::POST, &path, &self.tokens[account], Some(body));
        call(&self.router, request).await
    }

    async fn address_info(&self, account: usize) -> TestResponse {
        let path = format!("/{NAME}/v1/api/btc?address={FIRST}");
        let request = request(Method::GET, &path, &self.tokens[account], None);
        call(&self.router, request).await
    }

    /// Returns the number of requests to the upstream so far.
    fn count(&self) -> usize {
        self.stub.requests().len()
    }

    /// Responds in rounds. This is a separate task, since each pass would poll all requests that share a task with the
    /// rounds.
    fn respond_in_rounds(&self) -> JoinHandle<()> {
        let (arrived, rounds) = (Arc::clone(&self.arrived), self.rounds.clone());
        tokio::spawn(async move {
            loop {
                let (mut seen, mut quiet) = (arrived.load(Ordering::SeqCst), 0);
                while quiet < QUIET {
                    yield_now().await;
                    let now = arrived.load(Ordering::SeqCst);
                    quiet = if now == seen { quiet + 1 } else { 0 };
                    seen = now;
                }
                rounds.send_modify(|round| *round += 1);
            }
        })
    }

    /// Sends requests of a caller until the other work is done, at least this number, and records their rounds.
    async fn measure(&self, is_over: &Cell<bool>, at_least: usize) -> Vec<u64> {
        let mut latencies = Vec::new();
        while !is_over.get() || latencies.len() < at_least {
            let start = *self.rounds.borrow();
            let response = self.address_info(0).await;
            assert_eq!(response.status, 200, "{response:?}");
            latencies.push(*self.rounds.borrow() - start);
        }
        latencies
    }
}

/// Responds for any address without transactions.
fn respond(request: &Request) -> Reply {
    let path = request.path.strip_prefix("/api/address/").unwrap_or_default();
    let address = path.split('/').next().unwrap_or_default();
    EsploraState::new(Dialect::Plain, address).respond(request)
}

/// Returns a batch of ten keys, of 2 kB.
fn keys() -> Value {
    let key = |_| json!({ "chain": "btc", "xpub": ZPUB, "gap": 100 });
    json!({ "keys": (0..10).map(key).collect::<Vec<_>>() })
}

fn addresses() -> Value {
    json!({ "requests": vec![json!({ "chain": "btc", "address": SECOND }); 50] })
}

fn p99(latencies: &mut [u64]) -> u64 {
    latencies.sort_unstable();
    latencies[latencies.len() * 99 / 100]
}

#[tokio::test]
async fn batch_of_keys_is_counted_by_the_addresses_that_it_can_look_at() {
    let app = App::new(UpstreamRequests::default(), false).await;
    let response = app.batch(1, &keys()).await;
    assert_eq!(response.status, 200, "{response:?}");
    let header = |response: &TestResponse, name: &str| response.headers[name].to_str().expect("text").to_owned();
    assert_eq!(
        header(&response, "ratelimit-policy"),
        "\"upstream-requests\";q=3000;w=60"
    );
    assert_eq!(header(&response, "ratelimit"), "\"upstream-requests\";r=990;t=41");
    let first = app.count();
    assert!((2000..=2010 + 5).contains(&first), "{first}");
    for _ in 0..4 {
        let response = app.batch(1, &keys()).await;
        response.assert_error(429, "too_many_requests", None);
        assert_eq!(response.retry_after(), 21);
        assert_eq!(header(&response, "ratelimit"), "\"upstream-requests\";r=990;t=41");
    }
    assert_eq!(app.count(), first);
    assert_eq!(app.address_info(0).await.status, 200);
    assert_eq!(app.batch(2, &keys()).await.status, 200);
}

#[tokio::test]
async fn batch_above_the_whole_budget_is_invalid() {
    let app = App::new(UpstreamRequests::per_minute(2000), false).await;
    app.batch(1, &keys()).await.assert_error(400, "invalid_request", None);
    assert_eq!(app.count(), 0);
}

/// Returns the p99 of a caller's latencies in rounds, alone and while a second one sends batches of keys and addresses.
async fn latencies(upstream_requests: UpstreamRequests) -> (u64, u64) {
    let app = App::new(upstream_requests, true).await;
    let responding = app.respond_in_rounds();
    let is_over = Cell::new(true);
    let mut quiet = app.measure(&is_over, 30).await;
    is_over.set(false);
    let attack = async {
        let body = keys();
        let batches = join_all((0..5).map(|_| app.batch(1, &body)));
        let sequential = async {
            for _ in 0..20 {
                app.batch(1, &addresses()).await;
            }
        };
        join(batches, sequential).await;
        is_over.set(true);
    };
    let ((), mut busy) = join(attack, app.measure(&is_over, 30)).await;
    responding.abort();
    (p99(&mut quiet), p99(&mut busy))
}

#[tokio::test]
async fn batches_of_one_caller_delay_another_at_most_twofold() {
    let (quiet, busy) = latencies(UpstreamRequests::default()).await;
    println!("with a budget: p99 {quiet} rounds alone, {busy} during the attack");
    assert!(busy <= 2 * quiet, "{quiet} {busy}");
    let (quiet, busy) = latencies(UpstreamRequests::UNLIMITED).await;
    println!("without a budget: p99 {quiet} rounds alone, {busy} during the attack");
    assert!(busy > 2 * quiet, "the attack has no effect: {quiet} {busy}");
}
