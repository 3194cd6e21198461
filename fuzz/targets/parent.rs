//! Transactions from upstreams: any transaction that an independent decoder accepts decodes to the same outputs.

#![no_main]

use bitcoin::consensus::deserialize;
use bitcoin::hashes::Hash;
use bitcoin::{Transaction, Txid};
use libfuzzer_sys::fuzz_target;
use wallet_btc_like::ParentTransaction;

fuzz_target!(|bytes: &[u8]| {
    assert!(
        ParentTransaction::decode(bytes, Txid::all_zeros()).is_err(),
        "no transaction has this id"
    );
    let Ok(theirs) = deserialize::<Transaction>(bytes) else {
        return;
    };
    // Without inputs the format is ambiguous, and no such transaction has outputs to spend.
    if theirs.input.is_empty() {
        return;
    }
    let ours = ParentTransaction::decode(bytes, theirs.compute_txid()).expect("a transaction with that id");
    for (index, output) in (0..).zip(&theirs.output) {
        let found = ours.output(index).expect("an output");
        assert_eq!(
            (found.value, found.script.as_slice()),
            (output.value.to_sat(), output.script_pubkey.as_bytes())
        );
    }
    assert_eq!(ours.output(u32::try_from(theirs.output.len()).expect("few")), None);
});
