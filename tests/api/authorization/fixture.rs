//! The service under test, and helpers for calls.

use crate::authorization::doubles::{TestClock, TestKeys, TestMerchants};
use crate::support::client::{TestResponse, call};
use crate::support::fault_proxy::connect;
use crate::support::timeouts::Timeouts;
use authorization::{OwnKeys, PasswordWork, RateQuotas, Services};
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use lambda_http::aws_lambda_events::apigw::ApiGatewayV2httpRequestContext;
use lambda_http::request::RequestContext;
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use uuid::Uuid;
use wallet_core::auth::{Merchant, MerchantId, MerchantKey, MerchantKeyHash, Permission, SigningKeySet};
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_http::system::OsRandomness;
use wallet_http::{Authorizer, HttpConfig, mount};
use wallet_store::dynamodb::{Client, DynamoAccounts, DynamoSessions, DynamoThrottle, Tables, create_tables};

/// The clock's start time in every test.
pub const START: Timestamp = Timestamp::from_secs(1_800_000_000);

/// The `iss` claim of the tokens.
pub const ISSUER: &str = "https://wallet.example/authorization/v1";

/// The password of the test accounts.
pub const PASSWORD: &str = "correct horse battery staple";

/// A service with a separate database.
pub struct Fixture {
    pub router: Router,
    pub services: Services,
    pub clock: Arc<TestClock>,
    pub merchants: Arc<TestMerchants>,
    pub keys: Arc<TestKeys>,
    pub database: Client,
    pub tables: Tables,
    /// The address of the database.
    pub address: SocketAddr,
    /// The key of the merchant `demo`, which has all permissions.
    pub merchant_key: String,
}

/// A permission token and the refresh token.
#[derive(Clone, Debug)]
pub struct Pair {
    pub permission: String,
    pub refresh: String,
}

impl Pair {
    #[track_caller]
    pub fn of(response: &TestResponse) -> Self {
        let data = response.data();
        let text = |pointer| data.pointer(pointer).and_then(Value::as_str).unwrap().to_owned();
        Self {
            permission: text("/permissionToken/permissionToken"),
            refresh: text("/refreshToken/refreshToken"),
        }
    }
}

impl Fixture {
    /// Creates a service with an empty database and the merchant `demo`.
    pub async fn new() -> Self {
        let address = start_database().await;
        let (database, tables) = (connect(address), Tables::with_prefix("test"));
        create_tables(&database, &tables).await.unwrap();
        let clock = Arc::new(TestClock::at(START));
        let merchants = Arc::new(TestMerchants::default());
        let keys = Arc::new(TestKeys::new(SigningKeySet::generate(&OsRandomness, START).unwrap()));
        let own_keys = Arc::new(OwnKeys::new(keys.clone()));
        let services = Services {
            accounts: Arc::new(DynamoAccounts::new(database.clone(), tables.clone())),
            sessions: Arc::new(DynamoSessions::new(database.clone(), tables.clone())),
            throttle: Arc::new(DynamoThrottle::new(database.clone(), tables.clone())),
            merchants: merchants.clone(),
            signing_keys: own_keys.clone(),
            passwords: PasswordWork::new(Arc::new(OsRandomness)),
            quotas: RateQuotas::default(),
            clock: clock.clone(),
            randomness: Arc::new(OsRandomness),
            authorizer: Authorizer::new(own_keys, ISSUER, clock.clone()),
            issuer: ISSUER.into(),
        };
        let mut fixture = Self {
            router: router(services.clone()),
            services,
            clock,
            merchants,
            keys,
            database,
            tables,
            address,
            merchant_key: String::new(),
        };
        fixture.merchant_key = fixture.add_merchant("demo", &Permission::ALL);
        fixture
    }

    /// Adds a merchant and returns the key.
    pub fn add_merchant(&self, id: &str, permissions: &[Permission]) -> String {
        let id = MerchantId::parse(id).unwrap();
        let text = MerchantKey::generate(&id, &OsRandomness).expose_secret().to_owned();
        self.merchants.put(Merchant {
            id,
            name: "Demo".to_owned(),
            keys: vec![key_hash(&text)],
            permissions: permissions.to_vec(),
            disabled: false,
        });
        text
    }

    pub fn advance(&self, duration: Duration) {
        self.clock.advance(duration);
    }

    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns the number of passwords hashed or verified so far.
    pub fn evaluations(&self) -> u64 {
        self.services.passwords.evaluations()
    }

    /// Returns the work of Argon2 so far, in blocks of 1 KiB per pass.
    pub fn hash_work(&self) -> u64 {
        self.services.passwords.filled()
    }

