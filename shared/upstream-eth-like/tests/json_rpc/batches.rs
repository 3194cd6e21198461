//! Nodes without batches, or with a small maximum.

use super::{HEIGHT, Server, calls, eth, hex, params, sender, soon, wei};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;
use wallet_core::model::Network;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{Hash, Inclusion, PaidFee};

/// The response of a server of jsonrpsee, such as reth, that is configured without batches. Its code is also that of a
/// rate limit.
pub const REJECTED: &str = r#"{"jsonrpc":"2.0","error":{"code":-32005,"message":"Batched requests are not supported by this server"},"id":null}"#;

/// Returns the numbers of calls of the requests so far.
fn sizes(server: &Server) -> Vec<usize> {
    let requests = server.stub.requests();
    requests.iter().map(|request| calls(request).len()).collect()
}

async fn prices() -> Server {
    let server = Server::start().await;
    server.set_result("eth_gasPrice", hex(50));
    server.set_result("eth_maxPriorityFeePerGas", hex(2));
    server.set_result(
        "eth_feeHistory",
        json!({ "oldestBlock": "0x1", "baseFeePerGas": ["0x28"], "reward": [] }),
    );
    server
}

#[tokio::test(start_paused = true)]
async fn node_without_batches_is_queried_one_by_one_and_remembered() {
    let server = prices().await;
    server.batch_limit.store(1, Ordering::Relaxed);
    for _ in 0..2 {
        let facts = server.node.fee_facts(eth(), soon()).await.expect("facts");
        assert_eq!(
            (facts.first().next_base_fee, facts.first().gas_price),
            (Some(wei(40)), wei(50))
        );
        server.set_result("eth_getTransactionCount", hex(7));
        let next = server.node.next_nonce(eth(), sender(), soon()).await;
        assert_eq!(next.map(|next| next.nonce), Ok(7));
    }
    let rejected: Vec<_> = sizes(&server).into_iter().filter(|size| *size > 1).collect();
    assert!(
        (1..=3).contains(&rejected.len()),
        "head, prices and nonce start concurrently: {rejected:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn single_calls_keep_the_order_of_the_first_and_the_last() {
    let etc = params("etc", Network::Testnet);
    let server = Server::of(etc).await;
    server.batch_limit.store(1, Ordering::Relaxed);
    server.set_result("eth_blockNumber", hex(HEIGHT));
    server.set_result("eth_getBalance", hex(5));
    server.set_result("eth_call", json!(format!("0x{:064x}", 6)));
    let tokens: Vec<_> = (1..=20_u8)
        .map(|salt| wallet_eth_like::Address::from_bytes([salt; 20]))
        .collect();
    let holder = wallet_eth_like::Holder {
        address: sender(),
        further: Vec::new(),
    };
    let balances = server
        .node
        .balances(etc, &[holder], &tokens, soon())
        .await
        .expect("balances");
    assert_eq!((balances[0].coin, balances[0].tokens.len()), (wei(5), 20));
    let singles: Vec<_> = server
        .stub
        .requests()
        .iter()
        .map(calls)
        .filter(|calls| calls.len() == 1)
        .collect();
    let methods: Vec<_> = singles
        .iter()
        .map(|calls| &*calls[0].method)
        .filter(|method| !method.starts_with("eth_getBlock"))
        .filter(|method| !["eth_chainId", "eth_getTransactionCount"].contains(method))
        .collect();
    assert_eq!(
        (methods.first(), methods.last()),
        (Some(&"eth_blockNumber"), Some(&"eth_blockNumber"))
    );
}

fn receipts(count: u8) -> Vec<Inclusion> {
    let id = |salt: u8| {
        format!("0x{}", hex::encode([salt; 32]))
            .parse::<Hash>()
            .expect("a hash")
    };
    (1..=count)
        .map(|salt| Inclusion {
            txid: id(salt),
            block: HEIGHT,
        })
        .collect()
}

#[tokio::test(start_paused = true)]
async fn large_batch_is_divided_if_the_node_rejects_it() {
    let op = params("op", Network::Livenet);
    let server = Server::of(op).await;
    server.batch_limit.store(3, Ordering::Relaxed);
    server.set_handler("eth_getTransactionReceipt", |call| {
        let txid: &Value = &call.params[0];
        Ok(json!({ "transactionHash": txid, "blockNumber": hex(HEIGHT), "gasUsed": "0x5208", "l1Fee": "0x7" }))
    });
    for count in [10, 20] {
        let transactions = receipts(count);
        let paid = server.node.paid_rollup_fees(op, &transactions, soon()).await;
        assert_eq!(paid.len(), transactions.len());
        assert!(paid.values().all(|fee| *fee == PaidFee::Additional(wei(7))));
    }
    let large = sizes(&server).into_iter().filter(|size| *size > 3);
    assert_eq!(
        large.collect::<Vec<_>>(),
        [10],
        "the maximum is remembered, and receipts are cached"
    );
}

#[tokio::test(start_paused = true)]
async fn fault_of_a_node_is_not_a_missing_batch() {
    let server = prices().await;
    // Every call fails, as a single one too.
    server.batch_limit.store(0, Ordering::Relaxed);
    assert!(server.node.fee_facts(eth(), soon()).await.is_err());
    let mut server = server;
    server.batch_limit.store(usize::MAX, Ordering::Relaxed);
    server.recreate_node();
    assert!(server.node.fee_facts(eth(), soon()).await.is_ok());
}
