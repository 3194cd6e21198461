//! POST and PUT /api/account/credentials

use crate::authorization::fixture::{Fixture, PASSWORD, Pair, request, token_id};
use crate::authorization::forge::claims;
use crate::support::client::{TestResponse, call};
use axum::http::Method;
use serde_json::json;
use std::time::Duration;

const PATH: &str = "/api/account/credentials";
const NEW_PASSWORD: &str = "tr0mbone & velvet";

async fn register(fixture: &Fixture, username: &str, password: &str) -> TestResponse {
    let token = fixture.merchant_pair(&["register"]).await.permission;
    let body = json!({ "username": username, "password": password });
    fixture.with_token(Method::POST, PATH, &token, body).await
}

async fn change(fixture: &Fixture, token: &str, password: &str, new_password: &str) -> TestResponse {
    let body = json!({ "password": password, "newPassword": new_password });
    fixture.with_token(Method::PUT, PATH, token, body).await
}

/// Registers an account and opens a session.
async fn session(fixture: &Fixture) -> Pair {
    let security = fixture.register("alice").await;
    Pair::of(&fixture.issue(&security, &token_id(1)).await)
}

#[tokio::test]
async fn registration_returns_a_security_token() {
    let fixture = Fixture::new().await;
    let response = register(&fixture, "Alice", PASSWORD).await;
    let token = response.data()["securityToken"].as_str().unwrap();
    let claims = claims(token);
    let now = fixture.now().as_secs();
    assert_eq!(
        claims,
        json!({
            "iss": "https://wallet.example/authorization/v1", "aud": "wallet-cloud", "sub": claims["sub"],
            "iat": now, "exp": now + 300, "jti": claims["jti"], "amr": ["pwd"], "epoch": 0,
        })
    );
    assert!(claims["sub"].as_str().unwrap().starts_with("account:"));
    assert!(fixture.issue(token, &token_id(1)).await.status.is_success());
}

#[tokio::test]
async fn user_names_are_unique_regardless_of_case_and_width() {
    let fixture = Fixture::new().await;
    assert!(register(&fixture, "Alice", PASSWORD).await.status.is_success());
    for same in ["alice", "ALICE", "Ａｌｉｃｅ", "Alice"] {
        let response = register(&fixture, same, PASSWORD).await;
        response.assert_error(409, "username_taken", Some("username"));
    }
    assert!(register(&fixture, "Alice2", PASSWORD).await.status.is_success());
}

#[tokio::test]
async fn fifty_parallel_registrations_create_one_account() {
    let fixture = Fixture::new().await;
    let token = fixture.merchant_pair(&["register"]).await.permission;
    let body = json!({ "username": "alice", "password": PASSWORD }).to_string();
    let calls: Vec<_> = (0..50)
        .map(|_| {
            let (router, request) = (fixture.router.clone(), request(Method::POST, PATH, Some(&token), &body));
            tokio::spawn(async move { call(&router, request).await })
        })
        .collect();
    let mut created = 0;
    for response in calls {
        let response = response.await.unwrap();
        if response.status.is_success() {
            created += 1;
        } else {
            response.assert_error(409, "username_taken", Some("username"));
        }
    }
    assert_eq!(created, 1);
}

#[tokio::test]
async fn weak_passwords_are_rejected_before_hashing() {
    let fixture = Fixture::new().await;
    let before = fixture.evaluations();
    for weak in [
        "",
        "short",
        "1234567",
        "password",
        "PASSWORD",
        "Iloveyou",
        "qwertyuiop",
        "Weak-Name",
        "weak-name",
        "ｗｅａｋ-ｎａｍｅ",
        &"x".repeat(129),
        "e\u{301}e\u{301}e\u{301}e\u{301}",
    ] {
        let response = register(&fixture, "weak-name", weak).await;
        response.assert_error(400, "weak_password", Some("password"));
    }
    assert_eq!(fixture.evaluations(), before);
    assert!(
        register(&fixture, "weak-name", "пароль-из-слов")
            .await
            .status
            .is_success()
    );
}

#[tokio::test]
async fn invalid_user_names_are_rejected() {
    let fixture = Fixture::new().await;
    for wrong in [
        "",
        "ab",
        "a b c",
        &"a".repeat(65),
        "ali\u{0}ce",
        "ali\u{202e}ce",
        "😀😀😀",
        " alice",
    ] {
        let response = register(&fixture, wrong, PASSWORD).await;
        response.assert_error(400, "invalid_request", Some("username"));
    }
}

