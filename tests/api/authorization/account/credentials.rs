//! POST and PUT /api/account/credentials

use crate::authorization::forge::claims;
use crate::authorization::world::{PASSWORD, Pair, World, request, token_id};
use crate::support::client::{Answer, call};
use axum::http::Method;
use serde_json::json;
use std::time::Duration;

const PATH: &str = "/api/account/credentials";
const NEW_PASSWORD: &str = "tr0mbone & velvet";

async fn register(world: &World, username: &str, password: &str) -> Answer {
    let token = world.merchant_pair(&["register"]).await.permission;
    let body = json!({ "username": username, "password": password });
    world.with_token(Method::POST, PATH, &token, body).await
}

async fn change(world: &World, token: &str, password: &str, new_password: &str) -> Answer {
    let body = json!({ "password": password, "newPassword": new_password });
    world.with_token(Method::PUT, PATH, token, body).await
}

/// Registers an account and opens a session.
async fn session(world: &World) -> Pair {
    let security = world.register("alice").await;
    Pair::of(&world.issue(&security, &token_id(1)).await)
}

#[tokio::test]
async fn registration_returns_a_security_token() {
    let world = World::new().await;
    let response = register(&world, "Alice", PASSWORD).await;
    let token = response.data()["securityToken"].as_str().unwrap();
    let claims = claims(token);
    let now = world.now().as_secs();
    assert_eq!(
        claims,
        json!({
            "iss": "https://wallet.example/authorization/v1", "aud": "wallet-cloud", "sub": claims["sub"],
            "iat": now, "exp": now + 300, "jti": claims["jti"], "amr": ["pwd"], "epoch": 0,
        })
    );
    assert!(claims["sub"].as_str().unwrap().starts_with("account:"));
    assert!(world.issue(token, &token_id(1)).await.status.is_success());
}

#[tokio::test]
async fn user_names_are_unique_regardless_of_case_and_width() {
    let world = World::new().await;
    assert!(register(&world, "Alice", PASSWORD).await.status.is_success());
    for same in ["alice", "ALICE", "Ａｌｉｃｅ", "Alice"] {
        let response = register(&world, same, PASSWORD).await;
        response.assert_error(409, "username_taken", Some("username"));
    }
    assert!(register(&world, "Alice2", PASSWORD).await.status.is_success());
}

#[tokio::test]
async fn fifty_parallel_registrations_create_one_account() {
    let world = World::new().await;
    let token = world.merchant_pair(&["register"]).await.permission;
    let body = json!({ "username": "alice", "password": PASSWORD }).to_string();
    let calls: Vec<_> = (0..50)
        .map(|_| {
            let (router, request) = (world.router.clone(), request(Method::POST, PATH, Some(&token), &body));
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
    let world = World::new().await;
    let before = world.evaluations();
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
        let response = register(&world, "weak-name", weak).await;
        response.assert_error(400, "weak_password", Some("password"));
    }
    assert_eq!(world.evaluations(), before);
    assert!(
        register(&world, "weak-name", "пароль-из-слов")
            .await
            .status
            .is_success()
    );
}

#[tokio::test]
async fn invalid_user_names_are_rejected() {
    let world = World::new().await;
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
        let response = register(&world, wrong, PASSWORD).await;
        response.assert_error(400, "invalid_request", Some("username"));
    }
}

#[tokio::test]
async fn long_passwords_are_not_truncated() {
    let world = World::new().await;
    let long = "correct horse ".repeat(8);
    assert!(register(&world, "alice", &format!("{long}a")).await.status.is_success());
    let wrong = world.login("alice", &format!("{long}b")).await;
    wrong.assert_error(401, "invalid_credentials", None);
    assert!(world.login("alice", &format!("{long}a")).await.status.is_success());
}

#[tokio::test]
async fn new_password_replaces_the_old_one() {
    let world = World::new().await;
    let pair = session(&world).await;
    let response = change(&world, &pair.permission, PASSWORD, NEW_PASSWORD).await;
    let token = response.data()["securityToken"].as_str().unwrap();
    assert_eq!(claims(token)["epoch"], 1);
    world
        .login("alice", PASSWORD)
        .await
        .assert_error(401, "invalid_credentials", None);
    assert!(world.login("alice", NEW_PASSWORD).await.status.is_success());
}

