//! ECDSA signatures as callers send them.

use crate::model::parse_hex;
use bitcoin::secp256k1::ecdsa;

/// The most digits that a number below the group order has.
const MAX_DIGITS: usize = 64;

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

/// An ECDSA signature over secp256k1 with a low s (BIP 146).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(ecdsa::Signature);

impl Signature {
    /// Reads two numbers in hex, with or without `0x`, in either case, with or without leading zeros.
    /// A high s is turned into the low one, which is as valid.
    pub fn parse(r: &str, s: &str) -> Result<Self, SignatureError> {
        let mut compact = [0; 64];
        compact[..32].copy_from_slice(&parse_number(r, "r")?);
        compact[32..].copy_from_slice(&parse_number(s, "s")?);
        if compact[..32] == [0; 32] || compact[32..] == [0; 32] {
            return Err(SignatureError::OutOfRange);
        }
        let mut signature = ecdsa::Signature::from_compact(&compact).map_err(|_| SignatureError::OutOfRange)?;
        signature.normalize_s();
        Ok(Self(signature))
    }

    /// The signature for the curve's library.
    pub(super) const fn as_ecdsa(&self) -> &ecdsa::Signature {
        &self.0
    }

    /// Strict DER (BIP 66) followed by the sighash byte.
    pub(super) fn to_der(self, sighash_byte: u8) -> Vec<u8> {
        let mut bytes = self.0.serialize_der().to_vec();
        bytes.push(sighash_byte);
        bytes
    }
}

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
