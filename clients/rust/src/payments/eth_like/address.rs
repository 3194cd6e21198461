//! Addresses of the EVM chains.

use crate::payments::check::PaymentError;
use bitcoin::PublicKey;
use sha3::{Digest, Keccak256};
use std::fmt;
use std::str::FromStr;

/// Returns the Keccak-256 hash of bytes.
pub fn keccak(bytes: &[u8]) -> [u8; 32] {
    Keccak256::digest(bytes).into()
}

/// Encodes bytes as lower-case hex with `0x`.
pub fn hex(bytes: &[u8]) -> String {
    format!("0x{}", hex::encode(bytes))
}

/// An address of 20 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(pub [u8; 20]);

/// The error of a string that is not an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an address must be 0x and 40 hex digits with a correct checksum")]
pub struct AddressError;

impl Address {
    /// Returns the address of a public key.
    pub fn of(public_key: &PublicKey) -> Self {
        let bytes = public_key.inner.serialize_uncompressed();
        let hash = keccak(&bytes[1..]);
        Self::from_hash(hash)
    }

    /// Returns the address in the last 20 bytes of a hash.
    fn from_hash(hash: [u8; 32]) -> Self {
        let mut address = [0; 20];
        address.copy_from_slice(&hash[12..]);
        Self(address)
    }
}

/// Parses a public key in hex, with or without `0x`.
pub fn public_key(text: &str) -> Result<PublicKey, PaymentError> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    digits
        .parse()
        .map_err(|error| PaymentError::invalid("public_key", error))
}

impl FromStr for Address {
    type Err = AddressError;

    /// Parses an address. A checksum (EIP-55) must be correct, if there is one.
    fn from_str(text: &str) -> Result<Self, AddressError> {
        let digits = text.strip_prefix("0x").ok_or(AddressError)?;
        let bytes = hex::decode(digits).map_err(|_| AddressError)?;
        let address = Self(bytes.try_into().map_err(|_| AddressError)?);
        let has_checksum = digits != digits.to_lowercase() && digits != digits.to_uppercase();
        if has_checksum && address.to_string() != text {
            return Err(AddressError);
        }
        Ok(address)
    }
}

impl fmt::Display for Address {
    /// Writes the address with its checksum (EIP-55).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = hex::encode(self.0);
        let hash = hex::encode(keccak(digits.as_bytes()));
        f.write_str("0x")?;
        for (digit, hashed) in digits.chars().zip(hash.chars()) {
            let is_upper = hashed >= '8';
            write!(f, "{}", if is_upper { digit.to_ascii_uppercase() } else { digit })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of EIP-55.
    #[test]
    fn checksums_match_the_published_examples() {
        for text in [
            "0x52908400098527886E0F7030069857D2E4169EE7",
            "0xde709f2102306220921060314715629080e2fb77",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
            "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
            "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
        ] {
            assert_eq!(text.parse::<Address>().expect("an address").to_string(), text);
        }
        let mistyped = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD";
        assert_eq!(mistyped.parse::<Address>(), Err(AddressError));
        assert_eq!(
            "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".parse::<Address>(),
            Err(AddressError)
        );
    }

    /// The key 1, whose address is widely published.
    #[test]
    fn address_of_a_key_is_the_hash_of_its_point() {
        let key = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
        let address = Address::of(&public_key(key).expect("a key"));
        assert_eq!(address.to_string(), "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf");
    }
}
