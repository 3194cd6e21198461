//! Tests of reorganisations, and of transactions that leave the mempool.

use super::*;
use crate::chain::ControlError;
use crate::eth_like::evm::state::Account;
use crate::eth_like::ledger::Ledger;
use crate::journal::JournalError;
use crate::tests::{View, check_abandoned};
use revm::state::AccountInfo;
use std::collections::HashMap;
use std::fs;

fn hashes(node: &Node) -> Vec<B256> {
    node.read(|ledger| ledger.blocks().iter().map(|block| block.hash).collect())
}

fn pending(node: &Node) -> Vec<B256> {
    node.read(|ledger| {
        let mut all: Vec<_> = ledger.pool().all().collect();
        all.sort_by_key(|pending| pending.arrival);
        all.iter().map(|pending| pending.transaction.hash()).collect()
    })
}

fn view(node: &Node) -> View {
    View {
        height: node.read(Ledger::height),
        hashes: hashes(node).iter().map(ToString::to_string).collect(),
        pending: pending(node).iter().map(ToString::to_string).collect(),
    }
}

/// Returns the accounts that the transactions of the tests change.
fn accounts(node: &Node, wallet: &TestWallet) -> Vec<Option<(AccountInfo, HashMap<U256, U256>)>> {
    let faucet = node.read(|ledger| ledger.block(1).map(|block| block.transactions[0].transaction.sender));
    let touched = [
        faucet.unwrap(),
        wallet.address(),
        TO,
        contracts::SILENT_TOKEN,
        contracts::FORWARDER,
    ];
    let content = |account: &Account| (account.info.clone(), account.storage.clone());
    node.read(|ledger| {
        touched
            .map(|address| ledger.state().account(address).map(content))
            .to_vec()
    })
}

/// Sends a payment of the wallet and a payment of tokens of the faucet, and mines both.
fn mine_payments(node: &Node, wallet: &TestWallet, nonce: u64) -> Vec<B256> {
    let unsigned = TxEip1559 {
        gas_limit: 60_000,
        max_fee_per_gas: 50 * GWEI,
        ..payment(node, nonce)
    };
    node.submit(&wallet.sign(unsigned)).unwrap();
    pay(node, TO, 5, Some(contracts::SILENT_TOKEN));
    let mined = mine(node);
    assert_eq!(mined.len(), 2);
    mined
}

fn check_reorganisation(chain: &str, depth: u32) {
    let node = node(chain);
    let wallet = TestWallet::funded(&node, 1);
    let before = accounts(&node, &wallet);
    let after = std::cell::OnceCell::new();
    let mine_next = |nonce| -> Vec<_> {
        let mined = mine_payments(&node, &wallet, u64::from(nonce));
        mined.iter().map(ToString::to_string).collect()
    };
    let reorganise = |depth| {
        after.set(accounts(&node, &wallet)).unwrap();
        node.reorganise(depth).unwrap()
    };
    let expected = check_abandoned(depth, || view(&node), mine_next, reorganise);
    assert_eq!(accounts(&node, &wallet), before, "{chain} {depth}");
    node.read(|ledger| {
        for pair in ledger.blocks().windows(2) {
            assert_eq!(pair[1].header.parent_hash, pair[0].hash);
            assert!(pair[1].header.timestamp > pair[0].header.timestamp);
        }
        assert!(
            expected
                .iter()
                .all(|hash| ledger.mined(hash.parse().unwrap()).is_none())
        );
    });
    assert_eq!(mine(&node).len(), expected.len());
    // The fees differ with the base fee.
    let nonces = |accounts: &[Option<(AccountInfo, _)>]| -> Vec<_> {
        accounts
            .iter()
            .map(|account| account.as_ref().map(|(info, _)| info.nonce))
            .collect()
    };
    assert_eq!(nonces(&accounts(&node, &wallet)), nonces(after.get().unwrap()));
}

#[test]
fn state_after_a_reorganisation_is_that_of_the_ancestor() {
    for chain in ["eth", "op", "arb"] {
        for depth in [1, 20] {
            check_reorganisation(chain, depth);
        }
    }
    for depth in 2..=6 {
        check_reorganisation("bsc", depth);
    }
}

#[test]
fn legacy_transactions_are_pending_again() {
    let node = node("etc");
    let funding = pay(&node, TO, 5, None);
    mine(&node);
    node.reorganise(1).unwrap();
    assert_eq!(pending(&node), [funding]);
    assert_eq!(balance(&node, TO), U256::ZERO);
    assert_eq!(mine(&node), [funding]);
}

