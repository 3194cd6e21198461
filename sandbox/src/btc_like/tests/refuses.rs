//! What a node refuses, and in which words.

use super::*;

const BAD_SCRIPT: &str = "mandatory-script-verify-flag-failed (Script evaluated without error but finished with a false/empty top stack element)";

/// Builds a payment, lets `spoil` change it, signs it again, and checks the refusal.
#[track_caller]
fn check_spoiled(chain: Chain, text: &str, spoil: impl FnOnce(&mut Transaction)) {
    let node = node(chain);
    let (purse, owned, mut transaction) = payment(&node, Kind::P2pkh);
    spoil(&mut transaction);
    let spent = vec![owned; transaction.input.len()];
    let transaction = purse.sign(node.rules(), Kind::P2pkh, &spent, transaction);
    check_refused(&node, &transaction, -26, text);
}

#[test]
fn bytes_that_are_no_transaction() {
    let node = node(Chain::Btc);
    for hex in ["", "00", "zz", "0200000000000000000000"] {
        let Err(SubmitError::Rejected(rejection)) = node.submit(hex) else {
            panic!("{hex} was accepted")
        };
        assert_eq!(rejection.rpc_code(), -22, "{hex}");
    }
}

#[test]
fn a_signature_of_another_key() {
    for kind in [Kind::P2wpkh, Kind::P2shP2wpkh, Kind::P2wshMultisig] {
        let node = node(Chain::Btc);
        let (_, owned, transaction) = payment(&node, kind);
        let outputs = transaction.output.clone();
        let forged = Purse::new(66).spend(node.rules(), kind, &[owned], outputs);
        check_refused(&node, &forged, -26, BAD_SCRIPT);
    }
    for chain in [Chain::Btc, Chain::Ltc, Chain::Bch, Chain::Doge] {
        let node = node(chain);
        let (_, owned, transaction) = payment(&node, Kind::P2pkh);
        let forged = Purse::new(66).spend(node.rules(), Kind::P2pkh, &[owned], transaction.output);
        let text = "mandatory-script-verify-flag-failed (Script failed an OP_EQUALVERIFY operation)";
        check_refused(&node, &forged, -26, text);
    }
}

#[test]
fn a_transaction_changed_after_signing() {
    for (chain, text) in [
        (Chain::Btc, BAD_SCRIPT),
        (Chain::Ltc, BAD_SCRIPT),
        (Chain::Doge, BAD_SCRIPT),
        (
            Chain::Bch,
            "mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)",
        ),
    ] {
        let node = node(chain);
        let (_, _, mut transaction) = payment(&node, Kind::P2pkh);
        transaction.output[0].value -= Amount::from_sat(1);
        check_refused(&node, &transaction, -26, text);
    }
    let node = node(Chain::Btc);
    let (_, _, mut transaction) = payment(&node, Kind::P2tr);
    transaction.output[0].value -= Amount::from_sat(1);
    check_refused(
        &node,
        &transaction,
        -26,
        "mandatory-script-verify-flag-failed (Invalid Schnorr signature)",
    );
}

#[test]
fn a_witness_signature_over_another_value() {
    let node = node(Chain::Btc);
    let (purse, mut owned, transaction) = payment(&node, Kind::P2wpkh);
    owned.output.value = Amount::from_sat(60_000_000);
    let lied = purse.spend(node.rules(), Kind::P2wpkh, &[owned], transaction.output);
    check_refused(&node, &lied, -26, BAD_SCRIPT);
}

#[test]
fn a_bch_signature_without_fork_id() {
    let node = node(Chain::Bch);
    let (purse, owned, transaction) = payment(&node, Kind::P2pkh);
    let legacy = purse.spend(Rules::of(Chain::Btc), Kind::P2pkh, &[owned], transaction.output);
    let text = "mandatory-script-verify-flag-failed (Signature must use SIGHASH_FORKID)";
    check_refused(&node, &legacy, -26, text);
}

