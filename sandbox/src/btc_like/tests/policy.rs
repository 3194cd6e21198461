//! Tests of the mempool policy: accepted transactions, and the messages of rejections.

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
    // Signature lengths may differ by a byte between two fees; a virtual byte equals four weight units.
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

const BAD_SCRIPT: &str = "mandatory-script-verify-flag-failed (Script evaluated without error but finished with a false/empty top stack element)";

/// Builds a payment, applies `change`, signs again, and checks the rejection.
#[track_caller]
fn check_changed_rejected(chain: Chain, text: &str, change: impl FnOnce(&mut Transaction)) {
    let node = node(chain);
    let (wallet, owned, mut transaction) = payment(&node, Kind::P2pkh);
    change(&mut transaction);
    let spent = vec![owned; transaction.input.len()];
    let transaction = wallet.sign(node.rules(), Kind::P2pkh, &spent, transaction);
    check_rejected(&node, &transaction, -26, text);
}

#[test]
fn bytes_that_are_not_a_transaction_are_rejected() {
    let node = node(Chain::Btc);
    for hex in ["", "00", "zz", "0200000000000000000000"] {
        let Err(SubmitError::Rejected(rejection)) = node.submit(hex) else {
            panic!("{hex} was accepted")
        };
        assert_eq!(rejection.rpc_code(), -22, "{hex}");
    }
}

#[test]
fn signature_of_another_key_is_rejected() {
    for kind in [Kind::P2wpkh, Kind::P2shP2wpkh, Kind::P2wshMultisig] {
        let node = node(Chain::Btc);
        let (_, owned, transaction) = payment(&node, kind);
        let outputs = transaction.output.clone();
        let forged = TestWallet::new(66).spend(node.rules(), kind, &[owned], outputs);
        check_rejected(&node, &forged, -26, BAD_SCRIPT);
    }
    for chain in [Chain::Btc, Chain::Ltc, Chain::Bch, Chain::Doge] {
        let node = node(chain);
        let (_, owned, transaction) = payment(&node, Kind::P2pkh);
        let forged = TestWallet::new(66).spend(node.rules(), Kind::P2pkh, &[owned], transaction.output);
        let text = "mandatory-script-verify-flag-failed (Script failed an OP_EQUALVERIFY operation)";
        check_rejected(&node, &forged, -26, text);
    }
}

#[test]
fn transaction_changed_after_signing_is_rejected() {
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
        check_rejected(&node, &transaction, -26, text);
    }
}

#[test]
fn invalid_key_path_spends_are_rejected() {
    let invalid = "mandatory-script-verify-flag-failed (Invalid Schnorr signature)";
    for chain in [Chain::Btc, Chain::Ltc] {
        let node = node(chain);
        let (wallet, owned, transaction) = payment(&node, Kind::P2tr);
        let check = |change: &dyn Fn(&mut Transaction), text| {
            let mut changed = transaction.clone();
            change(&mut changed);
            check_rejected(&node, &changed, -26, text);
        };
        check(&|changed| changed.output[0].value -= Amount::from_sat(1), invalid);
        let signature = transaction.input[0].witness.nth(0).unwrap().to_vec();
        let with = |items: &[Vec<u8>]| {
            let witness = Witness::from_slice(items);
            move |changed: &mut Transaction| changed.input[0].witness = witness.clone()
        };
        let mut flipped = signature.clone();
        flipped[40] ^= 1;
        check(&with(&[flipped]), invalid);
        // A hash type that the signature does not commit to, and the default hash type in a form that BIP 341 excludes.
        for hash_type in [1, 0] {
            check(&with(&[[&signature[..], &[hash_type]].concat()]), invalid);
        }
        let size = "mandatory-script-verify-flag-failed (Invalid Schnorr signature size)";
        check(&with(&[signature[..63].to_vec()]), size);
        check(&with(&[signature.clone(), vec![0x50, 0]]), "bad-witness-nonstandard");
        check(&with(&[]), "bad-witness-nonstandard");
        // A value that differs from the output.
        let mut other_value = owned.clone();
        other_value.output.value += Amount::from_sat(1);
        let signed = wallet.spend(node.rules(), Kind::P2tr, &[other_value], transaction.output.clone());
        check_rejected(&node, &signed, -26, invalid);
        send(&node, &transaction).unwrap();
    }
}

#[test]
fn witness_signature_over_another_value_is_rejected() {
    let node = node(Chain::Btc);
    let (wallet, mut owned, transaction) = payment(&node, Kind::P2wpkh);
    owned.output.value = Amount::from_sat(60_000_000);
    let wrong_value = wallet.spend(node.rules(), Kind::P2wpkh, &[owned], transaction.output);
    check_rejected(&node, &wrong_value, -26, BAD_SCRIPT);
}

