//! Ed25519 keys, for Stellar accounts.

use super::random_bytes;
use crate::payments::{Ed25519Signer, SignerError};
use async_trait::async_trait;
use ed25519_dalek::{Signer, SigningKey};
use std::fmt;
use zeroize::Zeroize;

/// A private Ed25519 key. It is erased from memory when dropped.
pub struct Ed25519Key {
    seed: [u8; 32],
}

impl Ed25519Key {
    /// Generates a key.
    pub fn random() -> Self {
        Self { seed: random_bytes() }
    }

    /// Creates a key from its seed of 32 bytes.
    pub const fn from_seed(seed: [u8; 32]) -> Self {
        Self { seed }
    }

    /// Returns the public key in hex.
    pub fn public_key_hex(&self) -> String {
        hex::encode(Ed25519Signer::public_key(self))
    }

    /// Signs a hash (RFC 8032).
    pub fn sign_hash(&self, hash: [u8; 32]) -> [u8; 64] {
        SigningKey::from_bytes(&self.seed).sign(&hash).to_bytes()
    }
}

#[async_trait]
impl Ed25519Signer for Ed25519Key {
    fn public_key(&self) -> [u8; 32] {
        SigningKey::from_bytes(&self.seed).verifying_key().to_bytes()
    }

    async fn sign(&self, hash: [u8; 32]) -> Result<[u8; 64], SignerError> {
        Ok(self.sign_hash(hash))
    }
}

impl Drop for Ed25519Key {
    fn drop(&mut self) {
        self.seed.zeroize();
    }
}

impl fmt::Debug for Ed25519Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ed25519Key").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8032, section 7.1, test 1: the public key.
    #[test]
    fn public_key_matches_rfc8032() {
        let seed = hex::decode("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60").unwrap();
        let key = Ed25519Key::from_seed(seed.try_into().unwrap());
        assert_eq!(
            key.public_key_hex(),
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
        );
    }
}
