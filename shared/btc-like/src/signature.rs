//! ECDSA signatures from requests.

use bitcoin::secp256k1::ecdsa;
use wallet_core::ecdsa::{SignatureError, parse_signature};

/// An ECDSA signature over secp256k1 with a low s (BIP 146).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(ecdsa::Signature);

impl Signature {
    /// Parses two numbers in hex, with or without `0x`, in either case, with or without leading zeros.
    /// A high s is normalised to the equally valid low s.
    pub fn parse(r: &str, s: &str) -> Result<Self, SignatureError> {
        let mut signature = parse_signature(r, s)?;
        signature.normalize_s();
        Ok(Self(signature))
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
