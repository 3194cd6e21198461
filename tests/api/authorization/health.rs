//! GET /health?deep=true of a service that asks no network.

use crate::authorization::world::World;
use axum::http::Method;
use serde_json::json;
use wallet_core::auth::Permission;

#[tokio::test]
async fn there_are_no_upstreams_and_the_token_is_demanded_all_the_same() {
    let world = World::new().await;
    let reader = world.merchant_pair(&["read"]).await.permission;
    let answer = world.send(Method::GET, "/health?deep=true", Some(&reader), "").await;
    assert_eq!(answer.data()["status"], "ok");
    assert_eq!(answer.data()["upstreams"], json!([]));

    let other = world.merchant_pair(&["register"]).await.permission;
    let refused = world.send(Method::GET, "/health?deep=true", Some(&other), "").await;
    refused.assert_error(403, "insufficient_permission", None);
    assert_eq!(refused.detail("required"), Permission::Read.name());
    let refused = world.send(Method::GET, "/health?deep=true", None, "").await;
    refused.assert_error(401, "unauthorized", None);
}
