//! `GET /health?deep=true` of a service without upstreams.

use crate::authorization::fixture::Fixture;
use axum::http::Method;
use serde_json::json;
use wallet_core::auth::Permission;

#[tokio::test]
async fn deep_health_has_no_upstreams_but_requires_a_token() {
    let fixture = Fixture::new().await;
    let reader = fixture.merchant_pair(&["read"]).await.permission;
    let response = fixture.send(Method::GET, "/health?deep=true", Some(&reader), "").await;
    assert_eq!(response.data()["status"], "ok");
    assert_eq!(response.data()["upstreams"], json!([]));

    let other = fixture.merchant_pair(&["register"]).await.permission;
    let rejected = fixture.send(Method::GET, "/health?deep=true", Some(&other), "").await;
    rejected.assert_error(403, "insufficient_permission", None);
    assert_eq!(rejected.detail("required"), Permission::Read.name());
    let rejected = fixture.send(Method::GET, "/health?deep=true", None, "").await;
    rejected.assert_error(401, "unauthorized", None);
}
