//! Tests of transactions that a node accepts.

use super::*;

#[track_caller]
fn check_accepted(chain: Chain, kind: Kind) {
    let node = node(chain);
    let (_, _, transaction) = payment(&node, kind);
    let txid = send(&node, &transaction).unwrap_or_else(|rejection| panic!("{chain} {kind:?}: {rejection}"));
    assert_eq!(node.mine().unwrap().txids, [txid]);
    let confirmations = node.read(|ledger| ledger.confirmations(ledger.entry(txid).unwrap().height));
    assert_eq!(confirmations, 1);
}

#[test]
fn p2pkh_can_be_spent_on_every_chain() {
    for chain in Chain::ALL {
        check_accepted(chain, Kind::P2pkh);
    }
}

#[test]
fn witness_outputs_can_be_spent_on_segwit_chains() {
    for chain in [Chain::Btc, Chain::Ltc] {
        for kind in [Kind::P2wpkh, Kind::P2shP2wpkh, Kind::P2wshMultisig, Kind::P2tr] {
            check_accepted(chain, kind);
        }
    }
}

#[test]
fn unconfirmed_and_multiple_inputs_are_accepted() {
    let node = node(Chain::Btc);
    let (_, _, parent) = payment(&node, Kind::P2wpkh);
    send(&node, &parent).unwrap();
    let recipient = TestWallet::new(8);
    let unconfirmed = Owned {
        outpoint: OutPoint {
            txid: parent.compute_txid(),
            vout: 0,
        },
        output: parent.output[0].clone(),
    };
    let spent = [
        unconfirmed,
        recipient.funded(&node, Kind::P2pkh, 1_000_000),
        recipient.funded(&node, Kind::P2pkh, 2_000_000),
    ];
    let outputs = vec![
        output(recipient.script(Kind::P2tr), 51_000_000),
        output(ScriptBuf::new_op_return([1; 40]), 0),
        output(ScriptBuf::new_op_return([2; 75]), 0),
    ];
    send(&node, &recipient.spend(node.rules(), Kind::P2pkh, &spent, outputs)).unwrap();
}

#[test]
fn faucet_pays_repeatedly() {
    for chain in Chain::ALL {
        let node = node(chain);
        let wallet = TestWallet::new(9);
        for _ in 0..60 {
            node.pay(&wallet.script(Kind::P2pkh), node.rules().faucet_maximum)
                .unwrap();
        }
        let received = node.read(|ledger| ledger.script(&wallet.script(Kind::P2pkh)).unwrap().unspent.len());
        assert_eq!(received, 60, "{chain}");
    }
}

#[test]
fn outputs_at_the_dust_limit_and_fees_at_the_minimum_are_relayed() {
    let node = node(Chain::Btc);
    let (wallet, owned, _) = payment(&node, Kind::P2wpkh);
    let limit = node.rules().dust_limit(&wallet.script(Kind::P2wpkh));
    let outputs = |fee| {
        vec![
            output(wallet.script(Kind::P2wpkh), limit),
            output(wallet.script(Kind::P2pkh), owned.output.value.to_sat() - limit - fee),
        ]
    };
    let spend = |fee| wallet.spend(node.rules(), Kind::P2wpkh, std::slice::from_ref(&owned), outputs(fee));
    // Signature lengths may differ by one byte between two fees; one virtual byte equals four weight units.
    let vsize = spend(1000).vsize() as u64;
    send(&node, &spend(vsize + 1)).unwrap();
}

#[test]
fn fork_id_signatures_commit_to_the_value() {
    let node = node(Chain::Bch);
    let (wallet, mut owned, transaction) = payment(&node, Kind::P2pkh);
    owned.output.value = Amount::from_sat(1);
    let outputs = transaction.output.clone();
    let wrong_value = wallet.spend(node.rules(), Kind::P2pkh, &[owned], outputs);
    assert!(matches!(send(&node, &wrong_value), Err(Rejection::Script(_))));
    send(&node, &transaction).unwrap();
}
