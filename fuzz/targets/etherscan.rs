//! Responses of Etherscan-compatible servers.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_upstream_eth_like::fuzzing::etherscan(text));
