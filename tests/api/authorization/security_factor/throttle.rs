//! Throttling of failed login attempts.

use crate::authorization::fixture::{Fixture, PASSWORD, request};
use crate::support::client::{TestResponse, call};
use axum::http::Method;
use serde_json::json;
use std::time::Duration;

async fn fail(fixture: &Fixture, name: &str, times: usize) {
    for _ in 0..times {
        fixture
            .login(name, "wrong")
            .await
            .assert_error(401, "invalid_credentials", None);
    }
}

#[track_caller]
fn assert_throttled(response: &TestResponse, seconds: u64) {
    response.assert_error(429, "too_many_requests", None);
    assert_eq!(response.headers["retry-after"], seconds.to_string());
}

#[tokio::test]
async fn backoff_doubles_after_five_failures() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    fail(&fixture, "alice", 5).await;
    for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
        assert_throttled(&fixture.login("alice", PASSWORD).await, seconds);
        fixture.advance(Duration::from_secs(seconds));
        fail(&fixture, "alice", 1).await;
    }
}

#[tokio::test]
async fn attempt_during_backoff_is_rejected_unchecked_and_does_not_count() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    fail(&fixture, "alice", 5).await;
    let before = fixture.evaluations();
    for _ in 0..20 {
        assert_throttled(&fixture.login("alice", "wrong").await, 1);
        assert_throttled(&fixture.login("alice", PASSWORD).await, 1);
    }
    assert_eq!(fixture.evaluations(), before);
    fixture.advance(Duration::from_millis(400));
    assert_throttled(&fixture.login("alice", PASSWORD).await, 1);
    fixture.advance(Duration::from_millis(600));
    assert!(fixture.login("alice", PASSWORD).await.status.is_success());
}

#[tokio::test]
async fn correct_password_resets_the_count() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    for _ in 0..3 {
        fail(&fixture, "alice", 4).await;
        assert!(fixture.login("alice", PASSWORD).await.status.is_success());
    }
    fail(&fixture, "alice", 5).await;
    fixture.advance(Duration::from_secs(1));
    assert!(fixture.login("alice", PASSWORD).await.status.is_success());
    fail(&fixture, "alice", 5).await;
    assert_throttled(&fixture.login("alice", PASSWORD).await, 1);
}

#[tokio::test]
async fn unknown_names_are_throttled_too() {
    let fixture = Fixture::new().await;
    fail(&fixture, "nobody", 5).await;
    assert_throttled(&fixture.login("nobody", "wrong").await, 1);
}

#[tokio::test]
async fn variants_of_a_user_name_share_one_count_and_other_names_do_not() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    fixture.register("alice2").await;
    for name in ["alice", "ALICE", "Alice", "Ａｌｉｃｅ", "aLiCe"] {
        fail(&fixture, name, 1).await;
    }
    for name in ["alice", "ALICE", "Ａｌｉｃｅ"] {
        assert_throttled(&fixture.login(name, PASSWORD).await, 1);
    }
    assert!(fixture.login("alice2", PASSWORD).await.status.is_success());
}

#[tokio::test]
async fn request_headers_do_not_change_the_count() {
    let fixture = Fixture::new().await;
    let body = json!({ "username": "alice", "password": "wrong" }).to_string();
    let mut codes = Vec::new();
    for address in 0..7 {
        let mut request = request(Method::POST, "/api/security-factor/credentials", None, &body);
        let value = format!("10.0.0.{address}").parse().unwrap();
        request.headers_mut().insert("x-forwarded-for", value);
        codes.push(call(&fixture.router, request).await.status.as_u16());
    }
    assert_eq!(codes, [401, 401, 401, 401, 401, 429, 429]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_correct_passwords_all_succeed() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    fail(&fixture, "alice", 4).await;
    let body = json!({ "username": "alice", "password": PASSWORD }).to_string();
    let logins = (0..20).map(|_| {
        let path = "/api/security-factor/credentials";
        let (router, request) = (fixture.router.clone(), request(Method::POST, path, None, &body));
        tokio::spawn(async move { call(&router, request).await })
    });
    for login in logins.collect::<Vec<_>>() {
        let response = login.await.unwrap();
        assert!(response.status.is_success(), "{}", response.text);
    }
}

#[tokio::test]
async fn parallel_attempts_cannot_exceed_the_limit() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    let before = fixture.evaluations();
    let body = json!({ "username": "alice", "password": "wrong" }).to_string();
    let calls: Vec<_> = (0..200)
        .map(|_| {
            let path = "/api/security-factor/credentials";
            let (router, request) = (fixture.router.clone(), request(Method::POST, path, None, &body));
            tokio::spawn(async move { call(&router, request).await })
        })
        .collect();
    let mut evaluated = 0;
    for response in calls {
        let response = response.await.unwrap();
        match response.status.as_u16() {
            401 => evaluated += 1,
            _ => response.assert_error(429, "too_many_requests", None),
        }
    }
    assert_eq!(evaluated, 5);
    assert_eq!(fixture.evaluations() - before, 5);
    // The owner is locked out for 1 second only.
    fixture.advance(Duration::from_secs(1));
    assert!(fixture.login("alice", PASSWORD).await.status.is_success());
}
