//! Gas estimation.

use super::{SENDER, Server, assert_unusable, eth, hex, sender, soon, wei};
use serde_json::json;
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{Call, GasEstimate};
use wallet_test_support::json_rpc::{Outcome, error, reverted};

fn call() -> Call {
    Call {
        from: Some(sender()),
        to: Some(sender()),
        value: wei(5),
        data: vec![0xca, 0xfe],
    }
}

#[tokio::test(start_paused = true)]
async fn estimate_request_contains_the_transaction() {
    let server = Server::start().await;
    server.set_result("eth_estimateGas", hex(30_000));
    let bare = Call {
        from: None,
        to: None,
        value: wei(0),
        data: Vec::new(),
    };
    for (call, expected) in [
        (
            call(),
            json!([{ "from": SENDER, "to": SENDER, "value": "0x5", "data": "0xcafe" }]),
        ),
        (bare, json!([{ "value": "0x0" }])),
    ] {
        let estimate = server.node.estimate_gas(eth(), &call, soon()).await;
        assert_eq!(estimate, Ok(GasEstimate::Gas(30_000)));
        assert_eq!(
            server.calls_of("eth_estimateGas").last().expect("a call").params,
            expected
        );
    }
}

#[tokio::test(start_paused = true)]
async fn estimate_outcomes_are_distinguished() {
    let server = Server::start().await;
    for (outcome, expected) in [
        (reverted("0x08c3"), GasEstimate::Reverted { data: vec![0x08, 0xc3] }),
        (
            error(-32000, "gas required exceeds allowance (30000000)"),
            GasEstimate::Reverted { data: Vec::new() },
        ),
        (
            error(
                -32000,
                "insufficient funds for gas * price + value: address 0x9d have 0 want 5",
            ),
            GasEstimate::InsufficientFunds,
        ),
    ] {
        server.set_error("eth_estimateGas", outcome);
        assert_eq!(server.node.estimate_gas(eth(), &call(), soon()).await, Ok(expected));
    }
}

#[tokio::test(start_paused = true)]
async fn estimate_below_the_transaction_minimum_is_unusable() {
    let mut server = Server::start().await;
    for estimate in [json!("0x0"), hex(20_999), json!("0x10000000000000000"), json!(null)] {
        server.set_result("eth_estimateGas", estimate);
        assert_unusable(&server.node.estimate_gas(eth(), &call(), soon()).await);
        server.recreate_node();
    }
}

/// Texts and codes that a caller can cause with calldata, as nodes return them.
fn caused_by_calldata() -> Vec<Outcome> {
    let revert =
        |text: &str| Err(json!({ "code": 3, "message": format!("execution reverted: {text}"), "data": "0x08c379a0" }));
    let mut outcomes = vec![revert("Rate limit exceeded"), revert("daily limit exceeded")];
    // go-ethereum core/vm/errors.go, and Besu.
    for message in [
        "invalid code: must not begin with 0xef",
        "return data out of bounds",
        "max call depth exceeded",
        "gas uint64 overflow",
        "nonce uint64 overflow",
        "Transaction processing could not be completed due to an exception",
    ] {
        outcomes.push(error(-32000, message));
    }
    outcomes
}

#[tokio::test(start_paused = true)]
async fn hostile_calldata_does_not_affect_other_callers() {
    let server = Server::start().await;
    server.set_result("eth_getTransactionCount", hex(7));
    for outcome in caused_by_calldata() {
        server.set_error("eth_estimateGas", outcome.clone());
        for _ in 0..100 {
            let estimate = server.node.estimate_gas(eth(), &call(), soon()).await;
            assert!(
                matches!(estimate, Ok(GasEstimate::Reverted { .. })),
                "{outcome:?}: {estimate:?}"
            );
        }
        assert_eq!(
            server
                .node
                .next_nonce(eth(), sender(), soon())
                .await
                .map(|next| next.nonce),
            Ok(7),
            "{outcome:?}"
        );
    }
}
