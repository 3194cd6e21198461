//! Tests of replacements in the mempool (BIP 125) and of packages in blocks.

use super::*;
use crate::btc_like::mining;
use bitcoin::Txid;

const VALUE: u64 = 50_000_000;

/// A wallet with a confirmed p2wpkh output.
struct Scene {
    node: Node,
    wallet: TestWallet,
    owned: Owned,
}

impl Scene {
    fn new(chain: Chain) -> Self {
        let node = node(chain);
        let wallet = TestWallet::new(7);
        let kind = kind(chain);
        let owned = wallet.funded(&node, kind, VALUE);
        Self { node, wallet, owned }
    }

    /// Spends outputs to the wallet itself, in a single output, with this fee.
    fn spend(&self, spent: &[Owned], fee: u64) -> Transaction {
        let kind = kind(self.node.rules().chain);
        let total: u64 = spent.iter().map(|owned| owned.output.value.to_sat()).sum();
        let outputs = vec![output(self.wallet.script(kind), total - fee)];
        self.wallet.spend(self.node.rules(), kind, spent, outputs)
    }

    /// Spends the confirmed output.
    fn payment(&self, fee: u64) -> Transaction {
        self.spend(std::slice::from_ref(&self.owned), fee)
    }

    /// Spends the only output of a transaction.
    fn child(&self, parent: &Transaction, fee: u64) -> Transaction {
        self.spend(&[owned(parent, 0)], fee)
    }

    fn send(&self, transaction: &Transaction) -> Txid {
        send(&self.node, transaction).unwrap()
    }

    #[track_caller]
    fn check_rejected(&self, transaction: &Transaction, text: &str) {
        let text = text.replace("{txid}", &transaction.compute_txid().to_string());
        check_rejected(&self.node, transaction, -26, &text);
    }

    fn mempool(&self) -> Vec<Txid> {
        self.node.read(|ledger| ledger.mempool().to_vec())
    }
}

/// The kind of the wallet's outputs.
fn kind(chain: Chain) -> Kind {
    if Rules::of(chain).segwit {
        Kind::P2wpkh
    } else {
        Kind::P2pkh
    }
}

fn owned(transaction: &Transaction, vout: u32) -> Owned {
    Owned {
        outpoint: OutPoint::new(transaction.compute_txid(), vout),
        output: transaction.output[vout as usize].clone(),
    }
}

#[test]
fn higher_fee_replaces_the_transaction_and_its_descendants() {
    for chain in [Chain::Btc, Chain::Doge] {
        let scene = Scene::new(chain);
        let first = scene.payment(FEE);
        let child = scene.child(&first, FEE);
        let grandchild = scene.child(&child, FEE);
        for transaction in [&first, &child, &grandchild] {
            scene.send(transaction);
        }
        let replacement = scene.payment(4 * FEE);
        let txid = scene.send(&replacement);
        assert_eq!(scene.mempool(), [txid]);
        scene.node.read(|ledger| {
            assert!(ledger.entry(first.compute_txid()).is_none());
            let history = ledger.script(&scene.wallet.script(kind(chain))).unwrap();
            assert_eq!(history.txids, [scene.owned.outpoint.txid, txid]);
            assert_eq!(history.unspent.iter().collect::<Vec<_>>(), [&OutPoint::new(txid, 0)]);
            assert_eq!(ledger.spender(scene.owned.outpoint).unwrap().txid, txid);
        });
        // The first transaction may not return.
        let error = send(&scene.node, &first).unwrap_err();
        assert!(
            error.to_string().starts_with("insufficient fee, rejecting replacement"),
            "{error}"
        );
        assert_eq!(scene.node.mine().unwrap().txids, [txid]);
    }
}

#[test]
fn replacement_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("btc.jsonl");
    let open = || Node::open(Rules::of(Chain::Btc), clock(), Some(&file)).unwrap();
    let node = open();
    let wallet = TestWallet::new(7);
    let owned = wallet.funded(&node, Kind::P2wpkh, VALUE);
    let scene = Scene { node, wallet, owned };
    scene.send(&scene.payment(FEE));
    let replacement = scene.send(&scene.payment(2 * FEE));
    let reopened = open();
    assert_eq!(reopened.read(|ledger| ledger.mempool().to_vec()), [replacement]);
    assert_eq!(reopened.mine().unwrap().txids, [replacement]);
    assert!(open().read(|ledger| ledger.mempool().is_empty()));
}

/// Rule 1.
#[test]
fn transactions_without_a_signal_are_not_replaced() {
    let scene = Scene::new(Chain::Btc);
    let mut first = scene.payment(FEE);
    first.input[0].sequence = Sequence::ENABLE_LOCKTIME_NO_RBF;
    let spent = [scene.owned.clone()];
    let first = scene.wallet.sign(scene.node.rules(), Kind::P2wpkh, &spent, first);
    scene.send(&first);
    scene.check_rejected(&scene.payment(9 * FEE), "txn-mempool-conflict");
    for chain in [Chain::Ltc, Chain::Bch] {
        let scene = Scene::new(chain);
        scene.send(&scene.payment(FEE));
        scene.check_rejected(&scene.payment(9 * FEE), "txn-mempool-conflict");
    }
}

