//! POST /api/permission/issue-by-factors

use crate::authorization::fixture::{Fixture, PASSWORD, Pair, token_id};
use crate::authorization::forge::{Forge, claims};
use axum::http::Method;
use serde_json::json;

const PATH: &str = "/api/permission/issue-by-factors";

#[tokio::test]
async fn account_gets_a_token_pair() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let account = claims(&security)["sub"].clone();
    let now = fixture.now().as_secs();
    let body = json!({
        "tokenId": token_id(5), "permissions": ["secret", "read"], "securityTokens": [security], "payload": "phone",
    });
    let pair = Pair::of(&fixture.post(PATH, body).await);
    let claims = claims(&pair.permission);
    assert_eq!(
        claims,
        json!({
            "iss": "https://wallet.example/authorization/v1", "aud": "wallet-cloud", "sub": account,
            "iat": now, "exp": now + 600, "jti": claims["jti"], "sid": token_id(5), "scope": "secret read",
            "payload": "phone",
        })
    );
    assert!(fixture.refresh(&pair.refresh).await.status.is_success());
}

#[tokio::test]
async fn single_security_token_is_accepted() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let body = json!({ "tokenId": token_id(1), "permissions": ["read"], "securityToken": security });
    assert!(fixture.post(PATH, body).await.status.is_success());
    let both = json!({
        "tokenId": token_id(1), "permissions": ["read"], "securityToken": security, "securityTokens": [security],
    });
    let rejected = fixture.post(PATH, both).await;
    rejected.assert_error(400, "invalid_request", Some("securityToken"));
}

#[tokio::test]
async fn security_token_opens_several_sessions() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let first = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let second = Pair::of(&fixture.issue(&security, &token_id(2)).await);
    for pair in [first, second] {
        assert!(fixture.refresh(&pair.refresh).await.status.is_success());
    }
}

#[tokio::test]
async fn new_session_replaces_only_the_one_with_the_same_token_id() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let replaced = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let other = Pair::of(&fixture.issue(&security, &token_id(2)).await);
    let unrelated = fixture.register("bob").await;
    let unrelated = Pair::of(&fixture.issue(&unrelated, &token_id(1)).await);
    let new = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    Fixture::assert_rejected(&fixture.refresh(&replaced.refresh).await);
    for alive in [&new, &other, &unrelated] {
        assert!(fixture.refresh(&alive.refresh).await.status.is_success());
    }
}

#[tokio::test]
async fn account_is_granted_only_read_secret_and_notify() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let body = json!({ "tokenId": token_id(1), "permissions": ["notify"], "securityTokens": [security] });
    assert!(fixture.post(PATH, body).await.status.is_success());
    for required in ["register", "assets", "assets-admin"] {
        let body = json!({ "tokenId": token_id(1), "permissions": ["read", required], "securityTokens": [security] });
        let response = fixture.post(PATH, body).await;
        response.assert_error(403, "insufficient_permission", None);
        assert_eq!(response.detail("required"), required);
    }
}

#[tokio::test]
async fn security_tokens_of_two_accounts_are_rejected() {
    let fixture = Fixture::new().await;
    let (alice, bob) = (fixture.register("alice").await, fixture.register("bob").await);
    let body = json!({ "tokenId": token_id(1), "permissions": ["read"], "securityTokens": [alice, bob] });
    let response = fixture.post(PATH, body).await;
    response.assert_error(401, "invalid_token", Some("securityTokens[1]"));
    let again = fixture.login("alice", PASSWORD).await;
    let again = again.data()["securityToken"].clone();
    let body = json!({ "tokenId": token_id(1), "permissions": ["read"], "securityTokens": [alice, again] });
    assert!(fixture.post(PATH, body).await.status.is_success());
}

#[tokio::test]
async fn new_password_invalidates_earlier_security_tokens() {
    let fixture = Fixture::new().await;
    let before = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&before, &token_id(1)).await);
    let body = json!({ "password": PASSWORD, "newPassword": "tr0mbone & velvet" });
    let changed = fixture
        .with_token(Method::PUT, "/api/account/credentials", &pair.permission, body)
        .await;
    let after = changed.data()["securityToken"].as_str().unwrap();
    Fixture::assert_rejected(&fixture.issue(&before, &token_id(2)).await);
    assert!(fixture.issue(after, &token_id(2)).await.status.is_success());
}

#[tokio::test]
async fn security_token_of_a_deleted_account_is_rejected() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let body = json!({ "password": PASSWORD });
    let deleted = fixture
        .with_token(Method::DELETE, "/api/account", &pair.permission, body)
        .await;
    assert!(deleted.status.is_success());
    Fixture::assert_rejected(&fixture.issue(&security, &token_id(2)).await);
}

#[tokio::test]
async fn forged_security_tokens_are_rejected() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let account = claims(&security)["sub"].as_str().unwrap().to_owned();
    let forge = Forge::of(&fixture);
    let header = forge.header("security+jwt");
    let right = forge.sign(&header, &forge.security_claims(&account));
    assert!(fixture.issue(&right, &token_id(1)).await.status.is_success());
    for (name, value) in [
        ("epoch", json!(1)),
        ("epoch", json!("0")),
        ("epoch", json!(null)),
        ("amr", json!([])),
        ("amr", json!(["otp"])),
        ("amr", json!(["pwd", "sms"])),
        ("amr", json!("pwd")),
        ("sub", json!("merchant:demo")),
        ("sub", json!("account:00000000-0000-0000-0000-000000000001")),
        ("aud", json!("other")),
        ("iss", json!("https://other.example")),
    ] {
        let mut claims = forge.security_claims(&account);
        claims[name] = value.clone();
        let response = fixture.issue(&forge.sign(&header, &claims), &token_id(1)).await;
        let found = (response.status.as_u16(), response.json["error"]["code"].as_str());
        assert_eq!(
            found,
            (401, Some("invalid_token")),
            "{name}: {value}: {}",
            response.text
        );
    }
}
