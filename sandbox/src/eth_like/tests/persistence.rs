//! Tests of the state that a node preserves across restarts.

use super::*;
use crate::journal::JournalError;
use std::fs;

#[test]
fn chain_state_and_mempool_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    for chain in ["eth", "etc", "op"] {
        let file = folder.path().join(chain);
        let first = open(chain, Some(&file));
        let wallet = TestWallet(SecretKey::from_slice(&[1; 32]).unwrap());
        pay(&first, wallet.address(), COIN, None);
        mine(&first);
        let pending = pay(&first, TO, 5, Some(contracts::SILENT_TOKEN));
        let tip = |node: &Node| node.read(|ledger| ledger.tip().unwrap().hash);
        let before = tip(&first);
        drop(first);

        let second = open(chain, Some(&file));
        assert_eq!(tip(&second), before);
        assert_eq!(balance(&second, wallet.address()), U256::from(COIN));
        assert_eq!(mine(&second), [pending]);
    }
}

#[test]
fn modified_journal_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("eth.jsonl");
    let node = open("eth", Some(&file));
    TestWallet::funded(&node, 1);
    drop(node);
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<_> = text.lines().collect();
    for (damaged, line) in [
        (text.replace("\"hash\":\"0x", "\"hash\":\"0xff"), 2),
        (format!("{}\n", lines[1]), 1),
        (format!("{}\n{}\n", lines[0], lines[0]), 2),
        (text.replace("timestamp\":18", "timestamp\":19"), 2),
    ] {
        fs::write(&file, damaged).unwrap();
        let opened = Node::open(rules("eth"), &tokens(), clock(), Some(&file));
        let Err(JournalError::Damaged { number, .. }) = opened else {
            panic!("damaged line {line} was accepted")
        };
        assert_eq!(number, line);
    }
}
