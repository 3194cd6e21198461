//! GET /.well-known/jwks.json

use crate::authorization::fixture::Fixture;
use axum::http::Method;
use wallet_core::auth::{PublicKeySet, verify_permission_token};

#[tokio::test]
async fn public_keys_verify_signed_tokens() {
    let fixture = Fixture::new().await;
    let response = fixture.send(Method::GET, "/.well-known/jwks.json", None, "").await;
    assert_eq!(response.headers["content-type"], "application/json");
    assert_eq!(response.headers["cache-control"], "public, max-age=300");
    let keys = PublicKeySet::from_jwks_json(&response.text).unwrap();
    let token = fixture.merchant_pair(&["read"]).await.permission;
    let claims = verify_permission_token(&keys, crate::authorization::fixture::ISSUER, &token, fixture.now());
    assert_eq!(claims.unwrap().subject.to_string(), "merchant:demo");
}

#[tokio::test]
async fn only_public_members_are_served() {
    let fixture = Fixture::new().await;
    let response = fixture.send(Method::GET, "/.well-known/jwks.json", None, "").await;
    let members = response.json.as_object().unwrap();
    assert_eq!(members.keys().collect::<Vec<_>>(), ["keys"], "no response envelope");
    for key in response.json["keys"].as_array().unwrap() {
        let mut members: Vec<_> = key.as_object().unwrap().keys().map(String::as_str).collect();
        members.sort_unstable();
        assert_eq!(members, ["alg", "crv", "kid", "kty", "use", "x"]);
    }
}
