//! POST /api/security-factor/otp, and logins with a second factor.

use crate::authorization::enrolment::{Enrolled, assert_incorrect, security_token};
use crate::authorization::fixture::{Fixture, PASSWORD, Pair, token_id};
use crate::authorization::forge::claims;
use axum::http::Method;
use serde_json::json;
use std::time::Duration;

const ATTACKER: &str = "198.51.100.7";
const OWNER: &str = "203.0.113.20";

#[tokio::test]
async fn password_alone_opens_no_session() {
    let fixture = Fixture::new().await;
    let Enrolled { secret, .. } = fixture.enrolled("alice").await;
    let password = fixture.password_token("alice").await;
    assert_incorrect(&fixture.issue(&password, &token_id(2)).await);
    let both = security_token(&fixture.present(&password, &fixture.code(&secret)).await);
    let now = fixture.now().as_secs();
    let claims = claims(&both);
    assert_eq!(claims["amr"], json!(["pwd", "otp"]));
    assert_eq!(claims["exp"], now + 300);
    for number in [2, 3] {
        let issued = fixture.issue(&both, &token_id(number)).await;
        assert!(issued.status.is_success(), "{}", issued.text);
    }
    // Both tokens together are accepted too, in any order.
    let body = json!({ "tokenId": token_id(4), "permissions": ["read"], "securityTokens": [both, password] });
    fixture.post("/api/permission/issue-by-factors", body).await.data();
}

#[tokio::test]
async fn login_response_does_not_depend_on_the_second_factor() {
    let fixture = Fixture::new().await;
    fixture.enrolled("alice").await;
    fixture.register("bob").await;
    let names = |response: &crate::support::client::TestResponse| {
        let fields: Vec<_> = response.data().as_object().unwrap().keys().cloned().collect();
        let headers: Vec<_> = response.headers.keys().map(ToString::to_string).collect();
        (fields, headers)
    };
    let (alice, bob) = (
        fixture.login("alice", PASSWORD).await,
        fixture.login("bob", PASSWORD).await,
    );
    assert_eq!(names(&alice), names(&bob));
    let (alice, bob) = (
        fixture.login("alice", "wrong").await,
        fixture.login("bob", "wrong").await,
    );
    assert_eq!(alice.json["error"], bob.json["error"]);
}

#[tokio::test]
async fn code_is_valid_once() {
    let fixture = Fixture::new().await;
    let Enrolled { secret, .. } = fixture.enrolled("alice").await;
    let password = fixture.password_token("alice").await;
    let code = fixture.code(&secret);
    fixture.present(&password, &code).await.data();
    assert_incorrect(&fixture.present(&password, &code).await);
    // An earlier code, which was not used, is rejected too.
    fixture.next_code();
    let earlier = fixture.code(&secret);
    fixture.next_code();
    fixture.present(&password, &fixture.code(&secret)).await.data();
    assert_incorrect(&fixture.present(&password, &earlier).await);
}

#[tokio::test]
async fn code_of_the_confirmation_is_used() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let secret = fixture.start_enrolment(&pair).await;
    let code = fixture.code(&secret);
    fixture.confirm(&pair, &code).await.data();
    let password = fixture.password_token("alice").await;
    assert_incorrect(&fixture.present(&password, &code).await);
}

#[tokio::test]
async fn codes_of_neighbouring_steps_are_valid() {
    let fixture = Fixture::new().await;
    let Enrolled { secret, .. } = fixture.enrolled("alice").await;
    for (delay, valid) in [(30, true), (90, false)] {
        fixture.advance(Duration::from_mins(5));
        let code = fixture.code(&secret);
        fixture.advance(Duration::from_secs(delay));
        let response = fixture.present(&fixture.password_token("alice").await, &code).await;
        assert_eq!(
            response.status.is_success(),
            valid,
            "after {delay} s: {}",
            response.text
        );
    }
}

#[tokio::test]
async fn one_of_twenty_parallel_uses_of_a_code_succeeds() {
    let fixture = Fixture::new().await;
    let Enrolled {
        secret, recovery_codes, ..
    } = fixture.enrolled("alice").await;
    for code in [fixture.code(&secret), recovery_codes[0].clone()] {
        let password = fixture.password_token("alice").await;
        let uses = (0..20).map(|_| fixture.present(&password, &code));
        let responses = futures::future::join_all(uses).await;
        let successes = responses.iter().filter(|response| response.status.is_success()).count();
        assert_eq!(successes, 1);
        for response in responses.iter().filter(|response| !response.status.is_success()) {
            assert!(matches!(response.status.as_u16(), 401 | 429), "{}", response.text);
        }
        fixture.advance(Duration::from_hours(1));
    }
}

#[tokio::test]
async fn each_recovery_code_is_valid_once_in_any_spelling() {
    let fixture = Fixture::new().await;
    let Enrolled { recovery_codes, .. } = fixture.enrolled("alice").await;
    let password = fixture.password_token("alice").await;
    for (index, code) in recovery_codes.iter().enumerate() {
        let spelling = if index % 2 == 0 {
            code.clone()
        } else {
            code.to_lowercase().replace('-', " ")
        };
        let both = security_token(&fixture.present(&password, &spelling).await);
        assert!(fixture.issue(&both, &token_id(2)).await.status.is_success());
        assert_incorrect(&fixture.present(&password, code).await);
    }
}

