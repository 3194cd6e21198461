//! POST /api/permission/refresh

use crate::authorization::forge::claims;
use crate::authorization::world::{Pair, World, key_hash, token_id};
use crate::support::client::{Answer, call};
use axum::http::Method;
use serde_json::json;
use std::time::Duration;
use wallet_core::auth::Permission;

const DAY: Duration = Duration::from_hours(24);

async fn next(world: &World, pair: &Pair) -> Pair {
    Pair::of(&world.refresh(&pair.refresh).await)
}

/// Checks that the session continues with this token.
async fn assert_alive(world: &World, pair: &Pair) {
    let response = world.refresh(&pair.refresh).await;
    assert!(response.status.is_success(), "{}", response.text);
}

async fn assert_ended(world: &World, pair: &Pair) {
    World::assert_refused(&world.refresh(&pair.refresh).await);
}

#[tokio::test]
async fn refresh_returns_a_new_pair_with_the_same_permissions() {
    let world = World::new().await;
    let first = world.merchant_pair(&["register", "read"]).await;
    world.advance(DAY);
    let response = world.refresh(&first.refresh).await;
    let now = world.now().as_secs();
    assert_eq!(response.data()["permissionToken"]["expiresAt"], now + 600);
    assert_eq!(response.data()["refreshToken"]["expiresAt"], now + 30 * 86_400);
    let second = Pair::of(&response);
    assert_ne!(second.refresh, first.refresh);
    let (before, after) = (claims(&first.permission), claims(&second.permission));
    for same in ["iss", "aud", "sub", "sid", "scope"] {
        assert_eq!(before[same], after[same], "{same}");
    }
    assert_ne!(before["jti"], after["jti"]);
}

#[tokio::test]
async fn twenty_parallel_refreshes_get_one_identical_successor() {
    let world = World::new().await;
    let security = world.register("alice").await;
    let of_account = Pair::of(&world.issue(&security, &token_id(1)).await);
    for pair in [of_account, world.merchant_pair(&["read"]).await] {
        let calls = (0..20).map(|_| {
            let router = world.router.clone();
            let body = json!({ "refreshToken": pair.refresh }).to_string();
            tokio::spawn(async move {
                let path = "/api/permission/refresh";
                let request = crate::authorization::world::request(Method::POST, path, None, &body);
                call(&router, request).await
            })
        });
        let calls: Vec<_> = calls.collect();
        let mut successors = Vec::new();
        for response in calls {
            successors.push(Pair::of(&response.await.unwrap()).refresh);
        }
        successors.dedup();
        assert_eq!(successors.len(), 1);
        // Exactly one generation: the successor is current.
        let successor = Pair {
            permission: String::new(),
            refresh: successors.remove(0),
        };
        let third = next(&world, &successor).await;
        assert_alive(&world, &third).await;
    }
}

#[tokio::test]
async fn lost_response_can_be_retried_for_thirty_seconds() {
    let world = World::new().await;
    let r1 = world.merchant_pair(&["read"]).await;
    let r2 = next(&world, &r1).await;
    world.advance(Duration::from_secs(30));
    assert_eq!(next(&world, &r1).await.refresh, r2.refresh);
    assert_eq!(next(&world, &r1).await.refresh, r2.refresh);
    assert_alive(&world, &r2).await;
}

#[tokio::test]
async fn reuse_after_the_grace_ends_the_session() {
    let world = World::new().await;
    let r1 = world.merchant_pair(&["read"]).await;
    let other = world.merchant_pair(&["read"]).await;
    let r2 = next(&world, &r1).await;
    world.advance(Duration::from_millis(30_001));
    assert_ended(&world, &r1).await;
    assert_ended(&world, &r2).await;
    // Only the session of the presented token ends.
    assert_alive(&world, &other).await;
}

#[tokio::test]
async fn older_generation_ends_the_session_even_within_the_grace() {
    let world = World::new().await;
    let r1 = world.merchant_pair(&["read"]).await;
    let r2 = next(&world, &r1).await;
    let r3 = next(&world, &r2).await;
    assert_ended(&world, &r1).await;
    assert_ended(&world, &r2).await;
    assert_ended(&world, &r3).await;
}

#[tokio::test]
async fn reuse_in_one_session_does_not_end_other_sessions() {
    let world = World::new().await;
    let security = world.register("alice").await;
    let stolen = Pair::of(&world.issue(&security, &token_id(1)).await);
    let other = Pair::of(&world.issue(&security, &token_id(2)).await);
    let successor = next(&world, &stolen).await;
    world.advance(Duration::from_mins(1));
    assert_ended(&world, &stolen).await;
    assert_ended(&world, &successor).await;
    assert_alive(&world, &other).await;
}

