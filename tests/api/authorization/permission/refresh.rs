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

/// The session goes on with this token.
async fn assert_alive(world: &World, pair: &Pair) {
    let answer = world.refresh(&pair.refresh).await;
    assert!(answer.status.is_success(), "{}", answer.text);
}

async fn assert_dead(world: &World, pair: &Pair) {
    World::assert_refused(&world.refresh(&pair.refresh).await);
}

#[tokio::test]
async fn a_refresh_gives_a_new_pair_with_the_same_permissions() {
    let world = World::new().await;
    let first = world.merchant_pair(&["register", "read"]).await;
    world.advance(DAY);
    let answer = world.refresh(&first.refresh).await;
    let now = world.now().as_secs();
    assert_eq!(answer.data()["permissionToken"]["expiresAt"], now + 600);
    assert_eq!(answer.data()["refreshToken"]["expiresAt"], now + 30 * 86_400);
    let second = Pair::of(&answer);
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
        for answer in calls {
            successors.push(Pair::of(&answer.await.unwrap()).refresh);
        }
        successors.dedup();
        assert_eq!(successors.len(), 1);
        // One generation and no more: the successor is current.
        let successor = Pair {
            permission: String::new(),
            refresh: successors.remove(0),
        };
        let third = next(&world, &successor).await;
        assert_alive(&world, &third).await;
    }
}

#[tokio::test]
async fn a_lost_answer_is_harmless_for_thirty_seconds() {
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
    assert_dead(&world, &r1).await;
    assert_dead(&world, &r2).await;
    // Only the session of the presented token.
    assert_alive(&world, &other).await;
}

#[tokio::test]
async fn an_older_generation_ends_the_session_also_within_the_grace() {
    let world = World::new().await;
    let r1 = world.merchant_pair(&["read"]).await;
    let r2 = next(&world, &r1).await;
    let r3 = next(&world, &r2).await;
    assert_dead(&world, &r1).await;
    assert_dead(&world, &r2).await;
    assert_dead(&world, &r3).await;
}

#[tokio::test]
async fn reuse_in_one_session_of_an_account_leaves_its_others_alone() {
    let world = World::new().await;
    let security = world.register("alice").await;
    let stolen = Pair::of(&world.issue(&security, &token_id(1)).await);
    let other = Pair::of(&world.issue(&security, &token_id(2)).await);
    let successor = next(&world, &stolen).await;
    world.advance(Duration::from_mins(1));
    assert_dead(&world, &stolen).await;
    assert_dead(&world, &successor).await;
    assert_alive(&world, &other).await;
}

#[tokio::test]
async fn a_forged_token_ends_nothing() {
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
async fn texts_that_are_no_refresh_tokens_are_refused() {
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
    // Of a service with other keys.
    let foreign = World::new().await.merchant_pair(&["read"]).await;
    assert_dead(&world, &foreign).await;
    assert_alive(&world, &pair).await;
}

#[tokio::test]
async fn a_session_ends_thirty_days_after_its_last_use() {
    let world = World::new().await;
    let (used, idle) = (
        world.merchant_pair(&["read"]).await,
        world.merchant_pair(&["read"]).await,
    );
    world.advance(DAY * 29 + Duration::from_millis(86_399_999));
    let used = next(&world, &used).await;
    world.advance(Duration::from_millis(1));
    // The item is still in the table: nothing sweeps it here.
    assert_dead(&world, &idle).await;
    assert_alive(&world, &used).await;
}

#[tokio::test]
async fn a_session_ends_ninety_days_after_its_first_issue() {
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
    assert_dead(&world, &last).await;
}

#[tokio::test]
async fn a_spent_token_of_an_expired_session_is_refused_within_the_grace_too() {
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
    assert_dead(&world, &spent).await;
}

#[tokio::test]
async fn a_merchants_session_ends_with_the_key_that_opened_it() {
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
    assert_dead(&world, &old).await;
    assert_alive(&world, &new).await;
}

#[tokio::test]
async fn a_merchant_that_is_disabled_gone_or_loses_a_permission_gets_no_new_tokens() {
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
        assert_dead(&world, &pair).await;
    }
}

#[tokio::test]
async fn every_refusal_looks_the_same() {
    let world = World::new().await;
    let pair = world.merchant_pair(&["read"]).await;
    let r2 = next(&world, &pair).await;
    world.advance(Duration::from_mins(1));
    let without_id = |answer: &Answer| answer.json["error"].clone();
    let reused = without_id(&world.refresh(&pair.refresh).await);
    let ended = without_id(&world.refresh(&r2.refresh).await);
    let malformed = without_id(&world.refresh("x").await);
    assert_eq!(reused, ended);
    assert_eq!(reused, malformed);
}
