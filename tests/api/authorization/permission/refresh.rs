//! POST /api/permission/refresh

use crate::authorization::fixture::{Fixture, Pair, key_hash, token_id};
use crate::authorization::forge::claims;
use crate::support::client::{TestResponse, call};
use axum::http::Method;
use serde_json::json;
use std::time::Duration;
use wallet_core::auth::Permission;

const DAY: Duration = Duration::from_hours(24);

async fn next(fixture: &Fixture, pair: &Pair) -> Pair {
    Pair::of(&fixture.refresh(&pair.refresh).await)
}

/// Checks that the session continues with this token.
async fn assert_alive(fixture: &Fixture, pair: &Pair) {
    let response = fixture.refresh(&pair.refresh).await;
    assert!(response.status.is_success(), "{}", response.text);
}

async fn assert_ended(fixture: &Fixture, pair: &Pair) {
    Fixture::assert_rejected(&fixture.refresh(&pair.refresh).await);
}

#[tokio::test]
async fn refresh_returns_a_new_pair_with_the_same_permissions() {
    let fixture = Fixture::new().await;
    let first = fixture.merchant_pair(&["register", "read"]).await;
    fixture.advance(DAY);
    let response = fixture.refresh(&first.refresh).await;
    let now = fixture.now().as_secs();
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
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let of_account = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    for pair in [of_account, fixture.merchant_pair(&["read"]).await] {
        let calls = (0..20).map(|_| {
            let router = fixture.router.clone();
            let body = json!({ "refreshToken": pair.refresh }).to_string();
            tokio::spawn(async move {
                let path = "/api/permission/refresh";
                let request = crate::authorization::fixture::request(Method::POST, path, None, &body);
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
        // A single generation: the successor is current.
        let successor = Pair {
            permission: String::new(),
            refresh: successors.remove(0),
        };
        let third = next(&fixture, &successor).await;
        assert_alive(&fixture, &third).await;
    }
}

#[tokio::test]
async fn lost_response_can_be_retried_for_thirty_seconds() {
    let fixture = Fixture::new().await;
    let r1 = fixture.merchant_pair(&["read"]).await;
    let r2 = next(&fixture, &r1).await;
    fixture.advance(Duration::from_secs(30));
    assert_eq!(next(&fixture, &r1).await.refresh, r2.refresh);
    assert_eq!(next(&fixture, &r1).await.refresh, r2.refresh);
    assert_alive(&fixture, &r2).await;
}

#[tokio::test]
async fn reuse_after_the_grace_ends_the_session() {
    let fixture = Fixture::new().await;
    let r1 = fixture.merchant_pair(&["read"]).await;
    let other = fixture.merchant_pair(&["read"]).await;
    let r2 = next(&fixture, &r1).await;
    fixture.advance(Duration::from_millis(30_001));
    assert_ended(&fixture, &r1).await;
    assert_ended(&fixture, &r2).await;
    // Only the session of the presented token ends.
    assert_alive(&fixture, &other).await;
}

#[tokio::test]
async fn older_generation_ends_the_session_even_within_the_grace() {
    let fixture = Fixture::new().await;
    let r1 = fixture.merchant_pair(&["read"]).await;
    let r2 = next(&fixture, &r1).await;
    let r3 = next(&fixture, &r2).await;
    assert_ended(&fixture, &r1).await;
    assert_ended(&fixture, &r2).await;
    assert_ended(&fixture, &r3).await;
}

#[tokio::test]
async fn reuse_in_one_session_does_not_end_other_sessions() {
    let fixture = Fixture::new().await;
    let security = fixture.register("alice").await;
    let stolen = Pair::of(&fixture.issue(&security, &token_id(1)).await);
    let other = Pair::of(&fixture.issue(&security, &token_id(2)).await);
    let successor = next(&fixture, &stolen).await;
    fixture.advance(Duration::from_mins(1));
    assert_ended(&fixture, &stolen).await;
    assert_ended(&fixture, &successor).await;
    assert_alive(&fixture, &other).await;
}

#[tokio::test]
async fn forged_token_ends_no_session() {
    let fixture = Fixture::new().await;
    let pair = fixture.merchant_pair(&["read"]).await;
    let (head, body) = pair.refresh.rsplit_once('.').unwrap();
    for index in (0..body.len()).step_by(5) {
        let mut bytes = body.as_bytes().to_vec();
        bytes[index] = if bytes[index] == b'A' { b'B' } else { b'A' };
        let forged = format!("{head}.{}", String::from_utf8(bytes).unwrap());
        Fixture::assert_rejected(&fixture.refresh(&forged).await);
    }
    assert_alive(&fixture, &pair).await;
}

#[tokio::test]
async fn invalid_refresh_tokens_are_rejected() {
    let fixture = Fixture::new().await;
    let pair = fixture.merchant_pair(&["read"]).await;
    for wrong in [
        "",
        "x",
        "wcr1",
        "wcr1..",
        "wcr1.a.b",
        &pair.refresh[1..],
        &format!("{}.", pair.refresh),
    ] {
        Fixture::assert_rejected(&fixture.refresh(wrong).await);
    }
    // A token of a service with different keys.
    let foreign = Fixture::new().await.merchant_pair(&["read"]).await;
    assert_ended(&fixture, &foreign).await;
    assert_alive(&fixture, &pair).await;
}

#[tokio::test]
async fn session_ends_thirty_days_after_its_last_use() {
    let fixture = Fixture::new().await;
    let (used, idle) = (
        fixture.merchant_pair(&["read"]).await,
        fixture.merchant_pair(&["read"]).await,
    );
    fixture.advance(DAY * 29 + Duration::from_millis(86_399_999));
    let used = next(&fixture, &used).await;
    fixture.advance(Duration::from_millis(1));
    // The item is still in the table: the emulator does not expire items.
    assert_ended(&fixture, &idle).await;
    assert_alive(&fixture, &used).await;
}

#[tokio::test]
async fn session_ends_ninety_days_after_its_first_issue() {
    let fixture = Fixture::new().await;
    let started = fixture.now().as_secs();
    let mut pair = fixture.merchant_pair(&["read"]).await;
    for _ in 0..4 {
        fixture.advance(DAY * 20);
        pair = next(&fixture, &pair).await;
    }
    let last = fixture.refresh(&pair.refresh).await;
    assert_eq!(last.data()["refreshToken"]["expiresAt"], started + 90 * 86_400);
    let last = Pair::of(&last);
    fixture.advance(DAY * 10);
    assert_ended(&fixture, &last).await;
}

#[tokio::test]
async fn spent_token_of_an_expired_session_is_rejected_even_within_the_grace() {
    let fixture = Fixture::new().await;
    let mut pair = fixture.merchant_pair(&["read"]).await;
    for _ in 0..3 {
        fixture.advance(DAY * 29);
        pair = next(&fixture, &pair).await;
    }
    fixture.advance(DAY * 2 + Duration::from_secs(86_390));
    let spent = pair.clone();
    next(&fixture, &spent).await;
    fixture.advance(Duration::from_secs(10));
    assert_ended(&fixture, &spent).await;
}

#[tokio::test]
async fn merchant_session_ends_with_its_key() {
    let fixture = Fixture::new().await;
    let old = fixture.merchant_pair(&["read"]).await;
    let new_key = format!("wck_demo_{}", "N".repeat(43));
    fixture
        .merchants
        .change("demo", |merchant| merchant.keys.push(key_hash(&new_key)));
    let old = next(&fixture, &old).await;
    let body = json!({ "tokenId": token_id(1), "permissions": ["read"], "merchantKey": new_key });
    let new = Pair::of(&fixture.post("/api/permission/issue-by-key", body).await);
    fixture.merchants.change("demo", |merchant| {
        merchant.keys.remove(0);
    });
    assert_ended(&fixture, &old).await;
    assert_alive(&fixture, &new).await;
}

#[tokio::test]
async fn disabled_or_removed_merchants_or_lost_permissions_prevent_refresh() {
    for change in [
        (|fixture: &Fixture| fixture.merchants.change("demo", |merchant| merchant.disabled = true)) as fn(&Fixture),
        |fixture| fixture.merchants.remove("demo"),
        |fixture| {
            fixture.merchants.change("demo", |merchant| {
                merchant.permissions = vec![Permission::Register];
            });
        },
    ] {
        let fixture = Fixture::new().await;
        let pair = fixture.merchant_pair(&["read"]).await;
        change(&fixture);
        assert_ended(&fixture, &pair).await;
    }
}

#[tokio::test]
async fn all_rejections_are_identical() {
    let fixture = Fixture::new().await;
    let pair = fixture.merchant_pair(&["read"]).await;
    let r2 = next(&fixture, &pair).await;
    fixture.advance(Duration::from_mins(1));
    let without_id = |response: &TestResponse| response.json["error"].clone();
    let reused = without_id(&fixture.refresh(&pair.refresh).await);
    let ended = without_id(&fixture.refresh(&r2.refresh).await);
    let malformed = without_id(&fixture.refresh("x").await);
    assert_eq!(reused, ended);
    assert_eq!(reused, malformed);
}
