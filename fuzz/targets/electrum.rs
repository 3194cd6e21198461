//! Responses of Electrum servers.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_upstream_btc_like::fuzzing::electrum(text));
