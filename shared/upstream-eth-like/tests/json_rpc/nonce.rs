//! How many transactions an address has sent.

use super::{SENDER, Server, assert_unusable, eth, hex, node, sender, soon};
use crate::json_rpc_server::{calls, error};
use crate::support::{Reply, Stub, closed_port};
use serde_json::json;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::ports::EthLikeNode;

/// A node with these counts.
async fn counting(pending: u64, latest: u64) -> Server {
    let server = Server::start().await;
    server.does("eth_getTransactionCount", move |call| {
        Ok(hex(if call.params[1] == "pending" { pending } else { latest }))
    });
    server
}

async fn nonce(servers: &[&Server]) -> Result<u64, UpstreamError> {
    let urls: Vec<_> = servers.iter().map(|server| server.stub.url.as_str()).collect();
    node(eth(), &urls).pending_nonce(eth(), sender(), soon()).await
}

#[tokio::test]
async fn it_is_the_higher_of_both_counts_asked_in_one_batch() {
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

#[tokio::test]
async fn it_is_the_highest_that_any_upstream_tells() {
    let (low, high, middle) = (counting(3, 3).await, counting(9, 4).await, counting(5, 5).await);
    for servers in [[&low, &high, &middle], [&high, &middle, &low], [&middle, &low, &high]] {
        assert_eq!(nonce(&servers).await, Ok(9));
    }
}

#[tokio::test]
async fn it_is_never_remembered() {
    let server = Server::start().await;
    for count in [4, 5, 3] {
        server.says("eth_getTransactionCount", hex(count));
        assert_eq!(server.node.pending_nonce(eth(), sender(), soon()).await, Ok(count));
    }
}

#[tokio::test]
async fn those_that_fail_take_nothing_from_the_one_that_answers() {
    let good = counting(6, 6).await;
    let closed = closed_port();
    for reply in [Reply::Reset, Reply::json(500, "{}"), Reply::ok("garbage"), Reply::Hang] {
        let bad = Stub::start(move |_| reply.clone()).await;
        let node = node(eth(), &[&bad.url, &closed, &good.stub.url]);
        assert_eq!(node.pending_nonce(eth(), sender(), soon()).await, Ok(6));
    }
}

#[tokio::test]
async fn without_any_answer_there_is_no_nonce() {
    let (first, second) = (closed_port(), closed_port());
    let answer = node(eth(), &[&first, &second])
        .pending_nonce(eth(), sender(), soon())
        .await;
    assert!(matches!(answer, Err(UpstreamError::Unavailable { .. })), "{answer:?}");
}

#[tokio::test]
async fn a_node_without_a_pool_counts_what_is_in_blocks() {
    let server = Server::start().await;
    server.does("eth_getTransactionCount", |call| match call.params[1].as_str() {
        Some("latest") => Ok(hex(4)),
        _ => error(-32000, "pending block is not available"),
    });
    assert_eq!(nonce(&[&server]).await, Ok(4));
}

#[tokio::test]
async fn an_absurd_count_is_a_lie() {
    assert_eq!(nonce(&[&counting((1 << 53) - 1, 0).await]).await, Ok((1 << 53) - 1));
    let lying = counting(1 << 53, 0).await;
    assert_unusable(&nonce(&[&lying]).await);
    let honest = counting(2, 2).await;
    assert_eq!(nonce(&[&lying, &honest]).await, Ok(2));
}
