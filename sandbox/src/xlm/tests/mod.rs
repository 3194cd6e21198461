//! Tests of the node. The tests of the workspace (`tests/nodes/sandbox`) check it with the adapters of the
//! services and with a third-party library.

mod events;
mod offers;
mod rejections;
mod rpc;

use super::codec;
use super::node::{Node, SubmitError};
use super::rules::network_id;
use super::test_wallet::{COIN, TestWallet, by_source, nothing};
use super::transaction::Transaction;
use super::transaction::outcome::Codes;
use crate::clock::{Clock, Timestamp};
use crate::journal::JournalError;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use stellar_xdr::{
    Asset, Memo, OperationBody, PaymentOp, Preconditions, SequenceNumber, Signature, Transaction as Inner,
    TransactionEnvelope, TransactionExt, TransactionV1Envelope, Uint256,
};

/// Returns a clock with a fixed time.
fn clock() -> Arc<dyn Clock> {
    Arc::new(|| Timestamp::from_secs(1_800_000_000))
}

fn open(file: Option<&Path>) -> Node {
    Node::open(clock(), file).unwrap()
}

/// Returns the codes with which a submission is rejected.
#[track_caller]
fn rejection_codes(node: &Node, envelope: &str) -> (String, Vec<String>) {
    match node.submit(envelope) {
        Err(SubmitError::Rejected { result, .. }) => {
            let codes = Codes::of(&result);
            (codes.transaction, codes.operations)
        }
        other => panic!("not rejected: {other:?}"),
    }
}

#[test]
fn state_history_and_pending_transactions_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("xlm.jsonl");
    let first = open(Some(&file));
    let (one, two) = (TestWallet::funded(&first, 1), TestWallet::funded(&first, 2));
    let paid = first.settle(&one.pay(&first, &two, COIN)).unwrap();
    let pending = first.submit(&two.pay(&first, &one, 7 * COIN)).unwrap();
    let tip = |node: &Node| node.read(|ledger| ledger.tip().hash);
    let before = tip(&first);
    drop(first);

    let second = open(Some(&file));
    assert_eq!(tip(&second), before);
    assert_eq!(one.balance(&second), 99 * COIN - 100);
    let result = second.read(|ledger| ledger.included(&paid.transaction.hash).unwrap().result.clone());
    assert_eq!(result, paid.result);
    let closed = second.close(|closed| closed.transactions[0].transaction.hash).unwrap();
    assert_eq!(closed, pending);
    assert_eq!(one.balance(&second), 106 * COIN - 100);
}

/// Until the header had the hash of the transactions, it repeated that of the results.
#[test]
fn journal_with_a_header_of_an_earlier_version_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("xlm.jsonl");
    let node = open(Some(&file));
    TestWallet::funded(&node, 1);
    let mut header = node.read(|ledger| ledger.tip().header.clone());
    let hash = hex::encode(codec::hash(&header));
    assert_ne!(header.scp_value.tx_set_hash, header.tx_set_result_hash);
    header.scp_value.tx_set_hash = header.tx_set_result_hash.clone();
    drop(node);
    let earlier = hex::encode(codec::hash(&header));
    let text = fs::read_to_string(&file).unwrap().replace(&hash, &earlier);
    fs::write(&file, text).unwrap();
    let node = open(Some(&file));
    assert_eq!(node.read(|ledger| hex::encode(ledger.tip().hash)), earlier);
    TestWallet::funded(&node, 2);
}

#[test]
fn immediate_closing_leaves_nothing_pending() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("xlm.jsonl");
    let node = open(Some(&file)).closing_immediately();
    let (one, two) = (TestWallet::new(1), TestWallet::new(2));
    for wallet in [&one, &two] {
        node.pay(&wallet.account(), 100 * COIN).unwrap();
    }
    for _ in 0..2 {
        node.submit(&one.pay(&node, &two, COIN)).unwrap();
    }
    assert_eq!(two.balance(&node), 102 * COIN);
    let ledgers = |node: &Node| node.read(|ledger| (ledger.closed().len(), ledger.pending().len()));
    assert_eq!(
        ledgers(&node),
        (5, 0),
        "the first ledger, and one for each of four transactions"
    );
    drop(node);
    assert_eq!(ledgers(&open(Some(&file))), (5, 0));
}

#[test]
fn submissions_close_no_ledger_while_ledgers_are_stopped() {
    let node = open(None).closing_immediately();
    let (one, two) = (TestWallet::new(1), TestWallet::new(2));
    for wallet in [&one, &two] {
        node.pay(&wallet.account(), 100 * COIN).unwrap();
    }
    assert!(!node.set_immediate_ledgers(false));
    let ledgers = || node.read(|ledger| (ledger.closed().len(), ledger.pending().len()));
    let before = ledgers();
    let first = one.pay(&node, &two, COIN);
    node.submit(&first).unwrap();
    let second = two.pay(&node, &one, COIN);
    assert!(matches!(node.settle(&second), Err(SubmitError::Stopped)));
    assert_eq!(ledgers(), (before.0, 2));
    node.close(|_| ()).unwrap();
    assert!(node.settle(&second).unwrap().is_success);
    assert_eq!(ledgers(), (before.0 + 1, 0));
    assert!(node.set_immediate_ledgers(true));
    node.submit(&one.pay(&node, &two, COIN)).unwrap();
    assert_eq!(ledgers(), (before.0 + 2, 0));
}

#[test]
fn modified_journal_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("xlm.jsonl");
    let node = open(Some(&file));
    TestWallet::funded(&node, 1);
    drop(node);
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<_> = text.lines().collect();
    for (damaged, line) in [
        (text.replace("\"hash\":\"", "\"hash\":\"00"), 2),
        (format!("{}\n", lines[1]), 1),
        (format!("{}\n{}\n", lines[0], lines[0]), 2),
        (text.replace("\"closeTime\":18", "\"closeTime\":19"), 2),
        (text.replace("\"closeTime\":18", "\"closeTime\":1"), 2),
    ] {
        fs::write(&file, damaged).unwrap();
        let Err(JournalError::Damaged { number, .. }) = Node::open(clock(), Some(&file)) else {
            panic!("damaged line {line} was accepted")
        };
        assert_eq!(number, line);
    }
}
