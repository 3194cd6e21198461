//! Chain identity and head of a node.

use super::{
    HEIGHT, NOW, SENDER, Server, assert_unusable, block, constant_stub, eth, hex, node, params, sender, soon, wei,
};
use serde_json::json;
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamState};
use wallet_eth_like::ports::EthLikeNode;
use wallet_test_support::json_rpc::error;
use wallet_test_support::stub::Reply;

#[tokio::test(start_paused = true)]
async fn balance_takes_one_call_besides_the_head_request() {
    let server = Server::start().await;
    server.set_result("eth_getBalance", json!("0xde0b6b3a7640000"));
    let balance = server.node.balance(eth(), sender(), soon()).await;
    assert_eq!(balance, Ok(wei(1_000_000_000_000_000_000)));
    let balance_calls = server.calls_of("eth_getBalance");
    assert_eq!(balance_calls.len(), 1);
    assert_eq!(balance_calls[0].params, json!([SENDER, "latest"]));
    let requests = server.stub.requests();
    assert_eq!(requests.len(), 2, "{requests:?}");
    assert!(
        requests
            .iter()
            .all(|request| request.method == "POST" && request.path == "/")
    );
}

#[tokio::test(start_paused = true)]
async fn address_with_code_is_a_contract() {
    let server = Server::start().await;
    for (code, expected) in [("0x", false), ("0x6001", true)] {
        server.set_result("eth_getCode", json!(code));
        assert_eq!(server.node.has_code(eth(), sender(), soon()).await, Ok(expected));
    }
}

#[tokio::test(start_paused = true)]
async fn node_of_another_chain_is_not_trusted() {
    let server = Server::start().await;
    server.set_result("eth_chainId", hex(56));
    server.set_result("eth_getBalance", hex(7));
    server.set_result("eth_getTransactionCount", hex(7));
    let balance = server.node.balance(eth(), sender(), soon()).await;
    assert!(matches!(balance, Err(UpstreamError::Unavailable { .. })), "{balance:?}");
    let nonce = server
        .node
        .next_nonce(eth(), sender(), soon())
        .await
        .map(|next| next.nonce);
    assert!(matches!(nonce, Err(UpstreamError::Unavailable { .. })), "{nonce:?}");
    let reports = server.node.upstreams(soon()).await;
    assert_eq!(reports[0].state, UpstreamState::Behind);

    let valid = Server::start().await;
    valid.set_result("eth_getBalance", hex(5));
    let both = node(eth(), &[&server.stub.url, &valid.stub.url]);
    assert_eq!(both.balance(eth(), sender(), soon()).await, Ok(wei(5)));
}

#[tokio::test(start_paused = true)]
async fn health_reports_height_and_time() {
    let server = Server::start().await;
    let reports = server.node.upstreams(soon()).await;
    let report = &reports[0];
    assert_eq!(
        (report.chain, report.kind, report.state),
        ("eth", "jsonrpc", UpstreamState::Up)
    );
    assert_eq!((report.height, report.block_time), (Some(HEIGHT), Some(NOW)));
    assert_eq!(reports.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn outdated_head_is_rejected_on_livenet() {
    for (network, is_rejected) in [(Network::Livenet, true), (Network::Testnet, false)] {
        let params = params("eth", network);
        let server = Server::of(params).await;
        let mut old = block(HEIGHT);
        old["timestamp"] = hex(NOW - 3600);
        server.set_result("eth_getBlockByNumber", old);
        server.set_result("eth_getBalance", hex(5));
        let balance = server.node.balance(params, sender(), soon()).await;
        assert_eq!(balance.is_err(), is_rejected, "{network}: {balance:?}");
    }
}

/// Heads are requested at different times, between which a fast chain produces many blocks.
#[tokio::test(start_paused = true)]
async fn larger_lag_is_tolerated_on_a_fast_chain() {
    for (chain, lag, served) in [
        ("eth", 5, true),
        ("eth", 6, false),
        ("bsc", 30, true),
        ("bsc", 31, false),
        ("arb", 120, true),
        ("arb", 121, false),
        ("gno", 6, true),
        ("gno", 7, false),
    ] {
        let params = params(chain, Network::Livenet);
        let (slow, fast) = (Server::of(params).await, Server::of(params).await);
        let mut latest = block(HEIGHT - lag);
        latest["timestamp"] = hex(NOW - 100);
        slow.set_result("eth_getBlockByNumber", latest);
        slow.set_result("eth_getBalance", hex(2));
        fast.set_result("eth_getBalance", hex(1));
        let both = node(params, &[&slow.stub.url, &fast.stub.url]);
        // Of two balances the higher one counts.
        let expected = if served { 2 } else { 1 };
        assert_eq!(
            both.balance(params, sender(), soon()).await,
            Ok(wei(expected)),
            "{chain} {lag}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn chain_without_a_node_names_its_setting() {
    let server = Server::start().await;
    let result = server
        .node
        .balance(params("bsc", Network::Testnet), sender(), soon())
        .await;
    let setting = "WALLET_CLOUD_UPSTREAM_BSC_TESTNET".to_owned();
    assert_eq!(result, Err(UpstreamError::NotConfigured { setting }));
}

#[tokio::test(start_paused = true)]
async fn errors_other_than_rejections_are_unusable_for_any_status() {
    let mut server = Server::start().await;
    for outcome in [
        error(-32000, "header not found"),
        error(-32603, "Internal error"),
        Ok(json!(null)),
        Ok(json!(5)),
        Ok(json!("5")),
        Ok(json!(format!("0x1{}", "0".repeat(64)))),
    ] {
        server.set_error("eth_getBalance", outcome);
        assert_unusable(&server.node.balance(eth(), sender(), soon()).await);
        server.recreate_node();
    }
    let body = json!({ "jsonrpc": "2.0", "id": 0, "error": { "code": -32602, "message": "invalid argument" } });
    for status in [200, 400, 404] {
        let body = body.to_string();
        let stub = constant_stub(move |_| Reply::json(status, body.clone())).await;
        assert_unusable(&node(eth(), &[&stub.url]).balance(eth(), sender(), soon()).await);
    }
    let stub = constant_stub(|_| Reply::text(403, "text/html", "<html>")).await;
    assert_unusable(&node(eth(), &[&stub.url]).balance(eth(), sender(), soon()).await);
}

/// Gateways report rate limits in the body, with a success status.
#[tokio::test(start_paused = true)]
async fn rate_limiting_node_is_backed_off() {
    for outcome in [
        error(-32005, "limit"),
        error(429, "x"),
        error(-32000, "Rate limit exceeded"),
    ] {
        let server = Server::start().await;
        server.set_error("eth_getBalance", outcome);
        let result = server.node.balance(eth(), sender(), soon()).await;
        let Err(UpstreamError::Unavailable { retry_after, .. }) = result else {
            panic!("{result:?}");
        };
        assert!(retry_after.is_some());
        let request_count = server.stub.requests().len();
        let again = server.node.balance(eth(), sender(), soon()).await;
        assert!(matches!(again, Err(UpstreamError::Unavailable { .. })), "{again:?}");
        assert_eq!(
            server.stub.requests().len(),
            request_count,
            "no request during the backoff"
        );
    }
}
