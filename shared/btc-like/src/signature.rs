//! Signatures from requests.

use bitcoin::secp256k1::{ecdsa, schnorr};
use wallet_core::ecdsa::{SignatureError, parse_numbers, signature_from_numbers};

/// The two numbers of a signature. The type of the spent output determines their algorithm: ECDSA, or BIP 340 for
/// taproot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignatureNumbers {
    r: [u8; 32],
    s: [u8; 32],
}

impl SignatureNumbers {
    /// Parses two numbers in hex, with or without `0x`, in either case, with or without leading zeros.
    pub fn parse(r: &str, s: &str) -> Result<Self, SignatureError> {
        let [r, s] = parse_numbers(r, s)?;
        Ok(Self { r, s })
    }

    /// Returns the ECDSA signature with the low s, or an error if a number is out of range.
    pub(super) fn to_ecdsa(self) -> Result<Signature, SignatureError> {
        let mut signature = signature_from_numbers(self.r, self.s).ok_or(SignatureError::OutOfRange)?;
        signature.normalize_s();
        Ok(Signature(signature))
    }

    /// Returns the signature of BIP 340: the x coordinate r and the scalar s.
    pub(super) fn to_schnorr(self) -> schnorr::Signature {
        let bytes = [self.r, self.s].concat();
        schnorr::Signature::from_slice(&bytes).expect("a signature has 64 bytes")
    }
}

/// An ECDSA signature over secp256k1 with a low s (BIP 146).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(ecdsa::Signature);

impl Signature {
    /// Parses two numbers in the form of [`SignatureNumbers::parse`].
    /// A high s is normalised to the equally valid low s.
    pub fn parse(r: &str, s: &str) -> Result<Self, SignatureError> {
        SignatureNumbers::parse(r, s)?.to_ecdsa()
    }

    /// Returns the secp256k1 type.
    pub(super) const fn as_ecdsa(&self) -> &ecdsa::Signature {
        &self.0
    }

    /// Encodes strict DER (BIP 66) followed by the sighash byte.
    pub(super) fn to_der(self, sighash_byte: u8) -> Vec<u8> {
        let mut bytes = self.0.serialize_der().to_vec();
        bytes.push(sighash_byte);
        bytes
    }
}
