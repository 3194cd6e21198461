//! The classification of output scripts.

use bitcoin::Script;
use bitcoin::opcodes::all::{OP_EQUAL, OP_HASH256};

/// The script templates that nodes recognise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptKind {
    /// A bare public key.
    P2pk,
    /// The hash of a public key.
    P2pkh,
    /// The 20-byte hash of a script (BIP 16).
    P2sh,
    /// The 32-byte hash of a script (Bitcoin Cash, 2023).
    P2sh32,
    /// Bare m-of-n keys.
    Multisig,
    /// Witness version 0 with a key hash (BIP 141).
    P2wpkh,
    /// Witness version 0 with a script hash (BIP 141).
    P2wsh,
    /// Witness version 1 with a key (BIP 341).
    P2tr,
    /// A witness program of a version without defined semantics.
    LaterWitness,
    /// `OP_RETURN` with pushes of data.
    Data,
    /// Any other script.
    NonStandard,
}

impl ScriptKind {
    /// Classifies the script of an output.
    pub fn of(script: &Script) -> Self {
        match script {
            _ if script.is_p2pkh() => Self::P2pkh,
            _ if script.is_p2sh() => Self::P2sh,
            _ if script.is_p2wpkh() => Self::P2wpkh,
            _ if script.is_p2wsh() => Self::P2wsh,
            _ if script.is_p2tr() => Self::P2tr,
            // A version 0 program of another length can never be spent.
            _ if script.is_witness_program() && script.witness_version() != Some(bitcoin::WitnessVersion::V0) => {
                Self::LaterWitness
            }
            _ if script.is_p2pk() => Self::P2pk,
            _ if script.is_multisig() => Self::Multisig,
            _ if is_data(script) => Self::Data,
            _ if is_p2sh32(script) => Self::P2sh32,
            _ => Self::NonStandard,
        }
    }
}

/// Returns true for `OP_RETURN` with pushes only (policy.cpp, `TxoutType::NULL_DATA`).
fn is_data(script: &Script) -> bool {
    script.is_op_return() && Script::from_bytes(&script.as_bytes()[1..]).is_push_only()
}

fn is_p2sh32(script: &Script) -> bool {
    matches!(script.as_bytes(), [hash, 0x20, rest @ ..]
        if *hash == OP_HASH256.to_u8() && rest.len() == 33 && rest.last() == Some(&OP_EQUAL.to_u8()))
}
