//! Fuzz targets of all decoders: each returns a value or a failure, never panics, and never returns a value out
//! of bounds.

use super::address_response::{self, AddressResponse};
use super::{fees, key, status, transaction, utxo};
use crate::fuzz_support::{check_history, check_prices, params, txid};
use crate::listed;
use crate::node_rejection::classify;
use wallet_upstream::blockbook_status::{self as head, ErrorBody};

/// Feeds the text to every decoder; panics if a decoder accepts an impossible value.
pub fn read_all(text: &str) {
    for read in [
        keys,
        unspent_outputs,
        histories,
        balances,
        prices,
        transactions,
        statuses,
        heads,
        errors,
    ] {
        read(text);
    }
}

// Each function returns true if its decoder accepts the text.

fn keys(text: &str) -> bool {
    let Ok(response) = serde_json::from_str::<AddressResponse>(text) else {
        return false;
    };
    let (summary, _) = response.split();
    let reported = key::reported(&summary.tokens, &[], params());
    reported.is_ok_and(|reported| !reported.is_empty())
}

fn unspent_outputs(text: &str) -> bool {
    let Ok(rows) = serde_json::from_str(text) else {
        return false;
    };
    let Ok(outputs) = utxo::decode(rows, params()) else {
        return false;
    };
    let possible = |value: u64| value <= params().max_money;
    assert!(outputs.iter().all(|(_, output)| possible(output.utxo.value)), "{text}");
    true
}

fn histories(text: &str) -> bool {
    let Ok(rows) = serde_json::from_str(text) else {
        return false;
    };
    let Ok(listed) = address_response::decode(rows, None, params()) else {
        return false;
    };
    let page = listed::page(listed, None);
    check_history(&page.entries, text);
    !page.lacks_rows
}

fn balances(text: &str) -> bool {
    let Ok(response) = serde_json::from_str::<AddressResponse>(text) else {
        return false;
    };
    let (summary, _) = response.split();
    let Ok(balance) = address_response::balance(&summary, params()) else {
        return false;
    };
    assert!(balance.total() <= params().max_balance, "{text}");
    true
}

fn prices(text: &str) -> bool {
    let Ok(estimate) = serde_json::from_str(text) else {
        return false;
    };
    let Ok(rate) = fees::decode(&estimate, params()) else {
        return false;
    };
    check_prices([rate], text);
    true
}

fn transactions(text: &str) -> bool {
    let found = serde_json::from_str(text);
    found.is_ok_and(|found| transaction::decode_hex(found).is_ok())
}

fn statuses(text: &str) -> bool {
    let status = serde_json::from_str::<status::StatusRow>(text);
    status.is_ok_and(|status| status.decode(txid()).is_ok())
}

fn heads(text: &str) -> bool {
    let response = serde_json::from_str::<head::StatusResponse>(text);
    response.is_ok_and(|response| response.blockbook.decode().is_ok())
}

fn errors(text: &str) -> bool {
    let Ok(ErrorBody { error }) = serde_json::from_str(text) else {
        return false;
    };
    !transaction::is_unknown_transaction(&error) && classify(&error).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz_support::TXID;
    use proptest::prelude::*;
    use serde_json::json;
    use wallet_test_support::hostile_json::hostile_json;
    use wallet_test_support::mutated_json::Document;

    const ADDRESS: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

    proptest! {
        #[test]
        fn hostile_json_never_panics_a_decoder(body in hostile_json()) {
            read_all(&body.to_string());
        }
    }

    #[test]
    fn mutated_lists_of_outputs() {
        let mined = json!({ "txid": TXID, "vout": 1, "value": "5", "confirmations": 7, "coinbase": true });
        Document::new(&json!([mined, { "txid": TXID, "value": "7" }])).fuzz_mutations(unspent_outputs);
    }

    #[test]
    fn mutated_histories() {
        let row = json!({ "txid": TXID, "blockHeight": 170, "confirmations": 3, "blockTime": 1_700_000_000, "fees": "12",
            "vin": [{ "n": 0 }, { "addresses": [ADDRESS], "isAddress": true }],
            "vout": [{ "value": "5", "addresses": [ADDRESS], "isAddress": true }, { "value": "0", "hex": "6a00" }] });
        Document::new(&json!([row])).fuzz_mutations(histories);
    }

    #[test]
    fn mutated_balances() {
        let response = json!({ "page": 1, "balance": "9", "unconfirmedBalance": "-4", "transactions": [] });
        Document::new(&response).fuzz_mutations(balances);
    }

    #[test]
    fn mutated_keys() {
        let used = json!({ "type": "XPUBAddress", "name": ADDRESS, "path": "m/44'/0'/0'/1/7", "transfers": 2 });
        Document::new(&json!({ "balance": "0", "tokens": [used] })).fuzz_mutations(keys);
    }

    #[test]
    fn mutated_prices() {
        Document::new(&json!({ "result": "0.00002460" })).fuzz_mutations(prices);
    }

    #[test]
    fn mutated_transactions() {
        Document::new(&json!({ "txid": TXID, "hex": "00ff" })).fuzz_mutations(transactions);
    }

    #[test]
    fn mutated_statuses() {
        let status = json!({ "txid": TXID, "blockHeight": 170, "confirmations": 3, "blockTime": 1_700_000_000 });
        Document::new(&status).fuzz_mutations(statuses);
    }

    #[test]
    fn mutated_heads() {
        let index = json!({ "inSync": true, "bestHeight": 800_000, "lastBlockTime": "2026-11-21T15:00:00.5+01:00" });
        Document::new(&json!({ "blockbook": index, "backend": {} })).fuzz_mutations(heads);
    }

    #[test]
    fn mutated_errors() {
        Document::new(&json!({ "error": "-26: dust" })).fuzz_mutations(errors);
    }
}
