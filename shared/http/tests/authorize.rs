//! The bearer check, with tokens signed by the core and a manual clock.

use crate::fixture::{Fixture, START, authorizer, document, fixture, keys, token};
use axum::Router;
use axum::body::Body as HttpBody;
use axum::extract::FromRef;
use axum::routing::get;
use http::{Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tower::ServiceExt;
use wallet_http::{Authorizer, Bearer, Data, HandlerResult, HttpConfig, Read, Register, Service, mount};

#[derive(Clone)]
struct State(Authorizer);

impl FromRef<State> for Authorizer {
    fn from_ref(state: &State) -> Self {
        state.0.clone()
    }
}

async fn whoami(bearer: Bearer<Read>) -> HandlerResult<String> {
    Ok(Data(bearer.claims.subject.to_string()))
}

async fn register(_: Bearer<Register>) -> HandlerResult<()> {
    Ok(Data(()))
}

fn app(fixture: &Arc<Fixture>) -> Router {
    let state = State(authorizer(fixture));
    let router = Router::new()
        .route("/whoami", get(whoami))
        .route("/register", get(register));
    mount(
        vec![Service::new("test", router, state, document())],
        &HttpConfig::default(),
    )
}

async fn call(app: &Router, path: &str, authorization: &[&str]) -> (StatusCode, String, String) {
    let mut request = Request::get(format!("/test/v1/{path}"));
    for value in authorization {
        request = request.header("authorization", *value);
    }
    let response = app
        .clone()
        .oneshot(request.body(HttpBody::empty()).unwrap())
        .await
        .unwrap();
    let challenge = response
        .headers()
        .get("www-authenticate")
        .map_or("", |value| value.to_str().unwrap())
        .to_owned();
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    let body: Value = serde_json::from_slice(&bytes).unwrap();
    let word = body["error"]["code"]
        .as_str()
        .or(body["data"].as_str())
        .unwrap_or_default()
        .to_owned();
    (status, word, challenge)
}

#[tokio::test]
async fn valid_token_is_accepted_and_the_scheme_is_case_insensitive() {
    let keys = keys();
    let app = app(&fixture(&keys));
    let token = token(&keys, &["read"]);
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let (status, word, _) = call(&app, "whoami", &[&format!("{scheme} {token}")]).await;
        assert_eq!((status, &*word), (StatusCode::OK, "merchant:shop"));
    }
}

#[tokio::test]
async fn missing_invalid_and_repeated_headers_have_different_codes() {
    let keys = keys();
    let app = app(&fixture(&keys));
    let valid = format!("Bearer {}", token(&keys, &["read"]));
    for missing in [vec![], vec!["Basic YTpi"], vec!["Bearer"], vec!["Bearer  "], vec![""]] {
        let (status, word, challenge) = call(&app, "whoami", &missing).await;
        assert_eq!(
            (status.as_u16(), &*word, &*challenge),
            (401, "unauthorized", "Bearer"),
            "{missing:?}"
        );
    }
    let (status, word, challenge) = call(&app, "whoami", &[&valid, &valid]).await;
    assert_eq!(
        (status.as_u16(), &*word, &*challenge),
        (401, "invalid_token", r#"Bearer error="invalid_token""#)
    );
    let (status, word, _) = call(&app, "whoami", &["Bearer not.a.token"]).await;
    assert_eq!((status.as_u16(), &*word), (401, "invalid_token"));
}

#[tokio::test]
async fn token_without_the_permission_is_403_with_the_required_one() {
    let keys = keys();
    let app = app(&fixture(&keys));
    let (status, word, challenge) = call(&app, "register", &[&format!("Bearer {}", token(&keys, &["read"]))]).await;
    assert_eq!((status.as_u16(), &*word), (403, "insufficient_permission"));
    assert_eq!(challenge, r#"Bearer error="insufficient_scope", scope="register""#);
}

#[tokio::test]
async fn cached_token_expires() {
    let keys = keys();
    let fixture = fixture(&keys);
    let app = app(&fixture);
    let header = format!("Bearer {}", token(&keys, &["read"]));
    assert_eq!(call(&app, "whoami", &[&header]).await.0, StatusCode::OK);
    fixture.now.store(START + 630, Ordering::SeqCst);
    assert_eq!(
        call(&app, "whoami", &[&header]).await.0,
        StatusCode::OK,
        "30 s of leeway"
    );
    fixture.now.store(START + 631, Ordering::SeqCst);
    assert_eq!(call(&app, "whoami", &[&header]).await.1, "token_expired");
}

#[tokio::test]
async fn cached_token_is_invalid_after_key_removal() {
    let (old, new) = (keys(), keys());
    let fixture = fixture(&old);
    let app = app(&fixture);
    let header = format!("Bearer {}", token(&old, &["read"]));
    assert_eq!(call(&app, "whoami", &[&header]).await.0, StatusCode::OK);
    let without_old = Arc::new(new.public_keys().clone());
    *fixture.cached.lock().unwrap() = Arc::clone(&without_old);
    *fixture.newer.lock().unwrap() = without_old;
    assert_eq!(call(&app, "whoami", &[&header]).await.1, "invalid_token");
}

#[tokio::test]
async fn unknown_key_is_fetched_once_and_then_cached() {
    let (old, new) = (keys(), keys());
    let fixture = fixture(&old);
    *fixture.newer.lock().unwrap() = Arc::new(new.public_keys().clone());
    let app = app(&fixture);
    let header = format!("Bearer {}", token(&new, &["read"]));
    assert_eq!(call(&app, "whoami", &[&header]).await.0, StatusCode::OK);
    assert_eq!(call(&app, "whoami", &[&header]).await.0, StatusCode::OK);
    assert_eq!(fixture.refreshes.load(Ordering::SeqCst), 1);
}
