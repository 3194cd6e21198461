//! Handing a transaction in.

use super::{SENDER, SIGNED, SIGNED_ID, Server, assert_unusable, eth, hex, node, signed, soon};
use crate::json_rpc_server::error;
use crate::support::{Reply, Stub};
use serde_json::{Value, json};
use wallet_core::ports::upstream::{BroadcastOutcome, RejectReason, UpstreamError};
use wallet_eth_like::ports::EthLikeNode;

const ACCEPTED: Result<BroadcastOutcome, UpstreamError> = Ok(BroadcastOutcome::Accepted);

const fn rejected(reason: RejectReason) -> BroadcastOutcome {
    BroadcastOutcome::Rejected(reason)
}

fn known() -> Value {
    json!({ "hash": SIGNED_ID, "from": SENDER, "nonce": "0x9" })
}

/// A node that knows no transaction, and says this to the next.
async fn world(outcome: Result<Value, Value>) -> Server {
    let server = Server::start().await;
    server.says("eth_getTransactionByHash", json!(null));
    server.refuses("eth_sendRawTransaction", outcome);
    server
}

async fn send(server: &Server) -> Result<BroadcastOutcome, UpstreamError> {
    server.node.broadcast(eth(), &signed(), soon()).await
}

#[tokio::test]
async fn a_transaction_is_handed_over_as_it_is_once_the_chain_is_sure() {
    let server = world(Ok(json!(SIGNED_ID))).await;
    assert_eq!(send(&server).await, ACCEPTED);
    assert_eq!(send(&server).await, ACCEPTED);
    assert_eq!(server.asked("eth_sendRawTransaction")[0].params, json!([SIGNED]));
    assert_eq!(server.asked("eth_chainId").len(), 1, "once is enough");
}

#[tokio::test]
async fn a_node_of_another_chain_gets_nothing() {
    let server = world(Ok(json!(SIGNED_ID))).await;
    server.says("eth_chainId", hex(5));
    let answer = send(&server).await;
    assert!(matches!(answer, Err(UpstreamError::Unavailable { .. })), "{answer:?}");
    assert!(server.asked("eth_sendRawTransaction").is_empty());
}

#[tokio::test]
async fn another_hash_than_the_transactions_is_a_lie() {
    let other = json!("0x00000000000000000000000000000000000000000000000000000000000000aa");
    for answer in [other, json!("0x"), json!(null), json!(true)] {
        let server = world(Ok(answer)).await;
        assert_unusable(&send(&server).await);
        server.says("eth_getTransactionByHash", known());
        assert_eq!(send(&server).await, ACCEPTED, "it has it all the same");
    }
}

#[tokio::test]
async fn the_verdict_is_the_nodes() {
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

#[tokio::test]
async fn a_used_nonce_may_have_been_used_by_this_transaction() {
    let server = world(error(-32000, "nonce too low: next nonce 10, tx nonce 9")).await;
    assert_eq!(send(&server).await, Ok(rejected(RejectReason::NonceTooLow)));
    server.says("eth_getTransactionByHash", known());
    assert_eq!(send(&server).await, ACCEPTED);
}

/// hardhat answers so, and has it in a block.
#[tokio::test]
async fn a_transaction_that_reverts_is_sent_all_the_same() {
    let server = world(error(
        -32603,
        "Error: VM Exception while processing transaction: revert",
    ))
    .await;
    assert_eq!(send(&server).await, Ok(rejected(RejectReason::Other)));
    server.says("eth_getTransactionByHash", known());
    assert_eq!(send(&server).await, ACCEPTED);
}

/// It was told the hash; only who has the transaction knows sender and nonce.
#[tokio::test]
async fn who_claims_to_know_it_must_know_what_it_is() {
    for (field, value) in [
        ("from", json!("0x1111111111111111111111111111111111111111")),
        ("nonce", json!("0x8")),
        (
            "hash",
            json!("0x00000000000000000000000000000000000000000000000000000000000000aa"),
        ),
    ] {
        let server = world(error(-32000, "nonce too low")).await;
        let mut lie = known();
        lie[field] = value;
        server.says("eth_getTransactionByHash", lie);
        assert_eq!(send(&server).await, Ok(BroadcastOutcome::Unknown), "{field}");
    }
}

#[tokio::test]
async fn what_is_no_verdict_is_told_apart() {
    for message in ["invalid sender", "context deadline exceeded"] {
        assert_unusable(&send(&world(error(-32000, message)).await).await);
    }
    let full = send(&world(error(-32000, "txpool is full")).await).await;
    assert!(matches!(full, Err(UpstreamError::Unavailable { .. })), "{full:?}");
}

#[tokio::test]
async fn after_silence_the_hash_is_looked_up_and_the_next_one_asked() {
    let silent = Stub::start(|request| {
        if request.body.contains("eth_chainId") {
            Reply::ok(json!({ "jsonrpc": "2.0", "id": 0, "result": "0x1" }).to_string())
        } else {
            Reply::Reset
        }
    })
    .await;
    let alone = node(eth(), &[&silent.url]);
    assert_eq!(
        alone.broadcast(eth(), &signed(), soon()).await,
        Ok(BroadcastOutcome::Unknown)
    );
    let good = world(Ok(json!(SIGNED_ID))).await;
    let both = node(eth(), &[&silent.url, &good.stub.url]);
    assert_eq!(both.broadcast(eth(), &signed(), soon()).await, ACCEPTED);
}
