//! Public keys from requests.

use super::curve::CURVE;
use bitcoin::key::{TapTweak, UntweakedPublicKey, XOnlyPublicKey};
use bitcoin::secp256k1::{self, Secp256k1, Verification};
use std::fmt;
use wallet_core::ecdsa::{PublicKeyError, parse_public_key};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// Error for an uncompressed key of a witness address: BIP 143 requires compressed keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a witness address requires a compressed public key of 33 bytes")]
pub struct UncompressedKeyError;

impl CodedError for UncompressedKeyError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidPublicKey, self)
    }
}

/// A secp256k1 public key with its serialisation format, which determines its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(bitcoin::PublicKey);

impl From<secp256k1::PublicKey> for PublicKey {
    /// Returns the key in compressed form.
    fn from(inner: secp256k1::PublicKey) -> Self {
        Self(bitcoin::PublicKey::new(inner))
    }
}

impl fmt::Display for PublicKey {
    /// Writes the key in its original form as hex.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PublicKey {
    /// Parses hex, with or without `0x`, in either case.
    pub fn parse(text: &str) -> Result<Self, PublicKeyError> {
        let (inner, compressed) = parse_public_key(text)?;
        Ok(Self(bitcoin::PublicKey { compressed, inner }))
    }

    /// Returns true if the key was supplied in compressed form (33 bytes).
    pub const fn is_compressed(&self) -> bool {
        self.0.compressed
    }

    /// Serialises the key in its original form.
    pub(super) fn to_bytes(self) -> Vec<u8> {
        self.0.to_bytes()
    }

    /// Returns RIPEMD-160 of SHA-256 of the key in its original form.
    pub(super) fn hash(&self) -> bitcoin::PubkeyHash {
        self.0.pubkey_hash()
    }

    /// Returns the hash for a witness program, or an error for an uncompressed key.
    pub(super) fn witness_hash(&self) -> Result<bitcoin::WPubkeyHash, UncompressedKeyError> {
        self.0.wpubkey_hash().map_err(|_| UncompressedKeyError)
    }

    /// Returns the output key of the taproot address without scripts (BIP 86), or an error for an uncompressed key.
    pub(super) fn output_key(&self) -> Result<XOnlyPublicKey, UncompressedKeyError> {
        if !self.is_compressed() {
            return Err(UncompressedKeyError);
        }
        let internal = UntweakedPublicKey::from(self.0.inner);
        let (output, _) = internal.tap_tweak(&*CURVE, None);
        Ok(output.to_x_only_public_key())
    }

    /// Returns true if the low-s signature is valid for the hash and this key.
    pub(super) fn verifies<C: Verification>(
        &self,
        secp: &Secp256k1<C>,
        hash: [u8; 32],
        signature: &secp256k1::ecdsa::Signature,
    ) -> bool {
        secp.verify_ecdsa(&secp256k1::Message::from_digest(hash), signature, &self.0.inner)
            .is_ok()
    }
}
