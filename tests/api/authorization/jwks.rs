//! GET /.well-known/jwks.json

use crate::authorization::world::World;
use axum::http::Method;
use wallet_core::auth::{PublicKeySet, verify_permission_token};

#[tokio::test]
async fn the_public_keys_verify_what_the_service_signs() {
    let world = World::new().await;
    let answer = world.send(Method::GET, "/.well-known/jwks.json", None, "").await;
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(answer.headers["cache-control"], "public, max-age=300");
    let keys = PublicKeySet::from_jwks_json(&answer.text).unwrap();
    let token = world.merchant_pair(&["read"]).await.permission;
    let claims = verify_permission_token(&keys, crate::authorization::world::ISSUER, &token, world.now());
    assert_eq!(claims.unwrap().subject.to_string(), "merchant:demo");
}

#[tokio::test]
async fn nothing_but_public_members_is_served() {
    let world = World::new().await;
    let answer = world.send(Method::GET, "/.well-known/jwks.json", None, "").await;
    let members = answer.json.as_object().unwrap();
    assert_eq!(members.keys().collect::<Vec<_>>(), ["keys"], "without an envelope");
    for key in answer.json["keys"].as_array().unwrap() {
        let mut members: Vec<_> = key.as_object().unwrap().keys().map(String::as_str).collect();
        members.sort_unstable();
        assert_eq!(members, ["alg", "crv", "kid", "kty", "use", "x"]);
    }
}
