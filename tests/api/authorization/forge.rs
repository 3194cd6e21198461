//! Valid and forged tokens made in tests.

use crate::authorization::fixture::{Fixture, ISSUER, token_id};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use sha2::Sha256;

/// Makes tokens with the service's signing key.
pub struct Forge {
    seed: Vec<u8>,
    pub kid: String,
    pub x: String,
    now: u64,
}

/// The way in which a forged token is signed.
#[derive(Clone, Copy, Debug)]
pub enum Signature {
    /// With the service's key.
    Right,
    /// With an empty signature.
    Empty,
    /// HMAC with the raw 32 bytes of the public key as the secret.
    HmacOfPoint,
    /// HMAC with the base64url string of the public key as the secret.
    HmacOfText,
    /// With a P-256 key.
    P256,
    /// With a different Ed25519 key.
    OtherKey,
}

impl Forge {
    pub fn of(fixture: &Fixture) -> Self {
        let json = fixture.keys.get().to_secret_json();
        let json: Value = serde_json::from_str(json.expose_secret()).unwrap();
        let key = &json["jwks"]["keys"][0];
        let text = |name: &str| key[name].as_str().unwrap().to_owned();
        Self {
            seed: URL_SAFE_NO_PAD.decode(text("d")).unwrap(),
            kid: text("kid"),
            x: text("x"),
            now: fixture.now().as_secs(),
        }
    }

    /// Returns the private key as encoded in the secret.
    pub fn secret(&self) -> String {
        URL_SAFE_NO_PAD.encode(&self.seed)
    }

    pub fn header(&self, typ: &str) -> Value {
        json!({ "typ": typ, "alg": "EdDSA", "kid": self.kid })
    }

    /// Returns the claims of a permission token with all permissions.
    pub fn permission_claims(&self) -> Value {
        json!({
            "iss": ISSUER, "aud": "wallet-cloud", "sub": "merchant:demo", "iat": self.now, "exp": self.now + 600,
            "jti": "9", "sid": token_id(1), "scope": "read register secret",
        })
    }

    /// Returns the claims of a security token of an account.
    pub fn security_claims(&self, account: &str) -> Value {
        json!({
            "iss": ISSUER, "aud": "wallet-cloud", "sub": account, "iat": self.now, "exp": self.now + 300,
            "jti": "9", "amr": ["pwd"], "epoch": 0,
        })
    }

    pub fn sign(&self, header: &Value, claims: &Value) -> String {
        self.sign_as(header, &claims.to_string(), Signature::Right)
    }

    pub fn sign_as(&self, header: &Value, claims: &str, signature: Signature) -> String {
        let encode = |text: &str| URL_SAFE_NO_PAD.encode(text);
        let message = format!("{}.{}", encode(&header.to_string()), encode(claims));
        let signature = self.signature(message.as_bytes(), signature);
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    fn signature(&self, message: &[u8], signature: Signature) -> Vec<u8> {
        match signature {
            Signature::Right => ed25519(&self.seed, message),
            Signature::OtherKey => ed25519(&[3; 32], message),
            Signature::Empty => Vec::new(),
            Signature::HmacOfPoint => hmac(&URL_SAFE_NO_PAD.decode(&self.x).unwrap(), message),
            Signature::HmacOfText => hmac(self.x.as_bytes(), message),
            Signature::P256 => {
                let random = SystemRandom::new();
                let key = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap();
                key.sign(&random, message).unwrap().as_ref().to_vec()
            }
        }
    }
}

/// Returns the claims of a token without verification.
pub fn claims(token: &str) -> Value {
    let claims = token.split('.').nth(1).unwrap();
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap()
}

fn ed25519(seed: &[u8], message: &[u8]) -> Vec<u8> {
    let key = Ed25519KeyPair::from_seed_unchecked(seed).unwrap();
    key.sign(message).as_ref().to_vec()
}

fn hmac(key: &[u8], message: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(message);
    mac.finalize().into_bytes().to_vec()
}
