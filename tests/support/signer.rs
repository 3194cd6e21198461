//! The wallet side: a private key that the services never receive.

use super::random::Random;
use bitcoin::secp256k1::{All, Message, PublicKey, Secp256k1, SecretKey, ecdsa};
use serde_json::{Value, json};
use wallet_client::signers::{self as client, Secp256k1Key};

/// The form of a public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyForm {
    /// Compressed, 33 bytes.
    Compressed,
    /// Uncompressed, 65 bytes, for p2pkh only.
    Uncompressed,
}

/// Returns a random key of the Rust client.
pub fn random_key(random: &mut Random, form: client::KeyForm) -> Secp256k1Key {
    loop {
        // All 32-byte strings except about one in 2^128 are valid keys.
        if let Ok(key) = Secp256k1Key::from_bytes(&random.bytes()) {
            return key.with_form(form);
        }
    }
}

/// A key that signs the hashes of get-hash.
#[derive(Clone, Debug)]
pub struct Signer {
    curve: Secp256k1<All>,
    secret: SecretKey,
    form: KeyForm,
}

impl Signer {
    /// Generates a random key.
    pub fn random(random: &mut Random, form: KeyForm) -> Self {
        let secret = loop {
            // All 32-byte strings except about one in 2^128 are valid keys.
            if let Ok(secret) = SecretKey::from_slice(&random.bytes::<32>()) {
                break secret;
            }
        };
        Self {
            curve: Secp256k1::new(),
            secret,
            form,
        }
    }

    /// Returns the public key in hex.
    pub fn public_key(&self) -> String {
        let key = PublicKey::from_secret_key(&self.curve, &self.secret);
        match self.form {
            KeyForm::Compressed => hex::encode(key.serialize()),
            KeyForm::Uncompressed => hex::encode(key.serialize_uncompressed()),
        }
    }

    fn message(hash: &str) -> Message {
        let digest = hex::decode(hash).expect("a hash is hex");
        Message::from_digest(digest.try_into().expect("a hash has 32 bytes"))
    }

    /// Signs a hash (64 hex digits) with low s, as in the specification.
    pub fn sign(&self, hash: &str) -> Signature {
        Signature::new(&self.curve.sign_ecdsa(&Self::message(hash), &self.secret))
    }

    /// Signs a hash such that r starts with a zero byte and is shorter than 64 digits without leading zeros.
    pub fn sign_with_short_r(&self, hash: &str) -> Signature {
        let message = Self::message(hash);
        (0..u64::MAX)
            .map(|counter| {
                let mut noise = [0; 32];
                noise[..8].copy_from_slice(&counter.to_le_bytes());
                self.curve.sign_ecdsa_with_noncedata(&message, &self.secret, &noise)
            })
            .find(|signature| signature.serialize_compact()[0] == 0)
            .map(|signature| Signature::new(&signature))
            .expect("one in 256 tries succeeds")
    }

    /// Returns the `signatures` of attach-signature for the `hashes` of get-hash.
    pub fn sign_all(&self, hashes: &Value) -> Value {
        sign_each(hashes, |hash| self.sign(hash).to_json())
    }
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

/// r and s, 32 bytes each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    r: [u8; 32],
    s: [u8; 32],
}

impl Signature {
    fn new(signature: &ecdsa::Signature) -> Self {
        let compact = signature.serialize_compact();
        let (r, s) = compact.split_at(32);
        Self {
            r: r.try_into().expect("half of 64 bytes"),
            s: s.try_into().expect("half of 64 bytes"),
        }
    }

    /// Returns the signature with the other s: mathematically valid but rejected by the relay rules of nodes.
    #[must_use]
    pub fn with_high_s(self) -> Self {
        let s = SecretKey::from_slice(&self.s).expect("s is a scalar").negate();
        Self {
            s: s.secret_bytes(),
            ..self
        }
    }

    /// Returns r and s with 64 digits.
    pub fn to_json(self) -> Value {
        json!({ "r": hex::encode(self.r), "s": hex::encode(self.s) })
    }

    /// Returns r and s without leading zeros, with `0x` and in upper case.
    pub fn to_short_json(self) -> Value {
        let text = |bytes: [u8; 32]| format!("0x{}", hex::encode_upper(bytes).trim_start_matches('0'));
        json!({ "r": text(self.r), "s": text(self.s) })
    }
}
