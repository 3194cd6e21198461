//! Script execution: checks that the inputs may spend their outputs.
//!
//! btc, ltc and doge use the engine of Bitcoin Core 26, with taproot (BIP 341 and 342). It does not implement the relay
//! rules, so they are checked here. bch is checked in [`super::signature`].

use super::Rejection;
use super::signature::{self, check_encoding, pushes, split_p2pkh};
use crate::btc_like::address::ScriptKind;
use crate::btc_like::rules::{Engine, Rules};
use bitcoin::script::PushBytes;
use bitcoin::{Transaction, TxIn, TxOut, consensus};
use bitcoinconsensus::{Error, Utxo};
pub use bitcoinconsensus::{VERIFY_ALL_PRE_TAPROOT, VERIFY_TAPROOT};

const FALSE_TOP_OF_STACK: Rejection =
    Rejection::Script("Script evaluated without error but finished with a false/empty top stack element");
const INVALID_SCHNORR_SIGNATURE: Rejection = Rejection::Script("Invalid Schnorr signature");

/// Checks every input of a transaction against the spent output; `spent` is in input order.
pub fn check_inputs(rules: &Rules, transaction: &Transaction, spent: &[TxOut]) -> Result<(), Rejection> {
    let bytes = consensus::serialize(transaction);
    for (index, (input, output)) in transaction.input.iter().zip(spent).enumerate() {
        match rules.engine {
            Engine::ForkId => signature::check_fork_id(transaction, index, output)?,
            Engine::Consensus(flags) => {
                check_relay_rules(input, output)?;
                // The engine reports no reason. A key path spend that is relayed can only have an invalid signature.
                let reason = if output.script_pubkey.is_p2tr() {
                    INVALID_SCHNORR_SIGNATURE
                } else {
                    FALSE_TOP_OF_STACK
                };
                verify(&bytes, index, spent, flags).map_err(|_| reason)?;
            }
        }
    }
    Ok(())
}

/// Checks the relay rules of an input, which the engine does not implement.
fn check_relay_rules(input: &TxIn, output: &TxOut) -> Result<(), Rejection> {
    match ScriptKind::of(&output.script_pubkey) {
        ScriptKind::P2pkh => {
            let (signature, _key) = split_p2pkh(&input.script_sig, &output.script_pubkey)?;
            check_encoding(signature.as_bytes(), 0)
        }
        ScriptKind::P2wpkh => match (input.witness.nth(0), input.witness.nth(1)) {
            (Some(signature), Some(key)) if input.witness.len() == 2 => {
                if key.len() != 33 {
                    return Err(Rejection::ScriptPolicy("Using non-compressed keys in segwit"));
                }
                check_encoding(signature, 0)
            }
            _ => Err(Rejection::Script("Witness program hash mismatch")),
        },
        ScriptKind::P2sh | ScriptKind::P2wsh | ScriptKind::P2pk | ScriptKind::Multisig => check_all_signatures(input),
        ScriptKind::P2tr => check_key_path(input),
        ScriptKind::P2sh32 | ScriptKind::LaterWitness | ScriptKind::Data | ScriptKind::NonStandard => {
            Err(Rejection::NotStandard("bad-txns-nonstandard-inputs"))
        }
    }
}

/// Checks that every push that looks like a signature has a relayed encoding.
fn check_all_signatures(input: &TxIn) -> Result<(), Rejection> {
    let pushes = pushes(&input.script_sig).flatten().map(PushBytes::as_bytes);
    // The last item of a witness is the script.
    let items = input.witness.iter().take(input.witness.len().saturating_sub(1));
    pushes
        .chain(items)
        .filter(|item| item.first() == Some(&0x30) && (67..=73).contains(&item.len()))
        .try_for_each(|signature| check_encoding(signature, 0))
}

/// Checks that an input of taproot has the form of a key path spend (BIP 341). Script path spends and annexes are
/// rejected as non-standard.
fn check_key_path(input: &TxIn) -> Result<(), Rejection> {
    let (Some(signature), 1) = (input.witness.nth(0), input.witness.len()) else {
        return Err(Rejection::NotStandard("bad-witness-nonstandard"));
    };
    // With a byte for the hash type unless the default.
    match signature.len() {
        64 | 65 => Ok(()),
        _ => Err(Rejection::Script("Invalid Schnorr signature size")),
    }
}

/// Verifies an input of a transaction in network serialisation; `spent` are the outputs that the inputs spend, in input
/// order, `flags` the flags of `bitcoinconsensus`.
///
/// # Errors
/// The engine returns no reason for an invalid script.
pub fn verify(transaction: &[u8], input: usize, spent: &[TxOut], flags: u32) -> Result<(), Error> {
    let outputs: Vec<Utxo> = spent.iter().map(utxo).collect();
    let output = &spent[input];
    let script = output.script_pubkey.as_bytes();
    bitcoinconsensus::verify_with_flags(script, output.value.to_sat(), transaction, Some(&outputs), input, flags)
}

/// Returns the output in the form of the engine, which refers to the script.
fn utxo(output: &TxOut) -> Utxo {
    let script = output.script_pubkey.as_bytes();
    Utxo {
        script_pubkey: script.as_ptr(),
        script_pubkey_len: u32::try_from(script.len()).unwrap_or(u32::MAX),
        value: i64::try_from(output.value.to_sat()).unwrap_or(i64::MAX),
    }
}
