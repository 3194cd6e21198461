//! POST /api/transaction/get-hash/{chain} and attach-signature: every recorded transaction whose inputs each have one
//! key is built again, with all the outputs, and completed with the signatures. Values that the signatures commit to
//! must be known.
//!
//! The others are counted by reason. Inputs of taproot are among them: a key path spend does not contain the internal
//! key of the address. Their hashes are compared in the package of the family
//! (docs/decisions/operations.md#rebuild-recorded-utxo-transactions).

use super::data::{self, Recorded, transactions};
use crate::blockchain_connector_btc_like::App;
use bitcoin::consensus::encode::deserialize_hex;
use bitcoin::ecdsa::Signature;
use bitcoin::secp256k1::{Message, Secp256k1};
use bitcoin::{PublicKey, Script, ScriptBuf, Transaction, TxIn, Txid, Witness};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// The number of rebuilt transactions.
const REBUILT: usize = 321;

/// The number of rebuilt inputs by type.
const INPUTS: [(&str, usize); 3] = [("p2pkh", 250), ("p2sh-p2wpkh", 33), ("p2wpkh", 160)];

/// The number of other transactions by the first reason that applies, in this order. The last two are limits of the
/// service, which are those of nodes.
const OTHERS: [(Reason, usize); 6] = [
    (Reason::Format, 1),
    (Reason::Script, 18),
    (Reason::InternalKey, 2),
    (Reason::Output, 4),
    (Reason::Rejected("amount_below_dust"), 10),
    (Reason::Rejected("fee_too_low"), 24),
];

/// A reason for which a transaction is not rebuilt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// The `bitcoin` crate does not decode it: a part in the extension block of Litecoin.
    Format,
    /// An input has a script with several keys, or no signature.
    Script,
    /// An input is a key path spend of taproot.
    InternalKey,
    /// A signature does not commit to the whole transaction.
    HashType,
    /// A signature commits to a value that is not known.
    UnknownValue,
    /// An output has neither an address nor data.
    Output,
    /// The service rejects the transaction with this code, since nodes do not relay it.
    Rejected(&'static str),
}

/// The codes of the limits that a recorded transaction may exceed.
const LIMITS: [&str; 2] = ["amount_below_dust", "fee_too_low"];

/// Values of spent outputs that no source states, by transaction. Signatures commit to them, so that only the actual
/// values are accepted (docs/decisions/operations.md#rebuild-recorded-utxo-transactions).
static PROVEN: LazyLock<HashMap<String, Vec<Option<u64>>>> =
    LazyLock::new(|| data::read(include_str!("data/proven_values.json")));

/// An input with a single key.
struct KeyInput {
    address_type: &'static str,
    /// The recorded signature, with a low s.
    signature: Signature,
    /// True if the recorded signature has a low s, as that of the service; nodes no longer relay others.
    is_low: bool,
    key: PublicKey,
}

fn pushes(script: &Script) -> Option<Vec<Vec<u8>>> {
    let pushes = script.instructions();
    pushes
        .map(|push| Some(push.ok()?.push_bytes()?.as_bytes().to_vec()))
        .collect()
}

/// Returns the key and signature of an input.
fn key_input(chain: &str, input: &TxIn) -> Result<KeyInput, Reason> {
    let (address_type, items) = match (input.script_sig.is_empty(), input.witness.is_empty()) {
        (false, true) => ("p2pkh", pushes(&input.script_sig).ok_or(Reason::Script)?),
        (true, false) => ("p2wpkh", input.witness.to_vec()),
        (false, false) => ("p2sh-p2wpkh", input.witness.to_vec()),
        (true, true) => return Err(Reason::Script),
    };
    let (signature, key) = match items.as_slice() {
        [signature] if address_type == "p2wpkh" && [64, 65].contains(&signature.len()) => {
            return Err(Reason::InternalKey);
        }
        [signature, key] => (signature, PublicKey::from_slice(key).map_err(|_| Reason::Script)?),
        _ => return Err(Reason::Script),
    };
    let (hash_type, der) = signature.split_last().ok_or(Reason::Script)?;
    let signature = Signature::from_slice(&[der, &[1]].concat()).map_err(|_| Reason::Script)?;
    let all = if chain == "bch" { 0x41 } else { 0x01 };
    if *hash_type != all {
        return Err(Reason::HashType);
    }
    let mut low = signature;
    low.signature.normalize_s();
    Ok(KeyInput {
        is_low: low == signature,
        address_type,
        signature: low,
        key,
    })
}

