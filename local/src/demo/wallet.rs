//! The wallet side of the API: private keys that never leave this process, and signatures.

use bitcoin::secp256k1::ecdsa::RecoverableSignature;
use bitcoin::secp256k1::{Message, Secp256k1, SecretKey};
use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};
use wallet_core::ports::system::Randomness;
use wallet_http::system::OsRandomness;

/// A secp256k1 key pair, for every chain except Stellar.
pub struct Wallet {
    secret: SecretKey,
}

impl Wallet {
    /// Generates a random key pair.
    pub fn random() -> Self {
        loop {
            // All 32-byte values except about one in 2^128 are valid keys.
            if let Ok(secret) = SecretKey::from_slice(&random_bytes()) {
                return Self { secret };
            }
        }
    }

    /// Returns the compressed public key in hex, the only key data that a service receives.
    pub fn public_key(&self) -> String {
        self.secret.public_key(&Secp256k1::signing_only()).to_string()
    }

    /// Signs a hash from get-hash in the format of attach-signature. Returns `None` if it is not a 32-byte
    /// hash.
    pub fn sign(&self, hash: &str) -> Option<Value> {
        let message = Message::from_digest(digest(hash)?);
        let signature: RecoverableSignature = Secp256k1::signing_only().sign_ecdsa_recoverable(&message, &self.secret);
        let (recovery, compact) = signature.serialize_compact();
        let (r, s) = compact.split_at(32);
        Some(json!({ "r": hex::encode(r), "s": hex::encode(s), "recovery": recovery.to_i32() }))
    }
}

/// An Ed25519 key pair for Stellar (RFC 8032).
pub struct Ed25519Wallet {
    secret: SigningKey,
}

impl Ed25519Wallet {
    /// Generates a random key pair.
    pub fn random() -> Self {
        Self {
            secret: SigningKey::from_bytes(&random_bytes()),
        }
    }

    /// Returns the public key in hex, the only key data that a service receives.
    pub fn public_key(&self) -> String {
        hex::encode(self.secret.verifying_key().to_bytes())
    }

    /// Signs a hash from get-hash in the format of attach-signature. Returns `None` if it is not a 32-byte
    /// hash.
    pub fn sign(&self, hash: &str) -> Option<Value> {
        let signature = self.secret.sign(&digest(hash)?);
        Some(json!({ "R": hex::encode(signature.r_bytes()), "s": hex::encode(signature.s_bytes()) }))
    }
}

fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    OsRandomness.fill(&mut bytes);
    bytes
}

/// Decodes a hash from hex.
fn digest(hash: &str) -> Option<[u8; 32]> {
    hex::decode(hash).ok()?.try_into().ok()
}