#[tokio::test]
async fn new_password_ends_all_sessions_but_that_of_the_bearer() {
    let world = World::new().await;
    let security = world.register("alice").await;
    let own = Pair::of(&world.issue(&security, &token_id(1)).await);
    let others = [
        Pair::of(&world.issue(&security, &token_id(2)).await),
        Pair::of(&world.issue(&security, &token_id(3)).await),
    ];
    let unrelated = world.register("bob").await;
    let unrelated = Pair::of(&world.issue(&unrelated, &token_id(1)).await);
    assert!(
        change(&world, &own.permission, PASSWORD, NEW_PASSWORD)
            .await
            .status
            .is_success()
    );
    for other in &others {
        World::assert_refused(&world.refresh(&other.refresh).await);
    }
    let own = Pair::of(&world.refresh(&own.refresh).await);
    // The same again with the epoch after.
    let back = change(&world, &own.permission, NEW_PASSWORD, PASSWORD).await;
    assert!(back.status.is_success());
    for alive in [&own, &unrelated] {
        assert!(world.refresh(&alive.refresh).await.status.is_success());
    }
}

#[tokio::test]
async fn spent_token_of_the_surviving_session_still_yields_its_successor() {
    let world = World::new().await;
    let r1 = session(&world).await;
    let r2 = Pair::of(&world.refresh(&r1.refresh).await);
    assert!(
        change(&world, &r2.permission, PASSWORD, NEW_PASSWORD)
            .await
            .status
            .is_success()
    );
    assert_eq!(Pair::of(&world.refresh(&r1.refresh).await).refresh, r2.refresh);
}

#[tokio::test]
async fn wrong_password_changes_nothing() {
    let world = World::new().await;
    let pair = session(&world).await;
    let wrong = change(&world, &pair.permission, "wrong", NEW_PASSWORD).await;
    wrong.assert_error(401, "invalid_credentials", None);
    assert!(world.login("alice", PASSWORD).await.status.is_success());
    assert!(world.refresh(&pair.refresh).await.status.is_success());
}

#[tokio::test]
async fn weak_new_password_is_rejected_before_the_old_one_is_checked() {
    let world = World::new().await;
    let pair = session(&world).await;
    let before = world.evaluations();
    for weak in ["short", "password1", "Alice", &"x".repeat(129)] {
        let response = change(&world, &pair.permission, "wrong", weak).await;
        response.assert_error(400, "weak_password", Some("newPassword"));
    }
    assert_eq!(world.evaluations(), before);
}

#[tokio::test]
async fn failed_password_changes_count_as_login_attempts() {
    let world = World::new().await;
    let pair = session(&world).await;
    for _ in 0..3 {
        let wrong = change(&world, &pair.permission, "wrong", NEW_PASSWORD).await;
        wrong.assert_error(401, "invalid_credentials", None);
    }
    for _ in 0..2 {
        world
            .login("alice", "wrong")
            .await
            .assert_error(401, "invalid_credentials", None);
    }
    let waiting = change(&world, &pair.permission, PASSWORD, NEW_PASSWORD).await;
    waiting.assert_error(429, "too_many_requests", None);
    world.advance(Duration::from_secs(1));
    assert!(
        change(&world, &pair.permission, PASSWORD, NEW_PASSWORD)
            .await
            .status
            .is_success()
    );
}

#[tokio::test]
async fn one_of_two_concurrent_changes_is_rejected() {
    let world = World::new().await;
    let pair = session(&world).await;
    let one = change(&world, &pair.permission, PASSWORD, "first new password");
    let two = change(&world, &pair.permission, PASSWORD, "second new password");
    let (one, two) = tokio::join!(one, two);
    let mut statuses = [one.status.as_u16(), two.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401], "{} {}", one.text, two.text);
    let winner = if one.status.is_success() {
        "first new password"
    } else {
        "second new password"
    };
    assert!(world.login("alice", winner).await.status.is_success());
}
