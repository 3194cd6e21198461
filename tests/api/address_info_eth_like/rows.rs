//! List rows in the formats of real servers, including the fields that the service does not read.

use super::fixture::{CONTRACT, OWN, SHOP};
use serde_json::{Value, json};

/// Returns a txid.
pub fn id(salt: usize) -> String {
    format!("0x{salt:064x}")
}

/// Returns an Etherscan `txlist` row: the address pays the shop, with 21,000 gas at 7 wei.
pub fn sent(salt: usize, block: usize, value: &str) -> Value {
    json!({
        "blockNumber": block.to_string(),
        "timeStamp": (1_700_000_000 + block).to_string(),
        "hash": id(salt),
        "nonce": salt.to_string(),
        "blockHash": id(block),
        "transactionIndex": (salt % 100).to_string(),
        "from": OWN.to_lowercase(),
        "to": SHOP.to_lowercase(),
        "value": value,
        "gas": "30000",
        "gasPrice": "7",
        "isError": "0",
        "txreceipt_status": "1",
        "input": "0x",
        "contractAddress": "",
        "cumulativeGasUsed": "99999",
        "gasUsed": "21000",
        "confirmations": "3",
        "methodId": "0x",
        "functionName": "secret words(uint256)",
    })
}

/// Returns an Etherscan `txlistinternal` row: a contract pays the address.
pub fn internal(salt: usize, block: usize, value: &str) -> Value {
    json!({
        "blockNumber": block.to_string(),
        "timeStamp": (1_700_000_000 + block).to_string(),
        "hash": id(salt),
        "from": CONTRACT.to_lowercase(),
        "to": OWN.to_lowercase(),
        "value": value,
        "contractAddress": "",
        "input": "",
        "type": "call",
        "gas": "2300",
        "gasUsed": "0",
        "traceId": "0_1",
        "isError": "0",
        "errCode": "",
    })
}

/// Returns a `tokentx` row: the shop sends a token to the address.
pub fn token(salt: usize, block: usize, contract: &str, value: &str) -> Value {
    json!({
        "blockNumber": block.to_string(),
        "timeStamp": (1_700_000_000 + block).to_string(),
        "hash": id(salt),
        "nonce": "4",
        "blockHash": id(block),
        "from": SHOP.to_lowercase(),
        "contractAddress": contract.to_lowercase(),
        "to": OWN.to_lowercase(),
        "value": value,
        "tokenName": "secret words",
        "tokenSymbol": "<script>",
        "tokenDecimal": "8",
        "transactionIndex": (salt % 100).to_string(),
        "gas": "90000",
        "gasPrice": "7",
        "gasUsed": "50000",
        "cumulativeGasUsed": "99999",
        "input": "deprecated",
        "confirmations": "3",
    })
}

/// Returns a Blockbook transaction: the address pays the shop.
pub fn blockbook(salt: usize, block: i64, value: &str) -> Value {
    json!({
        "txid": id(salt),
        "vin": [{ "n": 0, "addresses": [OWN], "isAddress": true }],
        "vout": [{ "value": value, "n": 0, "addresses": [SHOP], "isAddress": true }],
        "blockHash": id(7),
        "blockHeight": block,
        "confirmations": i64::from(block > 0),
        "blockTime": 1_700_000_000 + block,
        "value": value,
        "fees": "147000",
        "ethereumSpecific": {
            "status": if block > 0 { 1 } else { -1 },
            "nonce": salt,
            "gasLimit": 30000,
            "gasUsed": 21000,
            "gasPrice": "7",
            "data": "0x",
        },
    })
}

/// Returns the row with the fields replaced.
pub fn with(mut row: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().expect("an object") {
        row[name] = value.clone();
    }
    row
}