#[test]
fn bch_signature_without_fork_id_is_rejected() {
    let node = node(Chain::Bch);
    let (wallet, owned, transaction) = payment(&node, Kind::P2pkh);
    let legacy = wallet.spend(Rules::of(Chain::Btc), Kind::P2pkh, &[owned], transaction.output);
    let text = "mandatory-script-verify-flag-failed (Signature must use SIGHASH_FORKID)";
    check_rejected(&node, &legacy, -26, text);
}

#[test]
fn missing_and_spent_inputs_are_rejected() {
    let node = node(Chain::Btc);
    let (_, _, transaction) = payment(&node, Kind::P2pkh);
    let mut missing = transaction.clone();
    missing.input[0].previous_output.vout = 9;
    check_rejected(&node, &missing, -25, "bad-txns-inputs-missingorspent");

    send(&node, &transaction).unwrap();
    node.mine().unwrap();
    let mut again = transaction;
    again.output[0].value -= Amount::from_sat(1);
    check_rejected(&node, &again, -25, "bad-txns-inputs-missingorspent");
}

#[test]
fn mempool_double_spends_and_duplicates_are_rejected() {
    let node = node(Chain::Ltc);
    let (wallet, owned, transaction) = payment(&node, Kind::P2wpkh);
    send(&node, &transaction).unwrap();
    check_rejected(&node, &transaction, -27, "txn-already-in-mempool");
    let other = vec![output(wallet.script(Kind::P2pkh), 49_000_000)];
    let conflict = wallet.spend(node.rules(), Kind::P2wpkh, &[owned], other);
    check_rejected(&node, &conflict, -26, "txn-mempool-conflict");
    node.mine().unwrap();
    check_rejected(&node, &transaction, -27, "Transaction already in block chain");
}

#[test]
fn outputs_above_inputs_are_rejected() {
    check_changed_rejected(
        Chain::Btc,
        "bad-txns-in-belowout, value in (0.50) < value out (0.50000001)",
        |transaction| transaction.output[0].value = Amount::from_sat(50_000_001),
    );
}

#[test]
fn out_of_range_values_are_rejected() {
    let coins = |coins: u64| Amount::from_sat(coins * 100_000_000);
    check_changed_rejected(Chain::Btc, "bad-txns-vout-toolarge", |transaction| {
        transaction.output[0].value = coins(21_000_001);
    });
    check_changed_rejected(Chain::Ltc, "bad-txns-txouttotal-toolarge", |transaction| {
        transaction.output = vec![output(TestWallet::new(1).script(Kind::P2pkh), coins(50_000_000).to_sat()); 2];
    });
    check_changed_rejected(Chain::Btc, "bad-txns-vout-negative", |transaction| {
        transaction.output[0].value = Amount::MAX;
    });
}

#[test]
fn dust_is_rejected() {
    for (chain, limit) in [
        (Chain::Btc, 546),
        (Chain::Ltc, 5460),
        (Chain::Bch, 546),
        (Chain::Doge, 100_000),
    ] {
        check_changed_rejected(chain, "dust", |transaction| {
            transaction.output[0].value = Amount::from_sat(limit - 1);
        });
    }
}

#[test]
fn fee_below_minimum_is_rejected() {
    for (chain, fee, minimum) in [
        (Chain::Btc, 10, 20),
        (Chain::Bch, 100, 192),
        (Chain::Doge, 18_000, 19_200),
    ] {
        let node = node(chain);
        let (wallet, owned, transaction) = payment(&node, Kind::P2pkh);
        let mut outputs = transaction.output;
        outputs[0].value = owned.output.value - Amount::from_sat(fee);
        let cheap = wallet.spend(node.rules(), Kind::P2pkh, &[owned], outputs);
        let Err(Rejection::FeeTooLow {
            fee: offered,
            minimum: required,
        }) = send(&node, &cheap)
        else {
            panic!("{chain}: accepted")
        };
        assert_eq!(offered, fee);
        assert!(
            required.abs_diff(minimum) <= 2 * node.rules().relay_fee.div_ceil(1000),
            "{chain}: {required}"
        );
    }
}

#[test]
fn small_dogecoin_outputs_require_an_extra_fee() {
    check_changed_rejected(Chain::Doge, "min relay fee not met, 100000 < 1022600", |transaction| {
        transaction.output[0].value = Amount::from_sat(50_000_000 - 999_999 - FEE);
        transaction
            .output
            .push(output(TestWallet::new(1).script(Kind::P2pkh), 999_999));
    });
}

