//! POST /api/permission/revoke

use crate::authorization::fixture::{Fixture, Pair, token_id};
use crate::support::client::TestResponse;
use serde_json::json;

async fn revoke(fixture: &Fixture, token: &str) -> TestResponse {
    fixture
        .post("/api/permission/revoke", json!({ "refreshToken": token }))
        .await
}

#[tokio::test]
async fn revoked_session_ends_and_revocation_is_idempotent() {
    let fixture = Fixture::new().await;
    let pair = fixture.merchant_pair(&["read"]).await;
    let other = fixture.merchant_pair(&["read"]).await;
    for _ in 0..2 {
        assert_eq!(*revoke(&fixture, &pair.refresh).await.data(), json!({}));
    }
    Fixture::assert_rejected(&fixture.refresh(&pair.refresh).await);
    assert!(fixture.refresh(&other.refresh).await.status.is_success());
}

#[tokio::test]
async fn spent_token_revokes_its_session_too() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let r1 = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let r2 = Pair::of(&fixture.refresh(&r1.refresh).await);
    assert_eq!(*revoke(&fixture, &r1.refresh).await.data(), json!({}));
    Fixture::assert_rejected(&fixture.refresh(&r2.refresh).await);
}

#[tokio::test]
async fn forged_token_ends_no_session() {
    let fixture = Fixture::new().await;
    let pair = fixture.merchant_pair(&["read"]).await;
    let forged = format!("{}AAAA", &pair.refresh[..pair.refresh.len() - 4]);
    for wrong in [forged.as_str(), "", "x", &pair.permission] {
        Fixture::assert_rejected(&revoke(&fixture, wrong).await);
    }
    assert!(fixture.refresh(&pair.refresh).await.status.is_success());
}
