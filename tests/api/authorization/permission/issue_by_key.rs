//! POST /api/permission/issue-by-key

use crate::authorization::forge::claims;
use crate::authorization::world::{Pair, World, key_hash, token_id};
use crate::support::client::Answer;
use serde_json::{Value, json};
use std::time::Duration;
use wallet_core::auth::Permission;

async fn issue(world: &World, key: &str, permissions: Value) -> Answer {
    let body = json!({ "tokenId": token_id(1), "permissions": permissions, "merchantKey": key });
    world.post("/api/permission/issue-by-key", body).await
}

#[tokio::test]
async fn a_merchant_gets_a_pair_of_tokens() {
    let world = World::new().await;
    let body = json!({
        "tokenId": token_id(1), "permissions": ["register", "read"], "merchantKey": world.merchant_key,
        "payload": "back end 3",
    });
    let answer = world.post("/api/permission/issue-by-key", body).await;
    assert_eq!(answer.headers["cache-control"], "no-store");
    let now = world.now().as_secs();
    let data = answer.data();
    assert_eq!(data["permissionToken"]["expiresAt"], now + 600);
    assert_eq!(data["refreshToken"]["expiresAt"], now + 30 * 86_400);
    let claims = claims(&Pair::of(&answer).permission);
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
async fn every_token_has_an_id_of_its_own() {
    let world = World::new().await;
    let (first, second) = (
        world.merchant_pair(&["read"]).await,
        world.merchant_pair(&["read"]).await,
    );
    assert_ne!(claims(&first.permission)["jti"], claims(&second.permission)["jti"]);
    assert_ne!(first.refresh, second.refresh);
}

#[tokio::test]
async fn a_key_that_is_malformed_unknown_or_wrong_is_one_and_the_same() {
    let world = World::new().await;
    let other = world.add_merchant("other", &Permission::ALL);
    let secret = world.merchant_key.strip_prefix("wck_demo_").unwrap();
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
        format!("{} ", world.merchant_key),
        world.merchant_key[..world.merchant_key.len() - 1].to_owned(),
    ] {
        let answer = issue(&world, &wrong, json!(["read"])).await;
        answer.assert_error(401, "invalid_merchant_key", None);
        assert_eq!(answer.headers["www-authenticate"], "Bearer");
    }
}

#[tokio::test]
async fn a_merchant_gets_what_it_is_entitled_to_and_nothing_beyond() {
    let world = World::new().await;
    let key = world.add_merchant("reader", &[Permission::Read]);
    assert!(issue(&world, &key, json!(["read"])).await.status.is_success());
    for (asked, required) in [
        (json!(["register"]), "register"),
        (json!(["read", "register"]), "register"),
        (json!(["assets", "read"]), "assets"),
        (json!(["read", "secret", "assets"]), "secret"),
    ] {
        let answer = issue(&world, &key, asked).await;
        answer.assert_error(403, "insufficient_permission", None);
        assert_eq!(answer.detail("required"), required);
    }
}

#[tokio::test]
async fn a_rotation_of_keys_has_no_gap_and_the_old_one_ends() {
    let world = World::new().await;
    let old = world.merchant_key.clone();
    let new = format!("wck_demo_{}", "N".repeat(43));
    let end = world.now().after(Duration::from_hours(1));
    world.merchants.change("demo", |merchant| {
        merchant.keys[0].expires_at = Some(end);
        merchant.keys.push(key_hash(&new));
    });
    for key in [&old, &new] {
        assert!(issue(&world, key, json!(["read"])).await.status.is_success());
    }
    world.advance(Duration::from_hours(1));
    let late = issue(&world, &old, json!(["read"])).await;
    late.assert_error(401, "invalid_merchant_key", None);
    assert!(issue(&world, &new, json!(["read"])).await.status.is_success());
}

#[tokio::test]
async fn a_disabled_merchant_is_refused_with_all_its_keys() {
    let world = World::new().await;
    world.merchants.change("demo", |merchant| merchant.disabled = true);
    let answer = issue(&world, &world.merchant_key, json!(["read"])).await;
    answer.assert_error(401, "invalid_merchant_key", None);
}

#[tokio::test]
async fn sessions_under_one_token_id_live_side_by_side() {
    let world = World::new().await;
    let mut pairs = Vec::new();
    for _ in 0..3 {
        pairs.push(world.merchant_pair(&["read"]).await);
    }
    for pair in &pairs {
        assert!(world.refresh(&pair.refresh).await.status.is_success());
    }
}

#[tokio::test]
async fn the_order_of_refusals_is_that_of_the_specification() {
    let world = World::new().await;
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
    let refused = |body| async { world.post(path, body).await };
    refused(fix(&[]))
        .await
        .assert_error(400, "invalid_request", Some("tokenId"));
    let with_id = [("tokenId", id.clone())];
    refused(fix(&with_id))
        .await
        .assert_error(400, "invalid_request", Some("permissions"));
    let with_list = [("tokenId", id.clone()), ("permissions", list.clone())];
    refused(fix(&with_list))
        .await
        .assert_error(400, "invalid_request", Some("merchantKey"));
    let with_key = [
        ("tokenId", id.clone()),
        ("permissions", list.clone()),
        ("merchantKey", key.clone()),
    ];
    refused(fix(&with_key))
        .await
        .assert_error(400, "invalid_request", Some("payload"));
    let with_all = [
        ("tokenId", id),
        ("permissions", list),
        ("merchantKey", key),
        ("payload", Value::Null),
    ];
    refused(fix(&with_all))
        .await
        .assert_error(401, "invalid_merchant_key", None);
}
