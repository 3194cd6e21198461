//! What the connector answers, as far as the walk reads it.

use serde::Deserialize;

/// What the network takes for a transaction at the moment.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FeeStatData {
    pub last_ledger_base_fee: String,
    pub fee_charged: FeeChargedData,
}

/// What was taken for an operation, in stroops.
#[derive(Deserialize)]
pub struct FeeChargedData {
    pub max: String,
}

/// A transaction, and what is to be signed.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HashData {
    pub unsigned_message: String,
    pub hash: String,
}

/// What a transaction says that it does.
#[derive(Deserialize)]
pub struct ParsedData {
    pub txid: String,
    pub operations: Vec<Operation>,
}

/// One of its operations.
#[derive(Deserialize)]
pub struct Operation {
    #[serde(rename = "type")]
    pub kind: String,
}
