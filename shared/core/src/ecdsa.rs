//! Parsing of secp256k1 public keys and signatures from hex, shared by all chain families that use the curve.

use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::model::parse_hex;

/// Error of parsing a public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublicKeyError {
    /// Not an even number of hex digits.
    #[error("public key must be a hex string")]
    NotHex,
    /// Neither 33 bytes that start with 02 or 03 nor 65 bytes that start with 04.
    #[error("public key must be 33 bytes starting with 02 or 03, or 65 bytes starting with 04")]
    WrongForm,
    /// The bytes do not encode a point of secp256k1.
    #[error("the public key is not a point of secp256k1")]
    NotOnCurve,
}

impl CodedError for PublicKeyError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::NotHex | Self::WrongForm | Self::NotOnCurve => ErrorInfo::describe(ErrorCode::InvalidPublicKey, self),
        }
    }
}

/// Error of parsing a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureError {
    /// Not 1 to 64 hex digits.
    #[error("signature {part} must be 1 to 64 hex digits")]
    NotHex {
        /// `r` or `s`.
        part: &'static str,
    },
    /// A number outside 1 to n − 1, where n is the group order.
    #[error("signature r and s must be at least 1 and below the group order of secp256k1")]
    OutOfRange,
}

impl CodedError for SignatureError {
    fn info(&self) -> ErrorInfo {
        let info = ErrorInfo::describe(ErrorCode::InvalidSignature, self);
        match self {
            Self::NotHex { part } => info.at(*part),
            Self::OutOfRange => info,
        }
    }
}

/// Parses a public key in hex, with or without `0x`, in either case. Returns the key and true if the form was
/// compressed (33 bytes).
pub fn parse_public_key(text: &str) -> Result<(secp256k1::PublicKey, bool), PublicKeyError> {
    let bytes = parse_hex(text).map_err(|_| PublicKeyError::NotHex)?;
    let compressed = match (bytes.first(), bytes.len()) {
        (Some(2 | 3), 33) => true,
        (Some(4), 65) => false,
        // Rejects the hybrid form (06 or 07) as well: nodes do not relay that form.
        _ => return Err(PublicKeyError::WrongForm),
    };
    let key = secp256k1::PublicKey::from_slice(&bytes).map_err(|_| PublicKeyError::NotOnCurve)?;
    Ok((key, compressed))
}

/// Parses the two numbers of a signature in hex, with or without `0x`, in either case, with or without leading
/// zeros.
/// Does not normalise a high s.
pub fn parse_signature(r: &str, s: &str) -> Result<secp256k1::ecdsa::Signature, SignatureError> {
    let [r, s] = parse_numbers(r, s)?;
    signature_from_numbers(r, s).ok_or(SignatureError::OutOfRange)
}

/// Parses r and s in the same form to 32 big-endian bytes each. Does not check their range, which depends on the
/// algorithm of the signature.
pub fn parse_numbers(r: &str, s: &str) -> Result<[[u8; 32]; 2], SignatureError> {
    Ok([parse_number(r, "r")?, parse_number(s, "s")?])
}

/// Creates a signature from two big-endian numbers; returns `None` if a number is out of range.
pub fn signature_from_numbers(r: [u8; 32], s: [u8; 32]) -> Option<secp256k1::ecdsa::Signature> {
    if r == [0; 32] || s == [0; 32] {
        return None;
    }
    let mut compact = [0; 64];
    compact[..32].copy_from_slice(&r);
    compact[32..].copy_from_slice(&s);
    secp256k1::ecdsa::Signature::from_compact(&compact).ok()
}

/// Maximum number of hex digits of r and s.
const MAX_DIGITS: usize = 64;

/// Parses a number of up to 64 hex digits to 32 big-endian bytes.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_is_a_sentence() {
        assert_eq!(
            PublicKeyError::NotHex.info().message,
            "Public key must be a hex string."
        );
        for error in [SignatureError::NotHex { part: "r" }, SignatureError::OutOfRange] {
            let text = error.info().message;
            assert!(text.starts_with("Signature "), "{text}");
            assert_eq!(text.matches('.').count(), 1, "{text}");
        }
    }
}
