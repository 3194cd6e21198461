//! Fuzz targets of all decoders: each returns a value or a failure, never panics, and never returns a value out
//! of bounds.

use super::facts::Balance;
use super::head::{self, Subscription, Tip};
use super::message::Incoming;
use super::{histories, payment, transaction};
use crate::fuzz_support::{check_prices, params, read, txid};
use serde_json::value::RawValue;
use std::cmp::Reverse;

const TIP: Tip = Tip {
    height: 800_000,
    time: 0,
};

/// Feeds the text to every decoder; panics if a decoder accepts an impossible value.
pub fn read_all(text: &str) {
    for read in [
        unspent_outputs,
        histories,
        balances,
        prices,
        tips,
        headers,
        rejections,
        lines,
        errors,
    ] {
        read(text);
    }
}

// Each function returns true if the decoder accepts the text.

fn unspent_outputs(text: &str) -> bool {
    read(text, |rows: Vec<payment::Row>| {
        payment::decode_outputs(&rows, TIP, params())
    })
    .is_some_and(|outputs| {
        for output in outputs {
            assert!(output.utxo.value <= params().max_money, "{text}");
            assert!(output.confirmations <= TIP.height + 4, "{text}");
        }
        true
    })
}

fn histories(text: &str) -> bool {
    let sorted = |rows: Vec<histories::Row>| histories::latest_first(&rows).map(|history| (rows.len(), history));
    read(text, sorted).is_some_and(|(count, history)| {
        assert!(history.len() <= count, "{text}");
        let descending = history.is_sorted_by_key(|(_, height)| Reverse(height.unwrap_or(u32::MAX)));
        assert!(descending, "{text}");
        true
    })
}

fn balances(text: &str) -> bool {
    read(text, |balance: Balance| balance.funds(params())).is_some_and(|funds| {
        assert!(funds.total() <= params().max_balance, "{text}");
        true
    })
}

fn prices(text: &str) -> bool {
    let rate = read(text, |number: Box<RawValue>| {
        payment::decode_estimate(&number, params())
    });
    rate.inspect(|rate| check_prices([*rate], text)).is_some()
}

fn tips(text: &str) -> bool {
    read(text, |subscription: Subscription| subscription.tip()).is_some()
}

fn headers(text: &str) -> bool {
    read(text, |header: String| head::time(&header)).is_some()
}

fn rejections(text: &str) -> bool {
    serde_json::from_str::<String>(text).is_ok_and(|text| {
        let _ = transaction::decode(txid(), &text);
        payment::node_rejection(payment::NODE_ERROR, &text).is_some()
    })
}

fn lines(text: &str) -> bool {
    Incoming::read(text).is_ok()
}

fn errors(text: &str) -> bool {
    let line = format!("{{\"id\": 1, \"error\": {text}}}");
    let Ok(Incoming::Response { response, .. }) = Incoming::read(&line) else {
        return false;
    };
    response.result::<String>().is_ok_and(|result| {
        result.is_err_and(|error| {
            let _ = error.failure();
            !error.is_unknown_transaction()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz_support::TXID;
    use proptest::prelude::*;
    use serde_json::json;
    use wallet_test_support::hostile_json::hostile_json;
    use wallet_test_support::mutated_json::Document;

    proptest! {
        #[test]
        fn hostile_json_never_panics_a_decoder(body in hostile_json()) {
            read_all(&body.to_string());
        }
    }

    /// Returns a block header of zeros.
    fn header() -> String {
        "00".repeat(80)
    }

    #[test]
    fn mutated_lists_of_outputs() {
        let old = json!({ "tx_hash": TXID, "tx_pos": 1, "height": 799_990, "value": 5 });
        let pending = json!({ "tx_hash": TXID, "tx_pos": 0, "height": 0, "value": 7 });
        Document::new(&json!([old, pending])).fuzz_mutations(unspent_outputs);
    }

    #[test]
    fn mutated_histories() {
        let pending = json!({ "tx_hash": "00".repeat(32), "height": -1, "fee": 9 });
        Document::new(&json!([{ "tx_hash": TXID, "height": 7 }, pending])).fuzz_mutations(histories);
    }

    #[test]
    fn mutated_balances() {
        Document::new(&json!({ "confirmed": 9, "unconfirmed": -4 })).fuzz_mutations(balances);
    }

    #[test]
    fn mutated_prices() {
        Document::new(&json!(0.000_024_6)).fuzz_mutations(prices);
    }

    #[test]
    fn mutated_heads() {
        Document::new(&json!({ "height": 800_000, "hex": header() })).fuzz_mutations(tips);
        Document::new(&json!(header())).fuzz_mutations(headers);
    }

    #[test]
    fn mutated_rejections() {
        Document::new(&json!("the transaction was rejected by network rules.\n\ndust")).fuzz_mutations(rejections);
    }

    #[test]
    fn mutated_lines() {
        Document::new(&json!({ "jsonrpc": "2.0", "id": 1, "result": [{ "height": 7 }] })).fuzz_mutations(lines);
        Document::new(&json!({ "code": 1, "message": "history too large" })).fuzz_mutations(errors);
    }
}
