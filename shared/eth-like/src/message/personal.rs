//! Texts: <https://eips.ethereum.org/EIPS/eip-191>, version `0x45`.

use crate::value::hash::Hash;

/// The prefix of every message, which no transaction has.
const PREFIX: &str = "\x19Ethereum Signed Message:\n";

/// Hashes the bytes of a message with the prefix and their number in decimal digits.
pub fn personal_hash(message: &[u8]) -> Hash {
    let length = message.len().to_string();
    Hash::of([PREFIX.as_bytes(), length.as_bytes(), message].concat())
}

#[cfg(test)]
mod tests {
    use super::personal_hash;

    /// The test case of `hashMessage` in ethers.js (MIT), documentation of `hashMessage`.
    #[test]
    fn hash_of_a_published_message() {
        let hash = personal_hash(b"Hello World").to_string();
        assert_eq!(
            hash,
            "0xa1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2"
        );
    }

    #[test]
    fn length_counts_bytes() {
        assert_ne!(personal_hash("é".as_bytes()), personal_hash(b"e"));
        assert_ne!(personal_hash(b""), personal_hash(b"0"));
    }
}
