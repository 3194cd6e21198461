//! Local checks of `send`, and decoding of parents in every serialisation.
//!
//! The transactions of BIP 143 serve as parents with witnesses:
//! <https://github.com/bitcoin/bips/blob/master/bip-0143.mediawiki>.

use super::*;
use bitcoin::hashes::sha256d;
use bitcoin::{Transaction, consensus};

/// Pays 20 000 with a fee of 500 from one input of 40 000, scaled to the chain.
fn signed(chain: Chain, address_type: AddressType) -> SignedTransaction {
    let sender = sender(chain, address_type);
    let scale = sender.params().relay_minimum.units_per_byte();
    let payment = payment(&sender, 20_000 * scale);
    let inputs = inputs(&sender, &[40_000 * scale]);
    let unsigned = build_ordinary(&inputs, &payment, 500 * scale).unwrap();
    let signatures = sign(&unsigned, &secret(7));
    unsigned.attach(&signatures).unwrap()
}

/// Returns the hex of a signed btc payment after a mutation.
fn changed(change: impl FnOnce(&mut Transaction)) -> String {
    let bytes = signed(Chain::Btc, AddressType::P2wpkh).to_bytes();
    let mut transaction: Transaction = consensus::deserialize(&bytes).unwrap();
    change(&mut transaction);
    consensus::encode::serialize_hex(&transaction)
}

#[track_caller]
fn assert_rejected(text: &str, expected: TransactionError) {
    assert_eq!(
        SignedTransaction::parse(params(Chain::Btc, LIVENET), text),
        Err(expected)
    );
}

#[test]
fn attached_transactions_parse() {
    for &chain in Chain::ALL {
        for address_type in [AddressType::P2pkh, AddressType::P2wpkh] {
            let built = signed(chain, address_type);
            let parsed = SignedTransaction::parse(params(chain, LIVENET), &built.to_hex()).unwrap();
            assert_eq!(parsed, built);
            assert_eq!(parsed.txid(), built.txid());
            let prefixed = format!("0x{}", built.to_hex().to_uppercase());
            assert_eq!(SignedTransaction::parse(params(chain, LIVENET), &prefixed), Ok(built));
        }
    }
}

#[test]
fn malformed_bytes_are_rejected() {
    let valid = changed(|_| {});
    assert_rejected("", TransactionError::Malformed);
    assert_rejected("zz", TransactionError::NotHex);
    assert_rejected(&valid[1..], TransactionError::NotHex);
    assert_rejected(&valid[2..], TransactionError::Malformed);
    assert_rejected(&valid[..valid.len() - 2], TransactionError::Malformed);
    assert_rejected(&format!("{valid}00"), TransactionError::Malformed);
    assert_rejected(&valid.repeat(2), TransactionError::Malformed);
}

#[test]
fn transactions_invalid_for_every_node_are_rejected() {
    assert_rejected(&changed(|tx| tx.output.clear()), TransactionError::Empty);
    assert_rejected(
        &changed(|tx| tx.input[0].previous_output = OutPoint::null()),
        TransactionError::Coinbase { input: 0 },
    );
    assert_rejected(
        &changed(|tx| tx.input.push(tx.input[0].clone())),
        TransactionError::DuplicateInput { input: 1 },
    );
    assert_rejected(
        &changed(|tx| {
            tx.input.push(tx.input[0].clone());
            tx.input[1].previous_output.vout += 1;
            tx.input[1].witness.clear();
        }),
        TransactionError::Unsigned { input: 1 },
    );
    let maximum = params(Chain::Btc, LIVENET).max_money;
    let too_large = TransactionError::OutputsTooLarge { maximum };
    for value in [maximum, u64::MAX] {
        assert_rejected(
            &changed(|tx| tx.output[0].value = bitcoin::Amount::from_sat(value)),
            too_large,
        );
    }
    assert_rejected(
        &changed(|tx| tx.output[0].script_pubkey = ScriptBuf::from_bytes(vec![0x6a; 100_000])),
        TransactionError::TooLarge { maximum: 100_000 },
    );
}

#[test]
fn unsigned_transaction_is_rejected() {
    assert_rejected(
        &changed(|tx| tx.input[0].witness.clear()),
        TransactionError::Unsigned { input: 0 },
    );
}

#[test]
fn witness_is_rejected_on_chains_without_segwit() {
    for chain in [Chain::Bch, Chain::Doge] {
        let error = SignedTransaction::parse(params(chain, LIVENET), &changed(|_| {})).unwrap_err();
        assert_eq!(error, TransactionError::Witness { input: 0 });
    }
}

