//! Transaction and block hashes (Keccak-256).

use ethers_core::utils::keccak256;
use std::fmt;
use std::str::FromStr;
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