    /// Sends a POST request without a bearer token.
    pub async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.send(Method::POST, path, None, &body.to_string()).await
    }

    /// Sends a request with a bearer token.
    pub async fn with_token(&self, method: Method, path: &str, token: &str, body: Value) -> TestResponse {
        self.send(method, path, Some(token), &body.to_string()).await
    }

    pub async fn send(&self, method: Method, path: &str, token: Option<&str>, body: &str) -> TestResponse {
        call(&self.router, request(method, path, token, body)).await
    }

    /// Issues tokens of the merchant `demo`.
    pub async fn merchant_pair(&self, permissions: &[&str]) -> Pair {
        let body = json!({ "tokenId": token_id(1), "permissions": permissions, "merchantKey": self.merchant_key });
        Pair::of(&self.post("/api/permission/issue-by-key", body).await)
    }

    /// Registers an account and returns the first security token.
    pub async fn register(&self, username: &str) -> String {
        let registrar = self.merchant_pair(&["register"]).await;
        let body = json!({ "username": username, "password": PASSWORD });
        let response = self
            .with_token(Method::POST, "/api/account/credentials", &registrar.permission, body)
            .await;
        response.data()["securityToken"].as_str().unwrap().to_owned()
    }

    /// Logs in with user name and password.
    pub async fn login(&self, username: &str, password: &str) -> TestResponse {
        let body = json!({ "username": username, "password": password });
        self.post("/api/security-factor/credentials", body).await
    }

    /// Logs in from a source address, as reported by the gateway.
    pub async fn login_from(&self, address: &str, username: &str, password: &str) -> TestResponse {
        let body = json!({ "username": username, "password": password });
        self.post_from(address, "/api/security-factor/credentials", None, body)
            .await
    }

    /// Logs in from a source address with a device token.
    pub async fn login_with_device(
        &self,
        address: &str,
        username: &str,
        password: &str,
        device_token: &str,
    ) -> TestResponse {
        let body = json!({ "username": username, "password": password, "deviceToken": device_token });
        self.post_from(address, "/api/security-factor/credentials", None, body)
            .await
    }

    /// Sends a POST request from a source address.
    pub async fn post_from(&self, address: &str, path: &str, token: Option<&str>, body: Value) -> TestResponse {
        let request = request(Method::POST, path, token, &body.to_string());
        call(&self.router, from_address(request, address)).await
    }

    /// Requests tokens of an account.
    pub async fn issue(&self, security_token: &str, token_id: &str) -> TestResponse {
        let body =
            json!({ "tokenId": token_id, "permissions": ["read", "secret"], "securityTokens": [security_token] });
        self.post("/api/permission/issue-by-factors", body).await
    }

    pub async fn refresh(&self, token: &str) -> TestResponse {
        self.post("/api/permission/refresh", json!({ "refreshToken": token }))
            .await
    }

    /// Checks that a refresh token is rejected as invalid.
    #[track_caller]
    pub fn assert_rejected(response: &TestResponse) {
        response.assert_error(401, "invalid_token", None);
    }
}

/// Returns the same routes over different ports.
pub fn router(services: Services) -> Router {
    let config = HttpConfig {
        request_time: Timeouts::of_test(0).request,
        ..HttpConfig::default()
    };
    mount(vec![authorization::service(services)], &config)
}

pub fn request(method: Method, path: &str, token: Option<&str>, body: &str) -> Request<Body> {
    let mut request = Request::builder()
        .method(method)
        .uri(format!("/authorization/v1{path}"))
        .header("content-type", "application/json");
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    request.body(Body::from(body.to_owned())).unwrap()
}

/// Adds the gateway's request context with this source address.
pub fn from_address(mut request: Request<Body>, address: &str) -> Request<Body> {
    let mut context = ApiGatewayV2httpRequestContext::default();
    context.http.source_ip = Some(address.to_owned());
    let context = RequestContext::ApiGatewayV2(context);
    request.extensions_mut().insert(context);
    request
}

/// Returns the token id with this number.
pub fn token_id(number: u128) -> String {
    Uuid::from_u128(number).to_string()
}

/// Returns the stored hash of a merchant key, without expiry.
pub fn key_hash(text: &str) -> MerchantKeyHash {
    MerchantKeyHash {
        sha256: *MerchantKey::parse(text).unwrap().sha256(),
        expires_at: None,
    }
}

/// Starts the embedded database in memory.
async fn start_database() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let engine = dynoxide::Database::memory().unwrap();
    tokio::spawn(dynoxide::server::serve_with_shutdown(
        listener,
        engine,
        std::future::pending(),
    ));
    address
}
