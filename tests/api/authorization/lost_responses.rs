//! Requests of the second factor with a lost response: the client repeats them, and the user is not locked out.

use crate::authorization::enrolment::{Enrolled, assert_incorrect, recovery_codes, security_token};
use crate::authorization::fixture::{Fixture, Pair, token_id};
use axum::http::Method;
use serde_json::{Value, json};

const FACTOR: &str = "/api/account/otp";
const REMOVE: &str = "/api/account/otp/delete";
const RECOVERY_CODES: &str = "/api/account/otp/recovery-codes";

async fn state(fixture: &Fixture, pair: &Pair) -> Value {
    let response = fixture.send(Method::GET, FACTOR, Some(&pair.permission), "").await;
    response.data().clone()
}

async fn log_in(fixture: &Fixture, code: &str) -> Pair {
    let both = fixture.present(&fixture.password_token("alice").await, code).await;
    Pair::of(&fixture.issue(&security_token(&both), &token_id(9)).await)
}

#[tokio::test]
async fn enrolment_can_be_started_again() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    fixture.start_enrolment(&pair).await;
    let secret = fixture.start_enrolment(&pair).await;
    fixture.confirm(&pair, &fixture.code(&secret)).await.data();
}

#[tokio::test]
async fn confirmation_is_found_and_its_recovery_codes_are_replaced() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let secret = fixture.start_enrolment(&pair).await;
    let code = fixture.code(&secret);
    let lost = recovery_codes(&fixture.confirm(&pair, &code).await);
    fixture
        .confirm(&pair, &code)
        .await
        .assert_error(409, "already_exists", None);
    assert_eq!(
        state(&fixture, &pair).await,
        json!({ "active": true, "recoveryCodes": 10 })
    );
    fixture.next_code();
    let body = json!({ "code": fixture.code(&secret) });
    let seen = recovery_codes(&fixture.bearer_post(&pair, RECOVERY_CODES, body).await);
    let password = fixture.password_token("alice").await;
    assert_incorrect(&fixture.present(&password, &lost[0]).await);
    log_in(&fixture, &seen[0]).await;
}

#[tokio::test]
async fn login_is_repeated_with_the_next_code() {
    let fixture = Fixture::new().await;
    let Enrolled { secret, .. } = fixture.enrolled("alice").await;
    let (password, code) = (fixture.password_token("alice").await, fixture.code(&secret));
    fixture.present(&password, &code).await.data();
    // Each code is valid once. A client that repeats the request some times does not lock the user out.
    for _ in 0..3 {
        assert_incorrect(&fixture.present(&password, &code).await);
    }
    fixture.next_code();
    log_in(&fixture, &fixture.code(&secret)).await;
}

#[tokio::test]
async fn login_by_recovery_code_is_repeated_with_another_one() {
    let fixture = Fixture::new().await;
    let Enrolled { recovery_codes, .. } = fixture.enrolled("alice").await;
    let password = fixture.password_token("alice").await;
    fixture.present(&password, &recovery_codes[0]).await.data();
    for _ in 0..3 {
        assert_incorrect(&fixture.present(&password, &recovery_codes[0]).await);
    }
    let pair = log_in(&fixture, &recovery_codes[1]).await;
    assert_eq!(state(&fixture, &pair).await["recoveryCodes"], 8);
}

#[tokio::test]
async fn repeated_removal_reports_that_there_is_no_factor() {
    let fixture = Fixture::new().await;
    let Enrolled {
        pair,
        secret,
        recovery_codes,
    } = fixture.enrolled("alice").await;
    let body = json!({ "code": fixture.code(&secret) });
    fixture.bearer_post(&pair, REMOVE, body.clone()).await.data();
    for body in [body, json!({ "code": recovery_codes[0] })] {
        let repeated = fixture.bearer_post(&pair, REMOVE, body).await;
        repeated.assert_error(404, "not_found", None);
    }
    assert!(fixture.refresh(&pair.refresh).await.status.is_success());
    let password = fixture.password_token("alice").await;
    assert!(fixture.issue(&password, &token_id(2)).await.status.is_success());
}

#[tokio::test]
async fn recovery_codes_are_replaced_again_with_the_next_code() {
    let fixture = Fixture::new().await;
    let Enrolled { pair, secret, .. } = fixture.enrolled("alice").await;
    let body = json!({ "code": fixture.code(&secret) });
    let lost = recovery_codes(&fixture.bearer_post(&pair, RECOVERY_CODES, body.clone()).await);
    assert_incorrect(&fixture.bearer_post(&pair, RECOVERY_CODES, body).await);
    fixture.next_code();
    let body = json!({ "code": fixture.code(&secret) });
    let seen = recovery_codes(&fixture.bearer_post(&pair, RECOVERY_CODES, body).await);
    assert_incorrect(&fixture.present(&fixture.password_token("alice").await, &lost[0]).await);
    log_in(&fixture, &seen[9]).await;
}

/// A user without the authenticator app would lose all recovery codes with the response, and the account with them.
#[tokio::test]
async fn recovery_code_does_not_replace_the_recovery_codes() {
    let fixture = Fixture::new().await;
    let Enrolled {
        pair, recovery_codes, ..
    } = fixture.enrolled("alice").await;
    let body = json!({ "code": recovery_codes[0] });
    let rejected = fixture.bearer_post(&pair, RECOVERY_CODES, body).await;
    rejected.assert_error(400, "invalid_request", Some("code"));
    assert_eq!(state(&fixture, &pair).await["recoveryCodes"], 10);
    log_in(&fixture, &recovery_codes[0]).await;
}
