//! Every kind of invalid token, at every endpoint that accepts one.

use crate::authorization::fixture::{Fixture, PASSWORD, Pair, token_id};
use crate::authorization::forge::{Forge, Signature};
use crate::support::client::TestResponse;
use axum::http::Method;
use serde_json::{Value, json};
use std::time::Duration;
use wallet_core::auth::SigningKeySet;
use wallet_http::system::OsRandomness;

/// Registers with a bearer token. The user name is taken, so a valid token yields 409.
async fn present(fixture: &Fixture, token: &str) -> TestResponse {
    let body = json!({ "username": "alice", "password": PASSWORD });
    fixture
        .with_token(Method::POST, "/api/account/credentials", token, body)
        .await
}

#[track_caller]
fn assert_accepted(response: &TestResponse) {
    response.assert_error(409, "username_taken", Some("username"));
}

#[track_caller]
fn assert_invalid(response: &TestResponse, reason: &str) {
    let found = (response.status.as_u16(), response.json["error"]["code"].as_str());
    assert_eq!(found, (401, Some("invalid_token")), "{reason}: {}", response.text);
    assert_eq!(response.headers["www-authenticate"], r#"Bearer error="invalid_token""#);
}

/// Creates a service with the user `alice`.
async fn fixture() -> Fixture {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    fixture
}

#[tokio::test]
async fn token_with_valid_header_and_claims_is_accepted() {
    let fixture = fixture().await;
    let forge = Forge::of(&fixture);
    let token = forge.sign(&forge.header("at+jwt"), &forge.permission_claims());
    assert_accepted(&present(&fixture, &token).await);
}

#[tokio::test]
async fn algorithm_confusion_is_prevented() {
    let fixture = fixture().await;
    let forge = Forge::of(&fixture);
    let claims = forge.permission_claims().to_string();
    for (alg, signature) in [
        ("none", Signature::Empty),
        ("None", Signature::Empty),
        ("EdDSA", Signature::Empty),
        ("HS256", Signature::HmacOfPoint),
        ("HS256", Signature::HmacOfText),
        ("EdDSA", Signature::HmacOfPoint),
        ("ES256", Signature::P256),
        ("EdDSA", Signature::P256),
        ("EdDSA", Signature::OtherKey),
        ("ES256", Signature::Right),
        ("HS256", Signature::Right),
        ("RS256", Signature::Right),
    ] {
        let mut header = forge.header("at+jwt");
        header["alg"] = alg.into();
        let token = forge.sign_as(&header, &claims, signature);
        assert_invalid(&present(&fixture, &token).await, &format!("{alg} {signature:?}"));
    }
}

#[tokio::test]
async fn header_with_embedded_key_or_crit_is_rejected() {
    let fixture = fixture().await;
    let forge = Forge::of(&fixture);
    let own_key = json!({ "kty": "OKP", "crv": "Ed25519", "x": forge.x, "kid": forge.kid });
    for (name, value) in [
        ("jwk", own_key),
        ("jku", json!("https://evil.example/jwks.json")),
        ("x5u", json!("https://evil.example/x.pem")),
        ("x5c", json!(["AAAA"])),
        ("crit", json!(["b64"])),
        ("crit", json!(["exp"])),
        ("b64", json!(false)),
        ("typ", json!("JWT")),
        ("typ", json!("security+jwt")),
        ("typ", Value::Null),
        ("kid", json!("")),
        ("kid", json!("unknown")),
        ("kid", Value::Null),
    ] {
        let mut header = forge.header("at+jwt");
        header[name] = value.clone();
        let token = forge.sign(&header, &forge.permission_claims());
        assert_invalid(&present(&fixture, &token).await, &format!("{name}: {value}"));
    }
}

#[tokio::test]
async fn missing_and_invalid_claims_are_rejected() {
    let fixture = fixture().await;
    let forge = Forge::of(&fixture);
    let now = fixture.now().as_secs();
    for name in ["iss", "aud", "sub", "iat", "exp", "jti", "sid", "scope"] {
        let mut claims = forge.permission_claims();
        claims.as_object_mut().unwrap().remove(name);
        let token = forge.sign(&forge.header("at+jwt"), &claims);
        assert_invalid(&present(&fixture, &token).await, &format!("without {name}"));
    }
    for (name, value) in [
        ("iss", json!("https://other.example/authorization/v1")),
        ("iss", json!(["https://wallet.example/authorization/v1"])),
        ("aud", json!("other")),
        ("aud", json!(["wallet-cloud", "other"])),
        ("aud", json!(5)),
        ("sub", json!("demo")),
        ("sub", json!("merchant:DEMO")),
        ("sub", json!(5)),
        ("iat", json!(now + 31)),
        ("iat", json!("now")),
        ("exp", json!("1900000000")),
        ("exp", json!(1.8e9)),
        ("exp", json!({})),
        ("exp", Value::Null),
        ("exp", json!(-1)),
        ("nbf", json!(now + 31)),
        ("nbf", json!({})),
        ("sid", json!("x")),
        ("jti", json!(1)),
        ("scope", json!(["register"])),
        ("scope", json!("register admin")),
        ("scope", json!("")),
        ("payload", json!({})),
    ] {
        let mut claims = forge.permission_claims();
        claims[name] = value.clone();
        let token = forge.sign(&forge.header("at+jwt"), &claims);
        assert_invalid(&present(&fixture, &token).await, &format!("{name}: {value}"));
    }
    let text = forge.permission_claims().to_string();
    for wrong in [
        text.replace(r#""exp":"#, r#""exp":1e400,"x":"#),
        text.replace(r#""iss":"#, r#""exp":9999999999,"iss":"#),
        "[]".to_owned(),
        "{".to_owned(),
        String::new(),
    ] {
        let token = forge.sign_as(&forge.header("at+jwt"), &wrong, Signature::Right);
        assert_invalid(&present(&fixture, &token).await, &wrong);
    }
}

#[tokio::test]
async fn permission_token_expires_after_ten_minutes_and_thirty_seconds_of_leeway() {
    let fixture = fixture().await;
    let token = fixture.merchant_pair(&["register"]).await.permission;
    fixture.advance(Duration::from_secs(630));
    assert_accepted(&present(&fixture, &token).await);
    fixture.advance(Duration::from_secs(1));
    present(&fixture, &token).await.assert_error(401, "token_expired", None);
}

#[tokio::test]
async fn security_token_expires_after_five_minutes_and_thirty_seconds_of_leeway() {
    let fixture = Fixture::new().await;
    let token = fixture.register("alice").await;
    fixture.advance(Duration::from_secs(330));
    assert!(fixture.issue(&token, &token_id(1)).await.status.is_success());
    fixture.advance(Duration::from_secs(1));
    let late = fixture.issue(&token, &token_id(1)).await;
    late.assert_error(401, "token_expired", Some("securityTokens[0]"));
}

#[tokio::test]
async fn verifier_accepts_thirty_seconds_of_clock_skew() {
    let fixture = fixture().await;
    let forge = Forge::of(&fixture);
    let mut claims = forge.permission_claims();
    claims["iat"] = json!(fixture.now().as_secs() + 30);
    claims["nbf"] = json!(fixture.now().as_secs() + 30);
    let token = forge.sign(&forge.header("at+jwt"), &claims);
    assert_accepted(&present(&fixture, &token).await);
}

#[tokio::test]
async fn tampered_and_malformed_tokens_are_rejected() {
    let fixture = fixture().await;
    let token = fixture.merchant_pair(&["register"]).await.permission;
    let parts: Vec<_> = token.split('.').collect();
    let flipped = |index: usize| {
        let mut bytes = token.clone().into_bytes();
        bytes[index] = if bytes[index] == b'A' { b'B' } else { b'A' };
        String::from_utf8(bytes).unwrap()
    };
    let mut wrong: Vec<_> = (0..token.len())
        .step_by(7)
        .map(flipped)
        .filter(|changed| *changed != token)
        .collect();
    wrong.extend([
        format!("{token}="),
        format!("{token}."),
        format!("{}.{}", parts[0], parts[1]),
        format!("{}.{}.", parts[0], parts[1]),
        format!("{}..{}", parts[0], parts[2]),
        format!(".{}.{}", parts[1], parts[2]),
        format!("{}.{}.{}", parts[1], parts[0], parts[2]),
        "x".to_owned(),
        "x".repeat(10_000),
    ]);
    for token in wrong {
        assert_invalid(&present(&fixture, &token).await, &token);
    }
}

#[tokio::test]
async fn missing_token_or_bearer_scheme_is_unauthorized() {
    let fixture = fixture().await;
    let token = fixture.merchant_pair(&["register"]).await.permission;
    let body = json!({ "username": "alice", "password": PASSWORD }).to_string();
    let path = "/api/account/credentials";
    let none = fixture.send(Method::POST, path, None, &body).await;
    none.assert_error(401, "unauthorized", None);
    assert_eq!(none.headers["www-authenticate"], "Bearer");
    // A token elsewhere in the request is ignored.
    let query = format!("{path}?access_token={token}");
    let elsewhere = fixture.send(Method::POST, &query, None, &body).await;
    elsewhere.assert_error(401, "unauthorized", None);
}

#[tokio::test]
async fn token_types_are_not_interchangeable() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = fixture.merchant_pair(&["register"]).await;
    for bearer in [&security, &pair.refresh] {
        assert_invalid(&present(&fixture, bearer).await, "as a bearer token");
    }
    for factor in [&pair.permission, &pair.refresh] {
        let response = fixture.issue(factor, &token_id(1)).await;
        response.assert_error(401, "invalid_token", Some("securityTokens[0]"));
    }
    for refresh in [&pair.permission, &security] {
        Fixture::assert_rejected(&fixture.refresh(refresh).await);
    }
}

#[tokio::test]
async fn missing_permission_is_forbidden() {
    let fixture = Fixture::new().await;
    let read = fixture.merchant_pair(&["read"]).await.permission;
    for (method, path, required) in [
        (Method::POST, "/api/account/credentials", "register"),
        (Method::PUT, "/api/account/credentials", "secret"),
        (Method::DELETE, "/api/account", "secret"),
        (Method::POST, "/api/account/delete", "secret"),
    ] {
        let response = fixture.with_token(method, path, &read, json!({})).await;
        response.assert_error(403, "insufficient_permission", None);
        assert_eq!(response.detail("required"), required);
    }
}

#[tokio::test]
async fn merchant_token_with_secret_has_no_account() {
    let fixture = Fixture::new().await;
    let token = fixture.merchant_pair(&["secret"]).await.permission;
    let body = json!({ "password": PASSWORD, "newPassword": "tr0mbone & velvet" });
    for (method, path) in [
        (Method::PUT, "/api/account/credentials"),
        (Method::DELETE, "/api/account"),
        (Method::POST, "/api/account/delete"),
    ] {
        let response = fixture.with_token(method, path, &token, body.clone()).await;
        response.assert_error(403, "insufficient_permission", None);
        assert_eq!(response.detail("required"), "secret");
    }
}

#[tokio::test]
async fn tokens_of_an_old_key_are_valid_until_its_removal() {
    let fixture = fixture().await;
    let old = fixture.merchant_pair(&["register"]).await;
    let both = SigningKeySet::from_secret_json(&secret(&fixture)).unwrap();
    let soon = fixture.now().after(Duration::from_mins(1));
    fixture.keys.put(both.rotate(&OsRandomness, soon).unwrap());
    fixture.advance(Duration::from_mins(2));
    let new = fixture.merchant_pair(&["register"]).await;
    let kid = |token: &str| {
        use base64::Engine;
        let header = token.split('.').next().unwrap();
        base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(header).unwrap()
    };
    assert_ne!(kid(&old.permission), kid(&new.permission));
    for pair in [&old, &new] {
        assert_accepted(&present(&fixture, &pair.permission).await);
        assert!(fixture.refresh(&pair.refresh).await.status.is_success());
    }
    let mut json: Value = serde_json::from_str(&secret(&fixture)).unwrap();
    json["jwks"]["keys"].as_array_mut().unwrap().remove(0);
    fixture
        .keys
        .put(SigningKeySet::from_secret_json(&json.to_string()).unwrap());
    let latest = fixture.merchant_pair(&["register"]).await;
    assert_accepted(&present(&fixture, &latest.permission).await);
    assert_invalid(&present(&fixture, &old.permission).await, "its key was removed");
}

#[tokio::test]
async fn token_of_a_revoked_key_is_rejected_before_any_other_request() {
    let fixture = fixture().await;
    let pair = fixture.merchant_pair(&["register"]).await;
    assert_accepted(&present(&fixture, &pair.permission).await);
    let kid = Forge::of(&fixture).kid;
    let keys = SigningKeySet::from_secret_json(&secret(&fixture)).unwrap();
    let keys = keys.revoke(&kid, &OsRandomness, fixture.now()).unwrap().unwrap();
    fixture.keys.put(keys);
    assert_invalid(&present(&fixture, &pair.permission).await, "its key is revoked");
    let jwks = fixture.send(Method::GET, "/.well-known/jwks.json", None, "").await;
    assert!(!jwks.text.contains(&kid), "{}", jwks.text);
    // The session continues with a token of the key that is active now.
    let next = Pair::of(&fixture.refresh(&pair.refresh).await);
    assert_accepted(&present(&fixture, &next.permission).await);
}

fn secret(fixture: &Fixture) -> String {
    use secrecy::ExposeSecret;
    fixture.keys.get().to_secret_json().expose_secret().to_owned()
}