/// Rule 2.
#[test]
fn replacement_with_a_new_unconfirmed_input_is_rejected() {
    let scene = Scene::new(Chain::Btc);
    let other = scene.wallet.funded(&scene.node, Kind::P2wpkh, VALUE);
    let pending = scene.spend(&[other], FEE);
    scene.send(&pending);
    scene.send(&scene.payment(FEE));
    let both = scene.spend(&[scene.owned.clone(), owned(&pending, 0)], 9 * FEE);
    scene.check_rejected(
        &both,
        "replacement-adds-unconfirmed, replacement {txid} adds unconfirmed input, idx 1",
    );
    scene.node.mine().unwrap();
    // The inputs of the replaced transaction may be unconfirmed.
    let parent = scene.spend(&[owned(&pending, 0)], FEE);
    scene.send(&parent);
    scene.send(&scene.child(&parent, FEE));
    let replacement = scene.send(&scene.child(&parent, 2 * FEE));
    assert_eq!(scene.mempool(), [parent.compute_txid(), replacement]);
}

/// Rule 3, for all transactions that would be removed.
#[test]
fn replacement_with_less_than_the_sum_of_the_fees_is_rejected() {
    let scene = Scene::new(Chain::Btc);
    let first = scene.payment(FEE);
    scene.send(&first);
    scene.send(&scene.child(&first, FEE));
    let text = "insufficient fee, rejecting replacement {txid}, less fees than conflicting txs; 0.00199999 < 0.002";
    scene.check_rejected(&scene.payment(2 * FEE - 1), text);
    scene.send(&scene.payment(2 * FEE + 11));
}

/// Rule 4.
#[test]
fn replacement_that_does_not_pay_for_its_relay_is_rejected() {
    let scene = Scene::new(Chain::Btc);
    let first = scene.payment(FEE);
    scene.send(&first);
    // A tenth per vbyte, rounded up.
    let required = (first.vsize() as u64).div_ceil(10);
    assert_eq!(required, 11);
    let text =
        "insufficient fee, rejecting replacement {txid}, not enough additional fees to relay; 0.0000001 < 0.00000011";
    scene.check_rejected(&scene.payment(FEE + 10), text);
    scene.send(&scene.payment(FEE + required));
}

#[test]
fn replacement_with_the_same_fee_rate_is_rejected() {
    let scene = Scene::new(Chain::Btc);
    let first = scene.payment(FEE);
    scene.send(&first);
    let script = scene.wallet.script(Kind::P2wpkh);
    let outputs = vec![
        output(script.clone(), 1_000_000),
        output(script, VALUE - 1_000_000 - FEE),
    ];
    let larger = scene.wallet.spend(
        scene.node.rules(),
        Kind::P2wpkh,
        std::slice::from_ref(&scene.owned),
        outputs,
    );
    let rate = |transaction: &Transaction| format!("0.{:08} BTC/kvB", FEE * 1000 / transaction.vsize() as u64);
    let text = "insufficient fee, rejecting replacement {txid}; new feerate";
    scene.check_rejected(
        &larger,
        &format!("{text} {} <= old feerate {}", rate(&larger), rate(&first)),
    );
}

/// Rule 5.
#[test]
fn at_most_a_hundred_transactions_are_replaced() {
    let scene = Scene::new(Chain::Btc);
    let mut last = scene.payment(1000);
    scene.send(&last);
    for _ in 1..100 {
        last = scene.child(&last, 1000);
        scene.send(&last);
    }
    let beyond = scene.child(&last, 1000);
    scene.send(&beyond);
    let replacement = scene.payment(1_000_000);
    let text =
        "too many potential replacements, rejecting replacement {txid}; too many potential replacements (101 > 100)\n";
    scene.check_rejected(&replacement, text);
    // Without the last transaction there are a hundred.
    let second = scene.node.read(|ledger| ledger.mempool()[1]);
    let second = scene
        .node
        .read(|ledger| ledger.entry(second).unwrap().transaction.clone());
    let first = scene
        .node
        .read(|ledger| ledger.entry(ledger.mempool()[0]).unwrap().transaction.clone());
    let shorter = scene.child(&first, 1_000_000);
    assert_eq!(shorter.input[0].previous_output, second.input[0].previous_output);
    scene.send(&shorter);
    assert_eq!(scene.mempool(), [first.compute_txid(), shorter.compute_txid()]);
}

#[test]
fn replacement_that_spends_a_replaced_output_is_rejected() {
    let scene = Scene::new(Chain::Btc);
    let first = scene.payment(FEE);
    scene.send(&first);
    let cycle = scene.spend(&[scene.owned.clone(), owned(&first, 0)], 9 * FEE);
    let text = format!(
        "bad-txns-spends-conflicting-tx, {{txid}} spends conflicting transaction {}",
        first.compute_txid()
    );
    scene.check_rejected(&cycle, &text);
}

#[test]
fn child_with_a_high_fee_moves_its_parent_into_a_full_block() {
    let scene = Scene::new(Chain::Btc);
    let other = scene.wallet.funded(&scene.node, Kind::P2wpkh, VALUE);
    let parent = scene.payment(1000);
    let rival = scene.spend(&[other], 5000);
    let [parent_id, rival_id] = [&parent, &rival].map(|transaction| scene.send(transaction));
    let size = parent.vsize();
    let select = |room| scene.node.read(|ledger| mining::select(ledger, room));
    assert_eq!(select(size), [rival_id]);
    assert_eq!(select(size - 1), []);
    let child = scene.send(&scene.child(&parent, 20_000));
    assert_eq!(select(2 * size), [parent_id, child]);
    // The package does not fit.
    assert_eq!(select(2 * size - 1), [rival_id]);
    assert_eq!(select(3 * size), [parent_id, rival_id, child]);
}
