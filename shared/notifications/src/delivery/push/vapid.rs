//! The key by which a push service recognises the deployment (VAPID, RFC 8292).

use super::encryption::first_key;
use crate::delivery::keys::MasterKey;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use url::Url;
use wallet_core::ports::system::Timestamp;
use wallet_core::public_endpoint::Endpoint;

/// The first part of the derivation of the key.
const VAPID_KEY: &[u8] = b"wallet-cloud.vapid-key.1";

/// The validity of a token: half of the maximum, so that the clock of a push service can differ.
const VALIDITY: Duration = Duration::from_hours(12);

/// The operator's address for push services: `mailto:` or `https:`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact(String);

/// Error of a text that is not a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the contact for push services is of the form mailto:name@host or https://host/path")]
pub struct ContactError;

impl FromStr for Contact {
    type Err = ContactError;

    fn from_str(text: &str) -> Result<Self, ContactError> {
        let has_blanks = text.contains(|letter: char| letter.is_control() || letter.is_whitespace());
        let url = Url::parse(text).ok().filter(|_| !has_blanks).ok_or(ContactError)?;
        let is_valid = match url.scheme() {
            "mailto" => (url.path().split_once('@')).is_some_and(|(name, host)| !name.is_empty() && !host.is_empty()),
            scheme => scheme == "https",
        };
        is_valid.then(|| Self(url.into())).ok_or(ContactError)
    }
}

impl Contact {
    /// Returns the URL, the claim `sub` of a token.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A P-256 key of the deployment. AWS-LC erases the key when it is dropped.
///
/// A browser binds a push subscription to the public key. With a key of a different version, the push service rejects every
/// push to the earlier push subscriptions.
pub struct VapidKey(EcdsaKeyPair);

impl MasterKey {
    /// Derives the VAPID key of the deployment. A rotation raises the version.
    pub fn vapid_key(&self, version: u32) -> VapidKey {
        let numbers = (0..=u8::MAX).map(|counter| self.expand(&[VAPID_KEY, &version.to_be_bytes(), &[counter]]));
        VapidKey::first(numbers)
            .expect("a number is no private key with a probability of 2^-32, 256 numbers of 2^-8192")
    }
}

impl VapidKey {
    /// Creates the key from the first number that is a private key.
    fn first(numbers: impl IntoIterator<Item = [u8; 32]>) -> Option<Self> {
        let (number, key) = first_key(numbers)?;
        let public = key.compute_public_key().ok()?;
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair = EcdsaKeyPair::from_private_key_and_public_key(algorithm, &number, public.as_ref());
        pair.ok().map(Self)
    }

    /// Returns the public key as an uncompressed point in base64url, the `applicationServerKey` of a browser.
    pub fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0.public_key())
    }

    /// Returns the value of `Authorization` for a push to an endpoint: a token that the origin of the endpoint accepts for 12
    /// hours, and the public key. `contact` is [`Contact::as_str`].
    pub fn authorization(&self, endpoint: &Endpoint, contact: &str, now: Timestamp) -> String {
        let audience = endpoint.url().origin().ascii_serialization();
        let expiry = now.after(VALIDITY).as_secs();
        let claims = json!({ "aud": audience, "exp": expiry, "sub": contact });
        let [header, claims] =
            [json!({ "typ": "JWT", "alg": "ES256" }), claims].map(|part| URL_SAFE_NO_PAD.encode(part.to_string()));
        let content = format!("{header}.{claims}");
        let signature = (self.0.sign(&SystemRandom::new(), content.as_bytes()))
            .expect("AWS-LC has randomness, without which the process does not start");
        let signature = URL_SAFE_NO_PAD.encode(signature);
        format!("vapid t={content}.{signature}, k={}", self.public_key())
    }
}

impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VapidKey").field(&self.public_key()).finish()
    }
}
