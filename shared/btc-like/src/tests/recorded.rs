//! Signature hashes of recorded transactions of real networks (docs/decisions/operations.md#recorded-facts): every
//! recorded signature of an input with a single key is valid for the hash that this package computes.
//!
//! `get-hash` derives the script of a taproot input from the internal key, which a key path spend does not contain. The
//! hash of BIP 341 needs only the spent outputs and is compared here
//! (docs/decisions/operations.md#rebuild-recorded-utxo-transactions).

use super::*;
use crate::transaction::sighash::{Scheme, ecdsa_sighash, taproot_sighash};
use bitcoin::consensus::encode::{deserialize_hex, serialize_hex};
use bitcoin::key::XOnlyPublicKey;
use bitcoin::secp256k1::schnorr;
use bitcoin::sighash::SighashCache;
use bitcoin::{Amount, Transaction, TxIn, TxOut, Witness, ecdsa};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

pub(super) const FILES: [&str; 5] = [
    include_str!("../../../../tests/api/recorded/btc_like/data/transactions_blockbook.json"),
    include_str!("../../../../tests/api/recorded/btc_like/data/transactions_electrumx.json"),
    include_str!("../../../../tests/api/recorded/btc_like/data/transactions_mempool.json"),
    include_str!("../../../../tests/api/recorded/btc_like/data/transactions_test_caching.json"),
    include_str!("../../../../tests/api/recorded/btc_like/data/transactions_xchainjs_lib.json"),
];

/// The number of verified signatures by type.
const VERIFIED: [(&str, usize); 4] = [("p2pkh", 267), ("p2sh-p2wpkh", 2), ("p2tr", 2), ("p2wpkh", 120)];

struct Recorded {
    row: &'static Params,
    transaction: Transaction,
    /// Addresses and values of the spent outputs, if the source states them.
    inputs: Value,
}

/// Parents by transaction id.
type Known = HashMap<Txid, Transaction>;

impl Recorded {
    /// Reads a row of a group. Returns `None` for coinbase transactions and the MWEB format, which the `bitcoin` crate
    /// does not support.
    fn read(group: &Value, row: &Value) -> Option<Self> {
        let chain = Chain::from_name(group["chain"].as_str().unwrap()).unwrap();
        let network = group["network"].as_str().unwrap().parse::<Network>().unwrap();
        let transaction: Transaction = deserialize_hex(row["hex"].as_str().unwrap()).ok()?;
        (!transaction.is_coinbase()).then(|| Self {
            row: params(chain, network),
            transaction,
            inputs: row["inputs"].clone(),
        })
    }

    /// Returns the output that an input spends: from a recorded transaction, or as the source states.
    fn spent(&self, known: &Known, index: usize) -> Option<TxOut> {
        let outpoint = self.transaction.input[index].previous_output;
        if let Some(parent) = known.get(&outpoint.txid) {
            return Some(parent.output[outpoint.vout as usize].clone());
        }
        let address = Address::parse(self.row, self.inputs[index][0].as_str()?).ok()?;
        Some(TxOut {
            value: Amount::from_sat(self.inputs[index][1].as_u64()?),
            script_pubkey: address.script_pubkey().to_owned(),
        })
    }

    /// Verifies the signature of an input. Returns the type, or `None` if the facts or the form of the input do not
    /// suffice.
    fn verify(&self, known: &Known, index: usize) -> Option<&'static str> {
        let input = &self.transaction.input[index];
        match input.witness.to_vec().as_slice() {
            [signature] if input.script_sig.is_empty() => {
                let outputs = (0..self.transaction.input.len()).map(|index| self.spent(known, index));
                let outputs: Vec<TxOut> = outputs.collect::<Option<_>>()?;
                self.verify_key_path(index, &outputs, &schnorr::Signature::from_slice(signature).ok()?)
            }
            [] => {
                let items = pushes(input)?;
                let value = self.spent(known, index).map(|spent| spent.value);
                let (scheme, value) = if self.row.fork_id {
                    (Scheme::ForkId, value?)
                } else {
                    (Scheme::Legacy, Amount::ZERO)
                };
                self.verify_ecdsa(index, scheme, value, &items)?;
                Some("p2pkh")
            }
            items => {
                let value = self.spent(known, index)?.value;
                self.verify_ecdsa(index, Scheme::SegwitV0, value, items)?;
                Some(if input.script_sig.is_empty() {
                    "p2wpkh"
                } else {
                    "p2sh-p2wpkh"
                })
            }
        }
    }

    fn verify_key_path(&self, index: usize, spent: &[TxOut], signature: &schnorr::Signature) -> Option<&'static str> {
        let script = &spent[index].script_pubkey;
        let key = script
            .is_p2tr()
            .then(|| XOnlyPublicKey::from_slice(&script.as_bytes()[2..]).unwrap())?;
        let hash = taproot_sighash(&mut SighashCache::new(&self.transaction), index, spent);
        let verified = Secp256k1::new().verify_schnorr(signature, &Message::from_digest(hash), &key);
        assert_eq!(verified, Ok(()), "{} {index}", self.transaction.compute_txid());
        Some("p2tr")
    }

    fn verify_ecdsa(&self, index: usize, scheme: Scheme, value: Amount, items: &[Vec<u8>]) -> Option<()> {
        let [signature, key] = items else { return None };
        let (hash_type, der) = signature.split_last()?;
        if *hash_type != scheme.sighash_byte() {
            return None;
        }
        let signature = ecdsa::Signature::from_slice(&[der, &[1]].concat()).ok()?;
        let key = bitcoin::PublicKey::from_slice(key).ok()?;
        let script_code = ScriptBuf::new_p2pkh(&key.pubkey_hash());
        let mut cache = SighashCache::new(&self.transaction);
        let hash = ecdsa_sighash(&mut cache, index, scheme, &script_code, value.to_sat());
        let mut low = signature.signature;
        low.normalize_s();
        let verified = Secp256k1::new().verify_ecdsa(&Message::from_digest(hash), &low, &key.inner);
        assert_eq!(verified, Ok(()), "{} {index}", self.transaction.compute_txid());
        Some(())
    }
}

fn pushes(input: &TxIn) -> Option<Vec<Vec<u8>>> {
    let pushes = input.script_sig.instructions();
    pushes
        .map(|push| Some(push.ok()?.push_bytes()?.as_bytes().to_vec()))
        .collect()
}

#[test]
fn recorded_signatures_are_valid_for_the_computed_hashes() {
    let mut recorded = Vec::new();
    for file in FILES {
        let file: Value = serde_json::from_str(file).unwrap();
        for group in file["groups"].as_array().unwrap() {
            let rows = group["transactions"].as_array().unwrap().iter();
            recorded.extend(rows.filter_map(|row| Recorded::read(group, row)));
        }
    }
    let transactions = recorded.iter().map(|recorded| &recorded.transaction);
    let known: Known = transactions
        .map(|found| (found.compute_txid(), found.clone()))
        .collect();
    let mut verified: BTreeMap<&str, usize> = BTreeMap::new();
    for recorded in &recorded {
        for index in 0..recorded.transaction.input.len() {
            if let Some(kind) = recorded.verify(&known, index) {
                *verified.entry(kind).or_default() += 1;
            }
        }
    }
    assert_eq!(verified.into_iter().collect::<Vec<_>>(), VERIFIED);
}

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
