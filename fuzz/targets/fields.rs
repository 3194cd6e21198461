//! Short request values: keys, signatures, amounts, ids, cursors.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_btc_like::history::Cursor;
use wallet_btc_like::{PublicKey, Signature, parse_txid};
use wallet_core::model::{parse_amount, parse_hex};

fuzz_target!(|text: &str| {
    if let Ok(amount) = parse_amount(text, u64::MAX) {
        assert_eq!(amount.to_string(), text, "an amount has one canonical form");
    }
    if let Ok(bytes) = parse_hex(text) {
        assert!(text.to_ascii_lowercase().ends_with(&hex::encode(bytes)));
    }
    if let Ok(txid) = parse_txid(text) {
        assert!(text.to_ascii_lowercase().ends_with(&txid.to_string()));
    }
    if let Ok(cursor) = text.parse::<Cursor>() {
        assert_eq!(cursor.to_string(), text, "a cursor has one canonical form");
    }
    let _ = PublicKey::parse(text);
    let (r, s) = text.split_at_checked(text.len() / 2).unwrap_or_default();
    let _ = Signature::parse(r, s);
});
