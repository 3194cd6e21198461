//! POST /api/security-factor/credentials

use crate::authorization::fixture::{Fixture, PASSWORD, token_id};
use crate::authorization::forge::claims;
use std::time::{Duration, Instant};
use wallet_core::auth::Username;

#[tokio::test]
async fn correct_password_yields_a_security_token() {
    let fixture = Fixture::new().await;
    let registered = fixture.register("alice").await;
    fixture.advance(Duration::from_secs(5));
    for name in ["alice", "ALICE", "Ａｌｉｃｅ"] {
        let response = fixture.login(name, PASSWORD).await;
        let token = response.data()["securityToken"].as_str().unwrap();
        assert_eq!(claims(token)["sub"], claims(&registered)["sub"]);
        assert_eq!(claims(token)["exp"], fixture.now().as_secs() + 300);
        assert!(fixture.issue(token, &token_id(1)).await.status.is_success());
    }
}

#[tokio::test]
async fn unknown_user_and_wrong_password_are_indistinguishable() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    let before = fixture.evaluations();
    let wrong = fixture.login("alice", "wrong password").await;
    let between = fixture.evaluations();
    let unknown = fixture.login("nobody", "wrong password").await;
    assert_eq!((between - before, fixture.evaluations() - between), (1, 1));
    for response in [&wrong, &unknown] {
        response.assert_error(401, "invalid_credentials", None);
    }
    assert_eq!(wrong.json["error"], unknown.json["error"]);
    let names = |response: &crate::support::client::TestResponse| {
        let mut names: Vec<_> = response.headers.keys().map(ToString::to_string).collect();
        names.sort();
        names
    };
    assert_eq!(names(&wrong), names(&unknown));
}

/// The bounds are loose because the machine may be busy; the difference of an entire evaluation would still exceed
/// them.
#[tokio::test]
async fn unknown_user_takes_as_long_as_wrong_password() {
    let fixture = Fixture::new().await;
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..15 {
        // Separate names, so that the throttle does not interfere.
        let known = format!("known-{round}");
        fixture.register(&known).await;
        for (kind, name) in [(0, known), (1, format!("stranger-{round}"))] {
            let start = Instant::now();
            fixture
                .login(&name, "wrong password")
                .await
                .assert_error(401, "invalid_credentials", None);
            times[kind].push(start.elapsed());
        }
    }
    let [wrong, unknown] = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    });
    let ratio = unknown / wrong;
    assert!((0.6..1.7).contains(&ratio), "medians: wrong {wrong}, unknown {unknown}");
}

#[tokio::test]
async fn hash_with_other_parameters_is_replaced_at_next_login() {
    let fixture = Fixture::new().await;
    fixture.register("alice").await;
    let name = Username::parse("alice").unwrap();
    let accounts = &fixture.services.accounts;
    let account = accounts.find_by_username(&name).await.unwrap().unwrap();
    // "password" with cheaper parameters, a vector of the Argon2 reference implementation.
    let cheap = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
    accounts.rehash(&account, cheap).await.unwrap();
    fixture
        .login("alice", "wrong")
        .await
        .assert_error(401, "invalid_credentials", None);
    let kept = accounts.find_by_username(&name).await.unwrap().unwrap();
    assert_eq!(kept.password_hash, cheap);
    assert!(fixture.login("alice", "password").await.status.is_success());
    let rehashed = accounts.find_by_username(&name).await.unwrap().unwrap();
    assert!(rehashed.password_hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
    assert_eq!(rehashed.epoch, account.epoch);
    assert!(fixture.login("alice", "password").await.status.is_success());
}
