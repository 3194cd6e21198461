//! Transaction status.

use super::ledger::{ALICE, BOB, CAROL, Ledger, NOTHING, btc, script, script_hash, time, transaction};
use super::server::{Call, Reaction, Server};
use super::{node, soon};
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{OutPoint, TransactionStatus};
use wallet_core::ports::upstream::UpstreamError;

const HISTORY: &str = "blockchain.scripthash.get_history";

type Found = Result<Option<TransactionStatus>, UpstreamError>;

async fn status(server: &Server, txid: &str) -> Found {
    let txid = txid.parse().expect("a txid");
    node(server).transaction_status(btc(), txid, &[], soon()).await
}

/// Returns a ledger of ten blocks with a payment to Bob with change to Alice at this height, and the txid.
fn payment(height: i64) -> (Ledger, String) {
    let mut ledger = Ledger::up_to(10);
    let parent = ledger.add_unlisted(transaction(&[NOTHING], &[(9, script(CAROL))], 1));
    let outputs = [(5, script(BOB)), (3, script(ALICE)), (0, vec![0x6a])];
    let txid = ledger.add(transaction(&[(&parent, 0)], &outputs, 2), height, &[ALICE, BOB, CAROL]);
    (ledger, txid)
}

const fn confirmed(block: u32, confirmations: u32) -> TransactionStatus {
    let time = time(block);
    TransactionStatus::Confirmed {
        block,
        confirmations,
        time,
    }
}

const PENDING: TransactionStatus = TransactionStatus::Pending { first_seen: 0 };

#[tokio::test]
async fn output_history_yields_the_block() {
    for (height, expected) in [
        (10, confirmed(10, 1)),
        (1, confirmed(1, 10)),
        // A block that arrived after the tip was returned.
        (11, confirmed(11, 1)),
        (0, PENDING),
        (-1, PENDING),
    ] {
        let (ledger, txid) = payment(height);
        let mut newer = ledger.clone();
        newer.tip = 11;
        let server = Server::start(move |call: &Call| match call.method.as_str() {
            "blockchain.block.header" => newer.respond(call),
            _ => ledger.respond(call),
        })
        .await;
        assert_eq!(status(&server, &txid).await, Ok(Some(expected)), "{height}");
        let requests = server.calls().into_iter().filter(|call| call.method == HISTORY);
        let scripts: Vec<_> = requests.map(|call| call.params[0].clone()).collect();
        assert_eq!(
            scripts,
            [script_hash(&script(ALICE))],
            "the history of the change, the last address output, is requested"
        );
    }
}

#[tokio::test]
async fn transaction_unknown_to_the_node_is_unknown() {
    let (ledger, _) = payment(5);
    let server = Server::start(move |call| ledger.respond(call)).await;
    assert_eq!(status(&server, &"11".repeat(32)).await, Ok(None));
}

#[tokio::test]
async fn replaced_transaction_is_recognised_by_an_input() {
    let replaced = "11".repeat(32).parse().expect("a txid");
    for (height, is_replaced) in [(8, true), (0, false)] {
        let mut ledger = Ledger::up_to(10);
        let parent = ledger.add(transaction(&[NOTHING], &[(9, script(CAROL))], 1), 3, &[CAROL]);
        let unrelated = transaction(&[NOTHING], &[(1, script(CAROL))], 2);
        let spender = transaction(&[(&parent, 0)], &[(5, script(BOB))], 3);
        let by = ledger.add(spender, height, &[CAROL, BOB]).parse().expect("a txid");
        ledger.add(unrelated, 9, &[CAROL]);
        let server = Server::start(move |call| ledger.respond(call)).await;
        let input = OutPoint::new(parent.parse().expect("a txid"), 0);
        let found = node(&server)
            .transaction_status(btc(), replaced, &[input], soon())
            .await;
        let expected = is_replaced.then_some(TransactionStatus::Replaced { by });
        assert_eq!(found, Ok(expected), "{height}");
    }
}

/// A server that limits the searches for a replacement still serves payments.
#[tokio::test]
async fn failing_search_for_a_replacement_affects_no_payment() {
    let mut ledger = Ledger::up_to(10);
    let parent = ledger.add(transaction(&[NOTHING], &[(9, script(CAROL))], 1), 3, &[CAROL]);
    let server = Server::start(move |call| {
        if call.method == HISTORY {
            return Reaction::error(-101, "excessive resource usage");
        }
        ledger.respond(call)
    })
    .await;
    let node = node(&server);
    let replaced = "11".repeat(32).parse().expect("a txid");
    let txid = parent.parse().expect("a txid");
    for _ in 0..10 {
        let status = node
            .transaction_status(btc(), replaced, &[OutPoint::new(txid, 0)], soon())
            .await;
        assert_eq!(status, Ok(None));
        let bytes = node.raw_transaction(btc(), txid, soon()).await;
        assert!(matches!(bytes, Ok(Some(_))), "{bytes:?}");
    }
}

#[tokio::test]
async fn transaction_without_history_is_pending() {
    let mut ledger = Ledger::up_to(10);
    let txid = ledger.add_unlisted(transaction(&[NOTHING], &[(9, script(CAROL))], 1));
    let server = Server::start(move |call| ledger.respond(call)).await;
    assert_eq!(status(&server, &txid).await, Ok(Some(PENDING)));
}

#[tokio::test]
async fn other_output_is_used_if_a_history_is_too_long() {
    let (ledger, txid) = payment(7);
    let long = script_hash(&script(ALICE));
    let server = Server::start(move |call| {
        if call.method == HISTORY && call.params[0] == long.as_str() {
            return Reaction::error(10_001, "history too large");
        }
        ledger.respond(call)
    })
    .await;
    assert_eq!(status(&server, &txid).await, Ok(Some(confirmed(7, 4))));
}

#[tokio::test]
async fn input_history_is_used_without_an_indexed_output() {
    let mut ledger = Ledger::up_to(10);
    let parent = ledger.add_unlisted(transaction(&[NOTHING], &[(9, script(CAROL))], 1));
    let burnt = transaction(&[(&parent, 0)], &[(0, vec![0x6a, 1, 0xaa])], 2);
    let txid = ledger.add(burnt, 8, &[CAROL]);
    let server = Server::start(move |call| ledger.respond(call)).await;
    assert_eq!(status(&server, &txid).await, Ok(Some(confirmed(8, 3))));
}

#[tokio::test]
async fn server_error_is_not_a_status() {
    let (ledger, txid) = payment(7);
    for (method, reaction) in [
        ("blockchain.transaction.get", Reaction::error(2, "daemon error")),
        (HISTORY, Reaction::error(1, "no")),
        (HISTORY, Reaction::error(10_001, "history too large")),
        ("blockchain.block.header", Reaction::error(1, "no")),
        ("blockchain.headers.subscribe", Reaction::error(1, "no")),
        ("blockchain.transaction.get", Reaction::Result(serde_json::json!("00"))),
    ] {
        let (ledger, response) = (ledger.clone(), reaction.clone());
        let server = Server::start(move |call| {
            if call.method == method {
                response.clone()
            } else {
                ledger.respond(call)
            }
        })
        .await;
        let found = status(&server, &txid).await;
        assert!(found.is_err(), "{method} {reaction:?}: {found:?}");
    }
}
