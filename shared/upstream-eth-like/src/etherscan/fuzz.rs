//! Fuzz targets of all decoders: each returns a value or a failure, never panics, and never returns a value
//! that costs more than the response.

use super::envelope::Envelope;
use super::lists::listed;
use super::row::{self, WireRow, place};
use crate::etherscan;
use crate::windows::{Listed, Row};
use wallet_eth_like::NftKind;
use wallet_upstream::{Failure, ListRow};

/// Feeds the text to every decoder; panics if a decoder accepts an impossible value.
pub fn read_all(text: &str) {
    for read in [
        transactions,
        internal_transfers,
        token_transfers,
        nft_transfers,
        pending,
        heads,
    ] {
        read(text);
    }
}

// Each function returns true if the decoder accepts the text.

fn rows(text: &str, decode: impl Fn(&WireRow) -> Result<Row, Failure>) -> bool {
    let envelope = Envelope::parse(text);
    let Ok(rows) = envelope.and_then(|envelope| envelope.rows::<ListRow<WireRow>>()) else {
        return false;
    };
    let rows = rows.iter().map(|row| listed(row, place(row), &decode));
    let Ok(page) = Listed::of(rows.collect(), true) else {
        return false;
    };
    for entry in page.rows.iter().filter_map(|row| row.entry.as_ref()) {
        assert!(entry.transfers.len() <= 1, "{text}");
    }
    !page.gaps.rows
}

fn transactions(text: &str) -> bool {
    rows(text, row::transaction)
}

fn internal_transfers(text: &str) -> bool {
    rows(text, row::internal_transfer)
}

fn token_transfers(text: &str) -> bool {
    rows(text, row::token_transfer)
}

fn nft_transfers(text: &str) -> bool {
    rows(text, |row| row::nft_transfer(row, NftKind::Erc1155))
}

fn pending(text: &str) -> bool {
    rows(text, |row| row::pending(row, |_| 0))
}

fn heads(text: &str) -> bool {
    Envelope::parse(text).is_ok_and(|envelope| etherscan::read(&envelope).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use wallet_test_support::hostile_json::hostile_json;
    use wallet_test_support::mutated_json::Document;

    const HASH: &str = "0x4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
    const OWN: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const OTHER: &str = "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359";

    proptest! {
        #[test]
        fn hostile_json_never_panics_a_decoder(body in hostile_json()) {
            read_all(&body.to_string());
            read_all(&json!({ "status": "1", "message": "OK", "result": [body] }).to_string());
        }
    }

    fn response(row: &Value) -> Value {
        json!({ "status": "1", "message": "OK", "result": [row] })
    }

    #[test]
    fn mutated_transactions() {
        let row = json!({ "blockNumber": "170", "timeStamp": "1700000000", "hash": HASH, "nonce": "4",
            "transactionIndex": "3", "from": OWN, "to": "", "contractAddress": OTHER, "value": "5", "gas": "30000",
            "gasPrice": "7", "gasUsed": "21000", "isError": "0", "txreceipt_status": "1", "input": "0x" });
        Document::new(&response(&row)).fuzz_mutations(transactions);
    }

    #[test]
    fn mutated_internal_transfers() {
        let row = json!({ "blockNumber": "170", "timeStamp": "1700000000", "transactionHash": HASH, "from": OTHER,
            "to": OWN, "value": "5", "contractAddress": "", "type": "call", "callType": "call", "isError": "0" });
        Document::new(&response(&row)).fuzz_mutations(internal_transfers);
    }

    #[test]
    fn mutated_token_transfers() {
        let row = json!({ "blockNumber": "170", "timeStamp": "1700000000", "hash": HASH, "from": OTHER, "to": OWN,
            "contractAddress": OTHER, "value": "5", "tokenName": "A", "tokenSymbol": "B", "tokenDecimal": "6",
            "transactionIndex": "3", "gasPrice": "7", "gasUsed": "21000" });
        Document::new(&response(&row)).fuzz_mutations(token_transfers);
    }

    #[test]
    fn mutated_nft_transfers() {
        let row = json!({ "blockNumber": "170", "timeStamp": "1700000000", "hash": HASH, "from": OTHER, "to": OWN,
            "contractAddress": OTHER, "tokenID": "5", "tokenValue": "2", "tokenName": "A", "tokenSymbol": "B",
            "transactionIndex": "3", "gasPrice": "7", "gasUsed": "21000" });
        Document::new(&response(&row)).fuzz_mutations(nft_transfers);
        Document::new(&response(&row)).fuzz_mutations(token_transfers);
    }

    #[test]
    fn mutated_pending_transactions() {
        let row = json!({ "hash": HASH, "nonce": "4", "from": OWN, "to": OTHER, "value": "5", "gas": "21000",
            "gasPrice": "7", "input": "0x", "contractAddress": "", "gasUsed": "" });
        Document::new(&response(&row)).fuzz_mutations(pending);
    }

    #[test]
    fn mutated_heads() {
        Document::new(&json!({ "jsonrpc": "2.0", "id": 83, "result": "0xaa" })).fuzz_mutations(heads);
    }
}
