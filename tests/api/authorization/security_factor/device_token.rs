//! Device tokens: logins of known devices while attackers guess passwords.

use crate::authorization::fixture::{Fixture, PASSWORD, Pair, token_id};
use crate::support::client::TestResponse;
use axum::http::Method;
use serde_json::json;
use std::time::Duration;

/// The address that the owner shares with an attacker.
const SHARED: &str = "203.0.113.20";

/// Registers alice, logs her in and returns her device token.
async fn device(fixture: &Fixture) -> String {
    fixture.register("alice").await;
    token(&fixture.login_from(SHARED, "alice", PASSWORD).await)
}

#[track_caller]
fn token(response: &TestResponse) -> String {
    response.data()["deviceToken"].as_str().unwrap().to_owned()
}

/// Blocks logins of alice from the shared address.
async fn block(fixture: &Fixture) {
    for _ in 0..20 {
        fixture.login_from(SHARED, "alice", "wrong").await;
    }
    let blocked = fixture.login_from(SHARED, "alice", PASSWORD).await;
    blocked.assert_error(429, "too_many_requests", None);
}

#[tokio::test]
async fn device_logs_in_behind_the_address_of_an_attacker() {
    let fixture = Fixture::new().await;
    let device = device(&fixture).await;
    for name in 0..300 {
        fixture.login_from(SHARED, &format!("name-{name}"), "wrong").await;
    }
    block(&fixture).await;
    for network in 0..30 {
        for _ in 0..5 {
            fixture
                .login_from(&format!("198.51.100.{network}"), "alice", "wrong")
                .await;
        }
    }
    let renewed = fixture.login_with_device(SHARED, "alice", PASSWORD, &device).await;
    assert!(renewed.data()["securityToken"].is_string());
    block(&fixture).await;
    let again = fixture
        .login_with_device("192.0.2.1", "alice", PASSWORD, &token(&renewed))
        .await;
    assert!(again.status.is_success(), "{}", again.text);
}

#[tokio::test]
async fn stolen_device_token_allows_no_free_guessing() {
    let fixture = Fixture::new().await;
    let stolen = device(&fixture).await;
    let before = fixture.evaluations();
    let mut statuses = Vec::new();
    for address in 0..20 {
        let address = format!("198.51.100.{address}");
        let response = fixture.login_with_device(&address, "alice", "wrong", &stolen).await;
        statuses.push(response.status.as_u16());
    }
    assert_eq!(statuses[..5], [401; 5]);
    assert_eq!(statuses[5..], [429; 15]);
    assert_eq!(fixture.evaluations() - before, 5);
    // Further clients of the account are not affected.
    assert!(
        fixture
            .login_from("192.0.2.1", "alice", PASSWORD)
            .await
            .status
            .is_success()
    );
}

#[tokio::test]
async fn renewed_token_shares_the_count_of_its_device() {
    let fixture = Fixture::new().await;
    let first = device(&fixture).await;
    let second = token(&fixture.login_with_device(SHARED, "alice", PASSWORD, &first).await);
    for attempt in 0..5 {
        let device = if attempt % 2 == 0 { &first } else { &second };
        let address = format!("198.51.100.{attempt}");
        let response = fixture.login_with_device(&address, "alice", "wrong", device).await;
        response.assert_error(401, "invalid_credentials", None);
    }
    for device in [&first, &second] {
        let response = fixture.login_with_device("192.0.2.1", "alice", PASSWORD, device).await;
        response.assert_error(429, "too_many_requests", None);
    }
}

