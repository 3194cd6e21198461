//! The script engine of Bitcoin Core 26, with taproot. The engine verifies all signatures but those of the bch fork.

use bitcoin::TxOut;
use bitcoinconsensus::{Error, Utxo, VERIFY_ALL_PRE_TAPROOT, VERIFY_TAPROOT, verify_with_flags};

/// Verifies every input of a transaction in network serialisation; `spent` are the spent outputs, in input
/// order.
pub(super) fn verify(transaction: &[u8], spent: &[TxOut]) -> Result<(), (usize, Error)> {
    let utxo = |output: &TxOut| Utxo {
        script_pubkey: output.script_pubkey.as_bytes().as_ptr(),
        script_pubkey_len: u32::try_from(output.script_pubkey.len()).unwrap(),
        value: i64::try_from(output.value.to_sat()).unwrap(),
    };
    let outputs: Vec<Utxo> = spent.iter().map(utxo).collect();
    let flags = VERIFY_ALL_PRE_TAPROOT | VERIFY_TAPROOT;
    for (index, output) in spent.iter().enumerate() {
        let (script, value) = (output.script_pubkey.as_bytes(), output.value.to_sat());
        verify_with_flags(script, value, transaction, Some(&outputs), index, flags).map_err(|error| (index, error))?;
    }
    Ok(())
}
