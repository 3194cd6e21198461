//! Reads, if the first upstream or both fail.

use super::fixture::{Fixture, SIGNED, btc, node, rejection, retry_after, soon, unspent};
use futures::future::join_all;
use serde_json::json;
use std::time::Duration;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::stub::{Reply, closed_port};

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

#[tokio::test(start_paused = true)]
async fn second_upstream_is_used_after_any_fault_of_the_first() {
    for fault in faults() {
        let fixture = Fixture::new().await;
        fixture.first.set_all_replies(&fault);
        assert_eq!(fixture.unspent().await, Ok(Vec::new()), "{fault:?}");
        assert_eq!(fixture.second.requests_for(OUTPUTS).len(), 1);
    }
    let fixture = Fixture::new().await;
    let setting = format!("blockbook+{}, blockbook+{}", closed_port(), fixture.second.stub.url);
    assert_eq!(unspent(&node(&setting)).await, Ok(Vec::new()));
}

#[tokio::test(start_paused = true)]
async fn next_upstream_is_used_after_an_implausible_fee_rate() {
    let fixture = Fixture::new().await;
    fixture
        .first
        .set_reply("/api/v2/estimatefee/", Reply::ok(r#"{"result":"21000000"}"#));
    assert_eq!(fixture.fee_estimates().await.expect("the second's").slow, Some(2000));
}

#[tokio::test(start_paused = true)]
async fn repeatedly_failing_upstream_is_backed_off() {
    let fixture = Fixture::new().await;
    fixture.first.set_all_replies(&Reply::Reset);
    for _ in 0..12 {
        assert_eq!(fixture.unspent().await, Ok(Vec::new()));
    }
    assert_eq!(fixture.first.requests_for(OUTPUTS).len(), 5);
    assert_eq!(fixture.second.requests_for(OUTPUTS).len(), 12);
}

#[tokio::test(start_paused = true)]
async fn backed_off_upstreams_yield_503_without_a_request() {
    let fixture = Fixture::new().await;
    fixture.first.set_all_replies(&Reply::json(500, "{}"));
    fixture.second.set_all_replies(&Reply::json(500, "{}"));
    for _ in 0..5 {
        let result = fixture.unspent().await;
        assert!(matches!(result, Err(UpstreamError::Unusable { .. })), "{result:?}");
    }
    let wait = retry_after(fixture.unspent().await).expect("the delay until the next attempt");
    assert!((1..=10).contains(&wait), "{wait}");
    assert_eq!(
        (
            fixture.first.requests_for(OUTPUTS).len(),
            fixture.second.requests_for(OUTPUTS).len()
        ),
        (5, 5)
    );
}

#[tokio::test(start_paused = true)]
async fn retry_after_of_an_upstream_is_respected() {
    let fixture = Fixture::new().await;
    let limited = |seconds: u32| Reply::json(429, "{}").with_header(&format!("Retry-After: {seconds}"));
    fixture.first.set_reply(OUTPUTS, limited(30));
    for _ in 0..3 {
        assert_eq!(fixture.unspent().await, Ok(Vec::new()));
    }
    assert_eq!(
        fixture
            .first
            .requests_for("")
            .iter()
            .filter(|request| request.path.contains(OUTPUTS))
            .count(),
        1
    );
    fixture.second.set_reply(OUTPUTS, limited(20));
    for _ in 0..2 {
        let wait = retry_after(fixture.unspent().await).expect("the shorter delay");
        assert!((18..=20).contains(&wait), "{wait}");
    }
    assert_eq!(fixture.second.requests_for(OUTPUTS).len(), 4);
}

#[tokio::test(start_paused = true)]
async fn timeouts_of_all_are_504_after_attempts_at_both() {
    let fixture = Fixture::new().await;
    fixture.first.set_all_replies(&Reply::Hang);
    fixture.second.set_all_replies(&Reply::Hang);
    assert_eq!(fixture.unspent().await, Err(UpstreamError::Timeout));
    let attempts = fixture.first.requests_for(OUTPUTS).len() + fixture.second.requests_for(OUTPUTS).len();
    assert_eq!((attempts, fixture.second.requests_for(OUTPUTS).len()), (3, 1));
}

#[tokio::test(start_paused = true)]
async fn concurrent_fee_requests_share_one_upstream_request() {
    let fixture = Fixture::new().await;
    let results = join_all((0..20).map(|_| fixture.fee_estimates())).await;
    assert!(results.iter().all(Result::is_ok));
    assert!(fixture.fee_estimates().await.is_ok());
    assert_eq!(
        fixture.first.requests_for("/api/v2/estimatefee/").len(),
        3,
        "one for each target"
    );
    // A failure is shared, but not cached.
    let fixture = Fixture::new().await;
    fixture.first.set_all_replies(&Reply::ok("{}"));
    fixture.second.set_all_replies(&Reply::ok("{}"));
    let results = join_all((0..20).map(|_| fixture.fee_estimates())).await;
    assert!(
        results
            .iter()
            .all(|result| matches!(result, Err(UpstreamError::Unusable { .. })))
    );
    assert!(fixture.first.requests_for("/api/v2/estimatefee/").len() <= 3);
    fixture
        .first
        .set_reply("/api/v2/estimatefee/", Reply::ok(r#"{"result":"0.00002000"}"#));
    assert!(fixture.fee_estimates().await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn transaction_unknown_to_one_index_is_requested_from_the_other() {
    let known = Reply::ok(json!({ "hex": SIGNED }).to_string());
    let fixture = Fixture::new().await;
    fixture.second.set_reply("/api/v2/tx/", known);
    let bytes = fixture
        .raw_transaction()
        .await
        .expect("a response")
        .expect("the second's");
    assert_eq!(hex::encode(bytes), SIGNED);
}

#[tokio::test(start_paused = true)]
async fn parent_is_unknown_only_if_all_upstreams_agree() {
    let fixture = Fixture::new().await;
    assert_eq!(fixture.raw_transaction().await, Ok(None));
    for (first, second) in [
        (rejection("Transaction not found"), Reply::json(500, "{}")),
        (Reply::json(500, "{}"), rejection("Transaction not found")),
    ] {
        let fixture = Fixture::new().await;
        fixture.first.set_reply("/api/v2/tx/", first);
        fixture.second.set_reply("/api/v2/tx/", second);
        let result = fixture.raw_transaction().await;
        assert!(matches!(result, Err(UpstreamError::Unusable { .. })), "{result:?}");
        let txid = super::fixture::SIGNED_ID.parse().expect("a txid");
        let status = fixture.node.transaction_status(btc(), txid, &[], soon()).await;
        assert_eq!(status, Ok(None), "a status request can be repeated");
    }
}
