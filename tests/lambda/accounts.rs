//! The authorization service behind events: request bodies that clients and gateways treat differently.

use crate::event::{Event, invoke};
use crate::services::{AUTHORIZATION, authorization};
use serde_json::json;
use wallet_test_support::tokens;

/// Returns a `DELETE account` request for the bearer's account, without a body.
fn delete_account() -> Event {
    let bearer = format!("Bearer {}", tokens::token(&["secret"]));
    Event::new("DELETE", &format!("{AUTHORIZATION}/api/account")).header("authorization", &bearer)
}

#[tokio::test]
async fn body_of_a_delete_is_received() {
    let app = authorization().await;
    let with_body = delete_account().json(&json!({ "password": "correct horse battery" }));
    for event in [with_body.clone(), with_body.in_base64()] {
        // The service read the password and then failed to reach the account table.
        assert_eq!(
            invoke(&app, event).await.error(),
            (503, "service_unavailable".to_owned())
        );
    }
}

#[tokio::test]
async fn delete_without_a_body_reports_the_missing_field() {
    let app = authorization().await;
    let without_type = invoke(&app, delete_account()).await;
    assert_eq!(without_type.error(), (400, "invalid_request".to_owned()));
    let with_type = invoke(&app, delete_account().header("content-type", "application/json")).await;
    assert_eq!(with_type.error(), (400, "invalid_request".to_owned()));
}

#[tokio::test]
async fn unreachable_database_returns_503_with_retry_after() {
    let credentials = json!({ "username": "satoshi", "password": "correct horse battery" });
    let event = Event::new("POST", &format!("{AUTHORIZATION}/api/security-factor/credentials")).json(&credentials);
    let response = invoke(&authorization().await, event).await;
    assert_eq!(response.error(), (503, "service_unavailable".to_owned()));
    assert!(response.header("retry-after").is_some());
    assert_eq!(response.json()["error"]["retriable"], true);
}

#[tokio::test]
async fn throttled_endpoints_are_not_served_through_the_catch_all_route() {
    let app = authorization().await;
    for route in authorization::THROTTLED {
        let (method, path) = route.split_once(' ').expect("a method and a path");
        // The gateway matches routes before it decodes the path: a client sent `%63redentials`.
        let event = Event::new(method, &format!("{AUTHORIZATION}{path}"))
            .json(&json!({}))
            .with_route("ANY /authorization/v1/{proxy+}");
        assert_eq!(
            invoke(&app, event).await.error(),
            (404, "not_found".to_owned()),
            "{route}"
        );
        let event = Event::new(method, &format!("{AUTHORIZATION}{path}")).json(&json!({}));
        assert_ne!(invoke(&app, event).await.status(), 404, "{route}");
    }
    let others = Event::new("GET", &format!("{AUTHORIZATION}/health"));
    assert_eq!(invoke(&app, others).await.status(), 200);
}

#[tokio::test]
async fn key_set_without_keys_returns_503() {
    let event = Event::new("GET", &format!("{AUTHORIZATION}/.well-known/jwks.json"));
    assert_eq!(invoke(&authorization().await, event).await.status(), 503);
}
