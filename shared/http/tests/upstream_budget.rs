//! The budget of upstream requests, with a manual clock.

use crate::fixture::{Fixture, authorizer, document, fixture, keys, token_of};
use axum::Router;
use axum::body::Body as HttpBody;
use axum::extract::{FromRef, Path};
use axum::routing::get;
use http::Request;
use http_body_util::BodyExt;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tower::ServiceExt;
use uuid::Uuid;
use wallet_core::auth::{MerchantId, SigningKeySet, Subject};
use wallet_http::{
    ApiError, Authorizer, Cost, Data, ErrorCode, HandlerResult, HttpConfig, Service, UpstreamBudget, UpstreamRequests,
    mount,
};

#[derive(Clone)]
struct State(Authorizer);

impl FromRef<State> for Authorizer {
    fn from_ref(state: &State) -> Self {
        state.0.clone()
    }
}

async fn read(budget: UpstreamBudget, Path(cost): Path<usize>) -> HandlerResult<()> {
    budget.spend(Cost::requests(cost))?;
    Ok(Data(()))
}

async fn fail(budget: UpstreamBudget) -> HandlerResult<()> {
    budget.spend(Cost::STATUS)?;
    Err(ApiError::new(
        ErrorCode::TransactionNotFound,
        "No transaction has this id.",
    ))
}

async fn send(budget: UpstreamBudget) -> HandlerResult<()> {
    budget.spend_send(0)?;
    Ok(Data(()))
}

async fn scan(budget: UpstreamBudget, Path(addresses): Path<usize>) -> HandlerResult<()> {
    let reserved = Cost::key(20, 0);
    let _scans = budget.spend_scans(reserved, 1)?;
    budget.settle(reserved, Cost::requests(addresses));
    Ok(Data(()))
}

async fn keys_at_once(budget: UpstreamBudget, Path(keys): Path<u32>) -> HandlerResult<()> {
    let _scans = budget.spend_scans(Cost::STATUS, keys)?;
    Ok(Data(()))
}

struct App {
    keys: SigningKeySet,
    fixture: Arc<Fixture>,
    router: Router,
}

/// Status, code, `Retry-After` and the state of the limits.
type Response = (u16, String, String, String);

impl App {
    fn new(upstream_requests: UpstreamRequests) -> Self {
        let keys = keys();
        let fixture = fixture(&keys);
        let router = Router::new()
            .route("/read/{cost}", get(read))
            .route("/fail", get(fail))
            .route("/send", get(send))
            .route("/scan/{addresses}", get(scan))
            .route("/keys/{keys}", get(keys_at_once));
        let service = Service::new("test", router, State(authorizer(&fixture)), document());
        let config = HttpConfig {
            upstream_requests,
            ..HttpConfig::default()
        };
        Self {
            router: mount(vec![service], &config),
            keys,
            fixture,
        }
    }

