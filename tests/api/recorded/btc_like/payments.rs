//! POST /api/transaction/get-hash/{chain} and attach-signature: recorded transactions are built again.

use super::data::{Recorded, by_txid, read};
use crate::blockchain_connector_btc_like::App;
use bitcoin::ecdsa::Signature;
use bitcoin::secp256k1::{Message, Secp256k1};
use bitcoin::{PublicKey, Transaction, TxIn};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::LazyLock;

#[derive(Deserialize)]
struct File {
    payments: Vec<Payment>,
}

/// A recorded transaction of the form that the service builds: version 2, one key, a payment and perhaps change.
#[derive(Deserialize)]
struct Payment {
    chain: String,
    network: String,
    txid: String,
    /// The value of each spent output in base units.
    values: Vec<u64>,
}

static PAYMENTS: LazyLock<Vec<Payment>> = LazyLock::new(|| read::<File>(include_str!("data/payments.json")).payments);

/// Returns the number of payments.
pub fn count() -> usize {
    PAYMENTS.len()
}

/// Returns the recorded signature and key of an input.
fn signature_and_key(input: &TxIn) -> (Signature, PublicKey) {
    let pushes: Vec<Vec<u8>> = if input.witness.is_empty() {
        let pushes = input.script_sig.instructions().map(|push| push.expect("a push"));
        pushes
            .map(|push| push.push_bytes().expect("bytes").as_bytes().to_vec())
            .collect()
    } else {
        input.witness.to_vec()
    };
    let [signature, key] = pushes.as_slice() else {
        panic!("two pushes");
    };
    let signature = Signature::from_slice(signature).expect("a signature");
    (signature, PublicKey::from_slice(key).expect("a key"))
}

/// Returns the request that determines the transaction.
async fn request(app: &App, payment: &Payment, recorded: &Recorded, transaction: &Transaction) -> Value {
    let parse = json!({ "txdata": recorded.hex, "network": payment.network });
    let parsed = app.post(&format!("transaction/parse/{}", payment.chain), &parse).await;
    let inputs = transaction.input.iter().zip(&payment.values);
    let utxo = inputs.map(|(input, value)| {
        let spent = input.previous_output;
        json!({ "txid": spent.txid.to_string(), "vout": spent.vout, "value": value.to_string() })
    });
    let paid: u64 = transaction.output.iter().map(|output| output.value.to_sat()).sum();
    let fee = payment.values.iter().sum::<u64>() - paid;
    let (_, key) = signature_and_key(&transaction.input[0]);
    json!({
        "publicKey": key.to_string(),
        "network": payment.network,
        "type": if transaction.input[0].witness.is_empty() { "p2pkh" } else { "p2wpkh" },
        "utxo": utxo.collect::<Vec<_>>(),
        "to": parsed.data()["to"],
        "amount": transaction.output[0].value.to_sat().to_string(),
        "fee": fee.to_string(),
    })
}

#[tokio::test]
async fn recorded_signatures_are_valid_for_the_hashes_and_complete_the_recorded_transaction() {
    let app = App::new().await;
    let secp = Secp256k1::verification_only();
    for payment in PAYMENTS.iter() {
        let recorded = by_txid(&payment.chain, &payment.network)[payment.txid.as_str()];
        let transaction = recorded.decode().expect("a transaction");
        let mut body = request(&app, payment, recorded, &transaction).await;
        let hashes = app
            .post(&format!("transaction/get-hash/{}", payment.chain), &body)
            .await;
        let hashes = hashes.data()["hashes"].as_array().expect("a list").clone();
        assert_eq!(hashes.len(), transaction.input.len());
        let mut signatures = Vec::new();
        for (index, (input, entry)) in transaction.input.iter().zip(&hashes).enumerate() {
            let (signature, key) = signature_and_key(input);
            let hash = hex::decode(entry["hash"].as_str().expect("a string")).expect("hex");
            let message = Message::from_digest_slice(&hash).expect("32 bytes");
            let valid = key.verify(&secp, &message, &signature);
            valid.unwrap_or_else(|error| panic!("{} input {index}: {error}", payment.txid));
            let compact = signature.signature.serialize_compact();
            let (r, s) = compact.split_at(32);
            signatures.push(json!({ "inputIndex": index, "signature": { "r": hex::encode(r), "s": hex::encode(s) } }));
        }
        body["signatures"] = json!(signatures);
        let attached = app
            .post(&format!("transaction/attach-signature/{}", payment.chain), &body)
            .await;
        assert_eq!(attached.data()["txdata"], recorded.hex.as_str(), "{}", payment.txid);
    }
    assert_eq!(app.requests(), []);
}
