//! Tests of reorganisations, and of transactions that leave the mempool.

use super::*;
use crate::chain::ControlError;
use crate::tests::{View, check_abandoned};
use bitcoin::{BlockHash, Txid};

const VALUE: u64 = 50_000_000;

/// Returns transactions that spend an output, each the output of the previous transaction.
fn payments(rules: &Rules, wallet: &TestWallet, first: Owned, count: u32) -> Vec<Transaction> {
    let mut spent = first;
    let payments = (0..count).map(|_| {
        let rest = spent.output.value.to_sat() - FEE;
        let outputs = vec![output(wallet.script(Kind::P2pkh), rest)];
        let payment = wallet.spend(rules, Kind::P2pkh, std::slice::from_ref(&spent), outputs);
        let outpoint = OutPoint::new(payment.compute_txid(), 0);
        spent = Owned {
            outpoint,
            output: payment.output[0].clone(),
        };
        payment
    });
    payments.collect()
}

/// Returns the histories and unspent outputs of the scripts, and the spendable coins of the miner up to a height.
fn state(node: &Node, scripts: &[ScriptBuf], height: u32) -> String {
    let miner = crate::btc_like::funds::Funds::default().script();
    node.read(|ledger| {
        let histories: Vec<_> = scripts.iter().map(|script| ledger.script(script)).collect();
        let coins = ledger.script(&miner).into_iter().flat_map(|history| &history.unspent);
        let coins = coins.filter(|coin| ledger.coin(**coin).is_some_and(|coin| coin.height < Some(height)));
        let coins: Vec<_> = coins
            .map(|coin| (coin, ledger.coin(*coin), ledger.spender(*coin)))
            .collect();
        format!("{histories:?} {coins:?}")
    })
}

fn hashes(node: &Node) -> Vec<BlockHash> {
    node.read(|ledger| ledger.blocks().iter().map(|block| block.header.block_hash()).collect())
}

fn mempool(node: &Node) -> Vec<Txid> {
    node.read(|ledger| ledger.mempool().to_vec())
}

fn view(node: &Node) -> View {
    View {
        height: u64::from(node.read(Ledger::next_height)) - 1,
        hashes: hashes(node).iter().map(ToString::to_string).collect(),
        pending: mempool(node).iter().map(ToString::to_string).collect(),
    }
}

/// Checks that every block follows the previous block, and is later than the median of the blocks before.
fn check_headers(node: &Node) {
    let hashes = hashes(node);
    node.read(|ledger| {
        for (index, block) in ledger.blocks().iter().enumerate().skip(1) {
            assert_eq!(block.header.prev_blockhash, hashes[index - 1], "{index}");
            let median = crate::btc_like::policy::median_time(ledger, index);
            assert!(block.header.time > median, "{index}");
        }
    });
}

