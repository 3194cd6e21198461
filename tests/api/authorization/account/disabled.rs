//! Accounts that an operator has disabled.

use crate::authorization::fixture::{Fixture, PASSWORD, Pair, token_id};
use axum::http::Method;
use serde_json::json;
use wallet_core::auth::Username;
use wallet_core::ports::accounts::Account;

async fn account(fixture: &Fixture, username: &str) -> Account {
    let username = Username::parse(username).unwrap();
    let found = fixture.services.accounts.find_by_username(&username).await.unwrap();
    found.unwrap()
}

async fn set_disabled(fixture: &Fixture, username: &str, disabled: bool) {
    let read = account(fixture, username).await;
    fixture.services.accounts.end_sessions(&read, disabled).await.unwrap();
}

#[tokio::test]
async fn disabled_account_loses_its_sessions_and_cannot_log_in_until_enabled() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let other = fixture.register("bob").await;
    set_disabled(&fixture, "alice", true).await;

    Fixture::assert_rejected(&fixture.refresh(&pair.refresh).await);
    let rejected = fixture.issue(&security, &token_id(2)).await;
    Fixture::assert_rejected(&rejected);
    let login = fixture.login("alice", PASSWORD).await;
    login.assert_error(401, "invalid_credentials", None);
    assert_eq!(login.detail("reason"), "account_disabled");
    assert!(fixture.issue(&other, &token_id(1)).await.status.is_success());

    set_disabled(&fixture, "alice", false).await;
    // Nothing from before is valid again.
    Fixture::assert_rejected(&fixture.refresh(&pair.refresh).await);
    assert!(!fixture.issue(&security, &token_id(2)).await.status.is_success());
    let login = fixture.login("alice", PASSWORD).await;
    let security = login.data()["securityToken"].as_str().unwrap();
    let pair = Pair::of(&fixture.issue(security, &token_id(1)).await);
    assert!(fixture.refresh(&pair.refresh).await.status.is_success());
}

#[tokio::test]
async fn wrong_password_does_not_reveal_that_an_account_is_disabled() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    set_disabled(&fixture, "alice", true).await;
    let wrong = fixture.login("alice", "wrong password").await;
    let unknown = fixture.login("nobody", "wrong password").await;
    wrong.assert_error(401, "invalid_credentials", None);
    assert!(wrong.json["error"].get("details").is_none(), "{wrong:?}");
    assert_eq!(wrong.json["error"]["message"], unknown.json["error"]["message"]);
}

#[tokio::test]
async fn permission_token_of_a_disabled_account_changes_nothing() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    set_disabled(&fixture, "alice", true).await;
    let before = account(&fixture, "alice").await;
    let password = json!({ "password": PASSWORD, "newPassword": "another long passphrase" });
    for (method, path, body) in [
        (Method::PUT, "/api/account/credentials", password),
        (Method::DELETE, "/api/account", json!({ "password": PASSWORD })),
        (Method::POST, "/api/account/otp", json!({ "password": PASSWORD })),
        (Method::GET, "/api/session", json!({})),
    ] {
        let rejected = fixture.with_token(method, path, &pair.permission, body).await;
        Fixture::assert_rejected(&rejected);
    }
    assert_eq!(account(&fixture, "alice").await, before);
}

#[tokio::test]
async fn disabled_account_with_a_second_factor_gets_no_token_of_the_password() {
    let fixture = Fixture::new().await;
    let enrolled = fixture.enrolled("alice").await;
    let security = fixture.password_token("alice").await;
    set_disabled(&fixture, "alice", true).await;
    let code = fixture.code(&enrolled.secret);
    Fixture::assert_rejected(&fixture.present(&security, &code).await);
    assert_eq!(
        fixture.login("alice", PASSWORD).await.detail("reason"),
        "account_disabled"
    );
}
