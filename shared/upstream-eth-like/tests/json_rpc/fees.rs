//! Gas prices.

use super::{Server, assert_unusable, eth, hex, params, soon, wei};
use serde_json::{Value, json};
use wallet_core::model::{Network, Responses};
use wallet_eth_like::FeeFacts;
use wallet_eth_like::ports::EthLikeNode;
use wallet_test_support::json_rpc::error;

fn history(base_fees: &[u64], rewards: &Value) -> Value {
    let base_fees: Vec<_> = base_fees.iter().map(|fee| hex(*fee)).collect();
    json!({ "oldestBlock": "0x1", "baseFeePerGas": base_fees, "gasUsedRatio": [0.5], "reward": rewards })
}

async fn world(history: Value) -> Server {
    let server = Server::start().await;
    server.set_result("eth_gasPrice", hex(50));
    server.set_result("eth_maxPriorityFeePerGas", hex(2));
    server.set_result("eth_feeHistory", history);
    server
}

#[tokio::test(start_paused = true)]
async fn last_base_fee_is_that_of_the_next_block() {
    let server = world(history(
        &[40, 41, 42],
        &json!([["0x1", "0x2", "0x3"], ["0x4", "0x5", "0x6"]]),
    ))
    .await;
    let expected = FeeFacts {
        next_base_fee: Some(wei(42)),
        rewards: vec![[1, 2, 3].map(wei), [4, 5, 6].map(wei)],
        suggested_tip: Some(wei(2)),
        gas_price: wei(50),
    };
    assert_eq!(server.node.fee_facts(eth(), soon()).await, Ok(Responses::one(expected)));
    assert_eq!(
        server.calls_of("eth_feeHistory")[0].params,
        json!(["0xa", "latest", [20, 50, 90]])
    );
}

#[tokio::test(start_paused = true)]
async fn chain_without_a_fee_market_has_only_a_gas_price() {
    let etc = params("etc", Network::Livenet);
    let server = Server::of(etc).await;
    server.set_result("eth_gasPrice", hex(7));
    let expected = FeeFacts {
        next_base_fee: None,
        rewards: Vec::new(),
        suggested_tip: None,
        gas_price: wei(7),
    };
    assert_eq!(server.node.fee_facts(etc, soon()).await, Ok(Responses::one(expected)));
    assert!(server.calls_of("eth_feeHistory").is_empty());
}

#[tokio::test(start_paused = true)]
async fn node_without_fee_history_or_base_fee_has_a_gas_price() {
    let server = world(json!(null)).await;
    server.script().remove("eth_feeHistory");
    let facts = server
        .node
        .fee_facts(eth(), soon())
        .await
        .expect("facts")
        .first()
        .clone();
    assert_eq!((facts.next_base_fee, facts.gas_price), (None, wei(50)));
    for (old, base_fee) in [
        // As on bsc: zero is a valid base fee.
        (history(&[0, 0, 0], &json!([["0x0", "0x0", "0x0"]])), Some(wei(0))),
        (history(&[], &json!(null)), None),
        (json!({ "oldestBlock": "0x1" }), None),
    ] {
        let server = world(old).await;
        let facts = server
            .node
            .fee_facts(eth(), soon())
            .await
            .expect("facts")
            .first()
            .clone();
        assert_eq!((facts.next_base_fee, facts.gas_price), (base_fee, wei(50)));
    }
}

#[tokio::test(start_paused = true)]
async fn short_rows_and_a_missing_tip_are_omitted() {
    let server = world(history(&[1, 2], &json!([["0x1"], [], ["0x1", "0x2", "0x3"]]))).await;
    server.script().remove("eth_maxPriorityFeePerGas");
    let facts = server
        .node
        .fee_facts(eth(), soon())
        .await
        .expect("facts")
        .first()
        .clone();
    assert_eq!((facts.rewards, facts.suggested_tip), (vec![[1, 2, 3].map(wei)], None));
}

/// A gas price above 1 ETH for 21 000 gas is implausible.
const TOO_HIGH: u64 = 47_619_047_619_048;

#[tokio::test(start_paused = true)]
async fn implausible_gas_prices_are_unusable() {
    for (method, value) in [
        ("eth_gasPrice", hex(TOO_HIGH)),
        ("eth_maxPriorityFeePerGas", hex(TOO_HIGH)),
        ("eth_feeHistory", history(&[TOO_HIGH], &json!([]))),
    ] {
        let server = world(history(&[1, 2], &json!([]))).await;
        server.set_result(method, value);
        assert_unusable(&server.node.fee_facts(eth(), soon()).await);
    }
    let server = world(history(&[1, TOO_HIGH - 1], &json!([]))).await;
    assert!(server.node.fee_facts(eth(), soon()).await.is_ok());
}

/// A sender may pay any tip, which does not discredit the node.
#[tokio::test(start_paused = true)]
async fn extreme_tip_in_one_block_is_accepted() {
    let server = world(history(&[1, 2], &json!([["0x1", "0x2", hex(u64::MAX)]]))).await;
    let facts = server
        .node
        .fee_facts(eth(), soon())
        .await
        .expect("facts")
        .first()
        .clone();
    assert_eq!(facts.rewards, [[wei(1), wei(2), wei(u64::MAX)]]);
}

/// The texts of Nethermind (`FeeHistoryOracle`), go-ethereum (`eth/gasprice/feehistory.go`), Besu and pruned nodes.
#[tokio::test(start_paused = true)]
async fn node_with_an_error_of_the_fee_history_has_a_gas_price() {
    for (code, message) in [
        (-32000, "missing trie node"),
        (-32000, "request beyond head block: requested 300, head 256"),
        (-32602, "invalid reward percentile: must be in ascending order"),
        (-32001, "newestBlock: Block is not available"),
        (-32603, "Internal error"),
    ] {
        let server = world(json!(null)).await;
        server.set_error("eth_feeHistory", error(code, message));
        let facts = server.node.fee_facts(eth(), soon()).await.expect(message);
        assert_eq!((facts.first().next_base_fee, facts.first().gas_price), (None, wei(50)));
    }
}

#[tokio::test(start_paused = true)]
async fn rate_limit_of_the_fee_history_is_not_a_gas_price() {
    let server = world(json!(null)).await;
    server.set_error(
        "eth_feeHistory",
        error(-32005, "daily request count exceeded, request rate limited"),
    );
    assert!(server.node.fee_facts(eth(), soon()).await.is_err());
}
