//! Responses of JSON-RPC servers.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_upstream_eth_like::fuzzing::json_rpc(text));
