//! Extended public keys and descriptors from clients: an accepted key derives addresses of the same chain.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_btc_like::{Address, ExtendedKey, Params};

fuzz_target!(|text: &str| {
    for params in Params::all() {
        let Ok(key) = ExtendedKey::parse(params, text) else {
            continue;
        };
        assert!(key.branches().count() > 0, "a key has branches");
        for branch in key.branches() {
            for index in [0, u32::from(u16::MAX), u32::MAX >> 1] {
                let Some(derived) = key.address(branch, index) else {
                    continue;
                };
                let address = Address::parse(params, &derived.address.to_string()).expect("an address of the chain");
                assert_eq!(address, derived.address);
                assert!(
                    derived.path.ends_with(&format!("/{index}")),
                    "the path ends with the index"
                );
            }
            assert!(
                key.address(branch, 1 << 31).is_none(),
                "hardened derivation requires a private key"
            );
        }
        // The form for index servers has the same addresses, unless the descriptor selects other branches.
        if let Ok(again) = ExtendedKey::parse(params, &key.account()) {
            for branch in again
                .branches()
                .filter(|branch| key.branches().any(|known| known == *branch))
            {
                let address = |key: &ExtendedKey| key.address(branch, 0).map(|derived| derived.address);
                assert_eq!(address(&again), address(&key));
            }
        }
    }
});
