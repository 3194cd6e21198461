//! Signature hashes of recorded transactions of real networks (docs/decisions/operations.md#recorded-facts): every
//! recorded signature of an input with a single key is valid for the hash that this package computes.
//!
//! `get-hash` derives the script of a taproot input from the internal key, which a key path spend does not contain. The
//! hash of BIP 341 needs only the spent outputs and is compared here
//! (docs/decisions/operations.md#rebuild-recorded-utxo-transactions).

use super::*;
use crate::transaction::sighash::{Scheme, ecdsa_sighash, taproot_sighash};
use bitcoin::consensus::encode::deserialize_hex;
use bitcoin::key::XOnlyPublicKey;
use bitcoin::secp256k1::schnorr;
use bitcoin::sighash::SighashCache;
use bitcoin::{Amount, Transaction, TxIn, TxOut, ecdsa};
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