#[test]
fn immature_coinbase_is_rejected() {
    let node = node(Chain::Btc);
    let outpoint = node.read(|ledger| OutPoint {
        txid: ledger.blocks().last().unwrap().txids[0],
        vout: 0,
    });
    let (wallet, mut owned, transaction) = payment(&node, Kind::P2pkh);
    owned.outpoint = outpoint;
    let early = wallet.spend(node.rules(), Kind::P2pkh, &[owned], transaction.output);
    // The block that confirms the wallet's funding adds 1 to the depth.
    let text = "bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 2";
    check_rejected(&node, &early, -26, text);
}

#[test]
fn duplicate_inputs_and_missing_outputs_are_rejected() {
    check_changed_rejected(Chain::Btc, "bad-txns-inputs-duplicate", |transaction| {
        transaction.input.push(transaction.input[0].clone());
    });
    check_changed_rejected(Chain::Btc, "bad-txns-vout-empty", |transaction| {
        transaction.output.clear();
    });
}

#[test]
fn future_lock_times_are_rejected() {
    check_changed_rejected(Chain::Btc, "non-final", |transaction| {
        transaction.lock_time = LockTime::from_consensus(10_000);
    });
    check_changed_rejected(Chain::Btc, "non-BIP68-final", |transaction| {
        transaction.input[0].sequence = Sequence::from_height(2);
    });
}

#[test]
fn witnesses_are_rejected_on_chains_without_segwit() {
    let with_witness = |transaction: &mut Transaction| transaction.input[0].witness = Witness::from_slice(&[[1; 4]]);
    let doge = node(Chain::Doge);
    let (_, _, mut transaction) = payment(&doge, Kind::P2pkh);
    with_witness(&mut transaction);
    check_rejected(&doge, &transaction, -26, "no-witness-yet");
    let bch = node(Chain::Bch);
    let (_, _, mut transaction) = payment(&bch, Kind::P2pkh);
    with_witness(&mut transaction);
    check_rejected(
        &bch,
        &transaction,
        -22,
        "TX decode failed. Make sure the tx has at least one input.",
    );
}

#[test]
fn non_standard_outputs_are_rejected() {
    for (chain, script) in [
        (Chain::Doge, TestWallet::new(1).script(Kind::P2wpkh)),
        (Chain::Bch, TestWallet::new(1).script(Kind::P2tr)),
        (Chain::Btc, ScriptBuf::from_bytes(vec![0x51])),
        (
            Chain::Bch,
            ScriptBuf::from_bytes([&[0xef][..], &[0; 33], TestWallet::new(1).script(Kind::P2pkh).as_bytes()].concat()),
        ),
    ] {
        check_changed_rejected(chain, "scriptpubkey", |transaction| {
            transaction.output[0].script_pubkey = script;
        });
    }
}

/// Adds outputs with data in scripts of the lengths, which the change pays.
fn add_data(transaction: &mut Transaction, lengths: &[usize]) {
    for length in lengths {
        // OP_RETURN, OP_PUSHDATA2 and the length.
        let data = vec![0xab; length - 4];
        let size = u16::try_from(data.len()).unwrap().to_le_bytes();
        let script = ScriptBuf::from_bytes([&[0x6a, 0x4d], &size[..], &data].concat());
        transaction.output.push(output(script, 0));
    }
}

#[test]
fn data_is_limited() {
    for (chain, reason, lengths) in [
        (Chain::Btc, "scriptpubkey", None),
        (Chain::Btc, "tx-size", Some(&[50_000, 50_000][..])),
        (Chain::Ltc, "scriptpubkey", Some(&[84])),
        (Chain::Ltc, "multi-op-return", Some(&[20, 20])),
        (Chain::Bch, "oversize-op-return", Some(&[100, 124])),
        (Chain::Doge, "multi-op-return", Some(&[20, 20])),
    ] {
        check_changed_rejected(chain, reason, |transaction| match lengths {
            Some(lengths) => add_data(transaction, lengths),
            // OP_RETURN, and an opcode that is not a push.
            None => transaction.output[0].script_pubkey = ScriptBuf::from_bytes(vec![0x6a, 0xac]),
        });
    }
}

#[test]
fn high_s_signature_is_rejected() {
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
    check_rejected(&node, &transaction, -26, text);
}

#[test]
fn faucet_rejects_invalid_amounts_and_scripts() {
    let node = node(Chain::Btc);
    let script = TestWallet::new(1).script(Kind::P2pkh);
    for (script, amount, expected) in [
        (&script, 545, "BelowDust { minimum: \"546\" }"),
        (&script, 1_000_000_001, "AboveMaximum { maximum: \"1000000000\" }"),
        (
            &ScriptBuf::from_bytes(vec![0x51]),
            1000,
            "NotAccepted(\"payments to this kind of address are not relayed on this chain\")",
        ),
    ] {
        assert_eq!(format!("{:?}", node.pay(script, amount).unwrap_err()), expected);
    }
}
