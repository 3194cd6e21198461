//! Questions, when the first upstream or both fail.

use super::world::{SIGNED, World, btc, node, refusal, retry_after, soon, unspent};
use crate::support::{Reply, closed_port};
use futures::future::join_all;
use serde_json::json;
use std::time::Duration;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_core::ports::upstream::UpstreamError;

const OUTPUTS: &str = "/api/v2/utxo/";

/// What an upstream can do instead of answering.
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
async fn whatever_the_first_does_the_second_answers() {
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
async fn a_price_that_nobody_can_pay_is_asked_of_the_next() {
    let world = World::new().await;
    world
        .first
        .answers("/api/v2/estimatefee/", Reply::ok(r#"{"result":"21000000"}"#));
    assert_eq!(world.fee_estimates().await.expect("the second's").slow, Some(2000));
}

#[tokio::test]
async fn one_that_fails_time_after_time_is_left_alone() {
    let world = World::new().await;
    world.first.answers_all(&Reply::Reset);
    for _ in 0..12 {
        assert_eq!(world.unspent().await, Ok(Vec::new()));
    }
    assert_eq!(world.first.asked(OUTPUTS).len(), 5);
    assert_eq!(world.second.asked(OUTPUTS).len(), 12);
}

#[tokio::test]
async fn when_all_are_left_alone_the_answer_is_503_and_nobody_is_asked() {
    let world = World::new().await;
    world.first.answers_all(&Reply::json(500, "{}"));
    world.second.answers_all(&Reply::json(500, "{}"));
    for _ in 0..5 {
        let answer = world.unspent().await;
        assert!(matches!(answer, Err(UpstreamError::Unusable { .. })), "{answer:?}");
    }
    let wait = retry_after(world.unspent().await).expect("the time until one is tried");
    assert!((1..=10).contains(&wait), "{wait}");
    assert_eq!(
        (world.first.asked(OUTPUTS).len(), world.second.asked(OUTPUTS).len()),
        (5, 5)
    );
}

#[tokio::test]
async fn a_pause_that_an_upstream_asks_for_is_kept() {
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
        let wait = retry_after(world.unspent().await).expect("the shorter pause");
        assert!((18..=20).contains(&wait), "{wait}");
    }
    assert_eq!(world.second.asked(OUTPUTS).len(), 4);
}

#[tokio::test]
async fn silence_of_all_is_504_and_both_had_their_chance() {
    let world = World::new().await;
    world.first.answers_all(&Reply::Hang);
    world.second.answers_all(&Reply::Hang);
    assert_eq!(world.unspent().await, Err(UpstreamError::Timeout));
    let attempts = world.first.asked(OUTPUTS).len() + world.second.asked(OUTPUTS).len();
    assert_eq!((attempts, world.second.asked(OUTPUTS).len()), (3, 1));
}

#[tokio::test]
async fn all_who_want_prices_at_the_same_time_share_one_question() {
    let world = World::new().await;
    let answers = join_all((0..20).map(|_| world.fee_estimates())).await;
    assert!(answers.iter().all(Result::is_ok));
    assert!(world.fee_estimates().await.is_ok());
    assert_eq!(
        world.first.asked("/api/v2/estimatefee/").len(),
        3,
        "one for each target"
    );
    // A failure is shared, and not kept.
    let world = World::new().await;
    world.first.answers_all(&Reply::ok("{}"));
    world.second.answers_all(&Reply::ok("{}"));
    let answers = join_all((0..20).map(|_| world.fee_estimates())).await;
    assert!(
        answers
            .iter()
            .all(|answer| matches!(answer, Err(UpstreamError::Unusable { .. })))
    );
    assert!(world.first.asked("/api/v2/estimatefee/").len() <= 3);
    world
        .first
        .answers("/api/v2/estimatefee/", Reply::ok(r#"{"result":"0.00002000"}"#));
    assert!(world.fee_estimates().await.is_ok());
}

#[tokio::test]
async fn a_transaction_that_one_index_does_not_know_may_be_known_to_the_other() {
    let known = Reply::ok(json!({ "hex": SIGNED }).to_string());
    let world = World::new().await;
    world.second.answers("/api/v2/tx/", known);
    let bytes = world.raw_transaction().await.expect("an answer").expect("the second's");
    assert_eq!(hex::encode(bytes), SIGNED);
}

#[tokio::test]
async fn unknown_is_said_of_a_parent_when_all_say_so_only() {
    let world = World::new().await;
    assert_eq!(world.raw_transaction().await, Ok(None));
    for (first, second) in [
        (refusal("Transaction not found"), Reply::json(500, "{}")),
        (Reply::json(500, "{}"), refusal("Transaction not found")),
    ] {
        let world = World::new().await;
        world.first.answers("/api/v2/tx/", first);
        world.second.answers("/api/v2/tx/", second);
        let answer = world.raw_transaction().await;
        assert!(matches!(answer, Err(UpstreamError::Unusable { .. })), "{answer:?}");
        let txid = super::world::SIGNED_ID.parse().expect("a txid");
        let status = world.node.transaction_status(btc(), txid, soon()).await;
        assert_eq!(status, Ok(None), "who asks how far it is may ask again");
    }
}
