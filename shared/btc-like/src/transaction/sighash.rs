//! Signature hashes of inputs.

use bitcoin::hashes::{Hash, sha256d};
use bitcoin::sighash::{EcdsaSighashType, Prevouts, SighashCache, TapSighashType};
use bitcoin::{Amount, Script, Transaction, TxOut};

/// Commits to all inputs and outputs.
const SIGHASH_ALL: u8 = 0x01;
/// Marks a signature as valid on bch only.
const SIGHASH_FORKID: u8 = 0x40;

/// Signature hash algorithm. All variants commit to all inputs and outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// The original algorithm: the input value is not hashed.
    Legacy,
    /// BIP 143: <https://github.com/bitcoin/bips/blob/master/bip-0143.mediawiki>.
    SegwitV0,
    /// BIP 143 with fork id 0 of bch:
    /// <https://github.com/bitcoincashorg/bitcoincash.org/blob/master/spec/replay-protected-sighash.md>.
    ForkId,
    /// BIP 341 with `SIGHASH_DEFAULT`, for the key path:
    /// <https://github.com/bitcoin/bips/blob/master/bip-0341.mediawiki>.
    Taproot,
}

impl Scheme {
    /// Returns the byte after an ECDSA signature in the script or witness.
    pub(crate) const fn sighash_byte(self) -> u8 {
        match self {
            Self::Legacy | Self::SegwitV0 | Self::Taproot => SIGHASH_ALL,
            Self::ForkId => SIGHASH_ALL | SIGHASH_FORKID,
        }
    }
}

/// Computes the hash of a BIP 340 signature for the key path. `spent` contains the output that each input spends.
pub(crate) fn taproot_sighash(cache: &mut SighashCache<&Transaction>, input: usize, spent: &[TxOut]) -> [u8; 32] {
    cache
        .taproot_key_spend_signature_hash(input, &Prevouts::All(spent), TapSighashType::Default)
        .expect("each input has its spent output")
        .to_byte_array()
}

/// Computes the hash of an ECDSA signature. `script_code` is the P2PKH script of the signing key under every scheme,
/// `value` the input value in base units.
pub(crate) fn ecdsa_sighash(
    cache: &mut SighashCache<&Transaction>,
    input: usize,
    scheme: Scheme,
    script_code: &Script,
    value: u64,
) -> [u8; 32] {
    if scheme == Scheme::Legacy {
        return cache
            .legacy_signature_hash(input, script_code, u32::from(SIGHASH_ALL))
            .expect("the index is within the inputs of this transaction")
            .to_byte_array();
    }
    let mut message = Vec::with_capacity(192);
    cache
        .segwit_v0_encode_signing_data_to(
            &mut message,
            input,
            script_code,
            Amount::from_sat(value),
            EcdsaSighashType::All,
        )
        .expect("the index is within the inputs, and writing to a vector succeeds");
    // The message ends with the sighash type as four little-endian bytes; the crate writes the plain type.
    let end = message.len() - 4;
    message[end] = scheme.sighash_byte();
    sha256d::Hash::hash(&message).to_byte_array()
}