#[tokio::test]
async fn long_passwords_are_not_truncated() {
    let fixture = Fixture::new().await;
    let long = "correct horse ".repeat(8);
    assert!(
        register(&fixture, "alice", &format!("{long}a"))
            .await
            .status
            .is_success()
    );
    let wrong = fixture.login("alice", &format!("{long}b")).await;
    wrong.assert_error(401, "invalid_credentials", None);
    assert!(fixture.login("alice", &format!("{long}a")).await.status.is_success());
}

#[tokio::test]
async fn new_password_replaces_the_old_one() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    let response = change(&fixture, &pair.permission, PASSWORD, NEW_PASSWORD).await;
    let token = response.data()["securityToken"].as_str().unwrap();
    assert_eq!(claims(token)["epoch"], 1);
    fixture
        .login("alice", PASSWORD)
        .await
        .assert_error(401, "invalid_credentials", None);
    assert!(fixture.login("alice", NEW_PASSWORD).await.status.is_success());
}

#[tokio::test]
async fn new_password_ends_all_sessions_but_that_of_the_bearer() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let own = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let others = [
        Pair::of(&fixture.issue(&security, &token_id(2)).await),
        Pair::of(&fixture.issue(&security, &token_id(3)).await),
    ];
    let unrelated = fixture.register("bob").await;
    let unrelated = Pair::of(&fixture.issue(&unrelated, &token_id(1)).await);
    assert!(
        change(&fixture, &own.permission, PASSWORD, NEW_PASSWORD)
            .await
            .status
            .is_success()
    );
    for other in &others {
        Fixture::assert_rejected(&fixture.refresh(&other.refresh).await);
    }
    let own = Pair::of(&fixture.refresh(&own.refresh).await);
    // The same again with the epoch after.
    let back = change(&fixture, &own.permission, NEW_PASSWORD, PASSWORD).await;
    assert!(back.status.is_success());
    for alive in [&own, &unrelated] {
        assert!(fixture.refresh(&alive.refresh).await.status.is_success());
    }
}

#[tokio::test]
async fn spent_token_of_the_surviving_session_still_yields_its_successor() {
    let fixture = Fixture::new().await;
    let r1 = session(&fixture).await;
    let r2 = Pair::of(&fixture.refresh(&r1.refresh).await);
    assert!(
        change(&fixture, &r2.permission, PASSWORD, NEW_PASSWORD)
            .await
            .status
            .is_success()
    );
    assert_eq!(Pair::of(&fixture.refresh(&r1.refresh).await).refresh, r2.refresh);
}

#[tokio::test]
async fn wrong_password_changes_nothing() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    let wrong = change(&fixture, &pair.permission, "wrong", NEW_PASSWORD).await;
    wrong.assert_error(401, "invalid_credentials", None);
    assert!(fixture.login("alice", PASSWORD).await.status.is_success());
    assert!(fixture.refresh(&pair.refresh).await.status.is_success());
}

#[tokio::test]
async fn weak_new_password_is_rejected_before_the_old_one_is_checked() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    let before = fixture.evaluations();
    for weak in ["short", "password1", "Alice", &"x".repeat(129)] {
        let response = change(&fixture, &pair.permission, "wrong", weak).await;
        response.assert_error(400, "weak_password", Some("newPassword"));
    }
    assert_eq!(fixture.evaluations(), before);
}

#[tokio::test]
async fn failed_password_changes_count_as_login_attempts() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    for _ in 0..3 {
        let wrong = change(&fixture, &pair.permission, "wrong", NEW_PASSWORD).await;
        wrong.assert_error(401, "invalid_credentials", None);
    }
    for _ in 0..2 {
        fixture
            .login("alice", "wrong")
            .await
            .assert_error(401, "invalid_credentials", None);
    }
    let waiting = change(&fixture, &pair.permission, PASSWORD, NEW_PASSWORD).await;
    waiting.assert_error(429, "too_many_requests", None);
    fixture.advance(Duration::from_secs(1));
    assert!(
        change(&fixture, &pair.permission, PASSWORD, NEW_PASSWORD)
            .await
            .status
            .is_success()
    );
}

#[tokio::test]
async fn one_of_two_concurrent_changes_is_rejected() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    let one = change(&fixture, &pair.permission, PASSWORD, "first new password");
    let two = change(&fixture, &pair.permission, PASSWORD, "second new password");
    let (one, two) = tokio::join!(one, two);
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401], "{} {}", one.text, two.text);
    let winner = if one.status.is_success() {
        "first new password"
    } else {
        "second new password"
    };
    assert!(fixture.login("alice", winner).await.status.is_success());
}
