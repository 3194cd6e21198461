//! A clock of the server that jumps ahead, and is corrected.

use crate::authorization::fixture::{Fixture, PASSWORD, Pair, token_id};
use axum::http::Method;
use serde_json::json;
use std::time::Duration;

/// Thirty days: less than the life of a session.
const JUMP: Duration = Duration::from_hours(30 * 24);
const EARLIER_JUMP: Duration = Duration::from_hours(30 * 24 - 1);

async fn uses(fixture: &Fixture, pair: &Pair) -> u16 {
    let response = fixture
        .with_token(Method::GET, "/api/session", &pair.permission, json!({}))
        .await;
    response.status.as_u16()
}

#[tokio::test]
async fn tokens_of_the_future_are_rejected_and_earlier_ones_are_valid_again() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    fixture.advance(JUMP);
    assert_eq!(uses(&fixture, &pair).await, 401, "expired");
    let login = fixture.login("alice", PASSWORD).await;
    let future_security = login.data()["securityToken"].as_str().unwrap().to_owned();
    let future = Pair::of(&fixture.issue(&future_security, &token_id(2)).await);
    assert_eq!(uses(&fixture, &future).await, 200);

    fixture.clock.set_back(JUMP);
    assert_eq!(uses(&fixture, &future).await, 401, "issued in the future");
    fixture
        .issue(&future_security, &token_id(3))
        .await
        .assert_error(401, "invalid_token", Some("securityTokens[0]"));
    assert_eq!(uses(&fixture, &pair).await, 200);
    // Sessions have no data of the clock that the jump invalidates: both continue, with tokens of the present.
    for pair in [&pair, &future] {
        let renewed = Pair::of(&fixture.refresh(&pair.refresh).await);
        assert_eq!(uses(&fixture, &renewed).await, 200);
    }
}

#[tokio::test]
async fn session_refreshed_in_the_future_ends_as_if_there_was_no_jump() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    fixture.advance(EARLIER_JUMP);
    let future = Pair::of(&fixture.refresh(&pair.refresh).await);
    fixture.clock.set_back(EARLIER_JUMP);
    let renewed = Pair::of(&fixture.refresh(&future.refresh).await);
    // The maximum life counts from the time at which the session was opened.
    fixture.advance(Duration::from_hours(91 * 24));
    Fixture::assert_rejected(&fixture.refresh(&renewed.refresh).await);
}

#[tokio::test]
async fn failed_logins_of_the_future_delay_the_owner_by_at_most_a_day() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    fixture.advance(JUMP);
    for _ in 0..30 {
        fixture.login("alice", "incorrect password").await;
    }
    fixture
        .login("alice", PASSWORD)
        .await
        .assert_error(429, "too_many_requests", None);
    fixture.clock.set_back(JUMP);
    let response = fixture.login("alice", PASSWORD).await;
    if response.status.as_u16() == 429 {
        let wait: u64 = response.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!(wait <= 24 * 3600, "{wait}");
        fixture.advance(Duration::from_secs(wait));
        assert!(fixture.login("alice", PASSWORD).await.status.is_success());
    }
}