#[tokio::test]
async fn forged_token_ends_no_session() {
    let world = World::new().await;
    let pair = world.merchant_pair(&["read"]).await;
    let (head, body) = pair.refresh.rsplit_once('.').unwrap();
    for index in (0..body.len()).step_by(5) {
        let mut bytes = body.as_bytes().to_vec();
        bytes[index] = if bytes[index] == b'A' { b'B' } else { b'A' };
        let forged = format!("{head}.{}", String::from_utf8(bytes).unwrap());
        World::assert_refused(&world.refresh(&forged).await);
    }
    assert_alive(&world, &pair).await;
}

#[tokio::test]
async fn invalid_refresh_tokens_are_rejected() {
    let world = World::new().await;
    let pair = world.merchant_pair(&["read"]).await;
    for wrong in [
        "",
        "x",
        "wcr1",
        "wcr1..",
        "wcr1.a.b",
        &pair.refresh[1..],
        &format!("{}.", pair.refresh),
    ] {
        World::assert_refused(&world.refresh(wrong).await);
    }
    // A token of a service with other keys.
    let foreign = World::new().await.merchant_pair(&["read"]).await;
    assert_ended(&world, &foreign).await;
    assert_alive(&world, &pair).await;
}

#[tokio::test]
async fn session_ends_thirty_days_after_its_last_use() {
    let world = World::new().await;
    let (used, idle) = (
        world.merchant_pair(&["read"]).await,
        world.merchant_pair(&["read"]).await,
    );
    world.advance(DAY * 29 + Duration::from_millis(86_399_999));
    let used = next(&world, &used).await;
    world.advance(Duration::from_millis(1));
    // The item is still in the table: the emulator does not expire items.
    assert_ended(&world, &idle).await;
    assert_alive(&world, &used).await;
}

#[tokio::test]
async fn session_ends_ninety_days_after_its_first_issue() {
    let world = World::new().await;
    let started = world.now().as_secs();
    let mut pair = world.merchant_pair(&["read"]).await;
    for _ in 0..4 {
        world.advance(DAY * 20);
        pair = next(&world, &pair).await;
    }
    let last = world.refresh(&pair.refresh).await;
    assert_eq!(last.data()["refreshToken"]["expiresAt"], started + 90 * 86_400);
    let last = Pair::of(&last);
    world.advance(DAY * 10);
    assert_ended(&world, &last).await;
}

#[tokio::test]
async fn spent_token_of_an_expired_session_is_rejected_even_within_the_grace() {
    let world = World::new().await;
    let mut pair = world.merchant_pair(&["read"]).await;
    for _ in 0..3 {
        world.advance(DAY * 29);
        pair = next(&world, &pair).await;
    }
    world.advance(DAY * 2 + Duration::from_secs(86_390));
    let spent = pair.clone();
    next(&world, &spent).await;
    world.advance(Duration::from_secs(10));
    assert_ended(&world, &spent).await;
}

#[tokio::test]
async fn merchant_session_ends_with_its_key() {
    let world = World::new().await;
    let old = world.merchant_pair(&["read"]).await;
    let new_key = format!("wck_demo_{}", "N".repeat(43));
    world
        .merchants
        .change("demo", |merchant| merchant.keys.push(key_hash(&new_key)));
    let old = next(&world, &old).await;
    let body = json!({ "tokenId": token_id(1), "permissions": ["read"], "merchantKey": new_key });
    let new = Pair::of(&world.post("/api/permission/issue-by-key", body).await);
    world.merchants.change("demo", |merchant| {
        merchant.keys.remove(0);
    });
    assert_ended(&world, &old).await;
    assert_alive(&world, &new).await;
}

#[tokio::test]
async fn disabled_or_removed_merchants_or_lost_permissions_prevent_refresh() {
    for change in [
        (|world: &World| world.merchants.change("demo", |merchant| merchant.disabled = true)) as fn(&World),
        |world| world.merchants.remove("demo"),
        |world| {
            world.merchants.change("demo", |merchant| {
                merchant.permissions = vec![Permission::Register];
            });
        },
    ] {
        let world = World::new().await;
        let pair = world.merchant_pair(&["read"]).await;
        change(&world);
        assert_ended(&world, &pair).await;
    }
}

#[tokio::test]
async fn all_rejections_are_identical() {
    let world = World::new().await;
    let pair = world.merchant_pair(&["read"]).await;
    let r2 = next(&world, &pair).await;
    world.advance(Duration::from_mins(1));
    let without_id = |response: &Answer| response.json["error"].clone();
    let reused = without_id(&world.refresh(&pair.refresh).await);
    let ended = without_id(&world.refresh(&r2.refresh).await);
    let malformed = without_id(&world.refresh("x").await);
    assert_eq!(reused, ended);
    assert_eq!(reused, malformed);
}
