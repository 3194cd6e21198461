//! DELETE /api/account and POST /api/account/delete

use crate::authorization::world::{PASSWORD, Pair, World, token_id};
use axum::http::Method;
use serde_json::json;

const ROUTES: [(Method, &str); 2] = [(Method::DELETE, "/api/account"), (Method::POST, "/api/account/delete")];

#[tokio::test]
async fn a_deleted_account_is_gone_with_its_sessions_and_its_name_is_free() {
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
        // The permission token lives on for minutes, but has no account any more.
        World::assert_refused(&world.with_token(method, path, &pair.permission, body).await);
        world.register("Alice").await;
        World::assert_refused(&world.issue(&security, &token_id(3)).await);
    }
}

#[tokio::test]
async fn a_wrong_password_deletes_nothing() {
    for (method, path) in ROUTES {
        let world = World::new().await;
        let security = world.register("alice").await;
        let pair = Pair::of(&world.issue(&security, &token_id(1)).await);
        let body = json!({ "password": "wrong" });
        let refused = world.with_token(method, path, &pair.permission, body).await;
        refused.assert_error(401, "invalid_credentials", None);
        assert!(world.login("alice", PASSWORD).await.status.is_success());
        assert!(world.refresh(&pair.refresh).await.status.is_success());
    }
}

#[tokio::test]
async fn wrong_passwords_here_count_towards_the_same_wait() {
    let world = World::new().await;
    let security = world.register("alice").await;
    let pair = Pair::of(&world.issue(&security, &token_id(1)).await);
    for attempt in 0..5 {
        let (method, path) = ROUTES[attempt % 2].clone();
        let body = json!({ "password": "wrong" });
        let refused = world.with_token(method, path, &pair.permission, body).await;
        refused.assert_error(401, "invalid_credentials", None);
    }
    world
        .login("alice", PASSWORD)
        .await
        .assert_error(429, "too_many_requests", None);
}
