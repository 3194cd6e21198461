//! Public keys as callers send them.

use bitcoin::secp256k1::{self, Secp256k1, Verification};
use wallet_core::ecdsa::{PublicKeyError, parse_public_key};

/// Witness outputs can only be spent with compressed keys (BIP 143).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a p2wpkh address needs the public key in its compressed form of 33 bytes")]
pub struct UncompressedKeyError;

/// A secp256k1 public key and the form it was given in, which its address depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(bitcoin::PublicKey);

impl PublicKey {
    /// Reads hex, with or without `0x`, in either case.
    pub fn parse(text: &str) -> Result<Self, PublicKeyError> {
        let (inner, compressed) = parse_public_key(text)?;
        Ok(Self(bitcoin::PublicKey { compressed, inner }))
    }

    /// Whether the key was given in the form of 33 bytes.
    pub const fn is_compressed(&self) -> bool {
        self.0.compressed
    }

    /// The key in the form it was given in.
    pub(super) fn to_bytes(self) -> Vec<u8> {
        self.0.to_bytes()
    }

    /// RIPEMD-160 of SHA-256 of the key in the form it was given in.
    pub(super) fn hash(&self) -> bitcoin::PubkeyHash {
        self.0.pubkey_hash()
    }

    /// The same for a witness program; an uncompressed key has none.
    pub(super) fn witness_hash(&self) -> Result<bitcoin::WPubkeyHash, UncompressedKeyError> {
        self.0.wpubkey_hash().map_err(|_| UncompressedKeyError)
    }

    /// Whether a low-s signature over the hash was made with this key.
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
