//! Decoding of transactions without network data.

use super::*;
use bitcoin::consensus::encode::{deserialize_hex, serialize_hex};
use bitcoin::{Transaction, Witness};

fn built(chain: Chain, address_type: AddressType) -> (Sender, SignedTransaction) {
    let sender = sender(chain, address_type);
    let payment = payment(&sender, 200_000_000);
    let utxos = inputs(&sender, &[150_000_000, 150_000_000]);
    let fee = sender.params().price_floor.fee(500);
    let unsigned = build_ordinary(&utxos, &payment, fee).unwrap();
    let signatures = sign(&unsigned, &secret(7));
    (sender, unsigned.attach(&signatures).unwrap())
}

#[test]
fn payment_of_every_chain_has_sender_and_recipient() {
    for (chain, address_type) in [
        (Chain::Btc, AddressType::P2wpkh),
        (Chain::Btc, AddressType::P2pkh),
        (Chain::Ltc, AddressType::P2wpkh),
        (Chain::Bch, AddressType::P2pkh),
        (Chain::Doge, AddressType::P2pkh),
    ] {
        let (sender, signed) = built(chain, address_type);
        let decoded = DecodedTransaction::parse(sender.params(), &signed.to_hex()).unwrap();
        assert_eq!(decoded.txid(), Some(signed.txid()));
        assert_eq!(decoded.size(), signed.size());
        for (index, (outpoint, from)) in decoded.inputs().enumerate() {
            assert_eq!(Some(outpoint), signed.outpoints().nth(index));
            assert_eq!(from.as_ref(), Some(sender.address()), "{chain}");
        }
        let output = decoded.outputs().next().unwrap();
        assert_eq!(
            (output.value, output.recipient),
            (200_000_000, Some(recipient(&sender)))
        );
        assert_eq!(decoded.outputs().len(), 2);
    }
}

#[test]
fn missing_signature_hides_the_txid_and_the_input_sender() {
    let (sender, signed) = built(Chain::Btc, AddressType::P2wpkh);
    let mut transaction: Transaction = deserialize_hex(&signed.to_hex()).unwrap();
    transaction.input[0].witness = Witness::new();
    let decoded = DecodedTransaction::parse(sender.params(), &serialize_hex(&transaction)).unwrap();
    assert_eq!((decoded.is_signed(), decoded.txid()), (false, None));
    let senders: Vec<bool> = decoded.inputs().map(|(_, from)| from.is_some()).collect();
    assert_eq!(senders, [false, true]);
}

#[test]
fn scripts_without_a_single_key_have_no_sender() {
    let (sender, signed) = built(Chain::Btc, AddressType::P2pkh);
    let valid: Transaction = deserialize_hex(&signed.to_hex()).unwrap();
    let script = valid.input[0].script_sig.to_bytes();
    let key = script[script.len() - 33..].to_vec();
    for (bytes, witness) in [
        (vec![0x51], vec![]),
        ([vec![33], key.clone()].concat(), vec![]),
        ([vec![0, 33], key.clone()].concat(), vec![]),
        ([script.clone(), vec![0x51]].concat(), vec![]),
        (script[..script.len() - 1].to_vec(), vec![]),
        (vec![1, 7, 2, 3, 4], vec![]),
        (script, vec![vec![7], key.clone()]),
        (vec![], vec![key.clone()]),
        (vec![], vec![vec![7], key[1..].to_vec()]),
        (vec![], vec![vec![], vec![7], key]),
    ] {
        let mut transaction = valid.clone();
        transaction.input[0].script_sig = ScriptBuf::from_bytes(bytes);
        transaction.input[0].witness = Witness::from_slice(&witness);
        let decoded = DecodedTransaction::parse(sender.params(), &serialize_hex(&transaction)).unwrap();
        assert_eq!(decoded.inputs().next().unwrap().1, None, "{:?}", transaction.input[0]);
    }
}

/// The signed transaction of BIP 143, "P2SH-P2WPKH".
#[test]
fn sender_of_a_nested_witness_program_is_shown() {
    let text = "01000000000101db6b1b20aa0fd7b23880be2ecbd4a98130974cf4748fb66092ac4d3ceb1a5477010000001716001479091972186c449eb1ded22b78e40d009bdf0089feffffff02b8b4eb0b000000001976a914a457b684d7f0d539a46a45bbc043f35b59d0d96388ac0008af2f000000001976a914fd270b1ee6abcaea97fea7ad0402e8bd8ad6d77c88ac02473044022047ac8e878352d3ebbde1c94ce3a10d057c24175747116f8288e5d794d12d482f0220217f36a485cae903c713331d877c1f64677e3622ad4010726870540656fe9dcb012103ad1d8e89212f0b92c74d23bb710c00662ad1470198ac48c43f7d6f93a2a2687392040000";
    let from = |text: &str| {
        let decoded = DecodedTransaction::parse(params(Chain::Btc, LIVENET), text).unwrap();
        decoded.inputs().next().unwrap().1
    };
    let address = from(text).unwrap();
    assert_eq!(address.kind(), AddressKind::P2sh);
    assert_eq!(
        address.script_pubkey().to_hex_string(),
        "a9144733f37cf4db86fbc2efed2500b4f4e49f31202387"
    );
    // A redeem script of a different key.
    assert_eq!(from(&text.replace("0014790919", "0014790918")), None);
}
