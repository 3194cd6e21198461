//! Attempts with stolen tokens from many networks: the limits of a session, an account and a security token.

use crate::authorization::enrolment::{Enrolled, recovery_codes};
use crate::authorization::fixture::{Fixture, PASSWORD, Pair, from_address, request, token_id};
use crate::support::client::{TestResponse, call};
use axum::body::Body;
use axum::http::{Method, Request};
use futures::stream::{self, StreamExt};
use serde_json::json;
use std::time::Duration;
use wallet_core::auth::Username;

/// The requests that check a password or a code of the bearer's account.
const GUESSES: [(&str, &str, &str); 6] = [
    ("POST", "/api/account/otp/delete", r#"{ "code": "000000" }"#),
    ("POST", "/api/account/otp/recovery-codes", r#"{ "code": "000000" }"#),
    ("DELETE", "/api/account/otp", r#"{ "code": "AAAAA-AAAAA-AAAAA-AAAAA" }"#),
    (
        "PUT",
        "/api/account/credentials",
        r#"{ "password": "incorrect", "newPassword": "tr0mbone & velvet" }"#,
    ),
    ("POST", "/api/account/delete", r#"{ "password": "incorrect" }"#),
    ("DELETE", "/api/account", r#"{ "password": "incorrect" }"#),
];

/// The number of attempts of an attack, five from each address.
const ATTEMPTS: u32 = 5 * ADDRESSES;

/// The number of addresses of an attack.
const ADDRESSES: u32 = 200;

fn address(attempt: u32) -> String {
    format!("203.0.{}.9", attempt % ADDRESSES)
}

/// Returns the n-th request of an attack with a permission token.
fn guess(attempt: u32, token: &str) -> Request<Body> {
    let (method, path, body) = GUESSES[attempt as usize % GUESSES.len()];
    let request = request(method.parse().unwrap(), path, Some(token), body);
    from_address(request, &address(attempt))
}

/// Returns true if the password or the code of the request was checked.
#[track_caller]
fn is_checked(response: &TestResponse) -> bool {
    match response.json["error"]["code"].as_str().unwrap() {
        "invalid_credentials" => true,
        "invalid_token" | "too_many_requests" => false,
        other => panic!("{other}: {}", response.text),
    }
}

/// Opens a session of an account with a second factor.
async fn open(fixture: &Fixture, account: &Enrolled, id: u128) -> Pair {
    let code = fixture.code(&account.secret);
    let proof = fixture.present(&fixture.password_token("alice").await, &code).await;
    fixture.next_code();
    let proof = proof.data()["securityToken"].as_str().unwrap().to_owned();
    Pair::of(&fixture.issue(&proof, &token_id(id)).await)
}

#[tokio::test]
async fn attempts_from_many_addresses_check_ten_and_end_the_session() {
    let fixture = Fixture::new().await;
    let account = fixture.enrolled("alice").await;
    let stolen = open(&fixture, &account, 2).await;
    let mut checked = 0;
    for attempt in 0..ATTEMPTS {
        let response = call(&fixture.router, guess(attempt, &stolen.permission)).await;
        checked += u32::from(is_checked(&response));
        if attempt % 20 == 0 {
            fixture.advance(Duration::from_secs(1));
        }
    }
    assert_eq!(checked, 10);
    Fixture::assert_rejected(&fixture.refresh(&stolen.refresh).await);
    // The owner's session remains, and its requests are checked.
    let owner = Pair::of(&fixture.refresh(&account.pair.refresh).await);
    let body = json!({ "code": fixture.code(&account.secret) });
    recovery_codes(
        &fixture
            .bearer_post(&owner, "/api/account/otp/recovery-codes", body)
            .await,
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_attempts_check_ten() {
    let fixture = Fixture::new().await;
    let account = fixture.enrolled("alice").await;
    let stolen = open(&fixture, &account, 2).await;
    let checked = stream::iter(0..ATTEMPTS)
        .map(|attempt| {
            let (router, request) = (fixture.router.clone(), guess(attempt, &stolen.permission));
            async move {
                tokio::spawn(async move { is_checked(&call(&router, request).await) })
                    .await
                    .unwrap()
            }
        })
        .buffer_unordered(100)
        .filter(|checked| std::future::ready(*checked))
        .count()
        .await;
    // Exactly ten: each attempt reserves its place before the check, and the others are rejected.
    assert_eq!(checked, 10);
    Fixture::assert_rejected(&fixture.refresh(&stolen.refresh).await);
}

#[tokio::test]
async fn attempts_with_several_stolen_sessions_check_twenty_for_an_account() {
    let fixture = Fixture::new().await;
    let account = fixture.enrolled("alice").await;
    let mut stolen = Vec::new();
    for id in 2..6 {
        stolen.push(open(&fixture, &account, id).await);
    }
    let codes = [0, 1, 2];
    let mut checked = 0;
    for attempt in 0..ADDRESSES {
        let token = &stolen[attempt as usize % stolen.len()].permission;
        let (method, path, body) = GUESSES[codes[attempt as usize % codes.len()]];
        let request = request(method.parse().unwrap(), path, Some(token), body);
        checked += u32::from(is_checked(
            &call(&fixture.router, from_address(request, &address(attempt))).await,
        ));
    }
    assert_eq!(checked, 20);
    // The owner waits with codes for a second, and changes the password without a wait.
    let body = json!({ "code": fixture.code(&account.secret) });
    let waiting = fixture
        .bearer_post(&account.pair, "/api/account/otp/recovery-codes", body.clone())
        .await;
    waiting.assert_error(429, "too_many_requests", None);
    assert_eq!(waiting.headers["retry-after"], "1");
    let change = json!({ "password": PASSWORD, "newPassword": "tr0mbone & velvet" });
    let changed = fixture
        .with_token(
            Method::PUT,
            "/api/account/credentials",
            &account.pair.permission,
            change,
        )
        .await;
    changed.data();
    fixture.advance(Duration::from_secs(1));
    recovery_codes(
        &fixture
            .bearer_post(&account.pair, "/api/account/otp/recovery-codes", body)
            .await,
    );
    // The change has ended the stolen sessions.
    for stolen in &stolen {
        Fixture::assert_rejected(&fixture.refresh(&stolen.refresh).await);
    }
}

#[tokio::test]
async fn confirmation_and_start_of_an_enrolment_count_for_the_session() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let stolen = Pair::of(&fixture.issue(&security, &token_id(2)).await);
    fixture.start_enrolment(&stolen).await;
    let mut checked = 0;
    for attempt in 0..100 {
        let (path, body) = match attempt % 2 {
            0 => ("/api/account/otp", json!({ "password": "incorrect" })),
            _ => ("/api/account/otp/confirm", json!({ "code": "000000" })),
        };
        let response = fixture
            .post_from(&address(attempt), path, Some(&stolen.permission), body)
            .await;
        checked += u32::from(is_checked(&response));
    }
    assert_eq!(checked, 10);
    Fixture::assert_rejected(&fixture.refresh(&stolen.refresh).await);
}

#[tokio::test]
async fn correct_password_does_not_reset_the_count_of_a_session() {
    let fixture = Fixture::new().await;
    let account = fixture.enrolled("alice").await;
    let mut checked = 0;
    for attempt in 0..60 {
        let response = match attempt % 3 {
            // The password is correct, and the new one is too short.
            0 => {
                let body = json!({ "password": PASSWORD });
                fixture
                    .post_from(
                        &address(attempt),
                        "/api/account/otp",
                        Some(&account.pair.permission),
                        body,
                    )
                    .await
            }
            _ => call(&fixture.router, guess(0, &account.pair.permission)).await,
        };
        checked += u32::from(response.json["error"]["code"] == "invalid_credentials");
        fixture.advance(Duration::from_secs(10));
    }
    assert_eq!(checked, 10);
}

#[tokio::test]
async fn ended_session_rejects_the_correct_password_and_opens_again_with_a_login() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(2)).await);
    let other = Pair::of(&fixture.issue(&security, &token_id(3)).await);
    for attempt in 0..10 {
        let response = call(&fixture.router, guess(6 * attempt + 3, &pair.permission)).await;
        response.assert_error(401, "invalid_credentials", None);
    }
    let body = json!({ "password": PASSWORD });
    let ended = fixture.bearer_post(&pair, "/api/account/otp", body.clone()).await;
    ended.assert_error(401, "invalid_token", None);
    Fixture::assert_rejected(&fixture.refresh(&pair.refresh).await);
    let sessions = fixture
        .send(Method::GET, "/api/session", Some(&other.permission), "")
        .await;
    let listed: Vec<_> = sessions.data()["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["id"].clone())
        .collect();
    assert_eq!(listed, [token_id(3)]);

    let again = Pair::of(
        &fixture
            .issue(&fixture.password_token("alice").await, &token_id(2))
            .await,
    );
    fixture.bearer_post(&again, "/api/account/otp", body).await.data();
}

#[tokio::test]
async fn attempts_without_a_session_do_not_count_for_sessions() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(2)).await);
    for attempt in 0..200 {
        fixture.login_from(&address(attempt), "alice", "incorrect").await;
    }
    fixture.start_enrolment(&pair).await;
}

#[tokio::test]
async fn security_token_checks_ten_codes_from_many_addresses() {
    let fixture = Fixture::new().await;
    let account = fixture.enrolled("alice").await;
    let stolen = fixture.password_token("alice").await;
    let mut checked = 0;
    for attempt in 0..ADDRESSES {
        let code = if attempt % 2 == 0 {
            "000000"
        } else {
            "AAAAA-AAAAA-AAAAA-AAAAA"
        };
        let response = fixture.present_from(&address(attempt), &stolen, code).await;
        checked += u32::from(is_checked(&response));
        if !is_checked(&response) {
            response.assert_error(401, "invalid_token", Some("securityToken"));
        }
    }
    assert_eq!(checked, 10);
    // A login yields another token.
    let own = fixture.password_token("alice").await;
    fixture.present(&own, &fixture.code(&account.secret)).await.data();
}

#[tokio::test]
async fn client_with_the_password_checks_twenty_codes_from_many_addresses() {
    let fixture = Fixture::new().await;
    let account = fixture.enrolled("alice").await;
    let mut checked = 0;
    let mut token = String::new();
    for attempt in 0..ADDRESSES {
        if attempt % 5 == 0 {
            token = fixture.password_token("alice").await;
        }
        let response = fixture.present_from(&address(attempt), &token, "000000").await;
        checked += u32::from(is_checked(&response));
    }
    assert_eq!(checked, 20);
    let recovery = &account.recovery_codes[0];
    let own = fixture.password_token("alice").await;
    fixture.present(&own, recovery).await.data();
}

/// Ten requests in parallel, of which nine were correct and completed before the tenth, which was not.
#[tokio::test]
async fn one_failure_among_parallel_requests_does_not_end_the_session() {
    use wallet_core::ports::throttle::{Admission, Counter};
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(2)).await);
    let name = Username::parse("alice").unwrap();
    let account = fixture
        .services
        .accounts
        .find_by_username(&name)
        .await
        .unwrap()
        .unwrap();
    let counter = Counter::Session(account.id, token_id(2).parse().unwrap());
    let throttle = &fixture.services.throttle;
    let mut admitted = Vec::new();
    for _ in 0..10 {
        fixture.advance(Duration::from_millis(1));
        admitted.push(fixture.now());
        let admission = throttle.admit(&counter, fixture.now()).await.unwrap();
        assert_eq!(admission, Admission::Admitted);
    }
    for at in &admitted[..9] {
        throttle.released(&counter, *at).await.unwrap();
    }
    assert_eq!(throttle.failed(&counter).await.unwrap(), 1);
    let body = json!({ "password": PASSWORD });
    fixture.bearer_post(&pair, "/api/account/otp", body).await.data();
    Pair::of(&fixture.refresh(&pair.refresh).await);
}

/// A request that ended between the tenth failure and the end of the session: the next attempt ends it.
#[tokio::test]
async fn attempts_that_were_never_completed_count() {
    use wallet_core::ports::throttle::{Admission, Counter};
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let pair = Pair::of(&fixture.issue(&security, &token_id(2)).await);
    let name = Username::parse("alice").unwrap();
    let account = fixture
        .services
        .accounts
        .find_by_username(&name)
        .await
        .unwrap()
        .unwrap();
    let counter = Counter::Session(account.id, token_id(2).parse().unwrap());
    for _ in 0..10 {
        let admission = fixture.services.throttle.admit(&counter, fixture.now()).await.unwrap();
        assert_eq!(admission, Admission::Admitted);
    }
    fixture.advance(Duration::from_secs(6));
    let body = json!({ "password": PASSWORD });
    let ended = fixture.bearer_post(&pair, "/api/account/otp", body).await;
    ended.assert_error(401, "invalid_token", None);
    Fixture::assert_rejected(&fixture.refresh(&pair.refresh).await);
}
