//! Hashes, public keys, and hex encoding.

use crate::value::address::Address;
use ethers_core::utils::keccak256;
use std::fmt;
use std::str::FromStr;
use wallet_core::ecdsa::{PublicKeyError, parse_public_key};
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::parse_hex;

/// Keccak-256 hash: 32 bytes, encoded as `0x` and 64 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The zero hash, which identifies allocations of the genesis block
    /// (docs/decisions/evm-history.md#allocations-of-the-genesis-block).
    pub const ZERO: Self = Self([0; 32]);

    /// Hashes bytes.
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self(keccak256(bytes))
    }
}

/// The string is not a valid hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("transaction hash must be 0x and 64 hex digits")]
pub struct HashError;

impl CodedError for HashError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidRequest, self)
    }
}

impl FromStr for Hash {
    type Err = HashError;

    /// Parses 64 hex digits in either case. The prefix `0x` is optional.
    fn from_str(text: &str) -> Result<Self, HashError> {
        let bytes = parse_hex(text).map_err(|_| HashError)?;
        bytes.try_into().map(Self).map_err(|_| HashError)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{}", hex::encode(self.0))
    }
}

/// A secp256k1 public key. The compressed and uncompressed forms have the same address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(secp256k1::PublicKey);

impl PublicKey {
    /// Parses hex, with or without `0x`, in either case, compressed or not.
    pub fn parse(text: &str) -> Result<Self, PublicKeyError> {
        parse_public_key(text).map(|(key, _)| Self(key))
    }

    /// Wraps a key recovered from a signature.
    pub(crate) const fn recovered(key: secp256k1::PublicKey) -> Self {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_has_64_hex_digits() {
        let digits = "ABcd".repeat(16);
        let hash: Hash = digits.parse().unwrap();
        assert_eq!(hash.to_string(), format!("0x{}", digits.to_lowercase()));
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for invalid in [
            "",
            "0x",
            &digits[1..],
            &format!("{digits}00"),
            &digits.replace('A', "g"),
        ] {
            assert_eq!(invalid.parse::<Hash>(), Err(HashError), "{invalid}");
        }
    }
}
