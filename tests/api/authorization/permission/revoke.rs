//! POST /api/permission/revoke

use crate::authorization::world::{Pair, World, token_id};
use crate::support::client::Answer;
use serde_json::json;

async fn revoke(world: &World, token: &str) -> Answer {
    world
        .post("/api/permission/revoke", json!({ "refreshToken": token }))
        .await
}

#[tokio::test]
async fn revoked_session_ends_and_revocation_is_idempotent() {
    let world = World::new().await;
    let pair = world.merchant_pair(&["read"]).await;
    let other = world.merchant_pair(&["read"]).await;
    for _ in 0..2 {
        assert_eq!(*revoke(&world, &pair.refresh).await.data(), json!({}));
    }
    World::assert_refused(&world.refresh(&pair.refresh).await);
    assert!(world.refresh(&other.refresh).await.status.is_success());
}

#[tokio::test]
async fn spent_token_revokes_its_session_too() {
    let world = World::new().await;
    let security = world.register("alice").await;
    let r1 = Pair::of(&world.issue(&security, &token_id(1)).await);
    let r2 = Pair::of(&world.refresh(&r1.refresh).await);
    assert_eq!(*revoke(&world, &r1.refresh).await.data(), json!({}));
    World::assert_refused(&world.refresh(&r2.refresh).await);
}

#[tokio::test]
async fn forged_token_ends_no_session() {
    let world = World::new().await;
    let pair = world.merchant_pair(&["read"]).await;
    let forged = format!("{}AAAA", &pair.refresh[..pair.refresh.len() - 4]);
    for wrong in [forged.as_str(), "", "x", &pair.permission] {
        World::assert_refused(&revoke(&world, wrong).await);
    }
    assert!(world.refresh(&pair.refresh).await.status.is_success());
}
