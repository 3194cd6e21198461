//! The master key, and the keys that sign webhooks. All of them are derived from the master key, so that no secret of a webhook
//! is stored.

use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretBox, SecretSlice, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fmt;
use std::time::Duration;
use uuid::Uuid;
use wallet_core::ports::system::{Randomness, Timestamp};

/// The first part of the derivation of a webhook's secret.
const SECRET: &[u8] = b"wallet-cloud.webhook-secret.1";

/// The first part of the derivation of a signing key.
const SIGNING_KEY: &[u8] = b"wallet-cloud.webhook-signing-key.1";

/// The version of the keys of the deployment: the Ed25519 key of webhooks and the VAPID key of pushes.
pub const KEY_VERSION: u32 = 0;

/// The master key of a deployment: 32 random bytes of the secret store.
#[derive(Debug)]
pub struct MasterKey(SecretBox<[u8; 32]>);

/// Error of a text that is not a master key. The text is not quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the master key must be 64 hexadecimal digits")]
pub struct MasterKeyError;

impl MasterKey {
    /// Generates the text of a new key, which [`Self::parse`] reads.
    pub fn generate(randomness: &dyn Randomness) -> SecretString {
        let bytes = SecretBox::init_with_mut(|bytes: &mut [u8; 32]| randomness.fill(bytes));
        SecretString::from(hex::encode(bytes.expose_secret()))
    }

    /// Parses the content of the secret: 64 hexadecimal digits.
    ///
    /// # Errors
    /// The text has a different form or length.
    pub fn parse(text: &SecretString) -> Result<Self, MasterKeyError> {
        let mut bytes = Box::new([0; 32]);
        hex::decode_to_slice(text.expose_secret(), &mut *bytes).map_err(|_| MasterKeyError)?;
        Ok(Self::new(SecretBox::new(bytes)))
    }

    /// Creates the key from random bytes. Other bytes yield other secrets for every subscription.
    pub const fn new(bytes: SecretBox<[u8; 32]>) -> Self {
        Self(bytes)
    }

    /// Derives the secret of a subscription's webhook, 32 bytes. A rotation raises the version.
    pub fn secret(&self, subscription: Uuid, version: u32) -> WebhookSecret {
        let info = [SECRET, subscription.as_bytes(), &version.to_be_bytes()];
        WebhookSecret(SecretSlice::from(self.expand(&info).to_vec()))
    }

    /// Derives the Ed25519 key of the deployment. A rotation raises the version.
    pub fn signing_key(&self, version: u32) -> SigningKey {
        SigningKey::from_seed(&self.expand(&[SIGNING_KEY, &version.to_be_bytes()]))
    }

    /// Derives 32 bytes. The master key is random already, so that the step Extract of HKDF is left out (RFC 5869 §3.3).
    pub(super) fn expand(&self, info: &[&[u8]]) -> [u8; 32] {
        expand(self.0.expose_secret(), info)
    }
}

/// Returns the output of HKDF-Extract with SHA-256 (RFC 5869 §2.2).
pub(super) fn extract(salt: &[u8], input: &[u8]) -> [u8; 32] {
    hmac(salt).chain_update(input).finalize().into_bytes().into()
}

/// Returns the first 32 bytes of HKDF-Expand with SHA-256 (RFC 5869 §2.3). `info` is the concatenation of the parts.
pub(super) fn expand(key: &[u8], info: &[&[u8]]) -> [u8; 32] {
    let mut mac = hmac(key);
    for part in info {
        mac.update(part);
    }
    mac.update(&[1]);
    mac.finalize().into_bytes().into()
}

fn hmac(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of every length")
}

/// The secret of a webhook, which the owner has, too. Signs by HMAC-SHA-256.
#[derive(Clone, Debug)]
pub struct WebhookSecret(SecretSlice<u8>);

/// Error of a text that is not the secret of a webhook. The text is not quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the secret of a webhook must be whsec_ and 24 to 64 bytes in base64")]
pub struct SecretError;

impl WebhookSecret {
    const PREFIX: &str = "whsec_";

    /// Parses `whsec_` and the base64 of 24 to 64 bytes, the lengths that Standard Webhooks allows.
    ///
    /// # Errors
    /// The text has a different form or length.
    pub fn parse(text: &str) -> Result<Self, SecretError> {
        let encoded = text.strip_prefix(Self::PREFIX).ok_or(SecretError)?;
        let bytes = SecretSlice::from(STANDARD.decode(encoded).map_err(|_| SecretError)?);
        let is_valid = (24..=64).contains(&bytes.expose_secret().len());
        is_valid.then_some(Self(bytes)).ok_or(SecretError)
    }

