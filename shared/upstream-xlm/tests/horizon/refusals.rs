//! Horizons that refuse, hang, or say what nobody should hear.

use super::{Server, assert_unusable, node, own, problem, root, soon};
use crate::support::{Reply, Stub};
use serde_json::json;
use std::time::Duration;
use wallet_core::model::Network::Livenet;
use wallet_core::ports::upstream::UpstreamError;
use wallet_xlm::history::Position;
use wallet_xlm::ports::XlmIndex;
use wallet_xlm::ports::XlmNode;

const ACCOUNT: &str = "/accounts/GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K";

#[tokio::test]
async fn problems_are_told_apart_and_their_texts_go_nowhere() {
    for (status, word) in [
        (400, "bad_request"),
        (406, "not_acceptable"),
        (500, "server_error"),
        (403, "evil"),
    ] {
        let server = Server::start().await;
        server.does(ACCOUNT, move |_| problem(status, word));
        let answer = server.node.account(Livenet, own(), soon()).await;
        let Err(UpstreamError::Unusable { cause }) = answer else {
            panic!("{answer:?}")
        };
        assert!(!cause.contains("evil.example") && !cause.contains("<b>"), "{cause}");
    }
    for word in ["stale_history", "still_ingesting", "server_over_capacity"] {
        let server = Server::start().await;
        server.does(ACCOUNT, move |_| problem(503, word));
        let answer = server.node.account(Livenet, own(), soon()).await;
        assert!(matches!(answer, Err(UpstreamError::Unavailable { .. })), "{answer:?}");
    }
}

#[tokio::test]
async fn a_horizon_that_is_asked_too_often_gets_its_pause() {
    let server = Server::start().await;
    server.does(ACCOUNT, |_| {
        problem(429, "rate_limit_exceeded").with_header("retry-after: 30")
    });
    for _ in 0..2 {
        let answer = server.node.account(Livenet, own(), soon()).await;
        let Err(UpstreamError::Unavailable { retry_after, .. }) = answer else {
            panic!("{answer:?}")
        };
        assert!(
            retry_after.is_some_and(|wait| wait > Duration::from_secs(20)),
            "{retry_after:?}"
        );
    }
    assert_eq!(server.asked(ACCOUNT).len(), 1);
}

#[tokio::test]
async fn no_answer_is_no_history() {
    for reply in [Reply::Reset, Reply::text(504, "application/problem+json", "{}")] {
        let stub = Stub::start(move |request| match request.path.as_str() {
            "/" => Reply::ok(root(Livenet).to_string()),
            _ => reply.clone(),
        })
        .await;
        let answer = node(&[&stub.url])
            .history(Livenet, own(), Position::Start, 10, soon())
            .await;
        assert!(matches!(answer, Err(UpstreamError::Unavailable { .. })), "{answer:?}");
    }
}

#[tokio::test]
async fn other_documents_are_refused() {
    for body in ["", "{}", "[]", "null", "<html>evil</html>", "{\"_embedded\":{}}"] {
        let server = Server::start().await;
        server.does("/ledgers", move |_| Reply::ok(body));
        server.does(ACCOUNT, move |_| Reply::ok(body));
        assert_unusable(&server.node.account(Livenet, own(), soon()).await);
        assert_unusable(&server.node.ledger(Livenet, soon()).await);
    }
    let server = Server::start().await;
    server.says(
        "/ledgers",
        super::page(&[json!({ "sequence": 7, "closed_at": "2026-11-21T19:59:58Z",
        "base_reserve_in_stroops": 90_000_000_000_i64 })]),
    );
    assert_unusable(&server.node.ledger(Livenet, soon()).await);
}
