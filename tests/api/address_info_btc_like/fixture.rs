//! The service under test and the scripted Blockbook.

use crate::support::client::{TestResponse, call, request};
use crate::support::stub::{Reply, Request, Stub};
use crate::support::timeouts::Timeouts;
use crate::support::tokens;
use address_info_btc_like::{DOCUMENT, NAME, Services, router};
use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;
use wallet_http::{Authorizer, HttpConfig, OperatorLists, Service, UpstreamRequests, mount};
use wallet_test_support::past_prices::FixedPrices;
use wallet_upstream::client::{HttpClient, Limits};
use wallet_upstream_btc_like::BtcLikeUpstreams;

/// Returns the timeouts of the service.
pub fn timeouts() -> Timeouts {
    Timeouts::of_test(2_000_000)
}

/// The data of the Blockbook.
pub struct Fixture {
    /// Balance and unconfirmed balance.
    pub balance: (String, String),
    /// The transactions, the mempool first, then by descending height.
    pub transactions: Vec<Value>,
    /// The unspent outputs.
    pub utxo: Reply,
    /// Replaces the response to address requests.
    pub instead: Option<Reply>,
    /// The response to every request with this address.
    pub rejected: Option<(&'static str, Reply)>,
    /// Replaces the response to address requests with transactions.
    pub instead_of_list: Option<Reply>,
    /// The number of requests for transactions until the server fails.
    pub lists_until_failure: Cell<usize>,
    /// The largest page of the server.
    pub max_page: usize,
    /// The response to status requests.
    pub status: Reply,
}

impl Fixture {
    fn respond(&self, request: &Request) -> Reply {
        if request.path == "/api/status" {
            return self.status.clone();
        }
        if let Some((address, reply)) = &self.rejected
            && request.path.contains(address)
        {
            return reply.clone();
        }
        if request.path.starts_with("/api/v2/utxo/") {
            return self.utxo.clone();
        }
        match request.path.strip_prefix("/api/v2/address/") {
            Some(rest) => self.instead.clone().unwrap_or_else(|| self.address(rest)),
            None => Reply::json(500, "{}"),
        }
    }

    /// Returns the requested page. Like the real server (`GetAddress` in `api/worker.go` of trezor/blockbook), it
    /// - puts the mempool before the first page, cuts that page at the page size, and continues with the second page of the
    ///   confirmed transactions;
    /// - leaves the mempool out if an end height is given, also from the balance;
    /// - returns the last page for larger numbers, and omits empty values.
    fn address(&self, rest: &str) -> Reply {
        let (_, query) = rest.split_once('?').expect("a query");
        let query: HashMap<_, _> = query.split('&').filter_map(|pair| pair.split_once('=')).collect();
        let number = |name: &str| query.get(name).and_then(|text| text.parse::<usize>().ok());
        let to = number("to");
        let is_pending = |row: &&Value| row["blockHeight"].as_i64().is_some_and(|height| height <= 0);
        let is_listed = |row: &&Value| {
            let height = row["blockHeight"].as_u64();
            to.is_none_or(|to| height.is_some_and(|height| height <= to as u64))
        };
        let (pending, confirmed): (Vec<_>, Vec<_>) = self.transactions.iter().partition(is_pending);
        let confirmed: Vec<_> = confirmed.into_iter().filter(is_listed).collect();
        let pending = if to.is_some() { Vec::new() } else { pending };
        let mut response = json!({
            "balance": self.balance.0,
            "unconfirmedBalance": if to.is_some() { "0" } else { self.balance.1.as_str() },
            "unconfirmedTxs": pending.len(),
            "txs": confirmed.len(),
        });
        match query.get("details") {
            Some(&"tokens") => return Reply::ok(response.to_string()),
            details => assert_eq!(details, Some(&"txslight")),
        }
        if let Some(reply) = &self.instead_of_list {
            return reply.clone();
        }
        let Some(remaining) = self.lists_until_failure.get().checked_sub(1) else {
            return Reply::json(503, "{}");
        };
        self.lists_until_failure.set(remaining);
        let size = number("pageSize").expect("a page size").min(self.max_page);
        let pages = confirmed.len().div_ceil(size).max(1);
        let page = number("page").expect("a page").clamp(1, pages);
        let is_total_unknown = to.is_some() && confirmed.len() >= size;
        response["page"] = json!(page);
        response["totalPages"] = if is_total_unknown { json!(-1) } else { json!(pages) };
        response["itemsOnPage"] = json!(size);
        let confirmed = confirmed.into_iter().skip((page - 1) * size).take(size);
        let pending = if page == 1 { pending } else { Vec::new() };
        let shown: Vec<_> = pending.into_iter().chain(confirmed).take(size).collect();
        if !shown.is_empty() {
            response["transactions"] = json!(shown);
        }
        Reply::ok(response.to_string())
    }
}

/// Returns a transaction between the addresses, in base units; `height` -1 is the mempool.
pub fn row(salt: usize, height: i64, inputs: &[&str], outputs: &[(&str, u64)]) -> Value {
    let vin: Vec<_> = inputs
        .iter()
        .enumerate()
        .map(
            |(n, address)| json!({ "txid": id(9999), "n": n, "addresses": [address], "isAddress": true, "value": "1" }),
        )
        .collect();
    let vout: Vec<_> = outputs
        .iter()
        .enumerate()
        .map(|(n, (address, value))| {
            json!({ "value": value.to_string(), "n": n, "addresses": [address], "isAddress": true })
        })
        .collect();
    json!({
        "txid": id(salt),
        "vin": vin,
        "vout": vout,
        "blockHeight": height,
        "confirmations": i64::from(height > 0),
        "blockTime": 1_700_000_000 + salt,
        "value": "1",
        "fees": "12",
    })
}

/// Returns a txid.
pub fn id(salt: usize) -> String {
    format!("{salt:064x}")
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
    /// Starts a service with a scripted Blockbook at height 800 for every chain.
    pub async fn new() -> Self {
        let fixture = Arc::new(Mutex::new(Fixture {
            balance: ("0".to_owned(), "0".to_owned()),
            transactions: Vec::new(),
            utxo: Reply::ok("[]"),
            instead: None,
            rejected: None,
            instead_of_list: None,
            lists_until_failure: Cell::new(usize::MAX),
            max_page: 1000,
            status: Reply::ok(json!({ "blockbook": { "bestHeight": 800, "inSync": true }, "backend": {} }).to_string()),
        }));
        let script = Arc::clone(&fixture);
        let stub = Stub::start(move |request| script.lock().expect("no panic while held").respond(request)).await;
        let upstream = format!("blockbook+{}", stub.url);
        Self {
            router: service(|name| name.starts_with("WALLET_CLOUD_UPSTREAM_").then(|| upstream.clone())),
            token: tokens::token(&["read"]),
            stub,
            fixture,
        }
    }

    /// Locks the data of the Blockbook for reading or changes.
    pub fn fixture(&self) -> MutexGuard<'_, Fixture> {
        self.fixture.lock().expect("no panic while held")
    }

