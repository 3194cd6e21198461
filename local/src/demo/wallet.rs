//! The caller's side of the bargain: a key that never leaves this process, and signatures.

use bitcoin::secp256k1::ecdsa::RecoverableSignature;
use bitcoin::secp256k1::{Message, Secp256k1, SecretKey};
use serde_json::{Value, json};
use wallet_core::ports::system::Randomness;
use wallet_http::system::OsRandomness;

/// One key pair, the same on every chain.
pub struct Wallet {
    secret: SecretKey,
}

impl Wallet {
    /// A new random key.
    pub fn random() -> Self {
        loop {
            let mut bytes = [0; 32];
            OsRandomness.fill(&mut bytes);
            // All numbers but one in 2^128 are keys.
            if let Ok(secret) = SecretKey::from_slice(&bytes) {
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
        let digest: [u8; 32] = hex::decode(hash).ok()?.try_into().ok()?;
        let message = Message::from_digest(digest);
        let signature: RecoverableSignature = Secp256k1::signing_only().sign_ecdsa_recoverable(&message, &self.secret);
        let (recovery, compact) = signature.serialize_compact();
        let (r, s) = compact.split_at(32);
        Some(json!({ "r": hex::encode(r), "s": hex::encode(s), "recovery": recovery.to_i32() }))
    }
}
