//! `/api/account/otp`: enrolment, confirmation, removal and recovery codes.

use crate::authorization::enrolment::{Enrolled, assert_incorrect, recovery_codes};
use crate::authorization::fixture::{Fixture, PASSWORD, Pair, token_id};
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::time::Duration;

const PATH: &str = "/api/account/otp";
const REMOVE: &str = "/api/account/otp/delete";
const RECOVERY_CODES: &str = "/api/account/otp/recovery-codes";

/// Registers alice and opens a session.
async fn session(fixture: &Fixture) -> Pair {
    let security = fixture.register("alice").await;
    Pair::of(&fixture.issue(&security, &token_id(1)).await)
}

async fn state(fixture: &Fixture, pair: &Pair) -> Value {
    let response = fixture.send(Method::GET, PATH, Some(&pair.permission), "").await;
    response.data().clone()
}

async fn remove(fixture: &Fixture, pair: &Pair, code: &str) -> crate::support::client::TestResponse {
    fixture.bearer_post(pair, REMOVE, json!({ "code": code })).await
}

#[tokio::test]
async fn enrolment_returns_a_secret_and_its_uri() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    let body = json!({ "password": PASSWORD });
    let first = fixture.bearer_post(&pair, PATH, body.clone()).await;
    let secret = first.data()["secret"].as_str().unwrap();
    assert_eq!(secret.len(), 32);
    let uri = format!(
        "otpauth://totp/wallet.example:alice?secret={secret}&issuer=wallet.example&algorithm=SHA1&digits=6&period=30"
    );
    assert_eq!(
        first.data(),
        &json!({ "secret": secret, "uri": uri, "expiresAt": fixture.now().as_secs() + 600 })
    );
    assert_eq!(first.headers["cache-control"], "no-store");
    let second = fixture.bearer_post(&pair, PATH, body).await;
    assert_ne!(second.data()["secret"], first.data()["secret"]);
    assert_eq!(
        state(&fixture, &pair).await,
        json!({ "active": false, "recoveryCodes": 0 })
    );
    assert!(
        fixture
            .issue(&fixture.password_token("alice").await, &token_id(2))
            .await
            .status
            .is_success()
    );
}

#[tokio::test]
async fn enrolment_requires_the_password() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    for body in [json!({}), json!({ "password": null })] {
        let missing = fixture.bearer_post(&pair, PATH, body).await;
        missing.assert_error(400, "invalid_request", Some("password"));
    }
    let absent = fixture.send(Method::POST, PATH, Some(&pair.permission), "").await;
    absent.assert_error(400, "invalid_request", None);
    let incorrect = fixture
        .bearer_post(&pair, PATH, json!({ "password": "incorrect" }))
        .await;
    incorrect.assert_error(401, "invalid_credentials", None);
    fixture
        .confirm(&pair, "123456")
        .await
        .assert_error(404, "not_found", None);
    fixture.start_enrolment(&pair).await;
}

#[tokio::test]
async fn confirmation_returns_ten_recovery_codes() {
    let fixture = Fixture::new().await;
    let Enrolled {
        pair, recovery_codes, ..
    } = fixture.enrolled("alice").await;
    assert_eq!(recovery_codes.iter().collect::<HashSet<_>>().len(), 10);
    for code in &recovery_codes {
        assert_eq!((code.len(), code.split('-').count()), (23, 4), "{code}");
    }
    assert_eq!(
        state(&fixture, &pair).await,
        json!({ "active": true, "recoveryCodes": 10 })
    );
}

#[tokio::test]
async fn incorrect_code_confirms_nothing() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    let secret = fixture.start_enrolment(&pair).await;
    let correct = fixture.code(&secret);
    let incorrect = if correct == "000000" { "000001" } else { "000000" };
    assert_incorrect(&fixture.confirm(&pair, incorrect).await);
    assert_eq!(state(&fixture, &pair).await["active"], false);
    assert_eq!(recovery_codes(&fixture.confirm(&pair, &correct).await).len(), 10);
}

#[tokio::test]
async fn incorrect_confirmations_are_limited() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    let secret = fixture.start_enrolment(&pair).await;
    let correct = fixture.code(&secret);
    let incorrect = if correct == "000000" { "000001" } else { "000000" };
    for _ in 0..5 {
        assert_incorrect(&fixture.confirm(&pair, incorrect).await);
    }
    let waiting = fixture.confirm(&pair, &correct).await;
    waiting.assert_error(429, "too_many_requests", None);
}

#[tokio::test]
async fn code_of_a_replaced_enrolment_is_incorrect() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    let replaced = fixture.start_enrolment(&pair).await;
    let current = fixture.start_enrolment(&pair).await;
    assert_incorrect(&fixture.confirm(&pair, &fixture.code(&replaced)).await);
    assert_eq!(
        recovery_codes(&fixture.confirm(&pair, &fixture.code(&current)).await).len(),
        10
    );
}

