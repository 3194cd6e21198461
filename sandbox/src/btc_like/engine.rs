//! The script engine of Bitcoin Core 26, with taproot (BIP 341 and 342).

use bitcoin::TxOut;
use bitcoinconsensus::{Error, Utxo};

pub use bitcoinconsensus::{VERIFY_ALL_PRE_TAPROOT, VERIFY_TAPROOT};

/// Verifies an input of a transaction in network serialisation; `spent` are the outputs that its inputs spend, in input
/// order, `flags` those of `bitcoinconsensus`.
///
/// # Errors
/// The engine returns no reason for an invalid script.
pub fn verify(transaction: &[u8], input: usize, spent: &[TxOut], flags: u32) -> Result<(), Error> {
    let outputs: Vec<Utxo> = spent.iter().map(utxo).collect();
    let output = &spent[input];
    let script = output.script_pubkey.as_bytes();
    bitcoinconsensus::verify_with_flags(script, output.value.to_sat(), transaction, Some(&outputs), input, flags)
}

/// Returns the output in the form of the engine, which refers to its script.
fn utxo(output: &TxOut) -> Utxo {
    let script = output.script_pubkey.as_bytes();
    Utxo {
        script_pubkey: script.as_ptr(),
        script_pubkey_len: u32::try_from(script.len()).unwrap_or(u32::MAX),
        value: i64::try_from(output.value.to_sat()).unwrap_or(i64::MAX),
    }
}
