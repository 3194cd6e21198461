//! Fuzz targets of all decoders: each returns a value or a failure, never panics, and never returns a value out
//! of bounds.

use super::balance::Balance;
use super::head::{Subscription, Tip};
use super::message::Incoming;
use super::{broadcast, fees, head, history_rows, transactions, unspent};
use crate::fuzz_support::{check_prices, params, txid};
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

// Each function returns true if its decoder accepts the text.

fn unspent_outputs(text: &str) -> bool {
    let Ok(rows) = serde_json::from_str::<Vec<unspent::Row>>(text) else {
        return false;
    };
    let Ok(outputs) = unspent::decode(&rows, TIP, params()) else {
        return false;
    };
    for output in outputs {
        assert!(output.utxo.value <= params().max_money, "{text}");
        assert!(output.confirmations <= TIP.height + 4, "{text}");
    }
    true
}

fn histories(text: &str) -> bool {
    let Ok(rows) = serde_json::from_str::<Vec<history_rows::Row>>(text) else {
        return false;
    };
    let Ok(history) = history_rows::latest_first(&rows) else {
        return false;
    };
    assert!(history.len() <= rows.len(), "{text}");
    assert!(
        history.is_sorted_by_key(|(_, height)| Reverse(height.unwrap_or(u32::MAX))),
        "{text}"
    );
    true
}

fn balances(text: &str) -> bool {
    let Ok(balance) = serde_json::from_str::<Balance>(text) else {
        return false;
    };
    let Ok(funds) = balance.funds(params()) else {
        return false;
    };
    assert!(funds.total() <= params().max_balance, "{text}");
    true
}

fn prices(text: &str) -> bool {
    let Ok(number) = serde_json::from_str::<Box<RawValue>>(text) else {
        return false;
    };
    let Ok(rate) = fees::decode(&number, params()) else {
        return false;
    };
    check_prices([rate], text);
    true
}

fn tips(text: &str) -> bool {
    let subscription = serde_json::from_str::<Subscription>(text);
    subscription.is_ok_and(|subscription| subscription.tip().is_ok())
}

fn headers(text: &str) -> bool {
    let header = serde_json::from_str::<String>(text);
    header.is_ok_and(|header| head::time(&header).is_ok())
}

fn rejections(text: &str) -> bool {
    let Ok(text) = serde_json::from_str::<String>(text) else {
        return false;
    };
    let _ = transactions::decode(txid(), &text);
    broadcast::node_rejection(broadcast::NODE_ERROR, &text).is_some()
}

fn lines(text: &str) -> bool {
    Incoming::read(text).is_ok()
}

fn errors(text: &str) -> bool {
    let line = format!("{{\"id\": 1, \"error\": {text}}}");
    let Ok(Incoming::Response { response, .. }) = Incoming::read(&line) else {
        return false;
    };
    let Ok(Err(error)) = response.result::<String>() else {
        return false;
    };
    let _ = error.failure();
    !error.is_unknown_transaction()
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