/// The recorded transactions by id.
type Known = HashMap<Txid, Transaction>;

/// Returns the value of a spent output: as the source states it, that of a recorded transaction, or the proven one.
fn value(recorded: &Recorded, known: &Known, input: &TxIn, index: usize) -> Option<u64> {
    let stated = recorded.inputs.as_ref().and_then(|inputs| inputs[index].1);
    let outpoint = input.previous_output;
    let output = || Some(known.get(&outpoint.txid)?.output[outpoint.vout as usize].value.to_sat());
    let proven = || *PROVEN.get(&recorded.txid)?.get(index)?;
    stated.or_else(output).or_else(proven)
}

/// Returns the input values. A p2pkh signature does not commit to the value, except on bch: unknown values are chosen
/// such that the fee is ordinary.
fn values(recorded: &Recorded, known: &Known, transaction: &Transaction, keys: &[KeyInput]) -> Option<Vec<u64>> {
    let inputs = transaction.input.iter().enumerate();
    let found: Vec<_> = inputs
        .map(|(index, input)| value(recorded, known, input, index))
        .collect();
    let unknown = found.iter().zip(keys).filter(|(value, _)| value.is_none());
    let unknown: Vec<_> = unknown.map(|(_, key)| key.address_type).collect();
    if recorded.chain == "bch" && !unknown.is_empty() || unknown.iter().any(|kind| *kind != "p2pkh") {
        return None;
    }
    let rate = if recorded.chain == "doge" { 5000 } else { 20 };
    let paid: u64 = transaction.output.iter().map(|output| output.value.to_sat()).sum();
    let required = paid + transaction.vsize() as u64 * rate;
    let share = match unknown.len() {
        0 => 0,
        count => required
            .checked_sub(found.iter().flatten().sum())?
            .div_ceil(count as u64),
    };
    Some(found.into_iter().map(|value| value.unwrap_or(share)).collect())
}

/// Returns an output as a client passes it on that has only the response of parse.
fn output(parsed: &Value) -> Result<Value, Reason> {
    let carries_data = || parsed["script"].as_str().is_some_and(|script| script.starts_with("6a"));
    let field = match (parsed["to"].as_str(), parsed.get("data")) {
        (Some(""), Some(_)) => "data",
        (Some(""), None) if carries_data() => "script",
        (Some(""), None) => return Err(Reason::Output),
        _ => "to",
    };
    Ok(json!({ field: parsed[field], "amount": parsed["amount"] }))
}