#[tokio::test]
async fn recovered_user_can_enrol_again() {
    let fixture = Fixture::new().await;
    let Enrolled {
        secret, recovery_codes, ..
    } = fixture.enrolled("alice").await;
    let password = fixture.password_token("alice").await;
    let both = security_token(&fixture.present(&password, &recovery_codes[0]).await);
    let pair = Pair::of(&fixture.issue(&both, &token_id(5)).await);
    let body = json!({ "code": recovery_codes[1] });
    fixture
        .with_token(Method::DELETE, "/api/account/otp", &pair.permission, body)
        .await
        .data();
    let new_secret = fixture.start_enrolment(&pair).await;
    fixture.confirm(&pair, &fixture.code(&new_secret)).await.data();
    fixture.next_code();
    let password = fixture.password_token("alice").await;
    for earlier in [&fixture.code(&secret), &recovery_codes[2]] {
        assert_incorrect(&fixture.present(&password, earlier).await);
    }
    fixture.present(&password, &fixture.code(&new_secret)).await.data();
}

#[tokio::test]
async fn account_without_second_factor_needs_no_code() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    fixture
        .present(&security, "123456")
        .await
        .assert_error(404, "not_found", None);
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    fixture.start_enrolment(&pair).await;
    fixture
        .present(&security, "123456")
        .await
        .assert_error(404, "not_found", None);
    assert!(fixture.issue(&security, &token_id(2)).await.status.is_success());
}

#[tokio::test]
async fn other_tokens_are_rejected() {
    let fixture = Fixture::new().await;
    let Enrolled { pair, secret, .. } = fixture.enrolled("alice").await;
    let device = fixture.login("alice", PASSWORD).await.data()["deviceToken"]
        .as_str()
        .unwrap()
        .to_owned();
    let code = fixture.code(&secret);
    for token in [pair.permission.as_str(), &pair.refresh, &device, "", "x.y.z"] {
        let response = fixture.present(token, &code).await;
        response.assert_error(401, "invalid_token", Some("securityToken"));
    }
    let expired = fixture.password_token("alice").await;
    fixture.advance(Duration::from_secs(331));
    let response = fixture.present(&expired, &code).await;
    response.assert_error(401, "token_expired", Some("securityToken"));
    // A token of the state before a change of the password.
    let outdated = fixture.password_token("alice").await;
    let body = json!({ "password": PASSWORD, "newPassword": "tr0mbone & velvet" });
    let pair = Pair::of(&fixture.refresh(&pair.refresh).await);
    fixture
        .with_token(Method::PUT, "/api/account/credentials", &pair.permission, body)
        .await
        .data();
    let response = fixture.present(&outdated, &fixture.code(&secret)).await;
    response.assert_error(401, "invalid_token", None);
}

#[tokio::test]
async fn incorrect_codes_of_one_network_do_not_lock_the_owner_out() {
    let fixture = Fixture::new().await;
    let Enrolled { secret, .. } = fixture.enrolled("alice").await;
    let stolen = fixture.password_token("alice").await;
    let mut statuses = Vec::new();
    for _ in 0..100 {
        statuses.push(fixture.present_from(ATTACKER, &stolen, "000000").await.status.as_u16());
    }
    assert_eq!(statuses[..5], [401; 5]);
    assert_eq!(statuses[5..], [429; 95]);
    let blocked = fixture.present_from(ATTACKER, &stolen, &fixture.code(&secret)).await;
    blocked.assert_error(429, "too_many_requests", None);
    assert_eq!(blocked.retry_after(), 1);
    fixture
        .present_from(OWNER, &stolen, &fixture.code(&secret))
        .await
        .data();
}

#[tokio::test]
async fn password_resets_no_count_of_codes() {
    let fixture = Fixture::new().await;
    fixture.enrolled("alice").await;
    let mut statuses = Vec::new();
    for _ in 0..8 {
        let stolen = security_token(&fixture.login_from(ATTACKER, "alice", PASSWORD).await);
        statuses.push(fixture.present_from(ATTACKER, &stolen, "000000").await.status.as_u16());
    }
    assert_eq!(statuses, [401, 401, 401, 401, 401, 429, 429, 429]);
}

/// An attacker who has the password tries codes from many networks, each of which the password has made known.
#[tokio::test]
async fn codes_from_many_networks_are_limited_while_the_owner_logs_in() {
    let fixture = Fixture::new().await;
    let Enrolled {
        secret, recovery_codes, ..
    } = fixture.enrolled("alice").await;
    let first = security_token(&fixture.login_from(OWNER, "alice", PASSWORD).await);
    fixture.present_from(OWNER, &first, &fixture.code(&secret)).await.data();
    let mut checked = 0;
    for network in 0..40 {
        let address = format!("198.51.100.{network}");
        let stolen = security_token(&fixture.login_from(&address, "alice", PASSWORD).await);
        for _ in 0..5 {
            let response = fixture.present_from(&address, &stolen, "000000").await;
            checked += usize::from(response.status.as_u16() == 401);
        }
    }
    assert_eq!(checked, 20);
    fixture.next_code();
    // Each further check is followed by a longer wait.
    let another = security_token(&fixture.login_from("192.0.2.8", "alice", PASSWORD).await);
    assert_incorrect(&fixture.present_from("192.0.2.8", &another, "000000").await);
    // A network with a complete login is not affected; unknown networks need a recovery code.
    let elsewhere = security_token(&fixture.login_from("192.0.2.9", "alice", PASSWORD).await);
    let blocked = fixture
        .present_from("192.0.2.9", &elsewhere, &fixture.code(&secret))
        .await;
    blocked.assert_error(429, "too_many_requests", None);
    fixture
        .present_from("192.0.2.9", &elsewhere, &recovery_codes[0])
        .await
        .data();
    fixture
        .present_from(OWNER, &elsewhere, &fixture.code(&secret))
        .await
        .data();
}
