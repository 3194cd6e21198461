//! Public keys as callers send them.

use crate::model::parse_hex;
use bitcoin::secp256k1::{self, Secp256k1, Verification};

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
    /// Witness outputs can only be spent with compressed keys (BIP 143).
    #[error("a p2wpkh address needs the public key in its compressed form of 33 bytes")]
    UncompressedWithSegwit,
}

/// A secp256k1 public key and the form it was given in, which its address depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(bitcoin::PublicKey);

impl PublicKey {
    /// Reads hex, with or without `0x`, in either case.
    pub fn parse(text: &str) -> Result<Self, PublicKeyError> {
        let bytes = parse_hex(text).map_err(|_| PublicKeyError::NotHex)?;
        let compressed = match (bytes.first(), bytes.len()) {
            (Some(2 | 3), 33) => true,
            (Some(4), 65) => false,
            // The hybrid form (06 or 07) ends here, too: nodes do not relay it.
            _ => return Err(PublicKeyError::WrongForm),
        };
        let inner = secp256k1::PublicKey::from_slice(&bytes).map_err(|_| PublicKeyError::NotOnCurve)?;
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
    pub(super) fn witness_hash(&self) -> Result<bitcoin::WPubkeyHash, PublicKeyError> {
        self.0
            .wpubkey_hash()
            .map_err(|_| PublicKeyError::UncompressedWithSegwit)
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
