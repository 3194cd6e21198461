//! GET /api/session and DELETE /api/session/{id}

use crate::authorization::fixture::{Fixture, PASSWORD, Pair, token_id};
use crate::support::client::TestResponse;
use axum::http::Method;
use serde_json::{Value, json};
use std::time::Duration;

const PATH: &str = "/api/session";

async fn list(fixture: &Fixture, pair: &Pair) -> Vec<Value> {
    let response = fixture.send(Method::GET, PATH, Some(&pair.permission), "").await;
    response.data()["sessions"].as_array().unwrap().clone()
}

async fn end(fixture: &Fixture, pair: &Pair, id: &str) -> TestResponse {
    let path = format!("{PATH}/{id}");
    fixture.send(Method::DELETE, &path, Some(&pair.permission), "").await
}

/// Opens a session of a named device with the permissions.
async fn open(fixture: &Fixture, security: &str, number: u128, permissions: &[&str], name: &str) -> Pair {
    let body = json!({
        "tokenId": token_id(number), "permissions": permissions, "securityTokens": [security], "deviceName": name,
    });
    Pair::of(&fixture.post("/api/permission/issue-by-factors", body).await)
}

#[tokio::test]
async fn sessions_are_listed_with_device_and_times() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let start = fixture.now().as_secs();
    let phone = open(&fixture, &security, 1, &["read"], " Alice's phone ").await;
    fixture.advance(Duration::from_mins(1));
    let browser = Pair::of(&fixture.issue(&security, &token_id(2)).await);
    fixture.advance(Duration::from_mins(1));
    fixture.refresh(&phone.refresh).await.data();
    let days = 24 * 60 * 60;
    assert_eq!(
        list(&fixture, &browser).await,
        [
            json!({
                "id": token_id(1), "deviceName": "Alice's phone", "permissions": ["read"], "createdAt": start,
                "lastUsedAt": start + 120, "expiresAt": start + 120 + 30 * days, "current": false,
            }),
            json!({
                "id": token_id(2), "permissions": ["read", "secret"], "createdAt": start + 60,
                "lastUsedAt": start + 60, "expiresAt": start + 60 + 30 * days, "current": true,
            }),
        ]
    );
}

#[tokio::test]
async fn ended_session_cannot_be_refreshed() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let phone = open(&fixture, &security, 1, &["read"], "Phone").await;
    let browser = Pair::of(&fixture.issue(&security, &token_id(2)).await);
    let ended = end(&fixture, &browser, &token_id(1)).await;
    assert_eq!(ended.data(), &json!({}));
    Fixture::assert_rejected(&fixture.refresh(&phone.refresh).await);
    assert_eq!(list(&fixture, &browser).await.len(), 1);
    end(&fixture, &browser, &token_id(1))
        .await
        .assert_error(404, "not_found", None);
    // The bearer's own session ends like every session.
    end(&fixture, &browser, &token_id(2)).await.data();
    Fixture::assert_rejected(&fixture.refresh(&browser.refresh).await);
}

#[tokio::test]
async fn sessions_of_others_are_neither_listed_nor_ended() {
    let fixture = Fixture::new().await;
    let alice = Pair::of(&fixture.issue(&fixture.register("alice").await, &token_id(1)).await);
    let bob = Pair::of(&fixture.issue(&fixture.register("bob").await, &token_id(2)).await);
    assert_eq!(list(&fixture, &alice).await.len(), 1);
    end(&fixture, &alice, &token_id(2))
        .await
        .assert_error(404, "not_found", None);
    assert!(fixture.refresh(&bob.refresh).await.status.is_success());
}

#[tokio::test]
async fn ended_and_replaced_sessions_are_not_listed() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let browser = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    open(&fixture, &security, 2, &["read"], "Old phone").await;
    open(&fixture, &security, 2, &["read"], "New phone").await;
    let revoked = open(&fixture, &security, 3, &["read"], "Tablet").await;
    fixture
        .post("/api/permission/revoke", json!({ "refreshToken": revoked.refresh }))
        .await
        .data();
    let names: Vec<_> = list(&fixture, &browser)
        .await
        .iter()
        .map(|session| session["deviceName"].clone())
        .collect();
    assert_eq!(names.iter().filter(|name| **name == "New phone").count(), 1);
    assert_eq!(names.len(), 2, "{names:?}");
    end(&fixture, &browser, &token_id(3))
        .await
        .assert_error(404, "not_found", None);
    let body = json!({ "password": PASSWORD, "newPassword": "tr0mbone & velvet" });
    fixture
        .with_token(Method::PUT, "/api/account/credentials", &browser.permission, body)
        .await
        .data();
    assert_eq!(list(&fixture, &browser).await.len(), 1);
}

#[tokio::test]
async fn expired_sessions_are_not_listed() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    open(&fixture, &security, 1, &["read"], "Phone").await;
    fixture.advance(Duration::from_hours(30 * 24));
    let login = fixture.login("alice", PASSWORD).await;
    let security = login.data()["securityToken"].as_str().unwrap().to_owned();
    let browser = Pair::of(&fixture.issue(&security, &token_id(2)).await);
    assert_eq!(list(&fixture, &browser).await.len(), 1);
    end(&fixture, &browser, &token_id(1))
        .await
        .assert_error(404, "not_found", None);
}

#[tokio::test]
async fn response_contains_no_part_of_a_refresh_token() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let response = fixture.send(Method::GET, PATH, Some(&pair.permission), "").await;
    let body = pair.refresh.rsplit('.').next().unwrap();
    assert!(!response.text.contains(&body[..16]), "{}", response.text);
}

#[tokio::test]
async fn invalid_requests_are_rejected() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    for id in [
        "x",
        "7d4448409dc011d1b2455ffdce74fad2",
        "%7B7d444840-9dc0-11d1-b245-5ffdce74fad2%7D",
        "%ff",
    ] {
        let response = end(&fixture, &pair, id).await;
        response.assert_error(400, "invalid_request", Some("id"));
    }
    let reader = open(&fixture, &security, 2, &["read"], "Phone").await;
    let merchant = fixture.merchant_pair(&["secret"]).await;
    for (method, path) in [
        (Method::GET, PATH.to_owned()),
        (Method::DELETE, format!("{PATH}/{}", token_id(1))),
    ] {
        for token in [&reader.permission, &merchant.permission] {
            let response = fixture.send(method.clone(), &path, Some(token), "").await;
            response.assert_error(403, "insufficient_permission", None);
        }
        fixture
            .send(method, &path, None, "")
            .await
            .assert_error(401, "unauthorized", None);
    }
}
