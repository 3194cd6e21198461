//! Tests of the same service over Esplora and over mempool.space.

mod faults;
mod history;
mod paging;
mod rejected_requests;
mod same_chain;

use super::fixture::service_within;
use crate::support::client::{TestResponse, call, request};
use crate::support::esplora::{Dialect, EsploraState, id, row};
use crate::support::stub::Stub;
use crate::support::tokens;
use address_info_btc_like::NAME;
use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use wallet_upstream::client::Limits;

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

const DIALECTS: [Dialect; 2] = [Dialect::Plain, Dialect::MempoolSpace];

/// The service over a server.
pub struct App {
    setting: &'static str,
    router: Router,
    stub: Stub,
    fixture: Arc<Mutex<EsploraState>>,
}

impl App {
    /// Starts the service with this server for btc livenet.
    pub async fn new(dialect: Dialect) -> Self {
        Self::over(EsploraState::new(dialect, OWN), "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").await
    }

    /// Starts the service with a server with the data, under this setting.
    pub async fn over(fixture: EsploraState, setting: &'static str) -> Self {
        let fixture = Arc::new(Mutex::new(fixture));
        let script = Arc::clone(&fixture);
        let stub = Stub::start(move |request| script.lock().expect("no panic while held").respond(request)).await;
        Self {
            setting,
            router: router(&stub, setting),
            stub,
            fixture,
        }
    }

    /// Resets the service, because the circuit breaker opens after repeated failures.
    fn reset(&mut self) {
        self.router = router(&self.stub, self.setting);
    }

    fn fixture(&self) -> MutexGuard<'_, EsploraState> {
        self.fixture.lock().expect("no panic while held")
    }

    /// Sends `GET /address-info-btc-like/v1/api/{path}`.
    pub async fn get(&self, path: &str) -> TestResponse {
        let path = format!("/{NAME}/v1/api/{path}");
        call(
            &self.router,
            request(Method::GET, &path, &tokens::token(&["read"]), None),
        )
        .await
    }

    /// Returns the txids of a page, and the next cursor.
    async fn page(&self, limit: usize, cursor: Option<&str>) -> (Vec<String>, Option<String>) {
        let cursor = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let response = self.get(&format!("btc?address={OWN}&limit={limit}{cursor}")).await;
        let data = response.data();
        let txids = data["transactions"].as_array().expect("a list").iter();
        let txids = txids.map(|entry| entry["txid"].as_str().expect("a txid").to_owned());
        (txids.collect(), data["nextCursor"].as_str().map(str::to_owned))
    }

    /// Returns the txids of all pages in order.
    async fn all_pages(&self, limit: usize) -> Vec<String> {
        let (mut all, mut cursor) = self.page(limit, None).await;
        while let Some(next) = cursor {
            let (more, after) = self.page(limit, Some(&next)).await;
            assert!((1..=limit).contains(&more.len()), "{}", more.len());
            all.extend(more);
            cursor = after;
        }
        all
    }

    /// Counts the requests with this part in their path since the last call.
    pub fn request_count(&self, part: &str) -> usize {
        let requests = self.stub.requests();
        requests.iter().filter(|request| request.path.contains(part)).count()
    }
}

fn router(stub: &Stub, setting: &str) -> Router {
    let upstream = format!("esplora+{}/api", stub.url);
    service_within(Limits::default(), Duration::from_secs(25), |name| {
        (name == setting).then(|| upstream.clone())
    })
}

fn income(salt: usize, height: Option<u32>) -> Value {
    row(salt, height, &[(SHOP, 13)], &[(OWN, 1)])
}

/// Returns a transaction per height, with txids counted from 0.
fn incomes(heights: impl IntoIterator<Item = Option<u32>>) -> Vec<Value> {
    heights
        .into_iter()
        .enumerate()
        .map(|(salt, height)| income(salt, height))
        .collect()
}

fn ids(salts: impl IntoIterator<Item = usize>) -> Vec<String> {
    salts.into_iter().map(id).collect()
}

fn value(amount: &str) -> Value {
    json!({ "amount": amount, "decimals": 8 })
}