fn check_reorganisation(chain: Chain, depth: u32) {
    let node = node(chain);
    let wallet = TestWallet::new(7);
    let owned = wallet.funded(&node, Kind::P2pkh, VALUE);
    let scripts = [wallet.script(Kind::P2pkh), TestWallet::new(8).script(Kind::P2pkh)];
    let height = node.read(Ledger::next_height);
    let before = state(&node, &scripts, height);
    let payments = payments(node.rules(), &wallet, owned, depth);
    let mut payments = payments.iter();
    let mine = |_| {
        let sent = send(&node, payments.next().unwrap()).unwrap();
        let paid = node.pay(&scripts[1], 3_000_000).unwrap();
        node.mine().unwrap();
        vec![sent.to_string(), paid.to_string()]
    };
    let expected = check_abandoned(depth, || view(&node), mine, |depth| node.reorganise(depth).unwrap());
    check_headers(&node);

    for txid in &expected {
        match node.drop_pending(txid.parse().unwrap()) {
            Ok(()) | Err(ControlError::NotPending) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(mempool(&node), []);
    assert_eq!(state(&node, &scripts, height), before, "{chain} {depth}");
}

#[test]
fn state_after_a_reorganisation_is_that_of_the_ancestor() {
    for chain in Chain::ALL {
        for depth in [1, 2, 20] {
            check_reorganisation(chain, depth);
        }
    }
    for depth in 3..=6 {
        check_reorganisation(Chain::Btc, depth);
    }
}

#[test]
fn pending_transactions_stay_after_those_of_the_abandoned_blocks() {
    let node = node(Chain::Btc);
    let wallet = TestWallet::new(7);
    let owned = wallet.funded(&node, Kind::P2pkh, VALUE);
    let [first, second, third] = &payments(node.rules(), &wallet, owned, 3)[..] else {
        panic!("three payments")
    };
    let first = send(&node, first).unwrap();
    node.mine().unwrap();
    let (second, third) = (send(&node, second).unwrap(), send(&node, third).unwrap());
    node.reorganise(1).unwrap();
    assert_eq!(mempool(&node), [first, second, third]);
    assert_eq!(node.mine().unwrap().txids, [first, second, third]);
}

/// Empty blocks at the same height and time differ, also after several reorganisations.
#[test]
fn every_reorganisation_makes_new_blocks() {
    let node = node(Chain::Btc);
    node.mine().unwrap();
    let mut seen = hashes(&node);
    for _ in 0..3 {
        node.reorganise(1).unwrap();
        let hashes = hashes(&node);
        let new = &hashes[hashes.len() - 2..];
        assert!(new.iter().all(|hash| !seen.contains(hash)));
        seen.extend(new);
    }
}

/// A relative lock time requires a confirmation of the parent, which is pending again.
#[test]
fn transaction_that_became_invalid_is_not_pending() {
    let node = node(Chain::Btc);
    let wallet = TestWallet::new(7);
    let owned = wallet.funded(&node, Kind::P2pkh, VALUE);
    let mut payments = payments(node.rules(), &wallet, owned, 2);
    let parent = send(&node, &payments[0]).unwrap();
    node.mine().unwrap();
    let mut locked = payments.remove(1);
    locked.input[0].sequence = Sequence::from_height(1);
    let spent = Owned {
        outpoint: locked.input[0].previous_output,
        output: payments[0].output[0].clone(),
    };
    let locked = wallet.sign(node.rules(), Kind::P2pkh, &[spent], locked);
    let child = send(&node, &locked).unwrap();
    node.mine().unwrap();
    let dropped = node.reorganise(2).unwrap().dropped;
    assert_eq!(dropped, [parent.to_string(), child.to_string()]);
    assert_eq!(mempool(&node), [parent]);
    node.mine().unwrap();
    assert_eq!(send(&node, &locked).unwrap(), child);
}

#[test]
fn first_blocks_are_not_abandoned() {
    for chain in Chain::ALL {
        let node = node(chain);
        let check = |depth, expected| match node.reorganise(depth) {
            Err(ControlError::Depth { maximum }) => assert_eq!(maximum, expected, "{chain} {depth}"),
            other => panic!("{other:?}"),
        };
        check(1, 0);
        node.mine().unwrap();
        node.mine().unwrap();
        check(0, 2);
        check(3, 2);
        for _ in 0..30 {
            node.mine().unwrap();
        }
        check(21, 20);
        check(u32::MAX, 20);
        node.reorganise(20).unwrap();
    }
}

#[test]
fn dropped_transaction_leaves_with_its_descendants_and_can_be_sent_again() {
    let node = node(Chain::Ltc);
    let wallet = TestWallet::new(7);
    let owned = wallet.funded(&node, Kind::P2pkh, VALUE);
    let scripts = [wallet.script(Kind::P2pkh)];
    let before = state(&node, &scripts, u32::MAX);
    let payments = payments(node.rules(), &wallet, owned, 3);
    let txids: Vec<_> = payments.iter().map(|payment| send(&node, payment).unwrap()).collect();
    let other = node.pay(&TestWallet::new(8).script(Kind::P2pkh), 3_000_000).unwrap();
    node.drop_pending(txids[1]).unwrap();
    assert_eq!(mempool(&node), [txids[0], other]);
    assert!(matches!(node.drop_pending(txids[2]), Err(ControlError::NotPending)));
    node.drop_pending(other).unwrap();
    node.drop_pending(txids[0]).unwrap();
    assert_eq!(state(&node, &scripts, u32::MAX), before);
    for payment in &payments {
        send(&node, payment).unwrap();
    }
    assert_eq!(node.mine().unwrap().txids, txids);
    assert!(matches!(node.drop_pending(txids[0]), Err(ControlError::NotPending)));
}

#[test]
fn reorganisation_and_drop_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    for chain in Chain::ALL {
        let file = folder.path().join(format!("{chain}.jsonl"));
        let node = open(chain, &file).unwrap();
        let wallet = TestWallet::new(7);
        let owned = wallet.funded(&node, Kind::P2pkh, VALUE);
        let payments = payments(node.rules(), &wallet, owned, 4);
        for payment in &payments[..3] {
            send(&node, payment).unwrap();
            node.mine().unwrap();
        }
        let last = send(&node, &payments[3]).unwrap();
        node.reorganise(2).unwrap();
        node.drop_pending(last).unwrap();
        let scripts = [wallet.script(Kind::P2pkh)];
        let view = |node: &Node| (hashes(node), mempool(node), state(node, &scripts, u32::MAX));
        let before = view(&node);
        assert_eq!(before.1.len(), 2);
        drop(node);

        let node = open(chain, &file).unwrap();
        assert_eq!(view(&node), before);
        assert_eq!(node.mine().unwrap().txids, before.1);
        drop(node);
        open(chain, &file).unwrap();
    }
}

#[test]
fn damaged_reorganisation_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = in_folder(&folder);
    let node = open(Chain::Btc, &file).unwrap();
    node.mine().unwrap();
    node.mine().unwrap();
    let pending = node.pay(&TestWallet::new(8).script(Kind::P2pkh), 3_000_000).unwrap();
    node.reorganise(1).unwrap();
    node.drop_pending(pending).unwrap();
    drop(node);
    let text = fs::read_to_string(&file).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let last = lines.len();
    for depth in ["0", "2", "3", "21"] {
        let damaged = text.replace("\"depth\":1", &format!("\"depth\":{depth}"));
        check_damaged(&file, damaged.trim_end(), last - 1);
    }
    check_damaged(&file, &[&lines[..], &lines[last - 1..]].concat().join("\n"), last + 1);
}
