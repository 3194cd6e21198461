//! Limits of registrations.

use crate::authorization::fixture::{Fixture, PASSWORD, Pair, router, token_id};
use crate::support::client::{TestResponse, call};
use authorization::{Quotas, RateQuotas, Services};
use axum::http::Method;
use serde_json::json;
use std::time::Duration;
use wallet_core::auth::Permission;

/// A service with low limits: 3 registrations at once and 1 per second, 5 a day, 4 per network at once.
async fn limited() -> Fixture {
    let mut fixture = Fixture::new().await;
    let quotas = RateQuotas {
        registrations_per_network: "4/4".parse().unwrap(),
        registrations_per_merchant: "3/3,5/86400".parse::<Quotas>().unwrap(),
        ..RateQuotas::default()
    };
    fixture.router = router(Services {
        quotas,
        ..fixture.services.clone()
    });
    fixture
}

async fn register(fixture: &Fixture, token: &str, address: &str, name: &str) -> TestResponse {
    let body = json!({ "username": name, "password": PASSWORD });
    fixture
        .post_from(address, "/api/account/credentials", Some(token), body)
        .await
}

#[track_caller]
fn assert_limited(response: &TestResponse, seconds: u64) {
    response.assert_error(429, "too_many_requests", None);
    assert_eq!(response.retry_after(), seconds);
    assert_eq!(response.detail("retryAfter"), seconds);
}

#[tokio::test]
async fn requests_of_the_future_count_no_more_after_the_clock_is_set_back() {
    let jump = Duration::from_hours(30 * 24);
    let fixture = limited().await;
    fixture.advance(jump);
    let token = fixture.merchant_pair(&["register"]).await.permission;
    for user in 0..3 {
        let response = register(&fixture, &token, "192.0.2.1", &format!("user-{user}")).await;
        assert!(response.status.is_success(), "{}", response.text);
    }
    assert_limited(&register(&fixture, &token, "192.0.2.1", "user-3").await, 1);
    fixture.clock.set_back(jump);
    let token = fixture.merchant_pair(&["register"]).await.permission;
    for user in 3..6 {
        let response = register(&fixture, &token, "192.0.2.1", &format!("user-{user}")).await;
        assert!(response.status.is_success(), "{}", response.text);
    }
    assert_limited(&register(&fixture, &token, "192.0.2.1", "user-6").await, 1);
}

#[tokio::test]
async fn merchant_has_a_burst_and_a_daily_limit() {
    let fixture = limited().await;
    let token = fixture.merchant_pair(&["register"]).await.permission;
    let before = fixture.evaluations();
    for user in 0..3 {
        let response = register(&fixture, &token, &format!("192.0.2.{user}"), &format!("user-{user}")).await;
        assert!(response.status.is_success(), "{}", response.text);
    }
    assert_limited(&register(&fixture, &token, "192.0.2.9", "user-3").await, 1);
    assert_eq!(fixture.evaluations() - before, 3);
    fixture.advance(Duration::from_secs(3));
    for user in 3..5 {
        let response = register(&fixture, &token, "192.0.2.10", &format!("user-{user}")).await;
        assert!(response.status.is_success(), "{}", response.text);
    }
    // A fifth of a day, less the three seconds that have passed.
    assert_limited(&register(&fixture, &token, "192.0.2.11", "user-5").await, 17_277);
    fixture.advance(Duration::from_secs(17_277));
    let token = fixture.merchant_pair(&["register"]).await.permission;
    let response = register(&fixture, &token, "192.0.2.11", "user-5").await;
    assert!(response.status.is_success(), "{}", response.text);
}

#[tokio::test]
async fn merchants_have_separate_limits_and_networks_a_common_one() {
    let fixture = limited().await;
    let first = fixture.merchant_pair(&["register"]).await.permission;
    let key = fixture.add_merchant("other", &[Permission::Register]);
    let body = json!({ "tokenId": token_id(1), "permissions": ["register"], "merchantKey": key });
    let second = Pair::of(&fixture.post("/api/permission/issue-by-key", body).await).permission;
    for user in 0..3 {
        let response = register(&fixture, &first, "192.0.2.1", &format!("user-{user}")).await;
        assert!(response.status.is_success(), "{}", response.text);
    }
    let response = register(&fixture, &second, "192.0.2.1", "user-3").await;
    assert!(response.status.is_success(), "{}", response.text);
    assert_limited(&register(&fixture, &second, "192.0.2.1", "user-4").await, 1);
    let response = register(&fixture, &second, "192.0.2.2", "user-4").await;
    assert!(response.status.is_success(), "{}", response.text);
}

#[tokio::test]
async fn responses_have_rate_limit_headers() {
    let fixture = limited().await;
    let token = fixture.merchant_pair(&["register"]).await.permission;
    let header = |response: &TestResponse, name: &str| response.headers[name].to_str().unwrap().to_owned();
    let policy = r#""registrations-from-network";q=4;w=4, "registrations-by-merchant";q=3;w=3, "registrations-by-merchant";q=5;w=86400"#;
    let first = register(&fixture, &token, "192.0.2.1", "user-1").await;
    assert_eq!(header(&first, "ratelimit-policy"), policy);
    assert_eq!(
        header(&first, "ratelimit"),
        r#""registrations-from-network";r=3;t=1, "registrations-by-merchant";r=2;t=1, "registrations-by-merchant";r=4;t=17280"#
    );
    let duplicate = register(&fixture, &token, "192.0.2.1", "user-1").await;
    duplicate.assert_error(409, "username_taken", Some("username"));
    assert_eq!(header(&duplicate, "ratelimit-policy"), policy);
    register(&fixture, &token, "192.0.2.1", "user-2").await;
    let limited = register(&fixture, &token, "192.0.2.1", "user-3").await;
    assert_limited(&limited, 1);
    assert_eq!(
        header(&limited, "ratelimit"),
        r#""registrations-from-network";r=0;t=4, "registrations-by-merchant";r=0;t=3"#
    );
}

#[tokio::test]
async fn invalid_registration_is_not_counted() {
    let fixture = limited().await;
    let token = fixture.merchant_pair(&["register"]).await.permission;
    for body in [json!({}), json!({ "username": "user-1", "password": "short" })] {
        for _ in 0..5 {
            let path = "/api/account/credentials";
            let response = fixture.post_from("192.0.2.1", path, Some(&token), body.clone()).await;
            assert_eq!(response.status, 400);
            assert!(!response.headers.contains_key("ratelimit"));
        }
    }
    let unauthorized = crate::authorization::fixture::request(Method::POST, "/api/account/credentials", None, "{}");
    assert_eq!(call(&fixture.router, unauthorized).await.status, 401);
    assert!(
        register(&fixture, &token, "192.0.2.1", "user-1")
            .await
            .status
            .is_success()
    );
}
