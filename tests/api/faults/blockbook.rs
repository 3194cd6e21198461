//! The responses of a fault-free Blockbook.

use super::fixture::{HOSTILE, Wallet, income};
use super::upstream::{HEIGHT, State};
use crate::blockchain_connector_btc_like::{estimate, listed, unknown};
use crate::support::stub::{Reply, Request};
use bitcoin::Transaction;
use bitcoin::consensus::encode::deserialize_hex;
use serde_json::json;

/// Returns the response to a request.
pub fn reply(state: &State, request: &Request) -> Reply {
    if request.path == "/api/status" {
        let mut index = json!({ "bestHeight": state.height, "inSync": true });
        if let Some(time) = state.time {
            index["lastBlockTime"] = json!(time);
        }
        let status = json!({ "blockbook": index, "backend": {} });
        return Reply::ok(status.to_string());
    }
    let path = request.path.trim_start_matches("/api/v2/");
    match path.split_once('/') {
        Some(("utxo", _)) => Reply::ok(json!(listed(&income(&Wallet::btc()), 11)).to_string()),
        Some(("estimatefee", _)) => estimate("0.00010000"),
        Some(("tx", txid)) => transaction(state, txid),
        Some(("address", _)) => address(),
        Some(("sendtx", "")) if request.method == "POST" => accepted(&request.body),
        _ => Reply::json(500, json!({ "error": HOSTILE }).to_string()),
    }
}

fn transaction(state: &State, txid: &str) -> Reply {
    let Some(hex) = state.transactions.get(txid) else {
        return unknown(txid);
    };
    let status = json!({
        "txid": txid,
        "hex": hex,
        "blockHeight": HEIGHT - 10,
        "confirmations": 11,
        "blockTime": 1_700_000_000,
    });
    Reply::ok(status.to_string())
}

/// Returns balance and history of the wallet.
fn address() -> Reply {
    let wallet = Wallet::btc();
    let own = wallet.address();
    let row = json!({
        "txid": income(&wallet).compute_txid().to_string(),
        "vin": [{ "n": 0, "addresses": [wallet.recipient()], "value": "220000" }],
        "vout": [{ "n": 0, "addresses": [own], "value": "210000" }],
        "blockHeight": HEIGHT - 10,
        "confirmations": 11,
        "blockTime": 1_700_000_000,
        "fees": "10000",
    });
    let response = json!({
        "page": 1,
        "totalPages": 1,
        "balance": "210000",
        "unconfirmedBalance": "0",
        "txs": 1,
        "transactions": [row],
    });
    Reply::ok(response.to_string())
}

/// Returns the response to an accepted transaction.
pub fn accepted(txdata: &str) -> Reply {
    let transaction: Transaction = deserialize_hex(txdata).expect("only transactions are submitted");
    Reply::ok(json!({ "result": transaction.compute_txid().to_string() }).to_string())
}