#[tokio::test]
async fn enrolment_must_be_confirmed_within_ten_minutes() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    fixture
        .confirm(&pair, "123456")
        .await
        .assert_error(404, "not_found", None);
    let secret = fixture.start_enrolment(&pair).await;
    fixture.advance(Duration::from_mins(10));
    fixture
        .confirm(&pair, &fixture.code(&secret))
        .await
        .assert_error(404, "not_found", None);
}

#[tokio::test]
async fn second_enrolment_requires_the_removal_of_the_first() {
    let fixture = Fixture::new().await;
    let Enrolled { pair, secret, .. } = fixture.enrolled("alice").await;
    let again = fixture.bearer_post(&pair, PATH, json!({ "password": PASSWORD })).await;
    again.assert_error(409, "already_exists", None);
    let confirmed = fixture.confirm(&pair, &fixture.code(&secret)).await;
    confirmed.assert_error(409, "already_exists", None);
    remove(&fixture, &pair, &fixture.code(&secret)).await.data();
    assert_ne!(fixture.start_enrolment(&pair).await, secret);
}

#[tokio::test]
async fn confirmation_ends_other_sessions_and_tokens_of_the_password() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    let earlier = fixture.password_token("alice").await;
    let other = Pair::of(&fixture.issue(&earlier, &token_id(2)).await);
    let secret = fixture.start_enrolment(&pair).await;
    fixture.confirm(&pair, &fixture.code(&secret)).await.data();
    Fixture::assert_rejected(&fixture.refresh(&other.refresh).await);
    let response = fixture.issue(&earlier, &token_id(3)).await;
    response.assert_error(401, "invalid_token", None);
    assert!(fixture.refresh(&pair.refresh).await.status.is_success());
}

#[tokio::test]
async fn removal_requires_a_code_and_ends_other_sessions() {
    let fixture = Fixture::new().await;
    let Enrolled { pair, secret, .. } = fixture.enrolled("alice").await;
    let both = fixture
        .present(&fixture.password_token("alice").await, &fixture.code(&secret))
        .await;
    let both = crate::authorization::enrolment::security_token(&both);
    let other = Pair::of(&fixture.issue(&both, &token_id(2)).await);
    // The code of the login is used.
    assert_incorrect(&remove(&fixture, &pair, &fixture.code(&secret)).await);
    fixture.next_code();
    let removed = remove(&fixture, &pair, &fixture.code(&secret)).await;
    assert_eq!(removed.data(), &json!({}));
    assert_eq!(
        state(&fixture, &pair).await,
        json!({ "active": false, "recoveryCodes": 0 })
    );
    Fixture::assert_rejected(&fixture.refresh(&other.refresh).await);
    assert!(fixture.refresh(&pair.refresh).await.status.is_success());
    let password = fixture.password_token("alice").await;
    assert!(fixture.issue(&password, &token_id(3)).await.status.is_success());
    fixture.next_code();
    remove(&fixture, &pair, &fixture.code(&secret))
        .await
        .assert_error(404, "not_found", None);
}

#[tokio::test]
async fn delete_removes_like_post() {
    let fixture = Fixture::new().await;
    let Enrolled { pair, secret, .. } = fixture.enrolled("alice").await;
    let incorrect = json!({ "code": "AAAAA-AAAAA-AAAAA-AAAAA" });
    let rejected = fixture
        .with_token(Method::DELETE, PATH, &pair.permission, incorrect)
        .await;
    assert_incorrect(&rejected);
    let body = json!({ "code": fixture.code(&secret) });
    let removed = fixture.with_token(Method::DELETE, PATH, &pair.permission, body).await;
    assert_eq!(removed.data(), &json!({}));
    assert_eq!(state(&fixture, &pair).await["active"], false);
}

#[tokio::test]
async fn recovery_code_removes_the_factor() {
    let fixture = Fixture::new().await;
    let Enrolled {
        pair, recovery_codes, ..
    } = fixture.enrolled("alice").await;
    remove(&fixture, &pair, &recovery_codes[7].to_lowercase()).await.data();
    assert_eq!(state(&fixture, &pair).await["active"], false);
}

#[tokio::test]
async fn new_recovery_codes_replace_the_earlier_ones() {
    let fixture = Fixture::new().await;
    let Enrolled {
        pair,
        secret,
        recovery_codes: earlier,
    } = fixture.enrolled("alice").await;
    let renewed = fixture
        .bearer_post(&pair, RECOVERY_CODES, json!({ "code": fixture.code(&secret) }))
        .await;
    let renewed = recovery_codes(&renewed);
    assert_eq!(renewed.len(), 10);
    let used = fixture
        .bearer_post(&pair, RECOVERY_CODES, json!({ "code": fixture.code(&secret) }))
        .await;
    assert_incorrect(&used);
    let password = fixture.password_token("alice").await;
    assert_incorrect(&fixture.present(&password, &earlier[0]).await);
    fixture.present(&password, &renewed[0]).await.data();
    assert_eq!(state(&fixture, &pair).await["recoveryCodes"], 9);
    // A session of the earlier state remains valid: the password and the factor are the same.
    assert!(fixture.refresh(&pair.refresh).await.status.is_success());
}

