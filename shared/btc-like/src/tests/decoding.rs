//! Decoding of transactions without network data.

use super::*;
use bitcoin::consensus::encode::{deserialize_hex, serialize_hex};
use bitcoin::{Transaction, Witness};

fn built(chain: Chain, address_type: AddressType) -> (Sender, SignedTransaction) {
    let sender = sender(chain, address_type);
    let payment = Payment::new(recipient(&sender), 200_000_000).unwrap();
    let utxos = utxos(&sender, &[150_000_000, 150_000_000]);
    let fee = 500 * sender.params().price_floor;
    let unsigned = UnsignedTransaction::build(&sender, &utxos, &payment, fee).unwrap();
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
        let (amount, script) = decoded.outputs().next().unwrap();
        assert_eq!((amount, script), (200_000_000, recipient(&sender).script_pubkey()));
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
