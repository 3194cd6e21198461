//! Calldata from clients: names of calls and of those in a wrapper.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_eth_like::{Address, CallKind, NamedCall};

fuzz_target!(|data: &[u8]| {
    let contract = Address::ZERO;
    let calls = NamedCall::of(contract, data);
    assert!(
        calls.len() <= data.len() / 32 + 1025,
        "elements may share their bytes, up to a limit"
    );
    for call in &calls {
        let is_named = call.kind != CallKind::Unknown;
        assert!(
            is_named || call.wrapper.is_some() || call.is_unlimited_approval(),
            "an unknown call is returned from a wrapper, or because it is too large"
        );
        assert!(!is_named || call.selector.is_some(), "a named call has a selector");
    }
    let [call] = calls.as_slice() else { return };
    if call.wrapper.is_none() {
        assert_eq!(
            (call.selector.as_ref().map(<[u8; 4]>::as_slice), call.contract),
            (data.get(..4), contract)
        );
        // Contracts ignore further bytes.
        let longer = [data, &[0; 32]].concat();
        assert!(!NamedCall::of(contract, &longer).is_empty());
    }
});
