//! DELETE /api/account and POST /api/account/delete

use crate::authorization::fixture::{Fixture, PASSWORD, Pair, token_id};
use axum::http::Method;
use serde_json::json;

const ROUTES: [(Method, &str); 2] = [(Method::DELETE, "/api/account"), (Method::POST, "/api/account/delete")];

#[tokio::test]
async fn deleted_account_loses_its_sessions_and_frees_its_name() {
    for (method, path) in ROUTES {
        let fixture = Fixture::new().await;
        let security = fixture.register("alice").await;
        let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
        let other = Pair::of(&fixture.issue(&security, &token_id(2)).await);
        let body = json!({ "password": PASSWORD });
        let deleted = fixture
            .with_token(method.clone(), path, &pair.permission, body.clone())
            .await;
        assert_eq!(*deleted.data(), json!({}));
        for ended in [&pair, &other] {
            Fixture::assert_rejected(&fixture.refresh(&ended.refresh).await);
        }
        fixture
            .login("alice", PASSWORD)
            .await
            .assert_error(401, "invalid_credentials", None);
        // The permission token remains valid for minutes, but the account no longer exists.
        Fixture::assert_rejected(&fixture.with_token(method, path, &pair.permission, body).await);
        fixture.register("Alice").await;
        Fixture::assert_rejected(&fixture.issue(&security, &token_id(3)).await);
    }
}

#[tokio::test]
async fn wrong_password_deletes_nothing() {
    for (method, path) in ROUTES {
        let fixture = Fixture::new().await;
        let security = fixture.register("alice").await;
        let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
        let body = json!({ "password": "wrong" });
        let rejected = fixture.with_token(method, path, &pair.permission, body).await;
        rejected.assert_error(401, "invalid_credentials", None);
        assert!(fixture.login("alice", PASSWORD).await.status.is_success());
        assert!(fixture.refresh(&pair.refresh).await.status.is_success());
    }
}

#[tokio::test]
async fn failed_deletions_count_as_login_attempts() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    for attempt in 0..5 {
        let (method, path) = ROUTES[attempt % 2].clone();
        let body = json!({ "password": "wrong" });
        let rejected = fixture.with_token(method, path, &pair.permission, body).await;
        rejected.assert_error(401, "invalid_credentials", None);
    }
    fixture
        .login("alice", PASSWORD)
        .await
        .assert_error(429, "too_many_requests", None);
}
