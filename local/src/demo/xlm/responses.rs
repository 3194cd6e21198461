//! The response fields of the connector that the Stellar demo run uses.

use serde::Deserialize;

/// The fee statistics of the network.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FeeStatData {
    pub last_ledger_base_fee: String,
    pub fee_charged: FeeChargedData,
}

/// The charged fees per operation, in stroops.
#[derive(Deserialize)]
pub struct FeeChargedData {
    pub max: String,
}

/// A transaction with the hash to sign.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HashData {
    pub unsigned_message: String,
    pub hash: String,
}

/// A parsed transaction.
#[derive(Deserialize)]
pub struct ParsedData {
    pub txid: String,
    pub operations: Vec<Operation>,
}

/// An operation of a transaction.
#[derive(Deserialize)]
pub struct Operation {
    #[serde(rename = "type")]
    pub kind: String,
}
