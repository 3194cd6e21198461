//! Typed data from clients (EIP-712).

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use wallet_eth_like::TypedData;

fuzz_target!(|text: &str| {
    let Ok(json) = serde_json::from_str::<Value>(text) else {
        return;
    };
    let Ok(data) = TypedData::parse(&json) else {
        return;
    };
    // The order of keys and the white space do not matter.
    let again: Value = serde_json::from_str(&json.to_string()).expect("JSON");
    assert_eq!(TypedData::parse(&again).map(|data| data.hash()), Ok(data.hash()));
    if let Some(permit) = data.permit() {
        assert!(!permit.permissions.is_empty(), "a permit permits something");
    }
});