    /// Returns the setting of the Blockbook.
    pub fn upstream(&self) -> String {
        format!("blockbook+{}", self.stub.url)
    }

    /// Returns the paths requested from Blockbook, sorted, because the requests are concurrent.
    pub fn requested_paths(&self) -> Vec<String> {
        let mut paths: Vec<_> = self.stub.requests().into_iter().map(|request| request.path).collect();
        paths.sort();
        paths
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    /// Returns the results of a batch of requests.
    pub async fn batch(&self, requests: &[Value]) -> Vec<Value> {
        let path = format!("/{NAME}/v1/api/batch");
        let body = json!({ "requests": requests });
        let response = call(&self.router, request(Method::POST, &path, &self.token, Some(&body))).await;
        response.data()["results"].as_array().expect("a list").clone()
    }

    /// Sends `GET /address-info-btc-like/v1/api/{path}`.
    pub async fn get(&self, path: &str) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        call(&self.router, request(Method::GET, &path, &self.token, None)).await
    }
}

/// Returns the service with the upstreams.
pub fn service(upstream: impl Fn(&str) -> Option<String>) -> Router {
    let Timeouts { limits, request } = timeouts();
    service_within(limits, request, upstream)
}

/// Returns the service with the limits and this time for a request.
pub fn service_within(limits: Limits, request_time: Duration, upstream: impl Fn(&str) -> Option<String>) -> Router {
    service_over(HttpClient::new(limits).expect("a client"), request_time, upstream)
}

/// Returns the service without an upstream, with the lists.
pub fn service_listing(lists: OperatorLists) -> Router {
    let client = HttpClient::new(timeouts().limits).expect("a client");
    service_with((client, &unlimited()), tokens::authorizer(), lists, |_| None)
}

/// Returns the service with the upstreams and this HTTP client.
pub fn service_over(client: HttpClient, request_time: Duration, upstream: impl Fn(&str) -> Option<String>) -> Router {
    let config = HttpConfig {
        request_time,
        ..unlimited()
    };
    service_with(
        (client, &config),
        tokens::authorizer(),
        OperatorLists::default(),
        upstream,
    )
}

/// Returns settings without a budget of upstream requests.
pub fn unlimited() -> HttpConfig {
    HttpConfig {
        upstream_requests: UpstreamRequests::UNLIMITED,
        ..HttpConfig::default()
    }
}

/// Returns the service with the settings.
pub fn service_with(
    (client, config): (HttpClient, &HttpConfig),
    authorizer: Authorizer,
    lists: OperatorLists,
    upstream: impl Fn(&str) -> Option<String>,
) -> Router {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let upstreams = Arc::new(BtcLikeUpstreams::from_settings(client, &clock, upstream).expect("valid upstreams"));
    let services = Services {
        authorizer,
        index: upstreams.clone(),
        lists,
        prices: Some(Arc::new(FixedPrices("2.5"))),
        clock,
    };
    let service = Service::new(NAME, router(), services, DOCUMENT).with_upstreams(upstreams);
    mount(vec![service], config)
}
