//! The response fields of the connector and the sandbox that the demo uses.

use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct AddressData {
    pub address: String,
}

/// The result of mining.
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

/// A fee estimate with the selected outputs.
#[derive(Deserialize)]
pub struct EstimateData {
    pub utxo: Vec<Utxo>,
    pub size: u64,
    pub fees: FeesData,
}

/// The fees of the modes, in base units.
#[derive(Deserialize)]
pub struct FeesData {
    pub normal: String,
}

/// The hash to sign for one input.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hash {
    pub input_index: u32,
    pub hash: String,
}

/// The hashes to sign.
#[derive(Deserialize)]
pub struct HashData {
    pub hashes: Vec<Hash>,
}

/// The signed transaction.
#[derive(Deserialize)]
pub struct SignedData {
    pub txdata: String,
}

/// A submitted transaction.
#[derive(Deserialize)]
pub struct SentData {
    pub txid: String,
}

/// The status of a transaction.
#[derive(Deserialize)]
pub struct StatusData {
    pub status: String,
    pub block: String,
}
