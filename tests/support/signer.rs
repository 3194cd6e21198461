//! The wallet side: a private key that the services never receive, and signatures in the forms of requests.

use super::random::Random;
use bitcoin::key::{Keypair, TapTweak};
use bitcoin::secp256k1::{Message, Secp256k1, SecretKey};
use serde_json::{Value, json};
use wallet_client::payments::EcdsaSignature;
use wallet_client::signers::{KeyForm, Secp256k1Key};

/// Returns a random key of the Rust client.
pub fn random_key(random: &mut Random, form: KeyForm) -> Secp256k1Key {
    Signer::random(random, form).key
}

/// A key that signs the hashes of get-hash.
#[derive(Debug)]
pub struct Signer {
    /// The same key in the Rust client.
    key: Secp256k1Key,
    secret: SecretKey,
}

impl Signer {
    /// Generates a random key.
    pub fn random(random: &mut Random, form: KeyForm) -> Self {
        loop {
            // All 32-byte strings except about 1 in 2^128 are valid keys.
            let bytes = random.bytes();
            if let (Ok(key), Ok(secret)) = (Secp256k1Key::from_bytes(&bytes), SecretKey::from_slice(&bytes)) {
                let key = key.with_form(form);
                return Self { key, secret };
            }
        }
    }

    /// Returns the public key in hex.
    pub fn public_key(&self) -> String {
        self.key.public_key()
    }

    /// Returns the private key, for signers of other programs.
    pub fn secret(&self) -> [u8; 32] {
        self.secret.secret_bytes()
    }

    /// Signs a hash (64 hex digits) with low s, as in the specification.
    pub fn sign(&self, hash: &str) -> EcdsaSignature {
        self.key.sign_ecdsa(digest(hash))
    }

    /// Signs a hash of a taproot input by BIP 340 with the key of BIP 86.
    pub fn sign_taproot(&self, hash: &str) -> EcdsaSignature {
        let curve = Secp256k1::new();
        let pair = Keypair::from_secret_key(&curve, &self.secret).tap_tweak(&curve, None);
        let signature = curve.sign_schnorr_no_aux_rand(&Message::from_digest(digest(hash)), &pair.to_keypair());
        let bytes = signature.serialize();
        let (r, s) = bytes.split_at(32);
        let half = |bytes: &[u8]| bytes.try_into().expect("half of 64 bytes");
        EcdsaSignature::builder().r(half(r)).s(half(s)).build()
    }

    /// Signs a hash such that r starts with a zero byte and is shorter than 64 digits without leading zeros.
    pub fn sign_with_short_r(&self, hash: &str) -> EcdsaSignature {
        let (curve, message) = (Secp256k1::signing_only(), Message::from_digest(digest(hash)));
        let signatures = (0..u64::MAX).map(|counter| {
            let mut noise = [0; 32];
            noise[..8].copy_from_slice(&counter.to_le_bytes());
            let signature = curve.sign_ecdsa_with_noncedata(&message, &self.secret, &noise);
            let compact = signature.serialize_compact();
            let (r, s) = compact.split_at(32);
            let half = |bytes: &[u8]| bytes.try_into().expect("half of 64 bytes");
            EcdsaSignature::builder().r(half(r)).s(half(s)).build()
        });
        let mut short = signatures.filter(|signature| signature.r[0] == 0);
        short.next().expect("one in 256 tries succeeds")
    }

    /// Returns the `signatures` of attach-signature for the `hashes` of get-hash.
    pub fn sign_all(&self, hashes: &Value) -> Value {
        sign_each(hashes, |hash| to_json(self.sign(hash)))
    }
}

/// Decodes a hash: 64 hex digits.
fn digest(hash: &str) -> [u8; 32] {
    let bytes = hex::decode(hash).expect("a hash is hex");
    bytes.try_into().expect("a hash has 32 bytes")
}

/// Returns the `signatures` for the `hashes` of get-hash, each created by `sign`.
pub fn sign_each(hashes: &Value, sign: impl Fn(&str) -> Value) -> Value {
    let hashes = hashes.as_array().expect("hashes is a list");
    let signatures = hashes.iter().map(|entry| {
        let hash = entry["hash"].as_str().expect("a hash is a string");
        json!({ "inputIndex": entry["inputIndex"], "signature": sign(hash) })
    });
    signatures.collect()
}

/// Returns the signature with the negated s: mathematically valid but rejected by the relay rules of nodes.
#[must_use]
pub fn with_high_s(signature: EcdsaSignature) -> EcdsaSignature {
    let s = SecretKey::from_slice(&signature.s).expect("s is a scalar").negate();
    let mut changed = signature;
    changed.s = s.secret_bytes();
    changed
}

/// Returns r and s with 64 digits.
pub fn to_json(signature: EcdsaSignature) -> Value {
    json!({ "r": hex::encode(signature.r), "s": hex::encode(signature.s) })
}

/// Returns r and s without leading zeros, with `0x` and in upper case.
pub fn to_short_json(signature: EcdsaSignature) -> Value {
    let text = |bytes: [u8; 32]| format!("0x{}", hex::encode_upper(bytes).trim_start_matches('0'));
    json!({ "r": text(signature.r), "s": text(signature.s) })
}