#[tokio::test]
async fn invalid_device_tokens_count_as_absent() {
    let fixture = Fixture::new().await;
    let of_alice = device(&fixture).await;
    fixture.register("bob").await;
    let of_bob = token(&fixture.login_from("192.0.2.2", "bob", PASSWORD).await);
    let security = fixture.login_from("192.0.2.2", "alice", PASSWORD).await;
    let security = security.data()["securityToken"].as_str().unwrap().to_owned();
    let permission = Pair::of(&fixture.issue(&security, &token_id(1)).await).permission;
    block(&fixture).await;
    let mut mutated = of_alice.clone();
    mutated.replace_range(mutated.len() - 10..mutated.len() - 9, "~");
    let reference = fixture.login_from(SHARED, "alice", PASSWORD).await;
    for invalid in [
        "",
        "x",
        "a.b.c",
        &mutated,
        &of_bob,
        &security,
        &permission,
        &"x".repeat(100_000),
    ] {
        let response = fixture.login_with_device(SHARED, "alice", PASSWORD, invalid).await;
        assert_eq!(response.json["error"], reference.json["error"], "{invalid:.40}");
    }
    // Bob's token has no effect on an unknown name either.
    let unknown = fixture.login_with_device("192.0.2.3", "nobody", "wrong", &of_bob).await;
    unknown.assert_error(401, "invalid_credentials", None);
    let valid = fixture.login_with_device(SHARED, "alice", PASSWORD, &of_alice).await;
    assert!(valid.status.is_success(), "{}", valid.text);
}

#[tokio::test]
async fn device_token_is_accepted_as_no_other_token() {
    let fixture = Fixture::new().await;
    let device = device(&fixture).await;
    fixture
        .issue(&device, &token_id(1))
        .await
        .assert_error(401, "invalid_token", Some("securityTokens[0]"));
    fixture.refresh(&device).await.assert_error(401, "invalid_token", None);
    let body = json!({ "password": PASSWORD });
    let response = fixture
        .with_token(Method::POST, "/api/account/delete", &device, body)
        .await;
    response.assert_error(401, "invalid_token", None);
}

#[tokio::test]
async fn device_token_expires_after_ninety_days() {
    let fixture = Fixture::new().await;
    let device = device(&fixture).await;
    fixture.advance(Duration::from_hours(90 * 24) + Duration::from_secs(30));
    block(&fixture).await;
    let response = fixture.login_with_device(SHARED, "alice", PASSWORD, &device).await;
    assert!(response.status.is_success(), "{}", response.text);
    block(&fixture).await;
    fixture.advance(Duration::from_secs(1));
    block(&fixture).await;
    let expired = fixture.login_with_device(SHARED, "alice", PASSWORD, &device).await;
    expired.assert_error(429, "too_many_requests", None);
}

#[tokio::test]
async fn password_change_ends_device_tokens_and_yields_a_new_one() {
    let fixture = Fixture::new().await;
    let device = device(&fixture).await;
    let login = fixture.login("alice", PASSWORD).await;
    let security = login.data()["securityToken"].as_str().unwrap().to_owned();
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let new_password = "tr0mbone & velvet";
    let body = json!({ "password": PASSWORD, "newPassword": new_password });
    let changed = fixture
        .with_token(Method::PUT, "/api/account/credentials", &pair.permission, body)
        .await;
    let new_device = token(&changed);
    block(&fixture).await;
    let old = fixture.login_with_device(SHARED, "alice", new_password, &device).await;
    old.assert_error(429, "too_many_requests", None);
    let new = fixture
        .login_with_device(SHARED, "alice", new_password, &new_device)
        .await;
    assert!(new.status.is_success(), "{}", new.text);
}

#[tokio::test]
async fn device_token_of_a_deleted_account_has_no_effect_on_its_successor() {
    let fixture = Fixture::new().await;
    let device = device(&fixture).await;
    let login = fixture.login("alice", PASSWORD).await;
    let security = login.data()["securityToken"].as_str().unwrap().to_owned();
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let body = json!({ "password": PASSWORD });
    let deleted = fixture
        .with_token(Method::POST, "/api/account/delete", &pair.permission, body)
        .await;
    assert!(deleted.status.is_success(), "{}", deleted.text);
    fixture.register("alice").await;
    block(&fixture).await;
    let response = fixture.login_with_device(SHARED, "alice", PASSWORD, &device).await;
    response.assert_error(429, "too_many_requests", None);
}
