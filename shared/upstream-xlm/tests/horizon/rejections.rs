//! Horizons that reject, hang, or return unsafe texts.

use super::{OTHER, Server, assert_unusable, node, own, problem, root, soon};
use serde_json::json;
use std::time::Duration;
use wallet_core::model::Network::Livenet;
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::stub::{Reply, Stub};
use wallet_xlm::AccountId;
use wallet_xlm::history::Position;
use wallet_xlm::ports::XlmIndex;
use wallet_xlm::ports::XlmNode;

const ACCOUNT: &str = "/accounts/GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K";

#[tokio::test(start_paused = true)]
async fn problems_are_distinguished_and_their_texts_are_not_returned() {
    for (status, kind) in [
        (400, "bad_request"),
        (406, "not_acceptable"),
        (500, "server_error"),
        (403, "evil"),
    ] {
        let server = Server::start().await;
        server.set_handler(ACCOUNT, move |_| problem(status, kind));
        let result = server.node.account(Livenet, own().into(), soon()).await;
        let Err(UpstreamError::Unusable { cause }) = result else {
            panic!("{result:?}")
        };
        assert!(!cause.contains("evil.example") && !cause.contains("<b>"), "{cause}");
    }
    for kind in ["stale_history", "still_ingesting", "server_over_capacity"] {
        let server = Server::start().await;
        server.set_handler(ACCOUNT, move |_| problem(503, kind));
        let result = server.node.account(Livenet, own().into(), soon()).await;
        assert!(matches!(result, Err(UpstreamError::Unavailable { .. })), "{result:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn rate_limiting_horizon_is_backed_off() {
    let server = Server::start().await;
    server.set_handler(ACCOUNT, |_| {
        problem(429, "rate_limit_exceeded").with_header("retry-after: 30")
    });
    for _ in 0..2 {
        let result = server.node.account(Livenet, own().into(), soon()).await;
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

#[tokio::test(start_paused = true)]
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

#[tokio::test(start_paused = true)]
async fn other_documents_are_unusable() {
    for body in ["", "{}", "[]", "null", "<html>evil</html>", "{\"_embedded\":{}}"] {
        let server = Server::start().await;
        server.set_handler("/ledgers", move |_| Reply::ok(body));
        server.set_handler(ACCOUNT, move |_| Reply::ok(body));
        assert_unusable(&server.node.account(Livenet, own().into(), soon()).await);
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

const OFFERS: &str = "/accounts/GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K/offers";
const CLAIMABLE: &str = "/claimable_balances";

/// Requests the account, the offers and the claimable balances, and returns whether each succeeded.
async fn all_of_own(server: &Server) -> [bool; 3] {
    let node = &server.node;
    [
        node.account(Livenet, own().into(), soon()).await.is_ok(),
        node.offers(Livenet, own(), None, 10, soon()).await.is_ok(),
        node.claimable_balances(Livenet, own(), soon()).await.is_ok(),
    ]
}

#[tokio::test(start_paused = true)]
async fn rejections_of_one_account_do_not_affect_other_callers() {
    for (path, status, kind, failing) in [
        (ACCOUNT, 410, "before_history", [false, true, true]),
        (OFFERS, 410, "before_history", [true, false, true]),
        (CLAIMABLE, 410, "before_history", [true, true, false]),
        (CLAIMABLE, 404, "not_found", [true, true, false]),
    ] {
        let server = Server::start().await;
        server.set_document(CLAIMABLE, super::page(&[]));
        server.set_handler(path, move |_| problem(status, kind));
        for _ in 0..10 {
            let node = &server.node;
            match path {
                ACCOUNT => assert_unusable(&node.account(Livenet, own().into(), soon()).await),
                OFFERS => assert_unusable(&node.offers(Livenet, own(), None, 10, soon()).await),
                _ => assert_unusable(&node.claimable_balances(Livenet, own(), soon()).await),
            }
        }
        assert_eq!(all_of_own(&server).await, failing, "{path} {status}");
        let other: AccountId = OTHER.parse().expect("an address");
        assert_eq!(
            server.node.account(Livenet, other.into(), soon()).await,
            Ok(None),
            "{path} {status}"
        );
    }
}

/// No caller can cause that a Horizon has no fee statistics.
#[tokio::test(start_paused = true)]
async fn missing_fee_statistics_count_as_a_failure() {
    let server = Server::start().await;
    for _ in 0..10 {
        assert!(server.node.fee_stats(Livenet, soon()).await.is_err());
    }
    let account = server.node.account(Livenet, own().into(), soon()).await;
    assert!(matches!(account, Err(UpstreamError::Unavailable { .. })), "{account:?}");
}
