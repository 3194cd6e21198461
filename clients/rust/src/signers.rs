//! Keys that stay in the app.

use crate::payments::{EcdsaSignature, EcdsaSigner, Ed25519Signer, SignerError};
use async_trait::async_trait;
use bitcoin::key::TapTweak;
use bitcoin::secp256k1::{All, Keypair, Message, PublicKey, Secp256k1, SecretKey};
use ed25519_dalek::{Signer, SigningKey};
use std::fmt;
use zeroize::Zeroize;

/// The error of bytes that are not a private key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a private key of this curve")]
#[non_exhaustive]
pub struct KeyError;

/// The form of a public key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyForm {
    /// 33 bytes.
    #[default]
    Compressed,
    /// 65 bytes, for p2pkh addresses of old wallets.
    Uncompressed,
}

/// A private key on secp256k1, for the UTXO and EVM chains. It is erased from memory when dropped.
pub struct Secp256k1Key {
    curve: Secp256k1<All>,
    secret: SecretKey,
    form: KeyForm,
}

impl Secp256k1Key {
    /// Generates a key.
    pub fn random() -> Self {
        loop {
            // All 32-byte values except about one in 2^128 are valid keys.
            if let Ok(key) = Self::from_bytes(&random_bytes()) {
                return key;
            }
        }
    }

    /// Creates a key from its 32 bytes.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, KeyError> {
        Ok(Self {
            curve: Secp256k1::new(),
            secret: SecretKey::from_slice(bytes).map_err(|_| KeyError)?,
            form: KeyForm::Compressed,
        })
    }

    /// Returns the same key with another form of its public key.
    #[must_use]
    pub fn with_form(mut self, form: KeyForm) -> Self {
        self.form = form;
        self
    }

    /// Returns the public key in hex.
    pub fn public_key(&self) -> String {
        let key = PublicKey::from_secret_key(&self.curve, &self.secret);
        match self.form {
            KeyForm::Compressed => hex::encode(key.serialize()),
            KeyForm::Uncompressed => hex::encode(key.serialize_uncompressed()),
        }
    }

    /// Signs a hash with ECDSA: the nonce of RFC 6979, and a low s.
    pub fn sign_ecdsa(&self, hash: [u8; 32]) -> EcdsaSignature {
        let signature = self.curve.sign_ecdsa(&Message::from_digest(hash), &self.secret);
        let mut halves = EcdsaSignature { r: [0; 32], s: [0; 32] };
        let compact = signature.serialize_compact();
        halves.r.copy_from_slice(&compact[..32]);
        halves.s.copy_from_slice(&compact[32..]);
        halves
    }

    /// Signs a hash with Schnorr (BIP 340) and fresh auxiliary randomness.
    pub fn sign_schnorr(&self, hash: [u8; 32]) -> [u8; 64] {
        self.sign_schnorr_with(hash, &random_bytes())
    }

    /// Signs a hash with Schnorr (BIP 340) and fresh auxiliary randomness, with this key as the internal key of a p2tr
    /// address without scripts (BIP 86).
    pub fn sign_taproot(&self, hash: [u8; 32]) -> [u8; 64] {
        self.sign_taproot_with(hash, &random_bytes())
    }

    /// Signs a hash with Schnorr (BIP 340) and this auxiliary randomness.
    fn sign_schnorr_with(&self, hash: [u8; 32], auxiliary: &[u8; 32]) -> [u8; 64] {
        self.schnorr(&self.pair(), hash, auxiliary)
    }

    /// Signs a hash with the tweaked key and this auxiliary randomness.
    fn sign_taproot_with(&self, hash: [u8; 32], auxiliary: &[u8; 32]) -> [u8; 64] {
        let tweaked = self.pair().tap_tweak(&self.curve, None);
        self.schnorr(&tweaked.to_keypair(), hash, auxiliary)
    }

    fn pair(&self) -> Keypair {
        Keypair::from_secret_key(&self.curve, &self.secret)
    }

    fn schnorr(&self, pair: &Keypair, hash: [u8; 32], auxiliary: &[u8; 32]) -> [u8; 64] {
        let message = Message::from_digest(hash);
        self.curve
            .sign_schnorr_with_aux_rand(&message, pair, auxiliary)
            .serialize()
    }
}

#[async_trait]
impl EcdsaSigner for Secp256k1Key {
    fn public_key(&self) -> String {
        Self::public_key(self)
    }

    async fn sign(&self, hash: [u8; 32]) -> Result<EcdsaSignature, SignerError> {
        Ok(self.sign_ecdsa(hash))
    }

    async fn sign_taproot(&self, hash: [u8; 32]) -> Result<[u8; 64], SignerError> {
        Ok(Self::sign_taproot(self, hash))
    }
}

impl Drop for Secp256k1Key {
    fn drop(&mut self) {
        self.secret.non_secure_erase();
    }
}

impl fmt::Debug for Secp256k1Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secp256k1Key").finish_non_exhaustive()
    }
}

/// A private Ed25519 key, for Stellar accounts. It is erased from memory when dropped.
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

/// Returns random bytes of the operating system.
fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system provides randomness after boot");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        hex::decode(text).expect("hex").try_into().expect("the length")
    }

    /// BIP 340, test vector 1.
    #[test]
    fn schnorr_signature_matches_bip340() {
        let key = bytes("b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef");
        let message = bytes("243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89");
        let signature = Secp256k1Key::from_bytes(&key).unwrap().sign_schnorr_with(
            message,
            &bytes("0000000000000000000000000000000000000000000000000000000000000001"),
        );
        assert_eq!(
            hex::encode(signature),
            "6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de33418906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a"
        );
    }

    /// Input 0 of the wallet vectors of BIP 341 (Bitcoin Core, MIT, `src/test/data/bip341_wallet_vectors.json`), whose
    /// internal key has no scripts: the hash has `SIGHASH_SINGLE`, which follows the signature in its witness.
    #[test]
    fn taproot_signature_matches_bip341() {
        let key = bytes("6b973d88838f27366ed61c9ad6367663045cb456e28335c109e30717ae0c6baa");
        let hash = bytes("2514a6272f85cfa0f45eb907fcb0d121b808ed37c6ea160a5a9046ed5526d555");
        let signature = Secp256k1Key::from_bytes(&key)
            .unwrap()
            .sign_taproot_with(hash, &[0; 32]);
        assert_eq!(
            hex::encode(signature),
            "ed7c1647cb97379e76892be0cacff57ec4a7102aa24296ca39af7541246d8ff14d38958d4cc1e2e478e4d4a764bbfd835b16d4e314b72937b29833060b87276c"
        );
    }

    /// BIP 143, the first input of the native p2wpkh example is signed by another key; this is its second one.
    #[test]
    fn ecdsa_signature_matches_bip143() {
        let key = bytes("619c335025c7f4012e556c2a58b2506e30b8511b53ade95ea316fd8c3286feb9");
        let hash = bytes("c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670");
        let signature = Secp256k1Key::from_bytes(&key).unwrap().sign_ecdsa(hash);
        assert_eq!(
            (hex::encode(signature.r), hex::encode(signature.s)),
            (
                "3609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a".to_owned(),
                "573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee".to_owned()
            )
        );
    }

    #[test]
    fn zero_is_not_a_key() {
        assert_eq!(Secp256k1Key::from_bytes(&[0; 32]).map(drop), Err(KeyError));
    }

    #[test]
    fn debug_form_has_no_key() {
        let key = Secp256k1Key::from_bytes(&[0x2a; 32]).unwrap();
        assert_eq!(format!("{key:?}"), "Secp256k1Key { .. }");
    }

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