#[test]
fn a_missing_input_and_a_spent_one() {
    let node = node(Chain::Btc);
    let (_, _, transaction) = payment(&node, Kind::P2pkh);
    let mut missing = transaction.clone();
    missing.input[0].previous_output.vout = 9;
    check_refused(&node, &missing, -25, "bad-txns-inputs-missingorspent");

    send(&node, &transaction).unwrap();
    node.mine().unwrap();
    let mut again = transaction;
    again.output[0].value -= Amount::from_sat(1);
    check_refused(&node, &again, -25, "bad-txns-inputs-missingorspent");
}

#[test]
fn a_double_spend_of_the_mempool_and_the_same_again() {
    let node = node(Chain::Btc);
    let (purse, owned, transaction) = payment(&node, Kind::P2wpkh);
    send(&node, &transaction).unwrap();
    check_refused(&node, &transaction, -27, "txn-already-in-mempool");
    let other = vec![output(purse.script(Kind::P2pkh), 49_000_000)];
    let conflict = purse.spend(node.rules(), Kind::P2wpkh, &[owned], other);
    check_refused(&node, &conflict, -26, "txn-mempool-conflict");
    node.mine().unwrap();
    check_refused(&node, &transaction, -27, "Transaction already in block chain");
}

#[test]
fn more_out_than_in() {
    check_spoiled(
        Chain::Btc,
        "bad-txns-in-belowout, value in (0.50000000) < value out (0.50000001)",
        |transaction| transaction.output[0].value = Amount::from_sat(50_000_001),
    );
}

#[test]
fn values_that_cannot_exist() {
    let coins = |coins: u64| Amount::from_sat(coins * 100_000_000);
    check_spoiled(Chain::Btc, "bad-txns-vout-toolarge", |transaction| {
        transaction.output[0].value = coins(21_000_001);
    });
    check_spoiled(Chain::Ltc, "bad-txns-txouttotal-toolarge", |transaction| {
        transaction.output = vec![output(Purse::new(1).script(Kind::P2pkh), coins(50_000_000).to_sat()); 2];
    });
    check_spoiled(Chain::Btc, "bad-txns-vout-negative", |transaction| {
        transaction.output[0].value = Amount::MAX;
    });
}

#[test]
fn dust() {
    for (chain, limit) in [
        (Chain::Btc, 546),
        (Chain::Ltc, 5460),
        (Chain::Bch, 546),
        (Chain::Doge, 100_000),
    ] {
        check_spoiled(chain, "dust", |transaction| {
            transaction.output[0].value = Amount::from_sat(limit - 1);
        });
    }
}

#[test]
fn too_low_a_fee() {
    for (chain, fee, minimum) in [
        (Chain::Btc, 100, 192),
        (Chain::Bch, 100, 192),
        (Chain::Doge, 18_000, 19_200),
    ] {
        let node = node(chain);
        let (purse, owned, transaction) = payment(&node, Kind::P2pkh);
        let mut outputs = transaction.output;
        outputs[0].value = owned.output.value - Amount::from_sat(fee);
        let cheap = purse.spend(node.rules(), Kind::P2pkh, &[owned], outputs);
        let Err(Rejection::FeeTooLow {
            fee: offered,
            minimum: asked,
        }) = send(&node, &cheap)
        else {
            panic!("{chain}: accepted")
        };
        assert_eq!(offered, fee);
        assert!(
            asked.abs_diff(minimum) <= 2 * node.rules().relay_fee,
            "{chain}: {asked}"
        );
    }
}

#[test]
fn small_dogecoin_outputs_without_their_extra_fee() {
    check_spoiled(Chain::Doge, "min relay fee not met, 100000 < 1022600", |transaction| {
        transaction.output[0].value = Amount::from_sat(50_000_000 - 999_999 - FEE);
        transaction
            .output
            .push(output(Purse::new(1).script(Kind::P2pkh), 999_999));
    });
}

