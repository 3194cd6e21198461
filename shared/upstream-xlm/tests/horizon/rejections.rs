//! Horizons that reject, hang, or return unsafe texts.

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
async fn problems_are_distinguished_and_their_texts_are_not_returned() {
    for (status, kind) in [
        (400, "bad_request"),
        (406, "not_acceptable"),
        (500, "server_error"),
        (403, "evil"),
    ] {
        let server = Server::start().await;
        server.set_handler(ACCOUNT, move |_| problem(status, kind));
        let result = server.node.account(Livenet, own(), soon()).await;
        let Err(UpstreamError::Unusable { cause }) = result else {
            panic!("{result:?}")
        };
        assert!(!cause.contains("evil.example") && !cause.contains("<b>"), "{cause}");
    }
    for kind in ["stale_history", "still_ingesting", "server_over_capacity"] {
        let server = Server::start().await;
        server.set_handler(ACCOUNT, move |_| problem(503, kind));
        let result = server.node.account(Livenet, own(), soon()).await;
        assert!(matches!(result, Err(UpstreamError::Unavailable { .. })), "{result:?}");
    }
}

#[tokio::test]
async fn rate_limiting_horizon_is_backed_off() {
    let server = Server::start().await;
    server.set_handler(ACCOUNT, |_| {
        problem(429, "rate_limit_exceeded").with_header("retry-after: 30")
    });
    for _ in 0..2 {
        let result = server.node.account(Livenet, own(), soon()).await;
        let Err(UpstreamError::Unavailable { retry_after, .. }) = result else {
            panic!("{result:?}")
        };
        assert!(
            retry_after.is_some_and(|wait| wait > Duration::from_secs(20)),
            "{retry_after:?}"
        );
    }
    assert_eq!(server.requests_for(ACCOUNT).len(), 1);
}

#[tokio::test]
async fn missing_response_is_not_an_empty_history() {
    for reply in [Reply::Reset, Reply::text(504, "application/problem+json", "{}")] {
        let stub = Stub::start(move |request| match request.path.as_str() {
            "/" => Reply::ok(root(Livenet).to_string()),
            _ => reply.clone(),
        })
        .await;
        let result = node(&[&stub.url])
            .history(Livenet, own(), Position::Start, 10, soon())
            .await;
        assert!(matches!(result, Err(UpstreamError::Unavailable { .. })), "{result:?}");
    }
}

#[tokio::test]
async fn other_documents_are_unusable() {
    for body in ["", "{}", "[]", "null", "<html>evil</html>", "{\"_embedded\":{}}"] {
        let server = Server::start().await;
        server.set_handler("/ledgers", move |_| Reply::ok(body));
        server.set_handler(ACCOUNT, move |_| Reply::ok(body));
        assert_unusable(&server.node.account(Livenet, own(), soon()).await);
        assert_unusable(&server.node.ledger(Livenet, soon()).await);
    }
    let server = Server::start().await;
    server.set_document(
        "/ledgers",
        super::page(&[json!({ "sequence": 7, "closed_at": "2026-11-21T19:59:58Z",
        "base_reserve_in_stroops": 90_000_000_000_i64 })]),
    );
    assert_unusable(&server.node.ledger(Livenet, soon()).await);
}
