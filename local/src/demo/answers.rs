//! What the connector and the sandbox answer, as far as the demo reads it.

use serde::{Deserialize, Serialize};

/// An address.
#[derive(Deserialize)]
pub struct AddressData {
    pub address: String,
}

/// What mining made.
#[derive(Deserialize)]
pub struct MinedData {
    pub block: String,
}

/// An unspent output.
#[derive(Clone, Deserialize, Serialize)]
pub struct Utxo {
    pub txid: String,
    pub vout: u32,
    pub value: String,
}

/// The unspent outputs of an address.
#[derive(Deserialize)]
pub struct UtxoData {
    pub utxo: Vec<Utxo>,
}

/// How a payment can be made.
#[derive(Deserialize)]
pub struct EstimateData {
    pub utxo: Vec<Utxo>,
    pub size: u64,
    pub fees: FeesData,
}

/// What it costs.
#[derive(Deserialize)]
pub struct FeesData {
    pub normal: String,
}

/// What is to be signed for an input.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hash {
    pub input_index: u32,
    pub hash: String,
}

/// What is to be signed.
#[derive(Deserialize)]
pub struct HashData {
    pub hashes: Vec<Hash>,
}

/// The signed transaction.
#[derive(Deserialize)]
pub struct SignedData {
    pub txdata: String,
}

/// The transaction that was sent.
#[derive(Deserialize)]
pub struct SentData {
    pub txid: String,
}

/// How far a transaction has come.
#[derive(Deserialize)]
pub struct StatusData {
    pub status: String,
    pub block: String,
}