/// The wallet has no coins before the payment of the faucet is mined again, as on a node.
#[test]
fn transaction_that_became_invalid_is_not_pending() {
    let node = node("eth");
    let wallet = TestWallet::funded(&node, 1);
    let funding = node.read(|ledger| ledger.tip().unwrap().transactions[0].transaction.hash());
    let raw = wallet.sign(payment(&node, 0));
    let sent = node.submit(&raw).unwrap();
    mine(&node);
    let queued = node.submit(&wallet.sign(payment(&node, 1))).unwrap();
    let dropped = node.reorganise(2).unwrap().dropped;
    assert_eq!(dropped, [funding.to_string(), sent.to_string()]);
    assert_eq!(pending(&node), [funding]);
    assert!(node.read(|ledger| !ledger.contains(sent) && !ledger.contains(queued)));
    mine(&node);
    assert_eq!(node.submit(&raw).unwrap(), sent);
}

#[test]
fn every_reorganisation_makes_new_blocks() {
    let node = node("eth");
    mine(&node);
    let mut seen = hashes(&node);
    for _ in 0..3 {
        node.reorganise(1).unwrap();
        let hashes = hashes(&node);
        let new = &hashes[hashes.len() - 2..];
        assert!(new.iter().all(|hash| !seen.contains(hash)));
        seen.extend(new);
    }
}

#[test]
fn genesis_is_not_abandoned() {
    let node = node("gno");
    let check = |depth, expected| match node.reorganise(depth) {
        Err(ControlError::Depth { maximum }) => assert_eq!(maximum, expected, "{depth}"),
        other => panic!("{other:?}"),
    };
    check(1, 0);
    mine(&node);
    check(0, 1);
    check(2, 1);
    for _ in 0..150 {
        mine(&node);
    }
    check(21, 20);
    for _ in 0..10 {
        node.reorganise(20).unwrap();
    }
}

#[test]
fn dropped_transaction_leaves_with_the_later_nonces_and_can_be_sent_again() {
    let node = node("eth");
    let wallet = TestWallet::funded(&node, 1);
    let raw: Vec<_> = (0..3).map(|nonce| wallet.sign(payment(&node, nonce))).collect();
    let hashes: Vec<_> = raw.iter().map(|raw| node.submit(raw).unwrap()).collect();
    let other = pay(&node, TO, 5, None);
    node.drop_pending(hashes[1]).unwrap();
    assert_eq!(pending(&node), [hashes[0], other]);
    assert!(matches!(node.drop_pending(hashes[2]), Err(ControlError::NotPending)));
    node.drop_pending(hashes[0]).unwrap();
    for raw in &raw {
        node.submit(raw).unwrap();
    }
    assert_eq!(pending(&node), [other, hashes[0], hashes[1], hashes[2]]);
    assert_eq!(mine(&node).len(), 4);
    assert!(matches!(node.drop_pending(hashes[0]), Err(ControlError::NotPending)));
}

#[test]
fn reorganisation_and_drop_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    for chain in ["eth", "base", "arb"] {
        let file = folder.path().join(chain);
        let node = open(chain, Some(&file));
        let wallet = TestWallet::funded(&node, 1);
        for nonce in 0..3 {
            mine_payments(&node, &wallet, nonce);
        }
        let dropped = pay(&node, TO, 5, None);
        node.reorganise(2).unwrap();
        node.drop_pending(dropped).unwrap();
        let view = |node: &Node| (hashes(node), pending(node), accounts(node, &wallet));
        let before = view(&node);
        assert_eq!(before.1.len(), 4);
        drop(node);

        let node = open(chain, Some(&file));
        assert_eq!(view(&node), before, "{chain}");
        assert_eq!(mine(&node).len(), 4);
        drop(node);
        open(chain, Some(&file));
    }
}

#[test]
fn damaged_reorganisation_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("eth.jsonl");
    let node = open("eth", Some(&file));
    mine(&node);
    mine(&node);
    node.reorganise(1).unwrap();
    drop(node);
    let text = fs::read_to_string(&file).unwrap();
    for depth in ["0", "2", "3", "21"] {
        let damaged = text.replace("\"depth\":1", &format!("\"depth\":{depth}"));
        fs::write(&file, damaged).unwrap();
        let opened = Node::open(rules("eth"), &tokens(), clock(), Some(&file));
        assert!(
            matches!(opened, Err(JournalError::Damaged { number: 3, .. })),
            "{depth}"
        );
    }
}
