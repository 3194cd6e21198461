//! What was secret in a request or an answer stands nowhere else.

use crate::authorization::world::{PASSWORD, Pair, World, token_id};
use axum::http::Method;
use serde_json::json;
use std::fmt::Write;

#[tokio::test]
async fn the_tables_hold_no_token_and_no_password() {
    let world = World::new().await;
    let security = world.register("alice").await;
    let account = Pair::of(&world.issue(&security, &token_id(1)).await);
    let next = Pair::of(&world.refresh(&account.refresh).await);
    let merchant = world.merchant_pair(&["read"]).await;
    world.login("alice", "a wrong password").await;
    let mut dump = String::new();
    for table in [&world.tables.accounts, &world.tables.sessions, &world.tables.throttle] {
        let items = world.database.scan().table_name(table).send().await.unwrap();
        assert!(!items.items().is_empty(), "{table}");
        write!(dump, "{:?}", items.items()).unwrap();
    }
    let secrets = [
        &security,
        &account.permission,
        &account.refresh,
        &next.refresh,
        &merchant.refresh,
        &world.merchant_key,
    ];
    for secret in secrets {
        let last = secret.rsplit(['.', '_']).next().unwrap();
        assert!(!dump.contains(last), "{secret}");
    }
    for password in [PASSWORD, "a wrong password"] {
        assert!(!dump.contains(password));
    }
    assert!(dump.contains("$argon2id$v=19$m=19456,t=2,p=1$"));
}

#[tokio::test]
async fn an_error_never_repeats_what_was_sent() {
    let world = World::new().await;
    let canary = "canary-4711";
    let token = world.merchant_pair(&["register"]).await.permission;
    let mut answers = Vec::new();
    for path in [
        "/api/permission/issue-by-key",
        "/api/permission/issue-by-factors",
        "/api/permission/refresh",
        "/api/permission/revoke",
        "/api/security-factor/credentials",
        "/api/account/credentials",
    ] {
        for value in [json!(canary), json!([canary]), json!({ canary: canary })] {
            let body = json!({
                "tokenId": value, "permissions": value, "merchantKey": value, "securityTokens": value,
                "securityToken": value, "payload": value, "refreshToken": value, "username": value, "password": value,
            });
            answers.push(world.with_token(Method::POST, path, &token, body).await);
        }
        answers.push(
            world
                .send(Method::POST, path, Some(&token), &format!("{{\"{canary}"))
                .await,
        );
    }
    for answer in answers {
        assert!(answer.status.is_client_error(), "{}", answer.text);
        assert!(!answer.text.contains(canary), "{}", answer.text);
    }
}
