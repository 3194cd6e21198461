//! Broadcasts, if the first upstream or both fail.

use super::fixture::{Fixture, SIGNED, SIGNED_ID, rejection, retry_after, status};
use serde_json::json;
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};
use wallet_test_support::stub::Reply;

const SUBMIT: &str = "/api/v2/sendtx/";

fn accepts() -> Reply {
    Reply::ok(json!({ "result": SIGNED_ID }).to_string())
}

#[tokio::test(start_paused = true)]
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
        let fixture = Fixture::new().await;
        fixture.first.set_reply(SUBMIT, fault.clone());
        fixture.second.set_reply(SUBMIT, accepts());
        assert_eq!(fixture.send().await, Ok(BroadcastOutcome::Accepted), "{fault:?}");
        for server in [&fixture.first, &fixture.second] {
            let sent: Vec<_> = server
                .requests_for(SUBMIT)
                .into_iter()
                .map(|request| request.body)
                .collect();
            assert_eq!(sent, [SIGNED], "{fault:?}: once to each");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn rejection_or_different_txid_after_a_timeout_is_unknown() {
    for later in [
        rejection("-26: txn-mempool-conflict"),
        Reply::ok(json!({ "result": "00".repeat(32) }).to_string()),
        Reply::Reset,
    ] {
        let fixture = Fixture::new().await;
        fixture.first.set_reply(SUBMIT, Reply::Hang);
        fixture.second.set_reply(SUBMIT, later.clone());
        assert_eq!(fixture.send().await, Ok(BroadcastOutcome::Unknown), "{later:?}");
    }
}

const DUST: Result<BroadcastOutcome, UpstreamError> = Ok(BroadcastOutcome::Rejected(RejectReason::Dust));

#[tokio::test(start_paused = true)]
async fn rejection_by_the_first_is_confirmed_by_the_second() {
    let fixture = Fixture::new().await;
    fixture.first.set_reply(SUBMIT, rejection("-26: 64: dust"));
    fixture.second.set_reply(SUBMIT, accepts());
    assert_eq!(fixture.send().await, Ok(BroadcastOutcome::Accepted));
    assert_eq!(fixture.second.requests_for(SUBMIT)[0].body, SIGNED);
    fixture.second.set_reply(SUBMIT, rejection("-26: 64: dust"));
    assert_eq!(fixture.send().await, DUST);
    let found = Reply::ok(json!({ "hex": SIGNED }).to_string());
    fixture.second.set_reply("/api/v2/tx/", found);
    assert_eq!(fixture.send().await, Ok(BroadcastOutcome::Accepted));
}

#[tokio::test(start_paused = true)]
async fn rejection_is_final_if_the_second_cannot_be_queried() {
    let fixture = Fixture::new().await;
    fixture.first.set_reply(SUBMIT, rejection("-26: dust"));
    for reply in [
        Reply::json(429, "{}"),
        Reply::json(503, "{}"),
        rejection("-28: Loading block index..."),
    ] {
        fixture.second.set_reply(SUBMIT, reply.clone());
        assert_eq!(fixture.send().await, DUST, "{reply:?}");
    }
    let fixture = Fixture::new().await;
    fixture.first.set_reply(SUBMIT, rejection("-26: dust"));
    fixture.second.set_all_replies(&Reply::Reset);
    assert_eq!(fixture.send().await, Ok(BroadcastOutcome::Unknown));
    for _ in 0..5 {
        let _ = fixture.send().await;
    }
    assert_eq!(fixture.send().await, DUST, "its breaker is open by now");
}

#[tokio::test(start_paused = true)]
async fn reason_of_the_node_itself_is_not_a_rejection() {
    for text in [
        "-26: mempool full",
        "-28: Verifying blocks...",
        "-10: node is in initial block download",
    ] {
        let fixture = Fixture::new().await;
        fixture.first.set_reply(SUBMIT, rejection(text));
        fixture.second.set_reply(SUBMIT, accepts());
        assert_eq!(fixture.send().await, Ok(BroadcastOutcome::Accepted), "{text}");
        fixture.second.set_reply(SUBMIT, rejection(text));
        let outcome = fixture.send().await;
        assert!(
            matches!(outcome, Err(UpstreamError::Unavailable { .. })),
            "{text}: {outcome:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn backed_off_upstream_is_skipped() {
    let fixture = Fixture::new().await;
    let limited = Reply::json(429, "{}").with_header("Retry-After: 30");
    fixture.first.set_reply("/api/v2/utxo/", limited.clone());
    assert_eq!(fixture.unspent().await, Ok(Vec::new()));
    fixture.second.set_reply(SUBMIT, accepts());
    assert_eq!(fixture.send().await, Ok(BroadcastOutcome::Accepted));
    assert!(fixture.first.requests_for(SUBMIT).is_empty());
    // Both are backed off: nothing is sent.
    fixture.second.set_reply("/api/v2/utxo/", limited);
    assert!(fixture.unspent().await.is_err());
    let wait = retry_after(fixture.send().await).expect("the remaining delay");
    assert!((28..=30).contains(&wait), "{wait}");
    assert_eq!(fixture.second.requests_for(SUBMIT).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn upstream_with_an_open_breaker_is_tried_last() {
    let fixture = Fixture::new().await;
    fixture.first.set_all_replies(&Reply::Reset);
    for _ in 0..5 {
        assert_eq!(fixture.unspent().await, Ok(Vec::new()));
    }
    fixture.second.set_reply(SUBMIT, accepts());
    assert_eq!(fixture.send().await, Ok(BroadcastOutcome::Accepted));
    assert!(fixture.first.requests_for(SUBMIT).is_empty());
    fixture.second.set_reply(SUBMIT, Reply::json(503, "{}"));
    fixture.first.set_reply(SUBMIT, accepts());
    assert_eq!(fixture.send().await, Ok(BroadcastOutcome::Accepted));
    assert_eq!(fixture.first.requests_for(SUBMIT).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn lagging_index_gets_no_transaction() {
    let fixture = Fixture::new().await;
    fixture
        .first
        .set_reply("/api/status", status(true, 700, "2023-11-14T20:00:00Z"));
    assert_eq!(fixture.unspent().await, Ok(Vec::new()));
    fixture.first.set_reply(SUBMIT, rejection("-25: Missing inputs"));
    fixture.second.set_reply(SUBMIT, Reply::json(503, "{}"));
    let outcome = fixture.send().await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
    assert!(fixture.first.requests_for(SUBMIT).is_empty());
}

#[tokio::test(start_paused = true)]
async fn ambiguous_rejection_is_looked_up_at_both() {
    let fixture = Fixture::new().await;
    fixture
        .first
        .set_reply(SUBMIT, rejection("-25: bad-txns-inputs-missingorspent"));
    fixture.second.set_reply(SUBMIT, rejection("-25: Missing inputs"));
    assert_eq!(
        fixture.send().await,
        Ok(BroadcastOutcome::Rejected(RejectReason::MissingInputs))
    );
    assert_eq!(fixture.second.requests_for(SUBMIT).len(), 1);
    fixture
        .second
        .set_reply("/api/v2/tx/", Reply::ok(json!({ "hex": SIGNED }).to_string()));
    assert_eq!(fixture.send().await, Ok(BroadcastOutcome::Accepted));
    assert_eq!(
        fixture.second.requests_for(SUBMIT).len(),
        1,
        "found before it is queried"
    );
}
