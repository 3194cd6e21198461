//! The service under test, and helpers for calls.

use crate::authorization::doubles::TestClock;
use crate::support::client::{TestResponse, call, request};
use crate::support::fault_proxy::{FaultProxy, connect};
use crate::support::timeouts::Timeouts;
use crate::support::tokens;
use asset_info::{DOCUMENT, NAME, Services, router};
use axum::Router;
use axum::http::Method;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use wallet_assets::Seed;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::{HttpConfig, Service, mount};
use wallet_store::cached_assets::CachedAssets;
use wallet_store::dynamodb::{DynamoAssets, DynamoPrices};
use wallet_upstream::client::HttpClient;
use wallet_upstream_prices::{PriceHistory, PriceUpstreams};

/// Returns the timeouts of the service.
fn timeouts() -> Timeouts {
    Timeouts::of_test(2_000_000)
}

/// A contract that the seed lacks: `0x5aAeb605…` from the examples of ERC-55.
pub const CONTRACT: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/// A contract of the seed: Tether on eth.
pub const TETHER: &str = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

/// A Stellar asset of the seed: USDC of Circle.
pub const USDC: &str = "USDC-GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";

/// An instance of the service.
pub struct App {
    pub router: Router,
    pub clock: Arc<TestClock>,
    pub proxy: Arc<FaultProxy>,
    table: DynamoAssets,
    prices: DynamoPrices,
    pub services: Services,
    editor: String,
}

impl App {
    /// Creates the service with an empty table, as in a first deployment.
    pub async fn new() -> Self {
        let proxy = FaultProxy::new().await;
        let client = connect(proxy.address);
        let table = DynamoAssets::new(client.clone(), "assets".to_owned());
        table.create_table().await.unwrap();
        let prices = DynamoPrices::new(client, "prices".to_owned());
        prices.create_table().await.unwrap();
        proxy.take_operations();
        Self::over(proxy, table, prices, Seed::BuiltIn)
    }

    /// Creates a second instance with the same table and this seed.
    pub fn instance(&self, seed: impl Into<Seed>) -> Self {
        Self::over(
            Arc::clone(&self.proxy),
            self.table.clone(),
            self.prices.clone(),
            seed.into(),
        )
    }

    fn over(proxy: Arc<FaultProxy>, table: DynamoAssets, stored: DynamoPrices, seed: Seed) -> Self {
        let clock = Arc::new(TestClock::at(Timestamp::from_secs(1_800_000_000)));
        let assets = CachedAssets::new(seed, Arc::new(table.clone()), clock.clone());
        let prices = Arc::new(prices(clock.clone(), |_| None));
        let services = Services {
            authorizer: tokens::authorizer(),
            assets: Arc::new(assets),
            past_prices: Arc::new(PriceHistory::new(
                prices.clone(),
                Arc::new(stored.clone()),
                clock.clone(),
            )),
            prices,
            clock: clock.clone(),
        };
        Self {
            router: mounted(services.clone()),
            clock,
            proxy,
            table,
            prices: stored,
            services,
            editor: tokens::token(&["read", "assets", "assets-admin"]),
        }
    }

    /// Replaces the price sources.
    pub fn with_prices(self, prices: PriceUpstreams) -> Self {
        let prices = Arc::new(prices);
        let (store, clock) = (Arc::new(self.prices.clone()), self.clock.clone());
        let services = Services {
            past_prices: Arc::new(PriceHistory::new(prices.clone(), store, clock)),
            prices,
            ..self.services
        };
        Self {
            router: mounted(services.clone()),
            services,
            ..self
        }
    }

    /// Sends `GET /api/{path}` with a token that may read, edit and force edits.
    pub async fn get(&self, path: &str) -> TestResponse {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, kind: &str, body: &Value) -> TestResponse {
        self.send(Method::POST, kind, Some(body)).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> TestResponse {
        self.send(Method::PUT, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> TestResponse {
        self.send(Method::DELETE, path, None).await
    }

    async fn send(&self, method: Method, path: &str, body: Option<&Value>) -> TestResponse {
        let path = format!("/asset-info/v1/api/{path}");
        call(&self.router, request(method, &path, &self.editor, body)).await
    }

    /// Returns the items of a list.
    pub async fn list(&self, path: &str) -> Vec<Value> {
        let response = self.get(path).await;
        response.data().as_array().expect("an array").clone()
    }

    /// Ages the cached catalogue so that the next request must read the table first.
    pub fn age(&self) {
        self.clock.advance(Duration::from_mins(5));
    }
}

fn mounted(services: Services) -> Router {
    let config = HttpConfig {
        request_time: timeouts().request,
        ..HttpConfig::default()
    };
    mount(vec![Service::new(NAME, router(), services, DOCUMENT)], &config)
}

/// Returns the price sources of the settings.
pub fn prices(clock: Arc<TestClock>, setting: impl Fn(&str) -> Option<String>) -> PriceUpstreams {
    let client = HttpClient::new(timeouts().limits).expect("a client");
    let clock: Arc<dyn Clock> = clock;
    PriceUpstreams::from_settings(&client, &clock, setting).expect("valid settings")
}

/// Returns a body with the fields that all kinds share. The body forces the edit, since all tests use the same ticker.
pub fn meta(name: &str) -> Value {
    json!({
        "force": true,
        "name": name,
        "ticker": "MINE",
        "icon": "https://icons.example/mine.png",
        "decimals": 6,
        "tags": ["mine", "first"],
    })
}

/// Returns a body with the shared fields and the identifying fields.
pub fn body(name: &str, identity: &Value) -> Value {
    let mut body = meta(name);
    for (field, value) in identity.as_object().expect("an object") {
        body[field] = value.clone();
    }
    body
}

/// Returns the fields of a stored asset: the fields of [`body`] except instructions.
pub fn stored(name: &str, identity: &Value) -> Value {
    let mut stored = body(name, identity);
    stored.as_object_mut().expect("an object").remove("force");
    stored
}
