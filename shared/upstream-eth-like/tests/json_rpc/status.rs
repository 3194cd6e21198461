//! Transaction status.

use super::{BLOCK_ID, HEIGHT, NOW, SENDER, SIGNED_ID, Server, assert_unusable, block, eth, hex, node, signed, soon};
use serde_json::{Value, json};
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};
use wallet_eth_like::ports::EthLikeNode;
use wallet_eth_like::{SenderNonce, TransactionStatus};
use wallet_test_support::json_rpc::error;
use wallet_test_support::stub::closed_port;

fn transaction() -> Value {
    json!({ "hash": SIGNED_ID, "from": SENDER, "nonce": "0x9", "blockNumber": null })
}

fn receipt(height: u64, status: &Value) -> Value {
    json!({ "transactionHash": SIGNED_ID, "blockHash": BLOCK_ID, "blockNumber": hex(height), "status": status })
}

async fn world(transaction: Value, receipt: Value) -> Server {
    let server = Server::start().await;
    server.set_result("eth_getTransactionByHash", transaction);
    server.set_result("eth_getTransactionReceipt", receipt);
    server.set_result("eth_blockNumber", hex(HEIGHT));
    server
}

async fn status(server: &Server) -> Result<Option<TransactionStatus>, UpstreamError> {
    server
        .node
        .transaction_status(eth(), signed().hash(), None, soon())
        .await
}

#[tokio::test(start_paused = true)]
async fn transaction_is_unknown_pending_or_mined() {
    assert_eq!(status(&world(json!(null), json!(null)).await).await, Ok(None));
    let pending = Ok(Some(TransactionStatus::Pending));
    assert_eq!(status(&world(transaction(), json!(null)).await).await, pending);
    for (receipt_status, succeeded) in [(json!("0x1"), true), (json!("0x0"), false), (json!(null), true)] {
        let server = world(transaction(), receipt(HEIGHT - 2, &receipt_status)).await;
        let mined = TransactionStatus::Mined {
            succeeded,
            block: HEIGHT - 2,
            confirmations: 3,
            time: NOW,
        };
        assert_eq!(status(&server).await, Ok(Some(mined)));
        // The head, the transaction with its receipt, the block time.
        assert_eq!(server.stub.requests().len(), 3);
    }
}

#[tokio::test(start_paused = true)]
async fn block_above_the_latest_has_one_confirmation() {
    let server = world(transaction(), receipt(HEIGHT + 1, &json!("0x1"))).await;
    let Ok(Some(TransactionStatus::Mined { confirmations, .. })) = status(&server).await else {
        panic!("not mined");
    };
    assert_eq!(confirmations, 1);
}

#[tokio::test(start_paused = true)]
async fn inconsistent_data_is_unusable() {
    let other = "0x00000000000000000000000000000000000000000000000000000000000000aa";
    let mut mismatched = transaction();
    mismatched["hash"] = json!(other);
    assert_unusable(&status(&world(mismatched, json!(null)).await).await);
    let mut mismatched = receipt(5, &json!("0x1"));
    mismatched["transactionHash"] = json!(other);
    assert_unusable(&status(&world(transaction(), mismatched).await).await);
    let mut reorganised = receipt(5, &json!("0x1"));
    reorganised["blockHash"] = json!(other);
    assert_unusable(&status(&world(transaction(), reorganised).await).await);
    assert_unusable(&status(&world(transaction(), receipt(5, &json!("0x2"))).await).await);
    let server = world(transaction(), receipt(5, &json!("0x1"))).await;
    server.set_handler("eth_getBlockByNumber", |call| {
        Ok(if call.params[0] == "latest" {
            block(HEIGHT)
        } else {
            json!(null)
        })
    });
    assert_unusable(&status(&server).await);
}

#[tokio::test(start_paused = true)]
async fn transaction_unknown_to_one_node_is_requested_from_the_next() {
    let (without, with) = (
        world(json!(null), json!(null)).await,
        world(transaction(), json!(null)).await,
    );
    let both = node(eth(), &[&without.stub.url, &with.stub.url]);
    let found = both.transaction_status(eth(), signed().hash(), None, soon()).await;
    assert_eq!(found, Ok(Some(TransactionStatus::Pending)));
    let closed = closed_port();
    let one = node(eth(), &[&closed, &without.stub.url]);
    assert_eq!(
        one.transaction_status(eth(), signed().hash(), None, soon()).await,
        Ok(None)
    );
}

