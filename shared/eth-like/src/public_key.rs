//! Public keys from requests.

use super::address::Address;
use super::hash::Hash;
use wallet_core::ecdsa::{PublicKeyError, parse_public_key};

/// A secp256k1 public key. The compressed and uncompressed forms have the same address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(secp256k1::PublicKey);

impl PublicKey {
    /// Parses hex, with or without `0x`, in either case, compressed or not.
    pub fn parse(text: &str) -> Result<Self, PublicKeyError> {
        parse_public_key(text).map(|(key, _)| Self(key))
    }

    /// Wraps a key recovered from a signature.
    pub(super) const fn recovered(key: secp256k1::PublicKey) -> Self {
        Self(key)
    }

    /// Returns the address: the last 20 bytes of the hash of the 64-byte point (Yellow Paper, section 4.2 and
    /// appendix F).
    pub fn address(&self) -> Address {
        let Hash(hash) = Hash::of(&self.0.serialize_uncompressed()[1..]);
        let mut bytes = [0; 20];
        bytes.copy_from_slice(&hash[12..]);
        Address::from_bytes(bytes)
    }
}
