//! Limits of login attempts by source network.

use crate::authorization::fixture::{Fixture, PASSWORD, from_address, request};
use crate::support::client::{TestResponse, call};
use axum::http::Method;
use futures::stream::{self, StreamExt};
use serde_json::json;
use std::time::Duration;

const ATTACKER: &str = "198.51.100.7";
const OWNER: &str = "203.0.113.20";

/// Sends incorrect passwords from an address and returns the statuses.
async fn guess(fixture: &Fixture, address: &str, name: &str, times: usize) -> Vec<u16> {
    let mut statuses = Vec::new();
    for _ in 0..times {
        let response = fixture.login_from(address, name, "wrong").await;
        statuses.push(response.status.as_u16());
    }
    statuses
}

/// Fails logins of alice from 30 networks until her name has to wait.
async fn exhaust_name(fixture: &Fixture) {
    for network in 0..30 {
        guess(fixture, &format!("198.51.100.{network}"), "alice", 5).await;
    }
    let unknown = fixture.login_from("192.0.2.77", "alice", PASSWORD).await;
    unknown.assert_error(429, "too_many_requests", None);
}

#[track_caller]
fn assert_logged_in(response: &TestResponse) {
    assert!(response.data()["securityToken"].is_string(), "{}", response.text);
}

#[tokio::test]
async fn owner_on_a_new_network_logs_in_while_another_network_guesses_continuously() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    // 65 attempts in 70 s, as fast as the waits allow and faster.
    for second in 0..70 {
        guess(&fixture, ATTACKER, "alice", 3).await;
        if second % 10 == 0 {
            let owner = format!("203.0.113.{second}");
            assert_logged_in(&fixture.login_from(&owner, "alice", PASSWORD).await);
        }
        fixture.advance(Duration::from_secs(1));
    }
    let blocked = fixture.login_from(ATTACKER, "alice", PASSWORD).await;
    blocked.assert_error(429, "too_many_requests", None);
}

#[tokio::test]
async fn attempts_rejected_for_one_network_do_not_count_for_the_name() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    let statuses = guess(&fixture, ATTACKER, "alice", 100).await;
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 5);
    // Fifteen more failures are possible from new networks before the name has to wait.
    for network in 0..3 {
        let statuses = guess(&fixture, &format!("192.0.2.{network}"), "alice", 5).await;
        assert_eq!(statuses, [401; 5], "{network}");
    }
    let response = fixture.login_from(OWNER, "alice", PASSWORD).await;
    response.assert_error(429, "too_many_requests", None);
    assert_eq!(response.retry_after(), 1);
}

#[tokio::test]
async fn known_network_logs_in_although_the_name_is_exhausted_from_thirty_networks() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    assert_logged_in(&fixture.login_from(OWNER, "alice", PASSWORD).await);
    exhaust_name(&fixture).await;
    assert_logged_in(&fixture.login_from(OWNER, "alice", PASSWORD).await);
}

#[tokio::test]
async fn network_is_known_for_thirty_days() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    for (days, status) in [(29, 200), (31, 429)] {
        assert_logged_in(&fixture.login_from(OWNER, "alice", PASSWORD).await);
        fixture.advance(Duration::from_hours(days * 24));
        exhaust_name(&fixture).await;
        let response = fixture.login_from(OWNER, "alice", PASSWORD).await;
        assert_eq!(response.status, status, "after {days} days: {}", response.text);
    }
}

#[tokio::test]
async fn known_network_has_its_own_count() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    assert_logged_in(&fixture.login_from(OWNER, "alice", PASSWORD).await);
    assert_eq!(
        guess(&fixture, OWNER, "alice", 7).await,
        [401, 401, 401, 401, 401, 429, 429]
    );
}

#[tokio::test]
async fn at_most_a_hundred_consecutive_failures_are_checked_from_unknown_networks() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    let before = fixture.evaluations();
    let mut network = 0;
    let mut waited = Duration::ZERO;
    loop {
        network += 1;
        let address = format!("10.0.{}.{}", network / 250, network % 250);
        let response = fixture.login_from(&address, "alice", "wrong").await;
        if response.status == 429 {
            let wait = response.retry_after();
            if wait > 900 {
                assert!((80_000..=86_400).contains(&wait), "{wait}");
                break;
            }
            waited += Duration::from_secs(wait);
            fixture.advance(Duration::from_secs(wait));
        }
        assert!(network < 1000);
    }
    assert_eq!(fixture.evaluations() - before, 100);
    assert!(waited > Duration::from_hours(17), "{waited:?}");
    // The count is reset after a day without an attempt that was checked.
    fixture.advance(Duration::from_hours(24));
    assert_logged_in(&fixture.login_from(OWNER, "alice", PASSWORD).await);
}

