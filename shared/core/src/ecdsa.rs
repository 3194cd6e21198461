//! Keys and signatures on secp256k1 as callers send them: text in hex. The same for every family that uses the curve.

use crate::model::parse_hex;

/// Why a text is no usable public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublicKeyError {
    /// Something other than pairs of hex digits.
    #[error("a public key is written in hex digits")]
    NotHex,
    /// Neither 33 bytes beginning with 02 or 03 nor 65 bytes beginning with 04.
    #[error("a public key is 33 bytes (02 or 03 first) or 65 bytes (04 first)")]
    WrongForm,
    /// The bytes name no point of secp256k1.
    #[error("the public key is not a point of secp256k1")]
    NotOnCurve,
}

/// Why two texts are no signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// Something other than 1 to 64 hex digits.
    #[error("the {part} of a signature is written in 1 to 64 hex digits")]
    NotHex {
        /// `r` or `s`.
        part: &'static str,
    },
    /// A number outside of 1 to n − 1, n being the order of the group.
    #[error("the numbers r and s of a signature lie between 1 and the group order of secp256k1 less 1")]
    OutOfRange,
}

/// Reads a public key in hex, with or without `0x`, in either case, and tells whether it was in the form of 33 bytes.
pub fn parse_public_key(text: &str) -> Result<(secp256k1::PublicKey, bool), PublicKeyError> {
    let bytes = parse_hex(text).map_err(|_| PublicKeyError::NotHex)?;
    let compressed = match (bytes.first(), bytes.len()) {
        (Some(2 | 3), 33) => true,
        (Some(4), 65) => false,
        // The hybrid form (06 or 07) ends here, too: nodes do not relay it.
        _ => return Err(PublicKeyError::WrongForm),
    };
    let key = secp256k1::PublicKey::from_slice(&bytes).map_err(|_| PublicKeyError::NotOnCurve)?;
    Ok((key, compressed))
}

/// Reads the two numbers of a signature in hex, with or without `0x`, in either case, with or without leading zeros.
/// A high s stays high.
pub fn parse_signature(r: &str, s: &str) -> Result<secp256k1::ecdsa::Signature, SignatureError> {
    signature_from_numbers(parse_number(r, "r")?, parse_number(s, "s")?).ok_or(SignatureError::OutOfRange)
}

/// The signature of two numbers, the highest bytes first; `None` where one of them is out of range.
pub fn signature_from_numbers(r: [u8; 32], s: [u8; 32]) -> Option<secp256k1::ecdsa::Signature> {
    if r == [0; 32] || s == [0; 32] {
        return None;
    }
    let mut compact = [0; 64];
    compact[..32].copy_from_slice(&r);
    compact[32..].copy_from_slice(&s);
    secp256k1::ecdsa::Signature::from_compact(&compact).ok()
}

/// The most digits that a number below the group order has.
const MAX_DIGITS: usize = 64;

/// Reads a number of up to 64 hex digits as 32 bytes, the highest first.
fn parse_number(text: &str, part: &'static str) -> Result<[u8; 32], SignatureError> {
    let error = SignatureError::NotHex { part };
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .unwrap_or(text);
    if digits.is_empty() || digits.len() > MAX_DIGITS {
        return Err(error);
    }
    let bytes = parse_hex(&format!("0x{digits:0>MAX_DIGITS$}")).map_err(|_| error)?;
    bytes.try_into().map_err(|_| error)
}
