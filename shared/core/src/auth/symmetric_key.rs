//! Symmetric keys of the secret `{prefix}/signing-keys`: refresh keys and factor keys.

use crate::auth::keys::decode_32;
use crate::ports::system::{Randomness, Timestamp};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret, SecretBox};
use serde::{Deserialize, Serialize};

/// A key of 32 bytes. A refresh key tags refresh tokens and derives their successors; a factor key encrypts the secrets
/// of second factors.
#[derive(Debug)]
pub(super) struct SymmetricKey {
    pub(super) kid: String,
    pub(super) key: SecretBox<[u8; 32]>,
    pub(super) active_from: Timestamp,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SymmetricKeyJson {
    kid: String,
    k: String,
    /// Unix seconds; 0 if absent.
    #[serde(default)]
    active_from: u64,
}

impl SymmetricKey {
    pub(super) fn generate(randomness: &dyn Randomness, active_from: Timestamp) -> Self {
        let mut kid = [0; 6];
        randomness.fill(&mut kid);
        Self {
            kid: URL_SAFE_NO_PAD.encode(kid),
            key: SecretBox::init_with_mut(|key: &mut [u8; 32]| randomness.fill(key)),
            active_from,
        }
    }

    pub(super) fn from_json(json: &SymmetricKeyJson) -> Option<Self> {
        // The kid is delimited by dots in the token.
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let usable = (1..=64).contains(&json.kid.len()) && json.kid.bytes().all(allowed);
        let key = decode_32(&json.k)?;
        usable.then(|| Self {
            kid: json.kid.clone(),
            key: SecretBox::new(Box::new(key)),
            active_from: Timestamp::from_secs(json.active_from),
        })
    }

    pub(super) fn to_json(&self) -> SymmetricKeyJson {
        SymmetricKeyJson {
            kid: self.kid.clone(),
            k: URL_SAFE_NO_PAD.encode(self.key.expose_secret()),
            active_from: self.active_from.as_secs(),
        }
    }

    /// Returns the latest active key, or `None` if none is active yet.
    pub(super) fn latest(keys: &[Self], now: Timestamp) -> Option<&Self> {
        let active = keys.iter().filter(|key| key.active_from <= now);
        active.max_by_key(|key| key.active_from)
    }
}