#[test]
fn an_immature_coinbase() {
    let node = node(Chain::Btc);
    let outpoint = node.read(|ledger| OutPoint {
        txid: ledger.blocks().last().unwrap().txids[0],
        vout: 0,
    });
    let (purse, mut owned, transaction) = payment(&node, Kind::P2pkh);
    owned.outpoint = outpoint;
    let early = purse.spend(node.rules(), Kind::P2pkh, &[owned], transaction.output);
    // The funding of the purse made one block on top.
    let text = "bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 2";
    check_refused(&node, &early, -26, text);
}

#[test]
fn the_same_input_twice_and_no_outputs() {
    check_spoiled(Chain::Btc, "bad-txns-inputs-duplicate", |transaction| {
        transaction.input.push(transaction.input[0].clone());
    });
    check_spoiled(Chain::Btc, "bad-txns-vout-empty", |transaction| {
        transaction.output.clear();
    });
}

#[test]
fn lock_times_that_have_not_come() {
    check_spoiled(Chain::Btc, "non-final", |transaction| {
        transaction.lock_time = LockTime::from_consensus(10_000);
    });
    check_spoiled(Chain::Btc, "non-BIP68-final", |transaction| {
        transaction.input[0].sequence = Sequence::from_height(2);
    });
}

#[test]
fn witnesses_on_chains_without_them() {
    let with_witness = |transaction: &mut Transaction| transaction.input[0].witness = Witness::from_slice(&[[1; 4]]);
    let doge = node(Chain::Doge);
    let (_, _, mut transaction) = payment(&doge, Kind::P2pkh);
    with_witness(&mut transaction);
    check_refused(&doge, &transaction, -26, "no-witness-yet");
    let bch = node(Chain::Bch);
    let (_, _, mut transaction) = payment(&bch, Kind::P2pkh);
    with_witness(&mut transaction);
    check_refused(
        &bch,
        &transaction,
        -22,
        "TX decode failed. Make sure the tx has at least one input.",
    );
}

#[test]
fn outputs_that_are_not_relayed() {
    for (chain, script) in [
        (Chain::Doge, Purse::new(1).script(Kind::P2wpkh)),
        (Chain::Bch, Purse::new(1).script(Kind::P2tr)),
        (Chain::Btc, ScriptBuf::from_bytes(vec![0x51])),
        (
            Chain::Bch,
            ScriptBuf::from_bytes([&[0xef][..], &[0; 33], Purse::new(1).script(Kind::P2pkh).as_bytes()].concat()),
        ),
    ] {
        check_spoiled(chain, "scriptpubkey", |transaction| {
            transaction.output[0].script_pubkey = script;
        });
    }
}

#[test]
fn a_signature_with_a_high_s() {
    let node = node(Chain::Btc);
    let (_, _, mut transaction) = payment(&node, Kind::P2wpkh);
    let witness = transaction.input[0].witness.to_vec();
    let signature = bitcoin::ecdsa::Signature::from_slice(&witness[0]).unwrap();
    let compact = signature.signature.serialize_compact();
    let s = SecretKey::from_slice(&compact[32..]).unwrap().negate();
    let high =
        bitcoin::secp256k1::ecdsa::Signature::from_compact(&[&compact[..32], &s.secret_bytes()].concat()).unwrap();
    let high = [&high.serialize_der()[..], &[1]].concat();
    transaction.input[0].witness = Witness::from_slice(&[high, witness[1].clone()]);
    let text = "non-mandatory-script-verify-flag (Non-canonical signature: S value is unnecessarily high)";
    check_refused(&node, &transaction, -26, text);
}

#[test]
fn the_faucet_below_dust_above_its_maximum_and_to_foreign_scripts() {
    use super::super::node::PayError;
    let node = node(Chain::Btc);
    let script = Purse::new(1).script(Kind::P2pkh);
    assert!(matches!(
        node.pay(&script, 545),
        Err(PayError::BelowDust { minimum: 546 })
    ));
    assert!(matches!(
        node.pay(&script, 1_000_000_001),
        Err(PayError::AboveMaximum { maximum: 1_000_000_000 })
    ));
    assert!(matches!(
        node.pay(&ScriptBuf::from_bytes(vec![0x51]), 1000),
        Err(PayError::NotRelayed)
    ));
}
