//! The authorization service behind events: bodies where clients and gateways differ about them.

use crate::event::{Event, invoke};
use crate::services::{AUTHORIZATION, authorization};
use crate::tokens;
use serde_json::json;

/// `DELETE account` of the bearer's own account, without a body.
fn delete_account() -> Event {
    let bearer = format!("Bearer {}", tokens::token(&["secret"]));
    Event::new("DELETE", &format!("{AUTHORIZATION}/api/account")).header("authorization", &bearer)
}

#[tokio::test]
async fn the_body_of_a_delete_arrives() {
    let app = authorization().await;
    let with_body = delete_account().json(&json!({ "password": "correct horse battery" }));
    for event in [with_body.clone(), with_body.in_base64()] {
        // The password was read, and the account it belongs to would be next.
        assert_eq!(
            invoke(&app, event).await.refusal(),
            (503, "service_unavailable".to_owned())
        );
    }
}

#[tokio::test]
async fn a_delete_whose_body_was_dropped_is_told_what_is_missing() {
    let app = authorization().await;
    let without_type = invoke(&app, delete_account()).await;
    assert_eq!(without_type.refusal(), (400, "invalid_request".to_owned()));
    let with_type = invoke(&app, delete_account().header("content-type", "application/json")).await;
    assert_eq!(with_type.refusal(), (400, "invalid_request".to_owned()));
}

#[tokio::test]
async fn a_database_that_is_away_is_a_503_that_says_when_to_come_back() {
    let credentials = json!({ "username": "satoshi", "password": "correct horse battery" });
    let event = Event::new("POST", &format!("{AUTHORIZATION}/api/security-factor/credentials")).json(&credentials);
    let answer = invoke(&authorization().await, event).await;
    assert_eq!(answer.refusal(), (503, "service_unavailable".to_owned()));
    assert!(answer.header("retry-after").is_some());
    assert_eq!(answer.json()["error"]["retriable"], true);
}

#[tokio::test]
async fn the_key_set_is_a_503_while_there_are_no_keys() {
    let event = Event::new("GET", &format!("{AUTHORIZATION}/.well-known/jwks.json"));
    assert_eq!(invoke(&authorization().await, event).await.status(), 503);
}