    /// Returns the text for the owner: `whsec_` and base64.
    pub fn to_text(&self) -> SecretString {
        SecretString::from(format!("{}{}", Self::PREFIX, STANDARD.encode(self.0.expose_secret())))
    }

    /// Returns an HMAC-SHA-256 with the secret as the key.
    pub(super) fn hmac(&self) -> Hmac<Sha256> {
        hmac(self.0.expose_secret())
    }
}

/// The version of a webhook's secret, which the subscription has instead of the secret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretVersion {
    /// The current version, 0 at first.
    pub current: u32,
    /// The time of the last rotation in Unix milliseconds.
    pub rotated_at: Option<u64>,
}

impl SecretVersion {
    /// Returns the version after a rotation.
    #[must_use]
    pub const fn rotated(self, now: Timestamp) -> Self {
        Self {
            current: self.current.wrapping_add(1),
            rotated_at: Some(now.as_millis()),
        }
    }

    /// Returns the versions that sign at `now`: the current version, and during the overlap after a rotation the previous
    /// version.
    ///
    /// A second rotation within the overlap ends the first secret at once: after a leak the owner rotates twice.
    pub fn signing(self, now: Timestamp, overlap: Duration) -> impl Iterator<Item = u32> {
        let rotated_at = self.rotated_at.map(Timestamp::from_millis);
        let in_overlap = rotated_at.is_some_and(|rotated_at| now < rotated_at.after(overlap));
        let previous = in_overlap.then(|| self.current.wrapping_sub(1));
        [self.current].into_iter().chain(previous)
    }
}

/// An Ed25519 key of the deployment, which signs every webhook. AWS-LC erases the key when it is dropped.
///
/// All receivers verify with the same public key. A receiver must therefore compare the `subscription` in the body, since
/// the signed delivery of a different subscription is authentic, too.
pub struct SigningKey {
    pair: Ed25519KeyPair,
    kid: String,
}

impl SigningKey {
    /// Creates the key from the seed of RFC 8032.
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).expect("every 32 bytes are a seed");
        let kid = thumbprint(&URL_SAFE_NO_PAD.encode(pair.public_key()));
        Self { pair, kid }
    }

    /// Returns the key id: the thumbprint of the public key (RFC 7638).
    pub fn kid(&self) -> &str {
        &self.kid
    }

    /// Returns the signature of RFC 8032, 64 bytes.
    pub(super) fn sign(&self, content: &[u8]) -> Vec<u8> {
        self.pair.sign(content).as_ref().to_vec()
    }

    /// Returns the public key as a JWK (RFC 8037).
    fn to_jwk(&self) -> Value {
        let x = URL_SAFE_NO_PAD.encode(self.pair.public_key());
        json!({ "kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", "kid": self.kid, "x": x })
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey")
            .field("kid", &self.kid)
            .finish_non_exhaustive()
    }
}

/// Returns the thumbprint with the members listed in RFC 8037 §2.
fn thumbprint(x: &str) -> String {
    let members = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#);
    URL_SAFE_NO_PAD.encode(Sha256::digest(members))
}