/// Returns the request of a transaction.
async fn request(
    app: &App,
    recorded: &Recorded,
    known: &Known,
    transaction: &Transaction,
    keys: &[KeyInput],
) -> Result<Value, Reason> {
    let sequence = transaction.input[0].sequence.0;
    let values = values(recorded, known, transaction, keys).ok_or(Reason::UnknownValue)?;
    let parse = json!({ "txdata": recorded.hex, "network": recorded.network });
    let parsed = app.post(&format!("transaction/parse/{}", recorded.chain), &parse).await;
    let outputs = parsed.data()["outputs"].as_array().expect("a list").iter().map(output);
    let paid: u64 = transaction.output.iter().map(|output| output.value.to_sat()).sum();
    let entries = transaction
        .input
        .iter()
        .zip(&values)
        .zip(keys)
        .map(|((input, value), key)| {
            let spent = input.previous_output;
            let own = Some(input.sequence.0).filter(|own| *own != sequence);
            json!({
                "txid": spent.txid.to_string(), "vout": spent.vout, "value": value.to_string(),
                "publicKey": key.key.to_string(), "type": key.address_type, "sequence": own,
            })
        });
    let first = &keys[0];
    Ok(json!({
        "publicKey": first.key.to_string(), "type": first.address_type, "network": recorded.network,
        "utxo": entries.collect::<Vec<_>>(), "outputs": outputs.collect::<Result<Vec<_>, _>>()?, "fee": (values.iter().sum::<u64>() - paid).to_string(),
        "version": transaction.version.0, "locktime": transaction.lock_time.to_consensus_u32(), "sequence": sequence,
    }))
}

/// Returns a transaction without the signatures.
fn unsigned(txdata: &str) -> Transaction {
    let mut transaction: Transaction = deserialize_hex(txdata).expect("a transaction");
    for input in &mut transaction.input {
        input.script_sig = ScriptBuf::new();
        input.witness = Witness::new();
    }
    transaction
}

/// Compares the hashes with the recorded signatures, and the completed transaction with the recorded one.
///
/// Fails for a transaction that nodes with today's limits do not relay.
async fn check(app: &App, recorded: &Recorded, mut body: Value, keys: &[KeyInput]) -> Result<(), Reason> {
    let secp = Secp256k1::verification_only();
    let hashes = app
        .post(&format!("transaction/get-hash/{}", recorded.chain), &body)
        .await;
    if let Some(code) = LIMITS.iter().find(|code| hashes.json["error"]["code"] == **code) {
        return Err(Reason::Rejected(code));
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
    let txdata = attached.data()["txdata"].as_str().expect("a string");
    if keys.iter().all(|key| key.is_low) {
        assert_eq!(txdata, recorded.hex, "{}", recorded.txid);
    } else {
        assert_eq!(unsigned(txdata), unsigned(&recorded.hex), "{}", recorded.txid);
    }
    Ok(())
}

/// Builds a transaction again. Returns the inputs.
async fn rebuild(app: &App, recorded: &Recorded, known: &Known) -> Result<Vec<KeyInput>, Reason> {
    let transaction = recorded.decode().ok_or(Reason::Format)?;
    let keys: Vec<_> = transaction
        .input
        .iter()
        .map(|input| key_input(&recorded.chain, input))
        .collect();
    if let Some(reason) = keys.iter().filter_map(|key| key.as_ref().err()).min() {
        return Err(*reason);
    }
    let keys: Vec<KeyInput> = keys.into_iter().flatten().collect();
    let body = request(app, recorded, known, &transaction, &keys).await?;
    check(app, recorded, body, &keys).await?;
    Ok(keys)
}

#[tokio::test]
async fn transactions_of_one_key_per_input_are_rebuilt() {
    let app = App::new().await;
    let mut inputs: BTreeMap<&str, usize> = BTreeMap::new();
    let mut others: BTreeMap<Reason, usize> = BTreeMap::new();
    let mut rebuilt = 0;
    let decoded = transactions().filter_map(Recorded::decode);
    let known: Known = decoded.map(|found| (found.compute_txid(), found)).collect();
    for recorded in transactions() {
        match rebuild(&app, recorded, &known).await {
            Ok(keys) => {
                rebuilt += 1;
                for key in &keys {
                    *inputs.entry(key.address_type).or_default() += 1;
                }
            }
            Err(reason) => *others.entry(reason).or_default() += 1,
        }
    }
    println!("{rebuilt} transactions with inputs {inputs:?}; others {others:?}");
    assert_eq!(others, OTHERS.into());
    assert_eq!((rebuilt, inputs), (REBUILT, INPUTS.into()));
    assert_eq!(app.requests(), []);
}
