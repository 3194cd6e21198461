//! Verification of Bitcoin Cash inputs, which sign the BIP 143 hash with the FORKID bit.
//!
//! Only p2pkh with ECDSA signatures is executed. All other inputs are rejected as non-standard, so that no
//! invalid input is ever accepted.

use super::kind::ScriptKind;
use super::pushes::split_p2pkh;
use super::rejection::Rejection;
use super::signature::check_encoding;
use bitcoin::hashes::{Hash, sha256d};
use bitcoin::secp256k1::{Message, PublicKey, Secp256k1, ecdsa};
use bitcoin::sighash::{EcdsaSighashType, SighashCache};
use bitcoin::{Script, Transaction, TxOut};

/// The bit that is set in every Bitcoin Cash hash type.
pub const FORKID: u8 = 0x40;

const INVALID_SIGNATURE: Rejection = Rejection::Script("Signature must be zero for failed CHECK(MULTI)SIG operation");

/// Checks one input against the output that it spends.
pub fn check_input(transaction: &Transaction, index: usize, output: &TxOut) -> Result<(), Rejection> {
    if ScriptKind::of(&output.script_pubkey) != ScriptKind::P2pkh {
        return Err(Rejection::NotStandard("bad-txns-nonstandard-inputs"));
    }
    let (signature, key) = split_p2pkh(&transaction.input[index].script_sig, &output.script_pubkey)?;
    check_encoding(signature.as_bytes(), FORKID)?;
    let Some((hash_type, der)) = signature.as_bytes().split_last() else {
        return Err(INVALID_SIGNATURE);
    };
    let signature = ecdsa::Signature::from_der(der).map_err(|_| INVALID_SIGNATURE)?;
    let key = PublicKey::from_slice(key.as_bytes())
        .map_err(|_| Rejection::Script("Public key is neither compressed or uncompressed"))?;
    let hash = signature_hash(
        transaction,
        index,
        &output.script_pubkey,
        output.value.to_sat(),
        *hash_type,
    )
    .ok_or(INVALID_SIGNATURE)?;
    Secp256k1::verification_only()
        .verify_ecdsa(&Message::from_digest(hash), &signature, &key)
        .map_err(|_| INVALID_SIGNATURE)
}

/// Returns the hash that a signature of this hash type signs, or `None` if the input index or the hash type is
/// invalid.
///
/// It is the BIP 143 hash with the complete hash type, including FORKID, in the last four bytes
/// (replay-protected sighash, Bitcoin Cash 2017).
pub fn signature_hash(
    transaction: &Transaction,
    index: usize,
    script_code: &Script,
    value: u64,
    hash_type: u8,
) -> Option<[u8; 32]> {
    let base = EcdsaSighashType::from_standard(u32::from(hash_type & !FORKID)).ok()?;
    let mut preimage = Vec::new();
    SighashCache::new(transaction)
        .segwit_v0_encode_signing_data_to(
            &mut preimage,
            index,
            script_code,
            bitcoin::Amount::from_sat(value),
            base,
        )
        .is_ok()
        .then_some(())?;
    let end = preimage.len().checked_sub(4)?;
    preimage[end..].copy_from_slice(&u32::from(hash_type).to_le_bytes());
    Some(sha256d::Hash::hash(&preimage).to_byte_array())
}
