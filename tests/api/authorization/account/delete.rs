//! DELETE /api/account and POST /api/account/delete

use crate::authorization::world::{PASSWORD, Pair, World, token_id};
use axum::http::Method;
use serde_json::json;

const ROUTES: [(Method, &str); 2] = [(Method::DELETE, "/api/account"), (Method::POST, "/api/account/delete")];

#[tokio::test]
async fn deleted_account_loses_its_sessions_and_frees_its_name() {
    for (method, path) in ROUTES {
        let world = World::new().await;
        let security = world.register("alice").await;
        let pair = Pair::of(&world.issue(&security, &token_id(1)).await);
        let other = Pair::of(&world.issue(&security, &token_id(2)).await);
        let body = json!({ "password": PASSWORD });
        let deleted = world
            .with_token(method.clone(), path, &pair.permission, body.clone())
            .await;
        assert_eq!(*deleted.data(), json!({}));
        for ended in [&pair, &other] {
            World::assert_refused(&world.refresh(&ended.refresh).await);
        }
        world
            .login("alice", PASSWORD)
            .await
            .assert_error(401, "invalid_credentials", None);
        // The permission token remains valid for minutes, but its account no longer exists.
        World::assert_refused(&world.with_token(method, path, &pair.permission, body).await);
        world.register("Alice").await;
        World::assert_refused(&world.issue(&security, &token_id(3)).await);
    }
}

#[tokio::test]
async fn wrong_password_deletes_nothing() {
    for (method, path) in ROUTES {
        let world = World::new().await;
        let security = world.register("alice").await;
        let pair = Pair::of(&world.issue(&security, &token_id(1)).await);
        let body = json!({ "password": "wrong" });
        let rejected = world.with_token(method, path, &pair.permission, body).await;
        rejected.assert_error(401, "invalid_credentials", None);
        assert!(world.login("alice", PASSWORD).await.status.is_success());
        assert!(world.refresh(&pair.refresh).await.status.is_success());
    }
}

#[tokio::test]
async fn failed_deletions_count_as_login_attempts() {
    let world = World::new().await;
    let security = world.register("alice").await;
    let pair = Pair::of(&world.issue(&security, &token_id(1)).await);
    for attempt in 0..5 {
        let (method, path) = ROUTES[attempt % 2].clone();
        let body = json!({ "password": "wrong" });
        let rejected = world.with_token(method, path, &pair.permission, body).await;
        rejected.assert_error(401, "invalid_credentials", None);
    }
    world
        .login("alice", PASSWORD)
        .await
        .assert_error(429, "too_many_requests", None);
}
