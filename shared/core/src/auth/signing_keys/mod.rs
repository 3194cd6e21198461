//! Private keys of the secret `{prefix}/signing-keys`.

use crate::auth::keys::{KeySetError, PublicKey, PublicKeySet, check_kids, decode_32, thumbprint};
use crate::auth::lifetimes::SESSION_LIFETIME;
use crate::ports::system::{Randomness, Timestamp};
use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret, SecretBox, SecretString};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The time after the replacement of a key at which its last token has expired: ten minutes of token
/// lifetime, the clock leeway, and a margin for instances that load the successor late.
const SIGNED_TOKENS_EXPIRED: Duration = Duration::from_hours(1);

/// An Ed25519 key that signs tokens from `active_from` on.
#[derive(Debug)]
pub(super) struct SigningKey {
    public: PublicKey,
    seed: SecretBox<[u8; 32]>,
    active_from: Timestamp,
}

/// A key that tags refresh tokens and derives their successors.
#[derive(Debug)]
pub(super) struct RefreshKey {
    pub(super) kid: String,
    pub(super) key: SecretBox<[u8; 32]>,
    active_from: Timestamp,
}

/// The private keys of `{prefix}/signing-keys`.
///
/// A key is announced before it signs: its public key is published, and its refresh tags are accepted, as soon as
/// it is in the set. It makes tokens from its `activeFrom` until a newer key is active.
#[derive(Debug)]
pub struct SigningKeySet {
    keys: Vec<SigningKey>,
    refresh_keys: Vec<RefreshKey>,
    public: PublicKeySet,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct SecretJson {
    jwks: PrivateJwks,
    refresh_keys: Vec<RefreshKeyJson>,
}

#[derive(Deserialize, Serialize)]
struct PrivateJwks {
    keys: Vec<PrivateJwk>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct PrivateJwk {
    kty: String,
    crv: String,
    kid: String,
    x: String,
    d: String,
    /// Unix seconds.
    active_from: u64,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct RefreshKeyJson {
    kid: String,
    k: String,
    /// Unix seconds; 0 if absent.
    #[serde(default)]
    active_from: u64,
}

impl SigningKeySet {
    /// Parses the secret JSON: `{ jwks: { keys: [private JWK with activeFrom] }, refreshKeys: [{ kid,
    /// k, activeFrom? }] }`.
    pub fn from_secret_json(json: &str) -> Result<Self, KeySetError> {
        let secret: SecretJson = serde_json::from_str(json)?;
        let keys: Vec<_> = (secret.jwks.keys.iter().enumerate())
            .map(|(index, jwk)| SigningKey::from_jwk(jwk).ok_or(KeySetError::Key { index }))
            .collect::<Result<_, _>>()?;
        let refresh_keys: Vec<_> = (secret.refresh_keys.iter().enumerate())
            .map(|(index, key)| RefreshKey::from_json(key).ok_or(KeySetError::RefreshKey { index }))
            .collect::<Result<_, _>>()?;
        Self::new(keys, refresh_keys)
    }

    /// Returns the JSON that [`SigningKeySet::from_secret_json`] parses, for the operator's commands.
    pub fn to_secret_json(&self) -> SecretString {
        let secret = SecretJson {
            jwks: PrivateJwks {
                keys: self.keys.iter().map(SigningKey::to_jwk).collect(),
            },
            refresh_keys: self.refresh_keys.iter().map(RefreshKey::to_json).collect(),
        };
        SecretString::from(format!("{:#}", serde_json::json!(secret)))
    }

    /// Generates a first set with one key of each kind, active from `now` on.
    pub fn generate(randomness: &dyn Randomness, now: Timestamp) -> Result<Self, KeySetError> {
        let key = SigningKey::generate(randomness, now)?;
        Self::new(vec![key], vec![RefreshKey::generate(randomness, now)])
    }

    /// Adds a key of each kind that is announced now and active from `active_from` on.
    pub fn rotate(self, randomness: &dyn Randomness, active_from: Timestamp) -> Result<Self, KeySetError> {
        let mut keys = self.keys;
        keys.push(SigningKey::generate(randomness, active_from)?);
        let mut refresh_keys = self.refresh_keys;
        refresh_keys.push(RefreshKey::generate(randomness, active_from));
        Self::new(keys, refresh_keys)
    }

    /// Returns true if the set contains a key that is not active yet.
    pub fn has_announced(&self, now: Timestamp) -> bool {
        let signing = self.keys.iter().map(|key| key.active_from);
        let tagging = self.refresh_keys.iter().map(|key| key.active_from);
        signing.chain(tagging).any(|active_from| active_from > now)
    }

    /// Removes the keys that no valid token needs: those replaced long enough ago.
    pub fn without_expired(self, now: Timestamp) -> Result<Self, KeySetError> {
        let signing: Vec<_> = self.keys.iter().map(|key| key.active_from).collect();
        let tagging: Vec<_> = self.refresh_keys.iter().map(|key| key.active_from).collect();
        let needed = |since: Timestamp, all: &[Timestamp], lifetime: Duration| {
            let superseded = all.iter().filter(|other| **other > since).min();
            superseded.is_none_or(|end| now < end.after(lifetime))
        };
        let (mut keys, mut refresh_keys) = (self.keys, self.refresh_keys);
        keys.retain(|key| needed(key.active_from, &signing, SIGNED_TOKENS_EXPIRED));
        refresh_keys.retain(|key| needed(key.active_from, &tagging, SESSION_LIFETIME));
        Self::new(keys, refresh_keys)
    }

    /// Removes a signing key, whose tokens are invalid from then on. Returns `None` if no signing key has this id.
    ///
    /// If the key was active, the first announced one becomes active at `now`, or a new one if none is announced: a key
    /// that was superseded does not become active again.
    pub fn revoke(self, kid: &str, randomness: &dyn Randomness, now: Timestamp) -> Result<Option<Self>, KeySetError> {
        let was_active = self.signing_key(now).is_some_and(|key| key.kid() == kid);
        let mut keys = self.keys;
        let count = keys.len();
        keys.retain(|key| key.kid() != kid);
        if keys.len() == count {
            return Ok(None);
        }
        let announced = keys.iter_mut().filter(|key| key.active_from > now);
        match announced.min_by_key(|key| key.active_from) {
            Some(next) if was_active => next.active_from = now,
            None if was_active => keys.push(SigningKey::generate(randomness, now)?),
            _ => {}
        }
        Self::new(keys, self.refresh_keys).map(Some)
    }

    /// Returns the public keys, including those not active yet and those replaced.
    pub fn public_keys(&self) -> &PublicKeySet {
        &self.public
    }

    fn new(keys: Vec<SigningKey>, refresh_keys: Vec<RefreshKey>) -> Result<Self, KeySetError> {
        let public = PublicKeySet::new(keys.iter().map(|key| key.public.clone()).collect())?;
        if refresh_keys.is_empty() {
            return Err(KeySetError::Empty);
        }
        check_kids(refresh_keys.iter().map(|key| key.kid.as_str()))?;
        Ok(Self {
            keys,
            refresh_keys,
            public,
        })
    }

    /// Returns the signing key: the latest active one, or `None` if none is active yet.
    pub(super) fn signing_key(&self, now: Timestamp) -> Option<&SigningKey> {
        let active = self.keys.iter().filter(|key| key.active_from <= now);
        active.max_by_key(|key| key.active_from)
    }

    /// Returns the key that tags new refresh tokens: the latest active one, or `None` if none is active yet.
    pub(super) fn refresh_key(&self, now: Timestamp) -> Option<&RefreshKey> {
        let active = self.refresh_keys.iter().filter(|key| key.active_from <= now);
        active.max_by_key(|key| key.active_from)
    }

    /// Returns all refresh keys: tokens of older keys remain valid.
    pub(super) fn refresh_keys(&self) -> &[RefreshKey] {
        &self.refresh_keys
    }
}

impl SigningKey {
    fn generate(randomness: &dyn Randomness, active_from: Timestamp) -> Result<Self, KeySetError> {
        let seed = SecretBox::init_with_mut(|seed: &mut [u8; 32]| randomness.fill(seed));
        let point = public_point(seed.expose_secret()).ok_or(KeySetError::Key { index: 0 })?;
        let kid = thumbprint(&point);
        Ok(Self {
            public: PublicKey { kid, point },
            seed,
            active_from,
        })
    }

    fn from_jwk(jwk: &PrivateJwk) -> Option<Self> {
        let seed = decode_32(&jwk.d)?;
        let point = decode_32(&jwk.x)?;
        let usable = jwk.kty == "OKP" && jwk.crv == "Ed25519" && !jwk.kid.is_empty();
        // A mismatched public key would be announced and then verify nothing.
        (usable && public_point(&seed) == Some(point)).then(|| Self {
            public: PublicKey {
                kid: jwk.kid.clone(),
                point,
            },
            seed: SecretBox::new(Box::new(seed)),
            active_from: Timestamp::from_secs(jwk.active_from),
        })
    }

    fn to_jwk(&self) -> PrivateJwk {
        PrivateJwk {
            kty: "OKP".to_owned(),
            crv: "Ed25519".to_owned(),
            kid: self.public.kid.clone(),
            x: URL_SAFE_NO_PAD.encode(self.public.point),
            d: URL_SAFE_NO_PAD.encode(self.seed.expose_secret()),
            active_from: self.active_from.as_secs(),
        }
    }

    pub(super) fn kid(&self) -> &str {
        &self.public.kid
    }

    /// Returns the key in PKCS#8 form: the fixed DER header of RFC 8410 §7 and the seed.
    pub(super) fn to_pkcs8(&self) -> zeroize::Zeroizing<Vec<u8>> {
        const HEAD: [u8; 16] = [
            0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
        ];
        zeroize::Zeroizing::new([HEAD.as_slice(), self.seed.expose_secret()].concat())
    }
}

impl RefreshKey {
    fn generate(randomness: &dyn Randomness, active_from: Timestamp) -> Self {
        let mut kid = [0; 6];
        randomness.fill(&mut kid);
        Self {
            kid: URL_SAFE_NO_PAD.encode(kid),
            key: SecretBox::init_with_mut(|key: &mut [u8; 32]| randomness.fill(key)),
            active_from,
        }
    }

    fn from_json(json: &RefreshKeyJson) -> Option<Self> {
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

    fn to_json(&self) -> RefreshKeyJson {
        RefreshKeyJson {
            kid: self.kid.clone(),
            k: URL_SAFE_NO_PAD.encode(self.key.expose_secret()),
            active_from: self.active_from.as_secs(),
        }
    }
}

/// Returns the public key of an Ed25519 seed (RFC 8032 §5.1.5).
fn public_point(seed: &[u8; 32]) -> Option<[u8; 32]> {
    let pair = Ed25519KeyPair::from_seed_unchecked(seed).ok()?;
    pair.public_key().as_ref().try_into().ok()
}

#[cfg(test)]
mod tests;
