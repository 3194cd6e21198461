//! Requests that only complete a response: their failures affect no payment.

use super::{SENDER, Server, eth, sender, soon, wei};
use crate::json_rpc_server::{calls, respond};
use crate::support::{Reply, Request, Stub};
use serde_json::json;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::ports::EthLikeNode;

/// Starts a node that fails like this for requests with this method.
async fn node_without(method: &'static str, failure: Reply) -> (Server, Stub) {
    let mut server = Server::start().await;
    server.set_result("eth_getBalance", json!("0x7"));
    let inner = server.script.clone();
    let stub = Stub::start(move |request: &Request| {
        if calls(request).iter().any(|call| call.method == method) {
            return failure.clone();
        }
        let mut script = inner.lock().expect("no panic while held");
        let script = std::sync::Mutex::new(&mut *script);
        respond(request, |call| super::scripted(&script, call))
    })
    .await;
    server.node = super::node(eth(), &[&stub.url]);
    (server, stub)
}

fn failures() -> Vec<Reply> {
    vec![
        Reply::json(429, "{}"),
        Reply::json(429, "{}").with_header("retry-after: 60"),
        Reply::json(503, "{}"),
        Reply::json(500, "{}"),
        Reply::json(403, "{}"),
        Reply::ok("[]"),
        Reply::Reset,
    ]
}

async fn assert_payments_work(server: &Server) {
    let balance = server.node.balance(eth(), sender(), soon()).await;
    assert_eq!(balance, Ok(wei(7)));
}

#[tokio::test]
async fn failing_token_metadata_affects_no_payment() {
    for failure in failures() {
        let (server, _stub) = node_without("eth_call", failure.clone()).await;
        for _ in 0..10 {
            let contract = SENDER.parse().expect("an address");
            let metadata = server.node.token_metadata(eth(), contract, soon()).await;
            assert!(metadata.is_err(), "{failure:?}: {metadata:?}");
            assert_payments_work(&server).await;
        }
    }
}

#[tokio::test]
async fn failing_pool_affects_neither_payments_nor_tokens() {
    for failure in failures() {
        let (server, _stub) = node_without("txpool_contentFrom", failure.clone()).await;
        server.set_result("eth_call", json!("0x"));
        for _ in 0..10 {
            let pending = server.node.pending_transactions(eth(), sender(), 3..5, soon()).await;
            assert_eq!(pending.expect("without the list").unlisted_count(), 2, "{failure:?}");
            assert_payments_work(&server).await;
        }
        let contract = SENDER.parse().expect("an address");
        let metadata = server.node.token_metadata(eth(), contract, soon()).await;
        assert!(
            !matches!(metadata, Err(UpstreamError::Unavailable { .. })),
            "{failure:?}"
        );
    }
}