#[tokio::test(start_paused = true)]
async fn forgotten_transaction_is_replaced_if_another_one_with_its_nonce_is_mined() {
    let other = format!("0x{}", "22".repeat(32));
    let by = other.parse().expect("a hash");
    let signed = signed();
    let stated = SenderNonce {
        sender: signed.sender(),
        nonce: signed.nonce(),
    };
    for (count, is_replaced) in [(stated.nonce + 1, true), (stated.nonce, false)] {
        let server = world(json!(null), json!(null)).await;
        server.set_result("eth_getTransactionCount", hex(count));
        let mined = json!({ "hash": other, "from": SENDER, "nonce": hex(stated.nonce), "blockNumber": hex(HEIGHT) });
        server.set_result("eth_getTransactionBySenderAndNonce", mined);
        let expected = is_replaced.then_some(TransactionStatus::Replaced { by: Some(by) });
        let found = server
            .node
            .transaction_status(eth(), signed.hash(), Some(stated), soon())
            .await;
        assert_eq!(found, Ok(expected));
        assert_eq!(status(&server).await, Ok(None));
        // A transaction that the node rejects takes no place in the memory of the process.
        server.set_error("eth_sendRawTransaction", error(-32000, "invalid sender"));
        let rejected = server.node.broadcast(eth(), &signed, soon()).await;
        let may_be_sent = rejected.as_ref().is_ok_and(|outcome| outcome.may_be_sent());
        assert!(!may_be_sent, "{rejected:?}");
        assert_eq!(status(&server).await, Ok(None));
        server.set_result("eth_sendRawTransaction", json!(SIGNED_ID));
        let sent = server.node.broadcast(eth(), &signed, soon()).await;
        assert_eq!(sent, Ok(BroadcastOutcome::Accepted));
        assert_eq!(status(&server).await, Ok(expected));
    }
}

fn stated() -> SenderNonce {
    SenderNonce {
        sender: signed().sender(),
        nonce: signed().nonce(),
    }
}

/// Returns a node like geth, which reports no transaction by its nonce.
async fn without_search(transaction: Value, count: u64) -> Server {
    let server = world(transaction, json!(null)).await;
    server.set_result("eth_getTransactionCount", hex(count));
    server
}

#[tokio::test(start_paused = true)]
async fn used_nonce_of_a_transaction_that_no_node_knows_shows_a_replacement() {
    let used = stated().nonce + 1;
    let replaced = Some(TransactionStatus::Replaced { by: None });
    let (up, lagging) = (
        without_search(json!(null), used).await,
        without_search(json!(null), used - 1).await,
    );
    let closed = closed_port();
    for (urls, expected) in [
        (vec![&up.stub.url], replaced),
        (vec![&up.stub.url, &up.stub.url], replaced),
        (vec![&lagging.stub.url], None),
        // The lower median of the counts, and a node that has not used the nonce.
        (vec![&up.stub.url, &lagging.stub.url], None),
        (vec![&up.stub.url, &up.stub.url, &lagging.stub.url], None),
        // A node that does not respond may know the transaction.
        (vec![&up.stub.url, &closed], None),
    ] {
        let urls: Vec<_> = urls.into_iter().map(String::as_str).collect();
        let node = node(eth(), &urls);
        let status = node
            .transaction_status(eth(), signed().hash(), Some(stated()), soon())
            .await;
        assert_eq!(status, Ok(expected), "{urls:?}");
        assert_eq!(
            node.transaction_status(eth(), signed().hash(), None, soon()).await,
            Ok(None)
        );
    }
}

/// The block of the transaction arrives between the look-up and the count.
#[tokio::test(start_paused = true)]
async fn transaction_that_is_mined_between_two_requests_is_not_replaced() {
    let server = without_search(json!(null), stated().nonce + 1).await;
    let mut look_ups = 0;
    server.set_handler("eth_getTransactionReceipt", move |_| {
        look_ups += 1;
        Ok(if look_ups == 1 {
            json!(null)
        } else {
            receipt(HEIGHT, &json!("0x1"))
        })
    });
    let status = async || {
        let node = &server.node;
        node.transaction_status(eth(), signed().hash(), Some(stated()), soon())
            .await
    };
    assert_eq!(status().await, Ok(None));
    assert!(matches!(status().await, Ok(Some(TransactionStatus::Mined { .. }))));
}

/// The pool of a node has it, which may be behind its block.
#[tokio::test(start_paused = true)]
async fn pending_transaction_with_a_used_nonce_remains_pending() {
    let server = without_search(transaction(), stated().nonce + 1).await;
    assert_eq!(status(&server).await, Ok(Some(TransactionStatus::Pending)));
}