#[tokio::test]
async fn three_hundred_names_from_one_network_are_limited_and_other_networks_are_not() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    let before = fixture.evaluations();
    let mut statuses = Vec::new();
    for name in 0..300 {
        let response = fixture.login_from(ATTACKER, &format!("name-{name}"), "wrong").await;
        statuses.push(response.status.as_u16());
    }
    assert_eq!(statuses[..200], [401; 200]);
    assert_eq!(statuses[200..], [429; 100]);
    assert_eq!(fixture.evaluations() - before, 200);
    let limited = fixture.login_from(ATTACKER, "alice", PASSWORD).await;
    limited.assert_error(429, "too_many_requests", None);
    assert_eq!((limited.retry_after(), limited.detail("retryAfter")), (3, &json!(3)));
    assert_logged_in(&fixture.login_from(OWNER, "alice", PASSWORD).await);
    fixture.advance(Duration::from_secs(3));
    assert_logged_in(&fixture.login_from(ATTACKER, "alice", PASSWORD).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parallel_names_from_one_network_are_limited_too() {
    let fixture = Fixture::new().await;
    let before = fixture.evaluations();
    let calls = (0..300).map(|name| {
        let body = json!({ "username": format!("name-{name}"), "password": "wrong" }).to_string();
        let request = request(Method::POST, "/api/security-factor/credentials", None, &body);
        let (router, request) = (fixture.router.clone(), from_address(request, ATTACKER));
        async move { tokio::spawn(async move { call(&router, request).await }).await }
    });
    // On a slow machine more at the same time would wait too long for a password hash, and be rejected with 503.
    let mut calls = stream::iter(calls).buffer_unordered(60);
    while let Some(response) = calls.next().await {
        let status = response.unwrap().status.as_u16();
        assert!(matches!(status, 401 | 429), "{status}");
    }
    let evaluated = fixture.evaluations() - before;
    assert!((150..=200).contains(&evaluated), "{evaluated}");
}

#[tokio::test]
async fn successful_logins_do_not_count_for_the_network() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    for _ in 0..210 {
        let response = fixture.login_from(OWNER, "alice", PASSWORD).await;
        assert_logged_in(&response);
        assert_eq!(response.headers["ratelimit"], r#""failed-logins";r=200;t=0"#);
    }
}

#[tokio::test]
async fn forwarding_headers_have_no_effect() {
    let fixture = Fixture::new().await;
    let body = json!({ "username": "alice", "password": "wrong" }).to_string();
    let mut statuses = Vec::new();
    for address in 0..7 {
        let request = request(Method::POST, "/api/security-factor/credentials", None, &body);
        let mut request = from_address(request, ATTACKER);
        for name in ["x-forwarded-for", "forwarded", "x-real-ip", "true-client-ip"] {
            let value = format!("10.0.0.{address}").parse().unwrap();
            request.headers_mut().insert(name, value);
        }
        statuses.push(call(&fixture.router, request).await.status.as_u16());
    }
    assert_eq!(statuses, [401, 401, 401, 401, 401, 429, 429]);
}

#[tokio::test]
async fn ipv6_addresses_of_one_64_bit_prefix_are_one_network() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    for host in 1..=5 {
        guess(&fixture, &format!("2001:db8:1:2::{host}"), "alice", 1).await;
    }
    let same = fixture.login_from("2001:db8:1:2:ffff::1", "alice", PASSWORD).await;
    same.assert_error(429, "too_many_requests", None);
    assert_logged_in(&fixture.login_from("2001:db8:1:3::1", "alice", PASSWORD).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn parallel_guesses_from_one_network_are_not_multiplied() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    let before = fixture.evaluations();
    let body = json!({ "username": "alice", "password": "wrong" }).to_string();
    let calls: Vec<_> = (0..200)
        .map(|_| {
            let request = request(Method::POST, "/api/security-factor/credentials", None, &body);
            let (router, request) = (fixture.router.clone(), from_address(request, ATTACKER));
            tokio::spawn(async move { call(&router, request).await.status.as_u16() })
        })
        .collect();
    for call in calls {
        let status = call.await.unwrap();
        assert!(matches!(status, 401 | 429), "{status}");
    }
    assert!(fixture.evaluations() - before <= 6);
    assert_logged_in(&fixture.login_from(OWNER, "alice", PASSWORD).await);
}

#[tokio::test]
async fn rate_limit_headers_are_the_same_for_unknown_names() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    let mut seen = Vec::new();
    for (address, name) in [(ATTACKER, "alice"), (OWNER, "nobody")] {
        let mut of_name = Vec::new();
        for _ in 0..7 {
            let response = fixture.login_from(address, name, "wrong").await;
            let mut headers: Vec<_> = response
                .headers
                .iter()
                .filter(|(name, _)| *name != "request-id")
                .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
                .collect();
            headers.sort();
            of_name.push((response.status, headers, response.json["error"].clone()));
        }
        seen.push(of_name);
    }
    assert_eq!(seen[0], seen[1]);
    let (first, last) = (&seen[0][0].1, &seen[0][6].1);
    assert!(
        first.contains(&r#"ratelimit: "failed-logins";r=199;t=3"#.to_owned()),
        "{first:?}"
    );
    assert!(
        first.contains(&r#"ratelimit-policy: "failed-logins";q=200;w=600"#.to_owned()),
        "{first:?}"
    );
    let waiting = r#"ratelimit: "failed-logins";r=195;t=15, "attempts";r=0;t=1"#;
    assert!(last.contains(&waiting.to_owned()), "{last:?}");
    let policies = r#"ratelimit-policy: "failed-logins";q=200;w=600, "attempts";q=5"#;
    assert!(last.contains(&policies.to_owned()), "{last:?}");
}
