//! Transaction submission.

use super::{SENDER, SIGNED, SIGNED_ID, Server, assert_unusable, eth, hex, node, signed, soon};
use serde_json::{Value, json};
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};
use wallet_eth_like::ports::EthLikeNode;
use wallet_test_support::json_rpc::error;
use wallet_test_support::stub::{Reply, Stub};

const ACCEPTED: Result<BroadcastOutcome, UpstreamError> = Ok(BroadcastOutcome::Accepted);

const fn rejected(reason: RejectReason) -> BroadcastOutcome {
    BroadcastOutcome::Rejected(reason)
}

fn known() -> Value {
    json!({ "hash": SIGNED_ID, "from": SENDER, "nonce": "0x9" })
}

/// Starts a node without transactions and with this outcome of a submission.
async fn world(outcome: Result<Value, Value>) -> Server {
    let server = Server::start().await;
    server.set_result("eth_getTransactionByHash", json!(null));
    server.set_error("eth_sendRawTransaction", outcome);
    server
}

async fn send(server: &Server) -> Result<BroadcastOutcome, UpstreamError> {
    server.node.broadcast(eth(), &signed(), soon()).await
}

#[tokio::test(start_paused = true)]
async fn transaction_is_submitted_unchanged_after_the_chain_check() {
    let server = world(Ok(json!(SIGNED_ID))).await;
    assert_eq!(send(&server).await, ACCEPTED);
    assert_eq!(send(&server).await, ACCEPTED);
    assert_eq!(server.calls_of("eth_sendRawTransaction")[0].params, json!([SIGNED]));
    assert_eq!(server.calls_of("eth_chainId").len(), 1, "the chain is checked once");
}

#[tokio::test(start_paused = true)]
async fn node_of_another_chain_gets_no_transaction() {
    let server = world(Ok(json!(SIGNED_ID))).await;
    server.set_result("eth_chainId", hex(5));
    let outcome = send(&server).await;
    assert!(matches!(outcome, Err(UpstreamError::Unavailable { .. })), "{outcome:?}");
    assert!(server.calls_of("eth_sendRawTransaction").is_empty());
}

#[tokio::test(start_paused = true)]
async fn different_hash_is_unusable() {
    let other = json!("0x00000000000000000000000000000000000000000000000000000000000000aa");
    for result in [other, json!("0x"), json!(null), json!(true)] {
        let server = world(Ok(result)).await;
        assert_unusable(&send(&server).await);
        server.set_result("eth_getTransactionByHash", known());
        assert_eq!(send(&server).await, ACCEPTED, "the node has it nevertheless");
    }
}

#[tokio::test(start_paused = true)]
async fn rejection_reason_is_that_of_the_node() {
    for (code, message, outcome) in [
        (-32000, "already known", ACCEPTED),
        (-32000, "transaction underpriced", Ok(rejected(RejectReason::FeeTooLow))),
        (
            -32000,
            "replacement transaction underpriced",
            Ok(rejected(RejectReason::ReplacementUnderpriced)),
        ),
        (
            -32000,
            "insufficient funds for gas * price + value",
            Ok(rejected(RejectReason::InsufficientFunds)),
        ),
        (-32000, "<h1>evil</h1>", Ok(rejected(RejectReason::Other))),
    ] {
        assert_eq!(send(&world(error(code, message)).await).await, outcome, "{message}");
    }
}

#[tokio::test(start_paused = true)]
async fn nonce_used_by_the_same_transaction_is_accepted() {
    let server = world(error(-32000, "nonce too low: next nonce 10, tx nonce 9")).await;
    assert_eq!(send(&server).await, Ok(rejected(RejectReason::NonceTooLow)));
    server.set_result("eth_getTransactionByHash", known());
    assert_eq!(send(&server).await, ACCEPTED);
}

/// hardhat returns this error, but mines the transaction.
#[tokio::test(start_paused = true)]
async fn reverting_transaction_is_broadcast() {
    let server = world(error(
        -32603,
        "Error: VM Exception while processing transaction: revert",
    ))
    .await;
    assert_eq!(send(&server).await, Ok(rejected(RejectReason::Other)));
    server.set_result("eth_getTransactionByHash", known());
    assert_eq!(send(&server).await, ACCEPTED);
}

