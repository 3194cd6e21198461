//! Addresses from clients and upstreams.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_btc_like::{Address, Params};

fuzz_target!(|text: &str| {
    for params in Params::all() {
        let Ok(address) = Address::parse(params, text) else {
            continue;
        };
        // A parsed address has one canonical form, which parses to the same address.
        let canonical = Address::parse(params, &address.to_string()).expect("canonical address");
        assert_eq!(canonical, address);
        assert_eq!(Address::from_script(params, address.script_pubkey()), Some(address));
    }
});