#[tokio::test]
async fn incorrect_codes_of_a_bearer_are_limited() {
    let fixture = Fixture::new().await;
    let Enrolled { pair, secret, .. } = fixture.enrolled("alice").await;
    let statuses = |path: &'static str| {
        let (fixture, pair) = (&fixture, &pair);
        async move {
            let mut statuses = Vec::new();
            for _ in 0..4 {
                let response = fixture.bearer_post(pair, path, json!({ "code": "000000" })).await;
                statuses.push(response.status.as_u16());
            }
            statuses
        }
    };
    assert_eq!(statuses(REMOVE).await, [401; 4]);
    assert_eq!(statuses(RECOVERY_CODES).await, [401, 429, 429, 429]);
    let waiting = remove(&fixture, &pair, &fixture.code(&secret)).await;
    waiting.assert_error(429, "too_many_requests", None);
    let body = json!({ "code": fixture.code(&secret) });
    let waiting = fixture.with_token(Method::DELETE, PATH, &pair.permission, body).await;
    waiting.assert_error(429, "too_many_requests", None);
    // Passwords have a different count.
    fixture.password_token("alice").await;
    fixture.advance(Duration::from_secs(1));
    remove(&fixture, &pair, &fixture.code(&secret)).await.data();
}

#[tokio::test]
async fn one_of_ten_parallel_confirmations_succeeds() {
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    let secret = fixture.start_enrolment(&pair).await;
    let code = fixture.code(&secret);
    let outcomes = futures::future::join_all((0..10).map(|_| fixture.confirm(&pair, &code))).await;
    let confirmed: Vec<_> = outcomes
        .iter()
        .filter(|response| response.status.is_success())
        .collect();
    assert_eq!(confirmed.len(), 1);
    for response in outcomes.iter().filter(|response| !response.status.is_success()) {
        assert!(matches!(response.status.as_u16(), 409 | 429), "{}", response.text);
    }
    // The shown codes equal the stored codes.
    let password = fixture.password_token("alice").await;
    fixture
        .present(&password, &recovery_codes(confirmed[0])[0])
        .await
        .data();
}

#[tokio::test]
async fn merchants_and_other_permissions_are_rejected() {
    let fixture = Fixture::new().await;
    let merchant = fixture.merchant_pair(&["secret"]).await;
    let reader = fixture.merchant_pair(&["read"]).await;
    let requests = [
        (Method::GET, PATH),
        (Method::POST, PATH),
        (Method::POST, "/api/account/otp/confirm"),
        (Method::DELETE, PATH),
        (Method::POST, REMOVE),
        (Method::POST, RECOVERY_CODES),
    ];
    for (method, path) in requests {
        let body = json!({ "code": "123456", "password": PASSWORD });
        for pair in [&merchant, &reader] {
            let response = fixture
                .with_token(method.clone(), path, &pair.permission, body.clone())
                .await;
            response.assert_error(403, "insufficient_permission", None);
            assert_eq!(response.json["error"]["details"]["required"], "secret");
        }
        let anonymous = fixture.send(method.clone(), path, None, &body.to_string()).await;
        anonymous.assert_error(401, "unauthorized", None);
    }
}

#[tokio::test]
async fn enrolment_requires_a_factor_key() {
    use secrecy::ExposeSecret;
    let fixture = Fixture::new().await;
    let pair = session(&fixture).await;
    let keys = fixture.keys.get().to_secret_json();
    let mut keys: Value = serde_json::from_str(keys.expose_secret()).unwrap();
    keys.as_object_mut().unwrap().remove("factorKeys").unwrap();
    let old = wallet_core::auth::SigningKeySet::from_secret_json(&keys.to_string()).unwrap();
    fixture.keys.put(old);
    let response = fixture.bearer_post(&pair, PATH, json!({ "password": PASSWORD })).await;
    response.assert_error(503, "not_configured", None);
    assert_eq!(response.json["error"]["details"], json!({ "setting": "factorKeys" }));
}

#[tokio::test]
async fn second_factor_survives_a_change_of_the_password_and_of_the_keys() {
    let fixture = Fixture::new().await;
    let Enrolled { pair, secret, .. } = fixture.enrolled("alice").await;
    let body = json!({ "password": PASSWORD, "newPassword": "tr0mbone & velvet" });
    let changed = fixture
        .with_token(Method::PUT, "/api/account/credentials", &pair.permission, body)
        .await;
    let password = crate::authorization::enrolment::security_token(&changed);
    assert_incorrect(&fixture.issue(&password, &token_id(2)).await);
    let keys = fixture.keys.get().to_secret_json();
    let keys = wallet_core::auth::SigningKeySet::from_secret_json(secrecy::ExposeSecret::expose_secret(&keys)).unwrap();
    let replaced = keys.replace(&wallet_http::system::OsRandomness, fixture.now()).unwrap();
    fixture.keys.put(replaced);
    let login = fixture.login("alice", "tr0mbone & velvet").await;
    let password = crate::authorization::enrolment::security_token(&login);
    fixture.present(&password, &fixture.code(&secret)).await.data();
}