/// The node received the hash; only a node with the transaction knows sender and nonce.
#[tokio::test(start_paused = true)]
async fn look_up_must_match_sender_nonce_and_hash() {
    for (field, value) in [
        ("from", json!("0x1111111111111111111111111111111111111111")),
        ("nonce", json!("0x8")),
        (
            "hash",
            json!("0x00000000000000000000000000000000000000000000000000000000000000aa"),
        ),
    ] {
        let server = world(error(-32000, "nonce too low")).await;
        let mut mismatch = known();
        mismatch[field] = value;
        server.set_result("eth_getTransactionByHash", mismatch);
        assert_eq!(send(&server).await, Ok(BroadcastOutcome::Unknown), "{field}");
    }
}

#[tokio::test(start_paused = true)]
async fn errors_without_a_rejection_are_distinguished() {
    for message in ["invalid sender", "context deadline exceeded"] {
        assert_unusable(&send(&world(error(-32000, message)).await).await);
    }
    let full = send(&world(error(-32000, "txpool is full")).await).await;
    assert!(matches!(full, Err(UpstreamError::Unavailable { .. })), "{full:?}");
}

/// Local reasons of a node, by client and gateway.
const OWN_REASONS: [(i64, &str); 8] = [
    (-32000, "txpool is full"),
    (-32000, "INTERNAL_ERROR: queued sub-pool is full"),
    (-32000, "future transaction tries to replace pending"),
    (-32000, "in-flight transaction limit reached for delegated accounts"),
    (
        -32002,
        "Transaction pool not enabled. (Either txpool explicitly disabled, or node not yet in sync).",
    ),
    (-32001, "rpc method is not whitelisted"),
    (
        -32601,
        "the method eth_sendRawTransaction does not exist/is not available",
    ),
    (-32010, "Syncing"),
];

#[tokio::test(start_paused = true)]
async fn reason_of_the_node_itself_leads_to_the_next_node() {
    for (code, message) in OWN_REASONS {
        let server = world(error(code, message)).await;
        for _ in 0..6 {
            let outcome = send(&server).await;
            assert!(
                matches!(outcome, Err(UpstreamError::Unavailable { .. })),
                "{message}: {outcome:?}"
            );
        }
        let working = world(Ok(json!(SIGNED_ID))).await;
        let both = node(eth(), &[&server.stub.url, &working.stub.url]);
        assert_eq!(both.broadcast(eth(), &signed(), soon()).await, ACCEPTED, "{message}");
        server.set_result("eth_getTransactionByHash", known());
        assert_eq!(send(&server).await, ACCEPTED, "{message}: it has the transaction");
    }
}

#[tokio::test(start_paused = true)]
async fn rejection_is_confirmed_by_the_second_node() {
    let first = world(error(-32000, "intrinsic gas too low")).await;
    let second = world(Ok(json!(SIGNED_ID))).await;
    let both = node(eth(), &[&first.stub.url, &second.stub.url]);
    assert_eq!(both.broadcast(eth(), &signed(), soon()).await, ACCEPTED);
    assert_eq!(second.calls_of("eth_sendRawTransaction")[0].params, json!([SIGNED]));
    second.set_error("eth_sendRawTransaction", error(-32000, "transaction underpriced"));
    let outcome = both.broadcast(eth(), &signed(), soon()).await;
    assert_eq!(outcome, Ok(rejected(RejectReason::GasTooLow)), "the first reason");
    second.set_result("eth_getTransactionByHash", known());
    assert_eq!(both.broadcast(eth(), &signed(), soon()).await, ACCEPTED);
}

#[tokio::test(start_paused = true)]
async fn timeout_is_looked_up_and_the_next_node_used() {
    let unresponsive = Stub::start(|request| {
        if request.body.contains("eth_chainId") {
            Reply::ok(json!({ "jsonrpc": "2.0", "id": 0, "result": "0x1" }).to_string())
        } else {
            Reply::Reset
        }
    })
    .await;
    let alone = node(eth(), &[&unresponsive.url]);
    assert_eq!(
        alone.broadcast(eth(), &signed(), soon()).await,
        Ok(BroadcastOutcome::Unknown)
    );
    let working = world(Ok(json!(SIGNED_ID))).await;
    let both = node(eth(), &[&unresponsive.url, &working.stub.url]);
    assert_eq!(both.broadcast(eth(), &signed(), soon()).await, ACCEPTED);
}
