//! POST /api/security-factor/credentials

use crate::authorization::fixture::{Fixture, PASSWORD, token_id};
use crate::authorization::forge::claims;
use std::collections::BTreeMap;
use std::time::Duration;
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

/// OWASP's first choice for Argon2id: 19 MiB in two passes.
const WORK: u64 = 19 * 1024 * 2;

/// Costs of earlier versions, less than the current costs.
const EARLIER: [&str; 2] = ["m=256,t=2,p=1", "m=4096,t=3,p=1"];

/// Replaces the password hash of an account by a hash with different costs.
async fn set_costs(fixture: &Fixture, name: &str, costs: &str) {
    let accounts = &fixture.services.accounts;
    let name = Username::parse(name).unwrap();
    let account = accounts.find_by_username(&name).await.unwrap().unwrap();
    let hash = format!("$argon2id$v=19${costs}$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4");
    accounts.rehash(&account, &hash).await.unwrap();
}

#[tokio::test]
async fn failed_login_does_the_same_work_for_every_kind_of_user() {
    let fixture = Fixture::new().await;
    let mut distributions: BTreeMap<&str, BTreeMap<u64, u32>> = BTreeMap::new();
    for round in 0..10 {
        // Separate names, so that the throttle does not interfere.
        let (known, disabled) = (format!("known-{round}"), format!("disabled-{round}"));
        let earlier = EARLIER.map(|costs| format!("earlier-{}-{round}", costs.replace(['=', ','], "")));
        for (name, costs) in earlier.iter().zip(EARLIER) {
            fixture.register(name).await;
            set_costs(&fixture, name, costs).await;
        }
        fixture.register(&known).await;
        fixture.register(&disabled).await;
        let account = fixture
            .services
            .accounts
            .find_by_username(&Username::parse(&disabled).unwrap())
            .await
            .unwrap();
        fixture
            .services
            .accounts
            .end_sessions(&account.unwrap(), true)
            .await
            .unwrap();
        let unknown = format!("unknown-{round}");
        let long = "x".repeat(100_000);
        for (kind, name, password) in [
            ("known", &known, "wrong password"),
            ("known, empty password", &known, ""),
            ("known, long password", &known, &long),
            ("disabled", &disabled, "wrong password"),
            ("earlier costs", &earlier[0], "wrong password"),
            ("earlier costs of more passes", &earlier[1], "wrong password"),
            ("unknown", &unknown, "wrong password"),
            ("unknown, empty password", &unknown, ""),
            ("unknown, long password", &unknown, &long),
            ("unknown, correct password of another user", &unknown, PASSWORD),
        ] {
            let before = fixture.hash_work();
            let response = fixture.login(name, password).await;
            response.assert_error(401, "invalid_credentials", None);
            let work = distributions
                .entry(kind)
                .or_default()
                .entry(fixture.hash_work() - before)
                .or_default();
            *work += 1;
        }
    }
    for (kind, distribution) in distributions {
        assert_eq!(distribution, BTreeMap::from([(WORK, 10)]), "{kind}");
    }
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
