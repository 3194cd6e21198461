//! Responses by Stellar RPC servers.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_upstream_xlm::fuzzing::stellar_rpc(text));
