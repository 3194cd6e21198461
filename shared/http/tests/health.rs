//! `health`, shallow and deep, with configurable upstreams.

use crate::fixture::{Fixture, START, authorizer, document, fixture, keys, token};
use async_trait::async_trait;
use axum::Router;
use axum::body::Body as HttpBody;
use http::Request;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tower::ServiceExt;
use wallet_core::auth::SigningKeySet;
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport, UpstreamState};
use wallet_http::{HttpConfig, Service, mount};

/// Upstreams that count their calls.
#[derive(Default)]
struct Upstreams {
    reports: Vec<UpstreamReport>,
    calls: AtomicUsize,
}

#[async_trait]
impl UpstreamHealth for Upstreams {
    async fn upstreams(&self, _: Deadline) -> Vec<UpstreamReport> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        self.reports.clone()
    }
}

fn report(state: UpstreamState) -> UpstreamReport {
    let responds = matches!(state, UpstreamState::Up | UpstreamState::Behind);
    UpstreamReport {
        chain: "btc",
        network: Network::Livenet,
        kind: "blockbook",
        host: "btc.example.org".to_owned(),
        state,
        height: responds.then_some(840_000),
        lag: responds.then_some(0),
        block_time: responds.then_some(START - 312),
    }
}

struct App {
    router: Router,
    keys: SigningKeySet,
    fixture: Arc<Fixture>,
    upstreams: Arc<Upstreams>,
}

impl App {
    fn with(states: &[UpstreamState]) -> Self {
        let keys = keys();
        let fixture = fixture(&keys);
        let upstreams = Arc::new(Upstreams {
            reports: states.iter().map(|state| report(*state)).collect(),
            calls: AtomicUsize::new(0),
        });
        let service = Service::new("test", Router::new(), authorizer(&fixture), document());
        let service = service.with_upstreams(upstreams.clone());
        Self {
            router: mount(vec![service], &HttpConfig::default()),
            keys,
            fixture,
            upstreams,
        }
    }

    async fn get(&self, query: &str, permission: Option<&str>) -> (u16, Value) {
        let mut request = Request::get(format!("/test/v1/health{query}"));
        if let Some(permission) = permission {
            let token = token(&self.keys, &[permission]);
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(HttpBody::empty()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    fn calls(&self) -> usize {
        self.upstreams.calls.load(Ordering::SeqCst)
    }
}

fn shallow() -> Value {
    json!({ "status": "ok", "service": "test", "version": env!("CARGO_PKG_VERSION") })
}

#[tokio::test]
async fn shallow_health_requires_no_token_and_no_upstream_call() {
    let app = App::with(&[UpstreamState::Down]);
    for query in ["", "?", "?deep=false", "?other=1"] {
        let (status, body) = app.get(query, None).await;
        assert_eq!((status, &body["data"]), (200, &shallow()), "{query}");
    }
    assert_eq!(app.calls(), 0);
}

#[tokio::test]
async fn shallow_health_ignores_the_token() {
    let app = App::with(&[]);
    let other = App::with(&[]);
    let token = format!("Bearer {}", token(&other.keys, &["read"]));
    let request = Request::get("/test/v1/health").header("authorization", token);
    let response = app
        .router
        .clone()
        .oneshot(request.body(HttpBody::empty()).unwrap())
        .await
        .unwrap();
    assert_eq!(response.status().as_u16(), 200);
    assert_eq!(app.fixture.refreshes.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn deep_health_reports_each_upstream() {
    let app = App::with(&[UpstreamState::Up, UpstreamState::Up]);
    let (status, body) = app.get("?deep=true", Some("read")).await;
    let upstream = json!({
        "chain": "btc",
        "network": "livenet",
        "kind": "blockbook",
        "host": "btc.example.org",
        "state": "up",
        "height": 840_000,
        "lag": 0,
        "age": 312,
    });
    let mut expected = shallow();
    expected["upstreams"] = json!([upstream, upstream]);
    assert_eq!((status, &body["data"]), (200, &expected));
    assert_eq!(app.calls(), 1);
}

#[tokio::test]
async fn one_upstream_that_is_not_up_degrades_the_service() {
    for state in [UpstreamState::Behind, UpstreamState::Paused, UpstreamState::Down] {
        let app = App::with(&[UpstreamState::Up, state]);
        let (status, body) = app.get("?deep=true", Some("read")).await;
        assert_eq!((status, &body["data"]["status"]), (200, &json!("degraded")));
        let shown = &body["data"]["upstreams"][1];
        assert_eq!(shown["state"], state.name());
        assert_eq!(
            shown.get("height").is_some(),
            state == UpstreamState::Behind,
            "unknown is absent, not null"
        );
    }
}

#[tokio::test]
async fn service_without_upstreams_has_an_empty_list() {
    let keys = keys();
    let service = Service::new("test", Router::new(), authorizer(&fixture(&keys)), document());
    let mut app = App::with(&[]);
    (app.router, app.keys) = (mount(vec![service], &HttpConfig::default()), keys);
    let (status, body) = app.get("?deep=true", Some("read")).await;
    assert_eq!((status, &body["data"]["upstreams"]), (200, &json!([])));
    assert_eq!(body["data"]["status"], "ok");
}

#[tokio::test]
async fn deep_health_requires_the_permission_read() {
    let app = App::with(&[UpstreamState::Up]);
    let (status, body) = app.get("?deep=true", None).await;
    assert_eq!((status, &body["error"]["code"]), (401, &json!("unauthorized")));
    for other in ["register", "secret", "assets"] {
        let (status, body) = app.get("?deep=true", Some(other)).await;
        assert_eq!(
            (status, &body["error"]["code"]),
            (403, &json!("insufficient_permission"))
        );
        assert_eq!(body["error"]["details"]["required"], "read");
    }
    assert_eq!(app.calls(), 0);
}

#[tokio::test]
async fn other_values_of_deep_are_rejected() {
    let app = App::with(&[UpstreamState::Up]);
    for query in ["?deep", "?deep=", "?deep=1", "?deep=TRUE", "?deep=yes", "?deep=true%20"] {
        for permission in [None, Some("read")] {
            let (status, body) = app.get(query, permission).await;
            assert_eq!((status, &body["error"]["field"]), (400, &json!("deep")), "{query}");
            assert_eq!(body["error"]["code"], "invalid_request");
        }
    }
    let (status, _) = app.get("?deep=true&deep=false", Some("read")).await;
    assert_eq!(status, 400);
    assert_eq!(app.calls(), 0);
}

#[tokio::test]
async fn openapi_document_declares_the_token_optional() {
    let app = App::with(&[]);
    let request = Request::get("/test/v1/openapi.json").body(HttpBody::empty()).unwrap();
    let response = app.router.clone().oneshot(request).await.unwrap();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let document: Value = serde_json::from_slice(&bytes).unwrap();
    let operation = &document["paths"]["/health"]["get"];
    assert_eq!(operation["security"], json!([{}, { "bearer": [] }]));
    assert_eq!(operation["parameters"][0]["name"], "deep");
    for status in ["200", "400", "401", "403"] {
        assert!(operation["responses"][status].is_object(), "{status}");
    }
    assert!(document["components"]["schemas"]["UpstreamStatus"].is_object());
}
