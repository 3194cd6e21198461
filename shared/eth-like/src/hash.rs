//! Ids of transactions and blocks: Keccak-256 hashes.

use ethers_core::utils::keccak256;
use std::fmt;
use std::str::FromStr;
use wallet_core::model::parse_hex;

/// The Keccak-256 hash of something: 32 bytes, written as `0x` and 64 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The hash of these bytes.
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self(keccak256(bytes))
    }
}

/// The text is no hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a transaction's id is 0x and 64 hex digits")]
pub struct HashError;

impl FromStr for Hash {
    type Err = HashError;

    /// Reads 64 hex digits in either case. `0x` may be missing.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_64_hex_digits() {
        let digits = "ABcd".repeat(16);
        let hash: Hash = digits.parse().unwrap();
        assert_eq!(hash.to_string(), format!("0x{}", digits.to_lowercase()));
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for wrong in [
            "",
            "0x",
            &digits[1..],
            &format!("{digits}00"),
            &digits.replace('A', "g"),
        ] {
            assert_eq!(wrong.parse::<Hash>(), Err(HashError), "{wrong}");
        }
    }
}
