//! The transaction count of an address.

use super::{SENDER, Server, assert_unusable, eth, hex, node, sender, soon};
use serde_json::json;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::ports::EthLikeNode;
use wallet_test_support::json_rpc::{calls, error};
use wallet_test_support::stub::{Reply, Stub, closed_port};
use wallet_upstream_eth_like::EthLikeNodes;

/// Starts a node with these counts.
async fn counting(pending: u64, latest: u64) -> Server {
    let server = Server::start().await;
    server.set_handler("eth_getTransactionCount", move |call| {
        Ok(hex(if call.params[1] == "pending" { pending } else { latest }))
    });
    server
}

async fn nonce(servers: &[&Server]) -> Result<u64, UpstreamError> {
    let urls: Vec<_> = servers.iter().map(|server| server.stub.url.as_str()).collect();
    next_nonce(&node(eth(), &urls)).await
}

async fn next_nonce(node: &EthLikeNodes) -> Result<u64, UpstreamError> {
    node.next_nonce(eth(), sender(), soon()).await.map(|next| next.nonce)
}

#[tokio::test(start_paused = true)]
async fn nonce_is_the_higher_count_of_one_batch() {
    for (pending, latest) in [(7, 5), (5, 7), (7, 7)] {
        let server = counting(pending, latest).await;
        assert_eq!(nonce(&[&server]).await, Ok(7));
        let requests = server.stub.requests();
        let batch = requests
            .iter()
            .map(calls)
            .find(|calls| calls[0].method == "eth_getTransactionCount");
        let params: Vec<_> = batch.expect("a batch").into_iter().map(|call| call.params).collect();
        assert_eq!(params, [json!([SENDER, "pending"]), json!([SENDER, "latest"])]);
    }
}

#[tokio::test(start_paused = true)]
async fn nonce_is_the_highest_of_all_upstreams() {
    let (low, high, middle) = (counting(3, 3).await, counting(9, 4).await, counting(5, 5).await);
    for servers in [[&low, &high, &middle], [&high, &middle, &low], [&middle, &low, &high]] {
        assert_eq!(nonce(&servers).await, Ok(9));
    }
}

#[tokio::test(start_paused = true)]
async fn nonce_is_never_cached() {
    let server = Server::start().await;
    for count in [4, 5, 3] {
        server.set_result("eth_getTransactionCount", hex(count));
        assert_eq!(next_nonce(&server.node).await, Ok(count));
    }
}

#[tokio::test(start_paused = true)]
async fn failing_upstreams_do_not_affect_a_working_one() {
    let working = counting(6, 6).await;
    let closed = closed_port();
    for reply in [Reply::Reset, Reply::json(500, "{}"), Reply::ok("garbage"), Reply::Hang] {
        let failing = Stub::start(move |_| reply.clone()).await;
        let node = node(eth(), &[&failing.url, &closed, &working.stub.url]);
        assert_eq!(next_nonce(&node).await, Ok(6));
    }
}

#[tokio::test(start_paused = true)]
async fn nonce_is_unavailable_without_any_response() {
    let (first, second) = (closed_port(), closed_port());
    let result = next_nonce(&node(eth(), &[&first, &second])).await;
    assert!(matches!(result, Err(UpstreamError::Unavailable { .. })), "{result:?}");
}

#[tokio::test(start_paused = true)]
async fn node_without_a_pool_counts_mined_transactions() {
    let server = Server::start().await;
    server.set_handler("eth_getTransactionCount", |call| match call.params[1].as_str() {
        Some("latest") => Ok(hex(4)),
        _ => error(-32000, "pending block is not available"),
    });
    assert_eq!(nonce(&[&server]).await, Ok(4));
}

#[tokio::test(start_paused = true)]
async fn implausible_count_is_unusable() {
    let highest = (1 << 53) - 1;
    assert_eq!(nonce(&[&counting(highest, highest).await]).await, Ok(highest));
    let implausible = counting(1 << 53, 0).await;
    assert_unusable(&nonce(&[&implausible]).await);
    let plausible = counting(2, 2).await;
    assert_eq!(nonce(&[&implausible, &plausible]).await, Ok(2));
}

#[tokio::test(start_paused = true)]
async fn more_than_sixty_four_pending_transactions_are_ignored() {
    assert_eq!(nonce(&[&counting(73, 9).await]).await, Ok(73));
    assert_eq!(nonce(&[&counting(74, 9).await]).await, Ok(9));
    let highest = (1 << 53) - 1;
    let (honest, extreme) = (counting(10, 9).await, counting(highest, highest).await);
    for servers in [
        vec![&honest, &extreme],
        vec![&extreme, &honest],
        vec![&extreme, &honest, &honest],
    ] {
        assert_eq!(nonce(&servers).await, Ok(10));
    }
}
