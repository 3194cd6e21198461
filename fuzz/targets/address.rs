//! Addresses that callers and upstreams write.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_btc_like::{Address, Params};

fuzz_target!(|text: &str| {
    for params in Params::all() {
        let Ok(address) = Address::parse(params, text) else {
            continue;
        };
        // What is read is written in one canonical form, which reads the same.
        let canonical = Address::parse(params, &address.to_string()).expect("its own form");
        assert_eq!(canonical, address);
        assert_eq!(Address::from_script(params, address.script_pubkey()), Some(address));
    }
});
