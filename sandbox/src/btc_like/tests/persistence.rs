//! Tests of the state that a node preserves across restarts.

use super::*;
use crate::journal::JournalError;
use std::fs;
use std::path::{Path, PathBuf};

fn open(chain: Chain, file: &Path) -> Result<Node, JournalError> {
    Node::open(Rules::of(chain), clock(), Some(file))
}

fn in_folder(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("chain.jsonl")
}

#[test]
fn chain_and_mempool_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    for chain in [Chain::Btc, Chain::Bch] {
        let file = folder.path().join(format!("{chain}.jsonl"));
        let node = open(chain, &file).unwrap();
        let (_, _, transaction) = payment(&node, Kind::P2pkh);
        let txid = send(&node, &transaction).unwrap();
        let tip = node.read(super::super::ledger::Ledger::tip);
        drop(node);

        let node = open(chain, &file).unwrap();
        assert_eq!(node.read(super::super::ledger::Ledger::tip), tip);
        assert_eq!(node.read(|ledger| ledger.mempool().to_vec()), [txid]);
        assert_eq!(node.mine().unwrap().txids, [txid]);
    }
}

#[test]
fn incomplete_last_line_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let file = in_folder(&folder);
    let tip = open(Chain::Btc, &file).unwrap().mine().unwrap().hash;
    let mut text = fs::read_to_string(&file).unwrap();
    let whole = text.len();
    text.push_str(r#"{"block":{"header":"0200"#);
    fs::write(&file, text).unwrap();

    let node = open(Chain::Btc, &file).unwrap();
    assert_eq!(node.read(super::super::ledger::Ledger::tip), tip);
    assert_eq!(fs::metadata(&file).unwrap().len(), whole as u64);
    drop(node);
    open(Chain::Btc, &file).unwrap().mine().unwrap();
    open(Chain::Btc, &file).unwrap();
}

#[test]
fn modified_journal_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = in_folder(&folder);
    let node = open(Chain::Btc, &file).unwrap();
    let (_, _, transaction) = payment(&node, Kind::P2pkh);
    send(&node, &transaction).unwrap();
    drop(node);
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let (first, last) = (1, lines.len());
    // The value of the payment output, one base unit above the signed value.
    let stolen = text.replace("e069f90200000000", "e169f90200000000");
    check_damaged(&file, &lines[1..].join("\n"), first);
    check_damaged(&file, &[&lines[..], &lines[last - 1..]].concat().join("\n"), last + 1);
    check_damaged(&file, stolen.trim_end(), last);
}

#[track_caller]
fn check_damaged(file: &Path, text: &str, line: usize) {
    fs::write(file, format!("{text}\n")).unwrap();
    match open(Chain::Btc, file) {
        Err(JournalError::Damaged { number, .. }) => assert_eq!(number, line),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("the damage at line {line} was not detected"),
    }
}
