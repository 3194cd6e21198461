//! Signatures in input scripts: the encoding of ECDSA signatures that nodes relay (strict DER, low s, a known hash
//! type), and the verification of Bitcoin Cash inputs, which sign the BIP 143 hash with the FORKID bit.
//!
//! Of Bitcoin Cash only p2pkh with ECDSA signatures is executed. All further inputs are rejected as non-standard, so
//! that no invalid input is ever accepted.

use super::Rejection;
use crate::btc_like::address::ScriptKind;
use bitcoin::hashes::{Hash, sha256d};
use bitcoin::script::{Instruction, PushBytes};
use bitcoin::secp256k1::{Message, PublicKey, Secp256k1, ecdsa};
use bitcoin::sighash::{EcdsaSighashType, SighashCache};
use bitcoin::{PubkeyHash, Script, ScriptBuf, Transaction, TxOut};

/// Half of the secp256k1 order, the maximum s that is relayed (BIP 146).
const HALF_ORDER: [u8; 32] = [
    0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x5d, 0x57, 0x6e,
    0x73, 0x57, 0xa4, 0x50, 0x1d, 0xdf, 0xe9, 0x2f, 0x46, 0x68, 0x1b, 0x20, 0xa0,
];

/// The hash type bit for signatures that cover only their own input.
const ANYONE_CAN_PAY: u8 = 0x80;

/// Checks a signature as it appears in a script: DER followed by a byte of hash type.
///
/// `extra_bits` are the bits that the chain sets in every hash type: 0x40 (FORKID) on bch, otherwise 0.
pub fn check_encoding(encoded: &[u8], extra_bits: u8) -> Result<(), Rejection> {
    let Some((s, hash_type)) = strict_der_s(encoded) else {
        return Err(Rejection::Script("Non-canonical DER signature"));
    };
    if !is_low(s) {
        return Err(Rejection::ScriptPolicy(
            "Non-canonical signature: S value is unnecessarily high",
        ));
    }
    if hash_type & extra_bits != extra_bits {
        return Err(Rejection::Script("Signature must use SIGHASH_FORKID"));
    }
    if !matches!(hash_type & !(ANYONE_CAN_PAY | extra_bits), 1..=3) {
        return Err(Rejection::ScriptPolicy("Signature hash type missing or not understood"));
    }
    Ok(())
}

/// Returns the integer s and the hash type if the encoding is strict (BIP 66).
fn strict_der_s(encoded: &[u8]) -> Option<(&[u8], u8)> {
    if !(9..=73).contains(&encoded.len()) {
        return None;
    }
    let (hash_type, der) = encoded.split_last()?;
    let [0x30, length, body @ ..] = der else { return None };
    if usize::from(*length) != body.len() {
        return None;
    }
    let (_r, rest) = strict_integer(body)?;
    let (s, rest) = strict_integer(rest)?;
    rest.is_empty().then_some((s, *hash_type))
}

/// Returns the DER integer at the start, which must be positive and minimally encoded, and the remaining bytes.
fn strict_integer(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let [0x02, length, rest @ ..] = bytes else { return None };
    let (integer, rest) = rest.split_at_checked(usize::from(*length))?;
    match integer {
        [] => None,
        [first, ..] if first & 0x80 != 0 => None,
        [0, second, ..] if second & 0x80 == 0 => None,
        _ => Some((integer, rest)),
    }
}

fn is_low(s: &[u8]) -> bool {
    let digits = s.strip_prefix(&[0]).unwrap_or(s);
    let mut padded = [0; 32];
    let Some(start) = padded.len().checked_sub(digits.len()) else {
        return false;
    };
    padded[start..].copy_from_slice(digits);
    padded <= HALF_ORDER
}

const KEY_HASH_MISMATCH: Rejection = Rejection::Script("Script failed an OP_EQUALVERIFY operation");

