//! Fuzz targets of all decoders: each returns a value or a failure, never panics, and never returns a value out
//! of bounds.

use super::blocks::{BlockIndex, RawBlock};
use super::rows::{self, AddressResponse};
use super::{key, payment, transaction};
use crate::fuzz_support::{check_history, check_prices, params, read, txid};
use crate::listed;
use crate::node_rejection::classify;
use wallet_btc_like::BlockId;
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
        block_hashes,
        blocks,
    ] {
        read(text);
    }
}

// Each function returns true if the decoder accepts the text.

fn keys(text: &str) -> bool {
    let read_keys = |response: AddressResponse| key::reported(&response.split().0.tokens, &[], params());
    read(text, read_keys).is_some_and(|reported| !reported.is_empty())
}

fn unspent_outputs(text: &str) -> bool {
    read(text, |rows| payment::decode_outputs(rows, params())).is_some_and(|outputs| {
        let possible = |value: u64| value <= params().max_money;
        assert!(outputs.iter().all(|(_, output)| possible(output.utxo.value)), "{text}");
        true
    })
}

fn histories(text: &str) -> bool {
    read(text, |list| rows::decode(list, None, params())).is_some_and(|listed| {
        let page = listed::page(listed, None);
        check_history(&page.entries, text);
        !page.lacks_rows
    })
}

fn balances(text: &str) -> bool {
    let read_balance = |response: AddressResponse| rows::balance(&response.split().0, params());
    read(text, read_balance).is_some_and(|balance| {
        assert!(balance.total() <= params().max_balance, "{text}");
        true
    })
}

fn prices(text: &str) -> bool {
    read(text, |estimate| payment::decode_estimate(&estimate, params())).is_some_and(|rate| {
        check_prices([rate], text);
        true
    })
}

fn transactions(text: &str) -> bool {
    read(text, transaction::decode_hex).is_some()
}

fn statuses(text: &str) -> bool {
    read(text, |status: transaction::StatusRow| status.decode(txid())).is_some()
}

fn heads(text: &str) -> bool {
    read(text, |response: head::StatusResponse| response.blockbook.decode()).is_some()
}

fn errors(text: &str) -> bool {
    let body = serde_json::from_str(text);
    body.is_ok_and(|ErrorBody { error }| !transaction::is_unknown_transaction(&error) && classify(&error).is_some())
}

fn block_hashes(text: &str) -> bool {
    read(text, |index: BlockIndex| index.decode()).is_some()
}

fn blocks(text: &str) -> bool {
    let genesis = BlockId {
        height: 0,
        hash: params().genesis.parse().expect("64 hex digits"),
    };
    let block = read(text, |raw: RawBlock| raw.decode(params(), genesis));
    block.is_some_and(|block| {
        assert_eq!((block.id, block.transactions.len()), (genesis, 1), "{text}");
        true
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

    #[test]
    fn mutated_blocks() {
        Document::new(&json!({ "blockHash": params().genesis })).fuzz_mutations(block_hashes);
        // Block 0 of btc: <https://en.bitcoin.it/wiki/Genesis_block>.
        let header = "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c";
        let coinbase = "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000";
        Document::new(&json!({ "hex": format!("{header}01{coinbase}") })).fuzz_mutations(blocks);
    }
}
