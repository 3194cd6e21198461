//! Signers that observe or alter.

use async_trait::async_trait;
use std::sync::atomic::{AtomicUsize, Ordering};
use wallet_client::payments::{EcdsaSignature, EcdsaSigner, Ed25519Signer, SignerError};
use wallet_client::signers::{Ed25519Key, Secp256k1Key};

/// A signer that counts its signatures.
pub struct Counting<K> {
    key: K,
    signatures: AtomicUsize,
}

impl<K> Counting<K> {
    pub fn new(key: K) -> Self {
        Self {
            key,
            signatures: AtomicUsize::new(0),
        }
    }

    pub fn count(&self) -> usize {
        self.signatures.load(Ordering::SeqCst)
    }

    fn add(&self) {
        self.signatures.fetch_add(1, Ordering::SeqCst);
    }
}

#[async_trait]
impl EcdsaSigner for Counting<Secp256k1Key> {
    fn public_key(&self) -> String {
        self.key.public_key()
    }

    async fn sign(&self, hash: [u8; 32]) -> Result<EcdsaSignature, SignerError> {
        self.add();
        EcdsaSigner::sign(&self.key, hash).await
    }

    async fn sign_taproot(&self, hash: [u8; 32]) -> Result<[u8; 64], SignerError> {
        self.add();
        EcdsaSigner::sign_taproot(&self.key, hash).await
    }
}

#[async_trait]
impl Ed25519Signer for Counting<Ed25519Key> {
    fn public_key(&self) -> [u8; 32] {
        Ed25519Signer::public_key(&self.key)
    }

    async fn sign(&self, hash: [u8; 32]) -> Result<[u8; 64], SignerError> {
        self.add();
        Ed25519Signer::sign(&self.key, hash).await
    }
}

/// A signer that takes a while, for example because a user confirms the payment.
pub struct Slow(pub Counting<Secp256k1Key>);

#[async_trait]
impl EcdsaSigner for Slow {
    fn public_key(&self) -> String {
        EcdsaSigner::public_key(&self.0)
    }

    async fn sign(&self, hash: [u8; 32]) -> Result<EcdsaSignature, SignerError> {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        EcdsaSigner::sign(&self.0, hash).await
    }
}

/// A signer that states another public key than its own, and does not support taproot.
pub struct Imposter {
    pub key: Secp256k1Key,
    pub public_key: String,
}

#[async_trait]
impl EcdsaSigner for Imposter {
    fn public_key(&self) -> String {
        self.public_key.clone()
    }

    async fn sign(&self, hash: [u8; 32]) -> Result<EcdsaSignature, SignerError> {
        EcdsaSigner::sign(&self.key, hash).await
    }
}