    async fn get(&self, subject: &Subject, path: &str) -> Response {
        let token = token_of(&self.keys, subject, &["read"]);
        let request = Request::get(format!("/test/v1/{path}")).header("authorization", format!("Bearer {token}"));
        let request = request.body(HttpBody::empty()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let header = |name| {
            let value = response.headers().get(name);
            value.map_or("", |value| value.to_str().unwrap()).to_owned()
        };
        let (wait, state) = (header("retry-after"), header("ratelimit"));
        let policy = header("ratelimit-policy");
        assert_eq!(policy.is_empty(), state.is_empty());
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        let body: Value = serde_json::from_slice(&bytes).unwrap();
        let code = body["error"]["code"].as_str().unwrap_or_default().to_owned();
        (status, code, wait, state)
    }

    fn advance(&self, seconds: u64) {
        self.fixture.now.fetch_add(seconds, Ordering::SeqCst);
    }
}

fn account(number: u128) -> Subject {
    Subject::Account(Uuid::from_u128(number))
}

fn ok(state: &str) -> Response {
    (200, String::new(), String::new(), state.to_owned())
}

fn rejected(wait: &str, state: &str) -> Response {
    (429, "too_many_requests".to_owned(), wait.to_owned(), state.to_owned())
}

#[tokio::test]
async fn exhausted_budget_of_one_caller_affects_no_other_and_refills() {
    let app = App::new(UpstreamRequests::default());
    let merchant = Subject::Merchant(MerchantId::parse("shop").unwrap());
    let state = |text: &str| format!("\"upstream-requests\";{text}");
    assert_eq!(app.get(&account(1), "read/2900").await, ok(&state("r=100;t=58")));
    assert_eq!(
        app.get(&account(1), "read/101").await,
        rejected("1", &state("r=100;t=58"))
    );
    assert_eq!(app.get(&account(1), "read/100").await, ok(&state("r=0;t=60")));
    assert_eq!(app.get(&account(1), "read/1").await, rejected("1", &state("r=0;t=60")));
    for other in [account(2), merchant] {
        assert_eq!(app.get(&other, "read/3000").await, ok(&state("r=0;t=60")));
    }
    app.advance(2);
    assert_eq!(app.get(&account(1), "read/100").await, ok(&state("r=0;t=60")));
    assert_eq!(
        app.get(&account(1), "read/3000").await,
        rejected("60", &state("r=0;t=60"))
    );
    app.advance(60);
    let (status, code, _, limits) = app.get(&account(1), "fail").await;
    assert_eq!((status, &*code), (404, "transaction_not_found"));
    assert_eq!(limits, state("r=2999;t=1"));
}

#[tokio::test]
async fn broadcasts_are_possible_with_an_exhausted_budget() {
    let app = App::new(UpstreamRequests::per_minute(100));
    app.get(&account(1), "read/100").await;
    for remaining in (0..100).rev() {
        let (status, .., state) = app.get(&account(1), "send").await;
        assert_eq!(status, 200);
        assert!(state.starts_with(&format!("\"sends\";r={remaining};")), "{state}");
    }
    let (status, code, wait, _) = app.get(&account(1), "send").await;
    assert_eq!((status, &*code, &*wait), (429, "too_many_requests", "1"));
}

#[tokio::test]
async fn scan_of_more_addresses_than_reserved_is_charged_after_it() {
    let app = App::new(UpstreamRequests::per_minute(600));
    let state = |text: &str| format!("\"upstream-requests\";{text}");
    assert_eq!(app.get(&account(1), "scan/40").await, ok(&state("r=559;t=5")));
    assert_eq!(app.get(&account(1), "scan/1159").await, ok(&state("r=0;t=120")));
    assert_eq!(
        app.get(&account(1), "read/1").await,
        rejected("61", &state("r=0;t=120"))
    );
    app.advance(61);
    assert_eq!(app.get(&account(1), "read/1").await, ok(&state("r=9;t=60")));
}

#[tokio::test]
async fn request_above_the_whole_budget_is_invalid() {
    let app = App::new(UpstreamRequests::per_minute(100));
    let (status, code, wait, state) = app.get(&account(1), "read/101").await;
    assert_eq!((status, &*code, &*wait, &*state), (400, "invalid_request", "", ""));
    let app = App::new(UpstreamRequests::UNLIMITED);
    for _ in 0..10 {
        assert_eq!(app.get(&account(1), "read/100000").await, ok(""));
    }
}

#[tokio::test]
async fn scans_of_a_caller_at_the_same_time_are_bounded_and_end_with_their_request() {
    let app = App::new(UpstreamRequests::default());
    for _ in 0..3 {
        assert_eq!(app.get(&account(1), "keys/20").await.0, 200);
    }
    let (status, code, wait, _) = app.get(&account(1), "keys/21").await;
    assert_eq!((status, &*code, &*wait), (429, "too_many_requests", "1"));
}

#[tokio::test]
async fn token_is_checked_before_the_budget() {
    let app = App::new(UpstreamRequests::default());
    let request = Request::get("/test/v1/read/1").body(HttpBody::empty()).unwrap();
    let response = app.router.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), 401);
    assert!(response.headers().get("ratelimit").is_none());
}
