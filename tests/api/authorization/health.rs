//! `GET /health?deep=true` of a service without upstreams.

use crate::authorization::world::World;
use axum::http::Method;
use serde_json::json;
use wallet_core::auth::Permission;

#[tokio::test]
async fn deep_health_has_no_upstreams_but_requires_a_token() {
    let world = World::new().await;
    let reader = world.merchant_pair(&["read"]).await.permission;
    let response = world.send(Method::GET, "/health?deep=true", Some(&reader), "").await;
    assert_eq!(response.data()["status"], "ok");
    assert_eq!(response.data()["upstreams"], json!([]));

    let other = world.merchant_pair(&["register"]).await.permission;
    let rejected = world.send(Method::GET, "/health?deep=true", Some(&other), "").await;
    rejected.assert_error(403, "insufficient_permission", None);
    assert_eq!(rejected.detail("required"), Permission::Read.name());
    let rejected = world.send(Method::GET, "/health?deep=true", None, "").await;
    rejected.assert_error(401, "unauthorized", None);
}
