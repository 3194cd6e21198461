//! Calldata from clients: names of calls and of those in a wrapper.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_eth_like::{Address, CallKind, NamedCall};

fuzz_target!(|data: &[u8]| {
    let contract = Address::ZERO;
    let calls = NamedCall::of(contract, data);
    assert!(
        calls.len() <= data.len() / 32 + 1,
        "a call in a wrapper takes a word or more"
    );
    for call in &calls {
        let named = call.kind != CallKind::Unknown;
        assert!(
            named || call.wrapper.is_some(),
            "an unknown call is returned from a wrapper only"
        );
        assert!(!named || call.selector.is_some(), "a named call has a selector");
        assert!(named || !call.is_unlimited_approval());
    }
    let [call] = calls.as_slice() else { return };
    if call.wrapper.is_none() {
        assert_eq!(
            (call.selector.as_ref().map(<[u8; 4]>::as_slice), call.contract),
            (data.get(..4), contract)
        );
        // Trailing bytes are not canonical.
        let longer = [data, &[0; 32]].concat();
        assert!(NamedCall::of(contract, &longer).is_empty());
    }
});