/// Serialises a transaction with an unsigned input, these outputs, and the extra parts of extended
/// serialisations.
fn parent_bytes(flag: Option<u8>, outputs: &[(u64, &[u8])], extra: &[u8]) -> Vec<u8> {
    let mut bytes = vec![2, 0, 0, 0];
    bytes.extend(flag.map(|flag| [0, flag]).into_iter().flatten());
    bytes.push(1);
    bytes.extend([0x11; 36]);
    bytes.push(0);
    bytes.extend([0xff; 4]);
    bytes.push(u8::try_from(outputs.len()).unwrap());
    for (value, script) in outputs {
        bytes.extend(value.to_le_bytes());
        bytes.push(u8::try_from(script.len()).unwrap());
        bytes.extend_from_slice(script);
    }
    bytes.extend_from_slice(extra);
    bytes.extend([0; 4]);
    bytes
}

fn txid_of(bytes: &[u8]) -> Txid {
    Txid::from_raw_hash(sha256d::Hash::hash(bytes))
}

#[test]
fn parents_decode_with_and_without_witness() {
    let text = "01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26b\
                a6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ec\
                bab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02\
                202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe\
                6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a02\
                20573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb35\
                66bb0ad253f62fc70f07aeee635711000000";
    let bytes = hex::decode(text).unwrap();
    let mut transaction: Transaction = consensus::deserialize(&bytes).unwrap();
    let txid = transaction.compute_txid();
    let with_witness = ParentTransaction::decode(&bytes, txid).unwrap();
    let hashed = ParentTransaction::hashed_bytes(&bytes).unwrap();
    assert_eq!(txid_of(&hashed), txid);
    assert_eq!(ParentTransaction::hashed_bytes(&hashed), Ok(hashed.clone()));
    assert_eq!(with_witness.output(0).unwrap().value, 112_340_000);
    assert_eq!(with_witness.output(1).unwrap().value, 223_450_000);
    assert_eq!(with_witness.output(2), None);
    for input in &mut transaction.input {
        input.witness.clear();
    }
    assert_eq!(hashed, consensus::serialize(&transaction));
    assert_eq!(
        ParentTransaction::decode(&consensus::serialize(&transaction), txid),
        Ok(with_witness)
    );
}

/// Block 0 of btc: <https://en.bitcoin.it/wiki/Genesis_block>.
#[test]
fn coinbase_is_detected() {
    let text = "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65\
                732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f72206261\
                6e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38\
                c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000";
    let txid = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
    let genesis = ParentTransaction::decode(&hex::decode(text).unwrap(), txid.parse().unwrap()).unwrap();
    assert!(genesis.is_coinbase());
    assert_eq!(genesis.outputs().len(), 1);
}

#[test]
fn extension_blocks_of_ltc_are_skipped() {
    let outputs: [(u64, &[u8]); 1] = [(5000, &[0x51])];
    let plain = parent_bytes(None, &outputs, &[]);
    let txid = txid_of(&plain);
    let expected = ParentTransaction::decode(&plain, txid).unwrap();
    // The transaction with the balance of the extension block has an empty part, the remaining transactions have a long
    // part.
    for (flag, extra) in [(0x08, vec![0]), (0x08, vec![1; 700]), (0x09, vec![1; 90])] {
        let bytes = parent_bytes(Some(flag), &outputs, &extra);
        assert_eq!(ParentTransaction::decode(&bytes, txid), Ok(expected.clone()));
        assert_eq!(ParentTransaction::hashed_bytes(&bytes), Ok(plain.clone()));
    }
    assert_eq!(ParentTransaction::hashed_bytes(&plain), Ok(plain.clone()));
    assert_eq!(
        ParentTransaction::hashed_bytes(&plain[1..]),
        Err(ParentError::Malformed)
    );
}

#[test]
fn parents_are_bound_to_their_txid() {
    let bytes = parent_bytes(None, &[(5000, &[0x51])], &[]);
    let txid = txid_of(&bytes);
    assert!(ParentTransaction::decode(&bytes, txid).is_ok());
    let forged = parent_bytes(None, &[(6000, &[0x51])], &[]);
    assert_eq!(ParentTransaction::decode(&forged, txid), Err(ParentError::TxidMismatch));
    for length in 0..bytes.len() {
        assert_eq!(
            ParentTransaction::decode(&bytes[..length], txid),
            Err(ParentError::Malformed),
            "{length}"
        );
    }
    let longer = parent_bytes(None, &[(5000, &[0x51])], &[0]);
    assert_eq!(ParentTransaction::decode(&longer, txid), Err(ParentError::Malformed));
}

