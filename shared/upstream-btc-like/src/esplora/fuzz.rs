//! Fuzz targets of all decoders: each returns a value or a failure, never panics, and never returns a value out
//! of bounds.

use super::blocks::{Latest, latest};
use super::history::Stats;
use super::transaction::StatusRow;
use super::{BlockRow, is_beyond_limits, pages, payment, transaction};
use crate::fuzz_support::{check_history, check_prices, params, read, txid};
use crate::listed;
use crate::node_rejection::classify;
use wallet_btc_like::FeeEstimates;

/// Feeds the text to every decoder; panics if a decoder accepts an impossible value.
pub fn read_all(text: &str) {
    for read in [
        unspent_outputs,
        histories,
        sums,
        statuses,
        blocks,
        latest_blocks,
        prices,
        dialect_prices,
        times,
        node_errors,
    ] {
        read(text);
    }
}

// Each function returns true if the decoder accepts the text.

fn unspent_outputs(text: &str) -> bool {
    read(text, |rows| payment::decode_outputs(rows, params())).is_some_and(|outputs| {
        assert!(
            outputs.iter().all(|output| output.value() <= params().max_money),
            "{text}"
        );
        payment::young_blocks(outputs.iter(), 800_000, params()).is_ok()
    })
}

fn histories(text: &str) -> bool {
    read(text, |rows| pages::decode(rows, None, params())).is_some_and(|listed| {
        let page = listed::page(listed, None);
        check_history(&page.entries, text);
        !page.lacks_rows
    })
}

fn sums(text: &str) -> bool {
    read(text, |stats: Stats| stats.balance(params())).is_some_and(|balance| {
        assert!(balance.total() <= params().max_balance, "{text}");
        true
    })
}

fn statuses(text: &str) -> bool {
    read(text, |status: StatusRow| status.decode(txid(), 800_000)).is_some()
}

fn blocks(text: &str) -> bool {
    serde_json::from_str::<Vec<BlockRow>>(text).is_ok()
}

fn latest_blocks(text: &str) -> bool {
    read(text, |blocks: Vec<Latest>| latest(&blocks)).is_some()
}

fn has_possible_rates(rates: Option<FeeEstimates>, text: &str) -> bool {
    rates
        .inspect(|rates| check_prices([rates.slow, rates.normal, rates.fast], text))
        .is_some()
}

fn prices(text: &str) -> bool {
    let rates = read(text, |estimates| payment::decode_estimates(&estimates, params()));
    has_possible_rates(rates, text)
}

fn dialect_prices(text: &str) -> bool {
    let rates = read(text, |recommended| payment::decode_recommended(&recommended, params()));
    has_possible_rates(rates, text)
}

fn times(text: &str) -> bool {
    let times = serde_json::from_str::<Vec<u64>>(text);
    times.is_ok_and(|times| transaction::decode(&[txid()], &times).len() <= 1)
}

fn node_errors(text: &str) -> bool {
    let error = format!("sendrawtransaction RPC error: {text}");
    !is_beyond_limits(&error) && classify(&payment::node_error(&error)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz_support::TXID;
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use wallet_test_support::hostile_json::hostile_json;
    use wallet_test_support::mutated_json::Document;

    proptest! {
        #[test]
        fn hostile_json_never_panics_a_decoder(body in hostile_json()) {
            read_all(&body.to_string());
        }
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
    fn mutated_lists_of_outputs() {
        let row = json!({ "txid": TXID, "vout": 1, "value": 5, "status": status() });
        let pending = json!({ "txid": TXID, "vout": 0, "value": 7, "status": { "confirmed": false } });
        Document::new(&json!([row, pending])).fuzz_mutations(unspent_outputs);
    }

    #[test]
    fn mutated_histories() {
        Document::new(&json!([transaction()])).fuzz_mutations(histories);
    }

    #[test]
    fn mutated_sums() {
        let part = json!({ "funded_txo_sum": 9, "spent_txo_sum": 4, "tx_count": 3 });
        Document::new(&json!({ "chain_stats": part, "mempool_stats": part })).fuzz_mutations(sums);
    }

    #[test]
    fn mutated_statuses() {
        Document::new(&json!({ "txid": TXID, "status": status() })).fuzz_mutations(statuses);
    }

    #[test]
    fn mutated_blocks() {
        let block = json!({ "height": 800_000, "timestamp": 1_700_000_000 });
        Document::new(&json!([block, block])).fuzz_mutations(blocks);
        let block = json!({ "id": TXID, "height": 800_000 });
        Document::new(&json!([block, block])).fuzz_mutations(latest_blocks);
    }

    #[test]
    fn mutated_prices() {
        Document::new(&json!({ "1": 87.882, "2": 80.1, "6": 20, "24": 1.5, "144": 1 })).fuzz_mutations(prices);
        let dialect = json!({ "fastestFee": 9, "halfHourFee": 8, "hourFee": 5.5, "economyFee": 2 });
        Document::new(&dialect).fuzz_mutations(dialect_prices);
    }

    #[test]
    fn mutated_times() {
        Document::new(&json!([1_700_000_000, 0])).fuzz_mutations(times);
    }

    #[test]
    fn mutated_node_errors() {
        Document::new(&json!({ "code": -26, "message": "dust" })).fuzz_mutations(node_errors);
    }
}