/// Returns the public keys as the JSON of a JWK set (RFC 7517). After a rotation the set has both keys.
pub fn jwk_set<'a>(keys: impl IntoIterator<Item = &'a SigningKey>) -> String {
    let keys: Vec<_> = keys.into_iter().map(SigningKey::to_jwk).collect();
    json!({ "keys": keys }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use wallet_core::auth::PublicKeySet;

    const OVERLAP: Duration = Duration::from_hours(24);

    fn array(text: &str) -> [u8; 32] {
        hex::decode(text).unwrap().try_into().unwrap()
    }

    fn master(bytes: [u8; 32]) -> MasterKey {
        MasterKey::new(SecretBox::new(Box::new(bytes)))
    }

    #[test]
    fn generated_master_key_is_parsed_and_other_texts_are_rejected() {
        struct Counting;
        impl Randomness for Counting {
            fn fill(&self, bytes: &mut [u8]) {
                bytes.iter_mut().zip(1..).for_each(|(byte, number)| *byte = number);
            }
        }
        let text = MasterKey::generate(&Counting);
        let secret = |key: &MasterKey| key.secret(Uuid::from_u128(1), 0).to_text().expose_secret().to_owned();
        let expected = master(array(
            "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
        ));
        assert_eq!(secret(&MasterKey::parse(&text).unwrap()), secret(&expected));
        let digits = text.expose_secret();
        let others = [
            String::new(),
            digits[1..].to_owned(),
            format!("{digits}00"),
            digits.replace('a', "g"),
        ];
        for other in others {
            assert!(MasterKey::parse(&other.clone().into()).is_err(), "{other}");
        }
    }

    /// Test case 1 of RFC 5869, of which the first 32 bytes of the output are compared.
    #[test]
    fn rfc5869_expand() {
        let key = master(array(
            "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5",
        ));
        let info: Vec<u8> = (0xf0..=0xf9).collect();
        let (start, end) = info.split_at(3);
        let expected = array("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
        assert_eq!(key.expand(&[start, end]), expected);
    }

    /// Test 1 of RFC 8032 §7.1, and the thumbprint of RFC 8037 appendix A.3.
    #[test]
    fn rfc8032_signature() {
        let key = SigningKey::from_seed(&array(
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        ));
        let expected = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b\
                        d25bf5f0595bbe24655141438e7a100b";
        assert_eq!(hex::encode(key.sign(b"")), expected);
        assert_eq!(key.kid(), "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
    }

    /// A change of a derived secret breaks every webhook, so that the results are fixed here. They were computed with the
    /// module `hmac` of Python.
    #[test]
    fn secrets_depend_on_subscription_and_version_only() {
        let key = master([7; 32]);
        let subscription = Uuid::from_u128(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef);
        let text = |subscription, version| key.secret(subscription, version).to_text().expose_secret().to_owned();
        assert_eq!(
            text(subscription, 0),
            "whsec_bzjJvBxOQEMmbsTwXHWxf4QulrVtFJJTO2nUyCSX2OA="
        );
        assert_eq!(
            text(subscription, 1),
            "whsec_Eh+P35a9D/s+Qs5N0m+Bm6EUMRElG6u8M6kbv06Xqaw="
        );
        assert_eq!(key.signing_key(0).kid(), key.signing_key(0).kid());
        assert_ne!(key.signing_key(0).kid(), key.signing_key(1).kid());
    }

    #[test]
    fn secrets_have_the_length_of_the_standard() {
        let of_length = |length: usize| format!("whsec_{}", STANDARD.encode(vec![1; length]));
        for (length, is_valid) in [(0, false), (23, false), (24, true), (32, true), (64, true), (65, false)] {
            assert_eq!(WebhookSecret::parse(&of_length(length)).is_ok(), is_valid, "{length}");
        }
        for text in [
            "",
            "whsec_",
            "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS-",
            "WHSEC_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        ] {
            assert_eq!(WebhookSecret::parse(text).map(|_| ()), Err(SecretError), "{text}");
        }
    }

    #[test]
    fn keys_are_not_printed() {
        let (key, secret) = (
            master([0x5a; 32]),
            WebhookSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap(),
        );
        let printed = format!("{key:?} {secret:?} {:?} {:?}", secret.to_text(), key.signing_key(0));
        for content in ["90, 90", "5a5a", "Wlpa", "MfKQ", "49, 242"] {
            assert!(!printed.contains(content), "{content} in {printed}");
        }
    }

    #[test]
    fn jwk_set_is_read_as_written_by_the_token_verifier() {
        let key = master([1; 32]);
        let json = jwk_set(&[key.signing_key(0), key.signing_key(1)]);
        let read = PublicKeySet::from_jwks_json(&json).unwrap();
        let written: Value = serde_json::from_str(&read.to_jwks_json()).unwrap();
        assert_eq!(written, serde_json::from_str::<Value>(&json).unwrap());
        assert_eq!(written["keys"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn both_versions_sign_until_the_overlap_ends() {
        let at = |hours: u64| Timestamp::from_secs(1_800_000_000 + hours * 3600);
        let signing = |version: SecretVersion, hours| version.signing(at(hours), OVERLAP).collect::<Vec<_>>();
        let first = SecretVersion::default();
        assert_eq!(signing(first, 0), [0]);
        let second = first.rotated(at(1));
        assert_eq!(
            (signing(second, 1), signing(second, 24), signing(second, 25)),
            (vec![1, 0], vec![1, 0], vec![1])
        );
        assert_eq!(signing(second.rotated(at(2)), 3), [2, 1]);
    }

    proptest! {
        #[test]
        fn secret_survives_its_text(bytes in any::<[u8; 32]>(), subscription in any::<u128>(), version: u32) {
            let secret = master(bytes).secret(Uuid::from_u128(subscription), version);
            let read = WebhookSecret::parse(secret.to_text().expose_secret()).unwrap();
            prop_assert_eq!(read.0.expose_secret(), secret.0.expose_secret());
        }

        #[test]
        fn accepted_text_is_canonical(text in "(whsec_)?[A-Za-z0-9+/]{30,48}={0,2}") {
            if let Ok(secret) = WebhookSecret::parse(&text) {
                let written = secret.to_text();
                prop_assert_eq!(written.expose_secret(), text);
            }
        }
    }
}
