//! POST /api/permission/issue-by-key

use crate::authorization::fixture::{Fixture, Pair, key_hash, token_id};
use crate::authorization::forge::claims;
use crate::support::client::TestResponse;
use serde_json::{Value, json};
use std::time::Duration;
use wallet_core::auth::Permission;

async fn issue(fixture: &Fixture, key: &str, permissions: Value) -> TestResponse {
    let body = json!({ "tokenId": token_id(1), "permissions": permissions, "merchantKey": key });
    fixture.post("/api/permission/issue-by-key", body).await
}

#[tokio::test]
async fn merchant_gets_a_token_pair() {
    let fixture = Fixture::new().await;
    let body = json!({
        "tokenId": token_id(1), "permissions": ["register", "read"], "merchantKey": fixture.merchant_key,
        "payload": "back end 3",
    });
    let response = fixture.post("/api/permission/issue-by-key", body).await;
    assert_eq!(response.headers["cache-control"], "no-store");
    let now = fixture.now().as_secs();
    let data = response.data();
    assert_eq!(data["permissionToken"]["expiresAt"], now + 600);
    assert_eq!(data["refreshToken"]["expiresAt"], now + 30 * 86_400);
    let claims = claims(&Pair::of(&response).permission);
    assert_eq!(
        claims,
        json!({
            "iss": "https://wallet.example/authorization/v1", "aud": "wallet-cloud", "sub": "merchant:demo",
            "iat": now, "exp": now + 600, "jti": claims["jti"], "sid": token_id(1), "scope": "register read",
            "payload": "back end 3",
        })
    );
}

#[tokio::test]
async fn token_with_the_largest_payload_is_below_four_kibibytes() {
    let fixture = Fixture::new().await;
    for payload in [
        "x".repeat(1024),
        "\"".repeat(1024),
        "é".repeat(512),
        "\u{1}".repeat(341),
    ] {
        let body = json!({
            "tokenId": token_id(1), "permissions": ["register", "read", "secret", "assets"],
            "merchantKey": fixture.merchant_key, "payload": payload,
        });
        let response = fixture.post("/api/permission/issue-by-key", body).await;
        let token = Pair::of(&response).permission;
        assert!(token.len() < 4096, "{} bytes", token.len());
        assert_eq!(claims(&token)["payload"], payload);
    }
}

#[tokio::test]
async fn token_ids_are_unique() {
    let fixture = Fixture::new().await;
    let (first, second) = (
        fixture.merchant_pair(&["read"]).await,
        fixture.merchant_pair(&["read"]).await,
    );
    assert_ne!(claims(&first.permission)["jti"], claims(&second.permission)["jti"]);
    assert_ne!(first.refresh, second.refresh);
}

#[tokio::test]
async fn malformed_unknown_and_wrong_keys_yield_the_same_error() {
    let fixture = Fixture::new().await;
    let other = fixture.add_merchant("other", &Permission::ALL);
    let secret = fixture.merchant_key.strip_prefix("wck_demo_").unwrap();
    for wrong in [
        String::new(),
        "x".to_owned(),
        "wck_demo".to_owned(),
        "wck_demo_".to_owned(),
        format!("wck_demo_{}", "A".repeat(43)),
        format!("wck_nobody_{secret}"),
        format!("wck_other_{secret}"),
        other.replace("other", "demo"),
        format!("wck_../demo_{secret}"),
        format!("wck_DEMO_{secret}"),
        format!("{} ", fixture.merchant_key),
        fixture.merchant_key[..fixture.merchant_key.len() - 1].to_owned(),
    ] {
        let response = issue(&fixture, &wrong, json!(["read"])).await;
        response.assert_error(401, "invalid_merchant_key", None);
        assert_eq!(response.headers["www-authenticate"], "Bearer");
    }
}

#[tokio::test]
async fn merchant_gets_only_its_permissions() {
    let fixture = Fixture::new().await;
    let key = fixture.add_merchant("reader", &[Permission::Read]);
    assert!(issue(&fixture, &key, json!(["read"])).await.status.is_success());
    for (requests, required) in [
        (json!(["register"]), "register"),
        (json!(["read", "register"]), "register"),
        (json!(["assets", "read"]), "assets"),
        (json!(["read", "secret", "assets"]), "secret"),
    ] {
        let response = issue(&fixture, &key, requests).await;
        response.assert_error(403, "insufficient_permission", None);
        assert_eq!(response.detail("required"), required);
    }
}

#[tokio::test]
async fn key_rotation_has_no_gap_and_ends_the_old_key() {
    let fixture = Fixture::new().await;
    let old = fixture.merchant_key.clone();
    let new = format!("wck_demo_{}", "N".repeat(43));
    let end = fixture.now().after(Duration::from_hours(1));
    fixture.merchants.change("demo", |merchant| {
        merchant.keys[0].expires_at = Some(end);
        merchant.keys.push(key_hash(&new));
    });
    for key in [&old, &new] {
        assert!(issue(&fixture, key, json!(["read"])).await.status.is_success());
    }
    fixture.advance(Duration::from_hours(1));
    let late = issue(&fixture, &old, json!(["read"])).await;
    late.assert_error(401, "invalid_merchant_key", None);
    assert!(issue(&fixture, &new, json!(["read"])).await.status.is_success());
}

#[tokio::test]
async fn disabled_merchant_is_rejected_with_all_keys() {
    let fixture = Fixture::new().await;
    fixture.merchants.change("demo", |merchant| merchant.disabled = true);
    let response = issue(&fixture, &fixture.merchant_key, json!(["read"])).await;
    response.assert_error(401, "invalid_merchant_key", None);
}

#[tokio::test]
async fn sessions_with_the_same_token_id_coexist() {
    let fixture = Fixture::new().await;
    let mut pairs = Vec::new();
    for _ in 0..3 {
        pairs.push(fixture.merchant_pair(&["read"]).await);
    }
    for pair in &pairs {
        assert!(fixture.refresh(&pair.refresh).await.status.is_success());
    }
}

#[tokio::test]
async fn errors_follow_the_specification_order() {
    let fixture = Fixture::new().await;
    let path = "/api/permission/issue-by-key";
    let all_wrong = json!({ "payload": 5, "merchantKey": 5, "permissions": [], "tokenId": "x" });
    let fix = |steps: &[(&str, Value)]| {
        let mut body = all_wrong.clone();
        for (name, value) in steps {
            body[*name] = value.clone();
        }
        body
    };
    let (id, list, key) = (json!(token_id(1)), json!(["assets"]), json!("wck_nobody_x"));
    let rejected = |body| async { fixture.post(path, body).await };
    rejected(fix(&[]))
        .await
        .assert_error(400, "invalid_request", Some("tokenId"));
    let with_id = [("tokenId", id.clone())];
    rejected(fix(&with_id))
        .await
        .assert_error(400, "invalid_request", Some("permissions"));
    let with_list = [("tokenId", id.clone()), ("permissions", list.clone())];
    rejected(fix(&with_list))
        .await
        .assert_error(400, "invalid_request", Some("merchantKey"));
    let with_key = [
        ("tokenId", id.clone()),
        ("permissions", list.clone()),
        ("merchantKey", key.clone()),
    ];
    rejected(fix(&with_key))
        .await
        .assert_error(400, "invalid_request", Some("payload"));
    let with_all = [
        ("tokenId", id),
        ("permissions", list),
        ("merchantKey", key),
        ("payload", Value::Null),
    ];
    rejected(fix(&with_all))
        .await
        .assert_error(401, "invalid_merchant_key", None);
}
