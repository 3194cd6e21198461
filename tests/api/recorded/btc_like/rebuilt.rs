//! POST /api/transaction/get-hash/{chain} and attach-signature: every recorded transaction of known input values whose
//! inputs each have one key is built again, with all its outputs, and completed with its signatures.
//!
//! Inputs of taproot are not among them: a key path spend does not contain the internal key of its address.

use super::data::{Recorded, transactions};
use crate::blockchain_connector_btc_like::App;
use bitcoin::ecdsa::Signature;
use bitcoin::secp256k1::{Message, Secp256k1};
use bitcoin::{PublicKey, Script, Transaction, TxIn};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The minimum number of rebuilt inputs by type.
const MINIMUM: [(&str, usize); 3] = [("p2pkh", 50), ("p2sh-p2wpkh", 1), ("p2wpkh", 20)];

/// An input with one key.
struct KeyInput {
    address_type: &'static str,
    signature: Signature,
    key: PublicKey,
}

fn pushes(script: &Script) -> Option<Vec<Vec<u8>>> {
    let pushes = script.instructions();
    pushes
        .map(|push| Some(push.ok()?.push_bytes()?.as_bytes().to_vec()))
        .collect()
}

/// Returns the key and signature of an input, or `None` for other scripts, such as those with several keys.
fn key_input(chain: &str, input: &TxIn) -> Option<KeyInput> {
    let (address_type, items) = match (input.script_sig.is_empty(), input.witness.is_empty()) {
        (false, true) => ("p2pkh", pushes(&input.script_sig)?),
        (true, false) => ("p2wpkh", input.witness.to_vec()),
        (false, false) => ("p2sh-p2wpkh", input.witness.to_vec()),
        (true, true) => return None,
    };
    let [signature, key] = items.as_slice() else {
        return None;
    };
    let (hash_type, der) = signature.split_last()?;
    let all = if chain == "bch" { 0x41 } else { 0x01 };
    if *hash_type != all {
        return None;
    }
    let mut signature = der.to_vec();
    signature.push(1);
    Some(KeyInput {
        address_type,
        signature: Signature::from_slice(&signature).ok()?,
        key: PublicKey::from_slice(key).ok()?,
    })
}

/// Returns the request of a transaction of the forms that the service builds, or `None`.
async fn request(app: &App, recorded: &Recorded, transaction: &Transaction, keys: &[KeyInput]) -> Option<Value> {
    let sequence = transaction.input[0].sequence.0;
    let lock_time = transaction.lock_time.to_consensus_u32();
    let is_uniform = transaction.input.iter().all(|input| input.sequence.0 == sequence);
    if !is_uniform || !(1..=2).contains(&transaction.version.0) || (lock_time > 0 && sequence == u32::MAX) {
        return None;
    }
    let values: Option<Vec<u64>> = recorded.inputs.as_ref()?.iter().map(|(_, value)| *value).collect();
    let values = values?;
    let parse = json!({ "txdata": recorded.hex, "network": recorded.network });
    let parsed = app.post(&format!("transaction/parse/{}", recorded.chain), &parse).await;
    let outputs = parsed.data()["outputs"].as_array()?.iter();
    let outputs: Vec<Value> = outputs
        .map(|output| json!({ "to": output["to"], "amount": output["amount"] }))
        .collect();
    // Data outputs have no address.
    if outputs.iter().any(|output| output["to"] == "") {
        return None;
    }
    let paid: u64 = transaction.output.iter().map(|output| output.value.to_sat()).sum();
    let entries = transaction
        .input
        .iter()
        .zip(&values)
        .zip(keys)
        .map(|((input, value), key)| {
            let spent = input.previous_output;
            json!({
                "txid": spent.txid.to_string(), "vout": spent.vout, "value": value.to_string(),
                "publicKey": key.key.to_string(), "type": key.address_type,
            })
        });
    let first = &keys[0];
    Some(json!({
        "publicKey": first.key.to_string(), "type": first.address_type, "network": recorded.network,
        "utxo": entries.collect::<Vec<_>>(), "outputs": outputs, "fee": (values.iter().sum::<u64>() - paid).to_string(),
        "version": transaction.version.0, "locktime": lock_time, "sequence": sequence,
    }))
}

/// Compares the hashes with the recorded signatures, and the completed transaction with the recorded one.
///
/// Returns false for a transaction that nodes with today's limits do not relay.
async fn check(app: &App, recorded: &Recorded, mut body: Value, keys: &[KeyInput]) -> bool {
    let secp = Secp256k1::verification_only();
    let hashes = app
        .post(&format!("transaction/get-hash/{}", recorded.chain), &body)
        .await;
    if ["amount_below_dust", "fee_too_low"]
        .iter()
        .any(|code| hashes.json["error"]["code"] == *code)
    {
        return false;
    }
    let hashes = hashes.data()["hashes"].as_array().expect("a list").clone();
    assert_eq!(hashes.len(), keys.len());
    let mut signatures = Vec::new();
    for (index, (key, entry)) in keys.iter().zip(&hashes).enumerate() {
        let hash = hex::decode(entry["hash"].as_str().expect("a string")).expect("hex");
        let message = Message::from_digest_slice(&hash).expect("32 bytes");
        let valid = key.key.verify(&secp, &message, &key.signature);
        valid.unwrap_or_else(|error| panic!("{} input {index}: {error}", recorded.txid));
        let compact = key.signature.signature.serialize_compact();
        let (r, s) = compact.split_at(32);
        signatures.push(json!({ "inputIndex": index, "signature": { "r": hex::encode(r), "s": hex::encode(s) } }));
    }
    body["signatures"] = json!(signatures);
    let path = format!("transaction/attach-signature/{}", recorded.chain);
    let attached = app.post(&path, &body).await;
    assert_eq!(attached.data()["txdata"], recorded.hex.as_str(), "{}", recorded.txid);
    true
}

#[tokio::test]
async fn transactions_of_one_key_per_input_are_rebuilt() {
    let app = App::new().await;
    let mut inputs: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut rebuilt, mut others) = (0, 0);
    for recorded in transactions() {
        let Some(transaction) = recorded.decode().filter(|found| !found.is_coinbase()) else {
            continue;
        };
        let keys = transaction.input.iter().map(|input| key_input(&recorded.chain, input));
        let Some(keys) = keys.collect::<Option<Vec<_>>>() else {
            continue;
        };
        let Some(body) = request(&app, recorded, &transaction, &keys).await else {
            others += 1;
            continue;
        };
        if !check(&app, recorded, body, &keys).await {
            others += 1;
            continue;
        }
        rebuilt += 1;
        for key in &keys {
            *inputs.entry(key.address_type).or_default() += 1;
        }
    }
    println!("{rebuilt} transactions with inputs {inputs:?}; {others} of unknown values or other forms");
    for (address_type, minimum) in MINIMUM {
        assert!(inputs.get(address_type) >= Some(&minimum), "{inputs:?}");
    }
    assert_eq!(app.requests(), []);
}
