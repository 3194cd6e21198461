//! Secrets of requests and responses appear nowhere else.

use crate::authorization::enrolment::security_token;
use crate::authorization::fixture::{Fixture, PASSWORD, Pair, token_id};
use crate::support::log::Lines;
use axum::http::Method;
use data_encoding::BASE32_NOPAD;
use serde_json::json;
use std::fmt::Write;

#[tokio::test]
async fn tables_contain_no_token_or_password() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let account = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let next = Pair::of(&fixture.refresh(&account.refresh).await);
    let merchant = fixture.merchant_pair(&["read"]).await;
    fixture.login("alice", "a wrong password").await;
    let enrolled = fixture.enrolled("bob").await;
    let mut dump = String::new();
    for table in [
        &fixture.tables.accounts,
        &fixture.tables.sessions,
        &fixture.tables.throttle,
    ] {
        let items = fixture.database.scan().table_name(table).send().await.unwrap();
        assert!(!items.items().is_empty(), "{table}");
        write!(dump, "{:?}", items.items()).unwrap();
    }
    let secrets = [
        &security,
        &account.permission,
        &account.refresh,
        &next.refresh,
        &merchant.refresh,
        &fixture.merchant_key,
    ];
    for secret in secrets {
        let last = &secret[secret.len() - 20..];
        assert!(!dump.contains(last), "{secret}");
    }
    for password in [PASSWORD, "a wrong password"] {
        assert!(!dump.contains(password));
    }
    assert!(dump.contains("$argon2id$v=19$m=19456,t=2,p=1$"));
    let secret = BASE32_NOPAD.decode(enrolled.secret.as_bytes()).unwrap();
    for code in enrolled.recovery_codes.iter().chain([&enrolled.secret]) {
        assert!(!dump.contains(code.as_str()) && !dump.contains(&code.replace('-', "")));
    }
    // The SDK displays binary attributes as lists of bytes.
    assert!(!dump.contains(format!("{secret:?}").trim_matches(['[', ']'])));
}

#[tokio::test]
async fn errors_do_not_repeat_the_input() {
    let fixture = Fixture::new().await;
    let canary = "canary-4711";
    let token = fixture.merchant_pair(&["register"]).await.permission;
    let mut responses = Vec::new();
    for path in [
        "/api/permission/issue-by-key",
        "/api/permission/issue-by-factors",
        "/api/permission/refresh",
        "/api/permission/revoke",
        "/api/security-factor/credentials",
        "/api/account/credentials",
        "/api/security-factor/otp",
    ] {
        for value in [json!(canary), json!([canary]), json!({ canary: canary })] {
            let body = json!({
                "tokenId": value, "permissions": value, "merchantKey": value, "securityTokens": value,
                "securityToken": value, "payload": value, "refreshToken": value, "username": value, "password": value,
                "code": value, "deviceName": value,
            });
            responses.push(fixture.with_token(Method::POST, path, &token, body).await);
        }
        responses.push(
            fixture
                .send(Method::POST, path, Some(&token), &format!("{{\"{canary}"))
                .await,
        );
    }
    for response in responses {
        assert!(response.status.is_client_error(), "{}", response.text);
        assert!(!response.text.contains(canary), "{}", response.text);
    }
}

#[tokio::test]
async fn log_contains_no_secret_at_any_level() {
    let fixture = Fixture::new().await;
    let lines = Lines::default();
    let guard = lines.collect_from_this_thread();
    let security = fixture.register("alice").await;
    let account = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let next = Pair::of(&fixture.refresh(&account.refresh).await);
    fixture.login("alice", "a wrong password").await;
    fixture.login("alice", PASSWORD).await;
    let body = json!({ "password": PASSWORD, "newPassword": "tr0mbone & velvet" });
    let path = "/api/account/credentials";
    fixture
        .with_token(Method::PUT, path, &account.permission, body)
        .await
        .data();
    let enrolled = fixture.enrolled("bob").await;
    let password = fixture.password_token("bob").await;
    let code = fixture.code(&enrolled.secret);
    fixture.present(&password, "987654").await;
    let both = security_token(&fixture.present(&password, &code).await);
    let recovery = &enrolled.recovery_codes[0];
    fixture.present(&password, recovery).await.data();
    // Reuse is logged.
    fixture.advance(std::time::Duration::from_mins(1));
    Fixture::assert_rejected(&fixture.refresh(&account.refresh).await);
    drop(guard);
    let log = lines.text();
    assert!(log.contains("refresh_reuse_detected"), "the log contains the event");
    let key = crate::authorization::forge::Forge::of(&fixture).secret();
    for secret in [
        &security,
        &account.permission,
        &account.refresh,
        &next.refresh,
        &fixture.merchant_key,
        &key,
    ] {
        let last = &secret[secret.len() - 20..];
        assert!(!log.contains(last), "{secret}");
    }
    for secret in [
        PASSWORD,
        "a wrong password",
        "tr0mbone",
        &enrolled.secret,
        recovery,
        &both[both.len() - 20..],
    ] {
        assert!(!log.contains(secret), "{secret}");
    }
    for code in ["987654", &code] {
        assert!(!contains_number(&log, code), "{code}");
    }
}

/// Returns whether a text contains digits that are not a part of a longer word or of a fraction: identifiers and times of
/// the log can contain any six digits.
fn contains_number(text: &str, digits: &str) -> bool {
    text.match_indices(digits).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + digits.len()..].chars().next();
        let is_part = before.is_some_and(|found| found.is_alphanumeric() || found == '.');
        !is_part && !after.is_some_and(char::is_alphanumeric)
    })
}

#[test]
fn numbers_are_found_as_words() {
    for text in ["code=123456", "{\"code\":\"123456\"}", "123456", "Some(123456)."] {
        assert!(contains_number(text, "123456"), "{text}");
    }
    for text in ["a123456", "12:00:00.123456Z", "0123456", "1234567"] {
        assert!(!contains_number(text, "123456"), "{text}");
    }
}