/// Checks the payment of [`signed`] against a parent output with this value and script.
fn check(chain: Chain, value: u64, script: &[u8]) -> Result<(), SpendError> {
    let bytes = parent_bytes(None, &[(value, script)], &[]);
    let txid = txid_of(&bytes);
    let parents = ParentTransaction::decode(&bytes, txid)
        .unwrap()
        .verified_outputs(txid, &[0]);
    spending(chain, OutPoint::new(txid, 0)).check_against_parents(params(chain, LIVENET), &parents)
}

/// Returns the payment of [`signed`] with a different outpoint; the tests do not verify the signature.
fn spending(chain: Chain, outpoint: OutPoint) -> SignedTransaction {
    let bytes = signed(chain, AddressType::P2wpkh).to_bytes();
    let mut transaction: Transaction = consensus::deserialize(&bytes).unwrap();
    transaction.input[0].previous_output = outpoint;
    SignedTransaction::parse(params(chain, LIVENET), &consensus::encode::serialize_hex(&transaction)).unwrap()
}

#[test]
fn actual_fee_is_bounded_both_ways() {
    // 20 000 to the recipient and 19 500 change.
    let size = signed(Chain::Btc, AddressType::P2wpkh).size();
    let outputs = 39_500;
    assert_eq!(check(Chain::Btc, 40_000, &[0x51]), Ok(()));
    let minimum = size.div_ceil(10);
    assert_eq!(check(Chain::Btc, outputs + minimum, &[0x51]), Ok(()));
    let low = SpendError::FeeTooLow {
        fee: minimum - 1,
        minimum,
    };
    assert_eq!(check(Chain::Btc, outputs + minimum - 1, &[0x51]), Err(low));
    assert_eq!(check(Chain::Btc, outputs + 10_000 * size, &[0x51]), Ok(()));
    let high = SpendError::FeeTooHigh {
        fee: 10_000 * size + 1,
        maximum: 10_000 * size,
    };
    assert_eq!(check(Chain::Btc, outputs + 10_000 * size + 1, &[0x51]), Err(high));
    let overspent = SpendError::Overspent {
        inputs: outputs - 1,
        outputs,
    };
    assert_eq!(check(Chain::Btc, outputs - 1, &[0x51]), Err(overspent));
    assert_eq!(check(Chain::Btc, u64::MAX, &[0x51]), Err(SpendError::ImpossibleValue));
}

#[test]
fn tokens_are_not_burnt() {
    // A category of 32 bytes, then the bitfield 0x10 for an amount of 1, then a plain p2pkh script.
    let mut script = vec![0xef];
    script.extend([0xbb; 32]);
    script.extend([0x10, 0x01]);
    script.extend(hex::decode("76a914751e76e8199196d454941c45d1b3a323f1433bd688ac").unwrap());
    let category = Txid::from_byte_array([0xbb; 32]);
    assert_eq!(
        check(Chain::Bch, 40_000, &script),
        Err(SpendError::BurnsTokens { category })
    );
    script[33] = 0x90;
    assert_eq!(
        check(Chain::Bch, 40_000, &script),
        Err(SpendError::MalformedToken { input: 0 })
    );
    assert_eq!(check(Chain::Bch, 40_000, &script[35..]), Ok(()));
}

#[test]
fn inputs_without_parent_or_output_are_reported() {
    let btc = params(Chain::Btc, LIVENET);
    let bytes = parent_bytes(None, &[(40_000, &[0x51])], &[]);
    let txid = txid_of(&bytes);
    let parent = ParentTransaction::decode(&bytes, txid).unwrap();
    let parents = parent.verified_outputs(txid, &[0, 1, u32::MAX]);
    let check = |outpoint| spending(Chain::Btc, outpoint).check_against_parents(btc, &parents);
    assert_eq!(
        check(OutPoint::new(txid, 1)),
        Err(SpendError::MissingOutput { input: 0 })
    );
    assert_eq!(
        check(OutPoint::new(txid, u32::MAX)),
        Err(SpendError::MissingOutput { input: 0 })
    );
    assert_eq!(check(outpoint(5)), Err(SpendError::MissingParent { input: 0 }));
}
