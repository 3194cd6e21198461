//! Broadcasts, if the first upstream or both fail.

use super::world::{SIGNED, SIGNED_ID, World, refusal, retry_after, status};
use crate::support::Reply;
use serde_json::json;
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};

const SUBMIT: &str = "/api/v2/sendtx/";

fn accepts() -> Reply {
    Reply::ok(json!({ "result": SIGNED_ID }).to_string())
}

#[tokio::test]
async fn second_upstream_gets_the_same_bytes_after_an_unresolved_submission() {
    for fault in [
        Reply::Hang,
        Reply::Reset,
        Reply::json(500, "{}"),
        Reply::json(429, "{}"),
        Reply::json(503, "{}"),
        Reply::text(200, "text/html", "<html>"),
        Reply::ok(json!({ "result": "00".repeat(32) }).to_string()),
    ] {
        let world = World::new().await;
        world.first.answers(SUBMIT, fault.clone());
        world.second.answers(SUBMIT, accepts());
        assert_eq!(world.send().await, Ok(BroadcastOutcome::Accepted), "{fault:?}");
        for server in [&world.first, &world.second] {
            let sent: Vec<_> = server.asked(SUBMIT).into_iter().map(|request| request.body).collect();
            assert_eq!(sent, [SIGNED], "{fault:?}: once to each");
        }
    }
}

#[tokio::test]
async fn rejection_or_different_txid_after_a_timeout_is_unknown() {
    for later in [
        refusal("-26: txn-mempool-conflict"),
        Reply::ok(json!({ "result": "00".repeat(32) }).to_string()),
        Reply::Reset,
    ] {
        let world = World::new().await;
        world.first.answers(SUBMIT, Reply::Hang);
        world.second.answers(SUBMIT, later.clone());
        assert_eq!(world.send().await, Ok(BroadcastOutcome::Unknown), "{later:?}");
    }
}

#[tokio::test]
async fn rejection_by_the_first_is_final() {
    let world = World::new().await;
    world.first.answers(SUBMIT, refusal("-26: dust"));
    world.second.answers(SUBMIT, accepts());
    assert_eq!(world.send().await, Ok(BroadcastOutcome::Rejected(RejectReason::Dust)));
    assert!(world.second.asked(SUBMIT).is_empty());
}

#[tokio::test]
async fn backed_off_upstream_is_skipped() {
    let world = World::new().await;
    let limited = Reply::json(429, "{}").with_header("Retry-After: 30");
    world.first.answers("/api/v2/utxo/", limited.clone());
    assert_eq!(world.unspent().await, Ok(Vec::new()));
    world.second.answers(SUBMIT, accepts());
    assert_eq!(world.send().await, Ok(BroadcastOutcome::Accepted));
    assert!(world.first.asked(SUBMIT).is_empty());
    // Both are backed off: nothing is sent.
    world.second.answers("/api/v2/utxo/", limited);
    assert!(world.unspent().await.is_err());
    let wait = retry_after(world.send().await).expect("the remaining delay");
    assert!((28..=30).contains(&wait), "{wait}");
    assert_eq!(world.second.asked(SUBMIT).len(), 1);
}

#[tokio::test]
async fn upstream_with_an_open_breaker_is_tried_last() {
    let world = World::new().await;
    world.first.answers_all(&Reply::Reset);
    for _ in 0..5 {
        assert_eq!(world.unspent().await, Ok(Vec::new()));
    }
    world.second.answers(SUBMIT, accepts());
    assert_eq!(world.send().await, Ok(BroadcastOutcome::Accepted));
    assert!(world.first.asked(SUBMIT).is_empty());
    world.second.answers(SUBMIT, Reply::json(503, "{}"));
    world.first.answers(SUBMIT, accepts());
    assert_eq!(world.send().await, Ok(BroadcastOutcome::Accepted));
    assert_eq!(world.first.asked(SUBMIT).len(), 1);
}

#[tokio::test]
async fn lagging_index_gets_no_transaction() {
    let world = World::new().await;
    world
        .first
        .answers("/api/status", status(true, 700, "2023-11-14T22:00:00Z"));
    assert_eq!(world.unspent().await, Ok(Vec::new()));
    world.first.answers(SUBMIT, refusal("-25: Missing inputs"));
    world.second.answers(SUBMIT, Reply::json(503, "{}"));
    let outcome = world.send().await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
    assert!(world.first.asked(SUBMIT).is_empty());
}

#[tokio::test]
async fn ambiguous_rejection_is_looked_up_at_both() {
    let world = World::new().await;
    world
        .first
        .answers(SUBMIT, refusal("-25: bad-txns-inputs-missingorspent"));
    assert_eq!(
        world.send().await,
        Ok(BroadcastOutcome::Rejected(RejectReason::MissingInputs))
    );
    world
        .second
        .answers("/api/v2/tx/", Reply::ok(json!({ "hex": SIGNED }).to_string()));
    assert_eq!(world.send().await, Ok(BroadcastOutcome::Accepted));
    assert!(world.second.asked(SUBMIT).is_empty());
}
