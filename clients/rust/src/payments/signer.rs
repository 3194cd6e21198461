//! The interfaces of keys.

use async_trait::async_trait;
use bon::Builder;
use std::error::Error;
use wallet_core::ecdsa::parse_public_key;

/// The error of a signer, for example of a hardware wallet after the user rejected the payment.
pub type SignerError = Box<dyn Error + Send + Sync>;

/// An ECDSA signature on secp256k1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Builder)]
#[builder(on(String, into))]
#[non_exhaustive]
pub struct EcdsaSignature {
    /// r, big-endian.
    pub r: [u8; 32],
    /// s, big-endian, at most half of the order of the curve.
    pub s: [u8; 32],
}

/// A key on secp256k1, for the UTXO and EVM chains.
#[async_trait]
pub trait EcdsaSigner: Send + Sync {
    /// Returns the public key in hex: 33 bytes, or 65 bytes for p2pkh addresses of old wallets.
    fn public_key(&self) -> String;

    /// Signs a hash with a low s.
    async fn sign(&self, hash: [u8; 32]) -> Result<EcdsaSignature, SignerError>;

    /// Signs a hash with Schnorr (BIP 340) and the output key of the p2tr address, which is this key with the tweak of
    /// BIP 86. By default, fails.
    async fn sign_taproot(&self, _hash: [u8; 32]) -> Result<[u8; 64], SignerError> {
        Err("this signer does not support p2tr addresses".into())
    }
}

/// An Ed25519 key, for Stellar.
#[async_trait]
pub trait Ed25519Signer: Send + Sync {
    /// Returns the public key.
    fn public_key(&self) -> [u8; 32];

    /// Signs a hash (RFC 8032).
    async fn sign(&self, hash: [u8; 32]) -> Result<[u8; 64], SignerError>;
}

/// Compares keys by value: a key on secp256k1 has a compressed and an uncompressed form.
pub fn is_same_key(one: &str, other: &str) -> bool {
    let parse = |text| parse_public_key(text).ok().map(|(key, _)| key);
    one.eq_ignore_ascii_case(other) || parse(one).is_some_and(|one| Some(one) == parse(other))
}