/// Returns the pushes of a script; `None` marks an instruction that pushes no data.
pub fn pushes(script: &Script) -> impl Iterator<Item = Option<&PushBytes>> {
    script.instructions().map(|instruction| match instruction {
        Ok(Instruction::PushBytes(bytes)) => Some(bytes),
        Ok(Instruction::Op(_)) | Err(_) => None,
    })
}

/// Returns the signature and the key from the input script of a p2pkh spend, which must contain exactly the
/// two.
pub fn split_p2pkh<'a>(script_sig: &'a Script, spent: &Script) -> Result<(&'a PushBytes, &'a PushBytes), Rejection> {
    let mut pushes = pushes(script_sig);
    let (Some(Some(signature)), Some(Some(key))) = (pushes.next(), pushes.next()) else {
        return Err(Rejection::Script("Operation not valid with the current stack size"));
    };
    if pushes.next().is_some() {
        return Err(Rejection::ScriptPolicy(
            "Stack size must be exactly one after execution",
        ));
    }
    let minimal = ScriptBuf::builder().push_slice(signature).push_slice(key).into_script();
    if minimal != *script_sig {
        return Err(Rejection::ScriptPolicy("Data push larger than necessary"));
    }
    if ScriptBuf::new_p2pkh(&PubkeyHash::hash(key.as_bytes())) != *spent {
        return Err(KEY_HASH_MISMATCH);
    }
    Ok((signature, key))
}

/// The bit that is set in every Bitcoin Cash hash type.
pub const FORKID: u8 = 0x40;

const INVALID_SIGNATURE: Rejection = Rejection::Script("Signature must be zero for failed CHECK(MULTI)SIG operation");

/// Checks an input against the output that it spends.
pub fn check_fork_id(transaction: &Transaction, index: usize, output: &TxOut) -> Result<(), Rejection> {
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
    let hash = fork_id_hash(
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
/// The BIP 143 hash with the complete hash type, including FORKID, in the last four bytes
/// (replay-protected sighash, Bitcoin Cash 2017).
pub fn fork_id_hash(
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

#[cfg(test)]
mod tests {
    use super::*;

    /// BIP 66 requires each of the malformed encodings to be rejected; the first line is well-formed.
    #[test]
    fn bip66_encodings() {
        let well_formed = [0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01, 0x01];
        assert_eq!(check_encoding(&well_formed, 0), Ok(()));
        for (index, byte) in [
            (0, 0x31),
            (1, 0x07),
            (2, 0x03),
            (3, 0x00),
            (3, 0x02),
            (4, 0x80),
            (5, 0x03),
            (7, 0x81),
        ] {
            let mut malformed = well_formed;
            malformed[index] = byte;
            assert_eq!(
                check_encoding(&malformed, 0),
                Err(Rejection::Script("Non-canonical DER signature")),
                "byte {index}"
            );
        }
        assert!(check_encoding(&[], 0).is_err());
        assert!(check_encoding(&[0x30; 74], 0).is_err());
    }

    #[test]
    fn high_s_and_unknown_hash_types_are_rejected() {
        let with = |s_last: u8, hash_type: u8| {
            let mut half = HALF_ORDER;
            half[31] = s_last;
            [&[0x30, 0x25, 0x02, 0x01, 0x01, 0x02, 0x20][..], &half, &[hash_type]].concat()
        };
        assert_eq!(check_encoding(&with(0xa0, 1), 0), Ok(()));
        assert!(
            matches!(check_encoding(&with(0xa1, 1), 0), Err(Rejection::ScriptPolicy(text)) if text.contains("high"))
        );
        for hash_type in [0x00, 0x04, 0x41] {
            assert!(matches!(
                check_encoding(&with(0xa0, hash_type), 0),
                Err(Rejection::ScriptPolicy(_))
            ));
        }
        assert_eq!(check_encoding(&with(0xa0, 0x41), 0x40), Ok(()));
        assert_eq!(
            check_encoding(&with(0xa0, 0x01), 0x40),
            Err(Rejection::Script("Signature must use SIGHASH_FORKID"))
        );
    }
}
