//! Every decoder against what a hostile server might say: a value or a failure, never a panic, and never a value out of
//! bounds.

use super::stats::Stats;
use super::transaction::Place;
use super::{block, broadcast, fees, is_beyond_limits, pages, pending, utxo};
use crate::node_verdict::verdict;
use crate::spoiled_json::Document;
use serde_json::{Value, json};
use wallet_core::btc_like::{Chain, Params, Txid};
use wallet_core::model::Network;

const TXID: &str = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

fn params() -> &'static Params {
    Params::of(Chain::Btc, Network::Livenet).unwrap()
}

fn status() -> Value {
    json!({ "confirmed": true, "block_height": 799_990, "block_hash": TXID, "block_time": 1_700_000_000 })
}

fn transaction() -> Value {
    let output =
        json!({ "scriptpubkey": "6a00", "scriptpubkey_address": "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "value": 5 });
    json!({ "txid": TXID, "fee": 12, "vin": [{ "prevout": null }, { "prevout": output }], "vout": [output], "status": status() })
}

#[test]
fn unspent_outputs() {
    let row = json!({ "txid": TXID, "vout": 1, "value": 5, "status": status() });
    Document::new(&json!([row, { "txid": TXID, "vout": 0, "value": 7, "status": { "confirmed": false } }])).torture(
        |text| {
            let Ok(rows) = serde_json::from_str(text) else {
                return false;
            };
            let Ok(outputs) = utxo::decode(rows, params()) else {
                return false;
            };
            assert!(
                outputs.iter().all(|output| output.value() <= params().max_money),
                "{text}"
            );
            utxo::young_blocks(&outputs, 800_000, params()).is_ok()
        },
    );
}

#[test]
fn histories() {
    Document::new(&json!([transaction()])).torture(|text| {
        let Ok(rows) = serde_json::from_str(text) else {
            return false;
        };
        let Ok(entries) = pages::decode(rows, params()) else {
            return false;
        };
        let amounts = entries.iter().flat_map(|entry| {
            let outputs = entry.outputs.iter().map(|output| output.value);
            outputs.chain([entry.fee])
        });
        assert!(
            amounts.max().is_none_or(|amount| amount <= params().max_money),
            "{text}"
        );
        true
    });
}

#[test]
fn sums() {
    let sums = json!({ "funded_txo_sum": 9, "spent_txo_sum": 4, "tx_count": 3 });
    Document::new(&json!({ "chain_stats": sums, "mempool_stats": sums })).torture(|text| {
        let Ok(stats) = serde_json::from_str::<Stats>(text) else {
            return false;
        };
        let Ok(balance) = stats.balance(params()) else {
            return false;
        };
        assert!(balance <= params().max_money, "{text}");
        true
    });
}

#[test]
fn places() {
    let asked: Txid = TXID.parse().unwrap();
    Document::new(&json!({ "txid": TXID, "status": status() })).torture(|text| {
        let place = serde_json::from_str::<Place>(text);
        place.is_ok_and(|place| place.decode(asked, 800_000).is_ok())
    });
}

#[test]
fn blocks() {
    let block = json!({ "height": 800_000, "timestamp": 1_700_000_000 });
    Document::new(&json!([block, block])).torture(|text| serde_json::from_str::<Vec<block::BlockRow>>(text).is_ok());
}

#[test]
fn prices() {
    let in_bounds = |rate: Option<u64>| rate.is_none_or(|rate| rate <= params().fee_cap * 1000);
    Document::new(&json!({ "1": 87.882, "2": 80.1, "6": 20, "24": 1.5, "144": 1 })).torture(|text| {
        let Ok(estimates) = serde_json::from_str(text) else {
            return false;
        };
        let Ok(rates) = fees::decode(&estimates, params()) else {
            return false;
        };
        assert!(
            [rates.slow, rates.normal, rates.fast].into_iter().all(in_bounds),
            "{text}"
        );
        true
    });
    Document::new(&json!({ "fastestFee": 9, "halfHourFee": 8, "hourFee": 5.5, "economyFee": 2 })).torture(|text| {
        let Ok(recommended) = serde_json::from_str(text) else {
            return false;
        };
        let Ok(rates) = fees::decode_recommended(&recommended, params()) else {
            return false;
        };
        assert!(
            [rates.slow, rates.normal, rates.fast].into_iter().all(in_bounds),
            "{text}"
        );
        true
    });
}

#[test]
fn times() {
    let asked: Txid = TXID.parse().unwrap();
    Document::new(&json!([1_700_000_000, 0])).torture(|text| {
        let Ok(times) = serde_json::from_str::<Vec<u64>>(text) else {
            return false;
        };
        pending::decode(&[asked], &times).len() <= 1
    });
}

#[test]
fn words() {
    Document::new(&json!({ "code": -26, "message": "dust" })).torture(|text| {
        let error = format!("sendrawtransaction RPC error: {text}");
        !is_beyond_limits(&error) && verdict(&broadcast::node_words(&error)).is_some()
    });
}
