//! Reads, if the first upstream or both fail.

use super::world::{SIGNED, World, btc, node, refusal, retry_after, soon, unspent};
use crate::support::{Reply, closed_port};
use futures::future::join_all;
use serde_json::json;
use std::time::Duration;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_core::ports::upstream::UpstreamError;

const OUTPUTS: &str = "/api/v2/utxo/";

/// Returns the faults of an upstream.
fn faults() -> Vec<Reply> {
    vec![
        Reply::Hang,
        Reply::Reset,
        Reply::Drip(Duration::from_millis(50)),
        Reply::Flood,
        Reply::Raw(b"not HTTP\r\n\r\n".to_vec()),
        Reply::json(500, "{}"),
        Reply::json(429, "{}"),
        Reply::json(503, "{}"),
        Reply::json(504, "{}"),
        Reply::json(302, "{}").with_header("Location: http://169.254.169.254/"),
        Reply::text(200, "text/html", "<html>"),
        Reply::ok("[{}]"),
        Reply::ok("[1"),
    ]
}

#[tokio::test]
async fn second_upstream_is_used_after_any_fault_of_the_first() {
    for fault in faults() {
        let world = World::new().await;
        world.first.answers_all(&fault);
        assert_eq!(world.unspent().await, Ok(Vec::new()), "{fault:?}");
        assert_eq!(world.second.asked(OUTPUTS).len(), 1);
    }
    let world = World::new().await;
    let setting = format!("blockbook+{}, blockbook+{}", closed_port(), world.second.stub.url);
    assert_eq!(unspent(&node(&setting)).await, Ok(Vec::new()));
}

#[tokio::test]
async fn next_upstream_is_used_after_an_implausible_fee_rate() {
    let world = World::new().await;
    world
        .first
        .answers("/api/v2/estimatefee/", Reply::ok(r#"{"result":"21000000"}"#));
    assert_eq!(world.fee_estimates().await.expect("the second's").slow, Some(2000));
}

#[tokio::test]
async fn repeatedly_failing_upstream_is_backed_off() {
    let world = World::new().await;
    world.first.answers_all(&Reply::Reset);
    for _ in 0..12 {
        assert_eq!(world.unspent().await, Ok(Vec::new()));
    }
    assert_eq!(world.first.asked(OUTPUTS).len(), 5);
    assert_eq!(world.second.asked(OUTPUTS).len(), 12);
}

#[tokio::test]
async fn backed_off_upstreams_yield_503_without_a_request() {
    let world = World::new().await;
    world.first.answers_all(&Reply::json(500, "{}"));
    world.second.answers_all(&Reply::json(500, "{}"));
    for _ in 0..5 {
        let result = world.unspent().await;
        assert!(matches!(result, Err(UpstreamError::Unusable { .. })), "{result:?}");
    }
    let wait = retry_after(world.unspent().await).expect("the delay until the next attempt");
    assert!((1..=10).contains(&wait), "{wait}");
    assert_eq!(
        (world.first.asked(OUTPUTS).len(), world.second.asked(OUTPUTS).len()),
        (5, 5)
    );
}

#[tokio::test]
async fn retry_after_of_an_upstream_is_respected() {
    let world = World::new().await;
    let limited = |seconds: u32| Reply::json(429, "{}").with_header(&format!("Retry-After: {seconds}"));
    world.first.answers(OUTPUTS, limited(30));
    for _ in 0..3 {
        assert_eq!(world.unspent().await, Ok(Vec::new()));
    }
    assert_eq!(
        world
            .first
            .asked("")
            .iter()
            .filter(|request| request.path.contains(OUTPUTS))
            .count(),
        1
    );
    world.second.answers(OUTPUTS, limited(20));
    for _ in 0..2 {
        let wait = retry_after(world.unspent().await).expect("the shorter delay");
        assert!((18..=20).contains(&wait), "{wait}");
    }
    assert_eq!(world.second.asked(OUTPUTS).len(), 4);
}

#[tokio::test]
async fn timeouts_of_all_are_504_after_attempts_at_both() {
    let world = World::new().await;
    world.first.answers_all(&Reply::Hang);
    world.second.answers_all(&Reply::Hang);
    assert_eq!(world.unspent().await, Err(UpstreamError::Timeout));
    let attempts = world.first.asked(OUTPUTS).len() + world.second.asked(OUTPUTS).len();
    assert_eq!((attempts, world.second.asked(OUTPUTS).len()), (3, 1));
}

#[tokio::test]
async fn concurrent_fee_requests_share_one_upstream_request() {
    let world = World::new().await;
    let results = join_all((0..20).map(|_| world.fee_estimates())).await;
    assert!(results.iter().all(Result::is_ok));
    assert!(world.fee_estimates().await.is_ok());
    assert_eq!(
        world.first.asked("/api/v2/estimatefee/").len(),
        3,
        "one for each target"
    );
    // A failure is shared, but not cached.
    let world = World::new().await;
    world.first.answers_all(&Reply::ok("{}"));
    world.second.answers_all(&Reply::ok("{}"));
    let results = join_all((0..20).map(|_| world.fee_estimates())).await;
    assert!(
        results
            .iter()
            .all(|result| matches!(result, Err(UpstreamError::Unusable { .. })))
    );
    assert!(world.first.asked("/api/v2/estimatefee/").len() <= 3);
    world
        .first
        .answers("/api/v2/estimatefee/", Reply::ok(r#"{"result":"0.00002000"}"#));
    assert!(world.fee_estimates().await.is_ok());
}

#[tokio::test]
async fn transaction_unknown_to_one_index_is_requested_from_the_other() {
    let known = Reply::ok(json!({ "hex": SIGNED }).to_string());
    let world = World::new().await;
    world.second.answers("/api/v2/tx/", known);
    let bytes = world
        .raw_transaction()
        .await
        .expect("a response")
        .expect("the second's");
    assert_eq!(hex::encode(bytes), SIGNED);
}

#[tokio::test]
async fn parent_is_unknown_only_if_all_upstreams_agree() {
    let world = World::new().await;
    assert_eq!(world.raw_transaction().await, Ok(None));
    for (first, second) in [
        (refusal("Transaction not found"), Reply::json(500, "{}")),
        (Reply::json(500, "{}"), refusal("Transaction not found")),
    ] {
        let world = World::new().await;
        world.first.answers("/api/v2/tx/", first);
        world.second.answers("/api/v2/tx/", second);
        let result = world.raw_transaction().await;
        assert!(matches!(result, Err(UpstreamError::Unusable { .. })), "{result:?}");
        let txid = super::world::SIGNED_ID.parse().expect("a txid");
        let status = world.node.transaction_status(btc(), txid, soon()).await;
        assert_eq!(status, Ok(None), "a status request can be repeated");
    }
}
