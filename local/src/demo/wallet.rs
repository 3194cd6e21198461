//! The caller's side of the bargain: keys that never leave this process, and signatures.

use bitcoin::secp256k1::ecdsa::RecoverableSignature;
use bitcoin::secp256k1::{Message, Secp256k1, SecretKey};
use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};
use wallet_core::ports::system::Randomness;
use wallet_http::system::OsRandomness;

/// A key pair on secp256k1, which every chain but Stellar has.
pub struct Wallet {
    secret: SecretKey,
}

impl Wallet {
    /// A new random key.
    pub fn random() -> Self {
        loop {
            // All numbers but one in 2^128 are keys.
            if let Ok(secret) = SecretKey::from_slice(&random_bytes()) {
                return Self { secret };
            }
        }
    }

    /// The compressed public key in hex, all that a service ever gets to see.
    pub fn public_key(&self) -> String {
        self.secret.public_key(&Secp256k1::signing_only()).to_string()
    }

    /// Signs a hash as get-hash gives it, in the form that attach-signature takes; `None` when it is no hash.
    pub fn sign(&self, hash: &str) -> Option<Value> {
        let message = Message::from_digest(digest(hash)?);
        let signature: RecoverableSignature = Secp256k1::signing_only().sign_ecdsa_recoverable(&message, &self.secret);
        let (recovery, compact) = signature.serialize_compact();
        let (r, s) = compact.split_at(32);
        Some(json!({ "r": hex::encode(r), "s": hex::encode(s), "recovery": recovery.to_i32() }))
    }
}

/// A key pair on Ed25519, which Stellar has (RFC 8032).
pub struct Ed25519Wallet {
    secret: SigningKey,
}

impl Ed25519Wallet {
    /// A new random key.
    pub fn random() -> Self {
        Self {
            secret: SigningKey::from_bytes(&random_bytes()),
        }
    }

    /// The public key in hex, all that a service ever gets to see.
    pub fn public_key(&self) -> String {
        hex::encode(self.secret.verifying_key().to_bytes())
    }

    /// Signs a hash as get-hash gives it, in the form that attach-signature takes; `None` when it is no hash.
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

/// The bytes of a hash in hex.
fn digest(hash: &str) -> Option<[u8; 32]> {
    hex::decode(hash).ok()?.try_into().ok()
}
