//! Private keys of the secret `{prefix}/signing-keys`.

use crate::auth::claims::SESSION_LIFETIME;
use crate::auth::keys::{KeySetError, PublicKey, PublicKeySet, check_kids, decode_32, thumbprint};
use crate::ports::system::{Randomness, Timestamp};
use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret, SecretBox, SecretString};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The time after the replacement of a key at which the last token has expired: ten minutes of token
/// lifetime, the clock leeway, and a margin for instances that load the successor late.
const SIGNED_TOKENS_EXPIRED: Duration = Duration::from_hours(1);

/// An Ed25519 key that signs tokens from `active_from` on.
#[derive(Debug)]
pub(super) struct SigningKey {
    public: PublicKey,
    seed: SecretBox<[u8; 32]>,
    active_from: Timestamp,
}

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

/// The private keys of `{prefix}/signing-keys`.
///
/// A key is announced before it signs: the public key is published, and refresh tags are accepted, as soon as
/// the key is in the set. The key makes tokens from `activeFrom` until a newer key is active.
///
/// Factor keys encrypt the secrets of second factors. They are never removed, since stored secrets require them.
#[derive(Debug)]
pub struct SigningKeySet {
    keys: Vec<SigningKey>,
    refresh_keys: Vec<SymmetricKey>,
    factor_keys: Vec<SymmetricKey>,
    public: PublicKeySet,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct SecretJson {
    jwks: PrivateJwks,
    refresh_keys: Vec<SymmetricKeyJson>,
    /// Absent in sets of versions without second factors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    factor_keys: Vec<SymmetricKeyJson>,
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

impl SigningKeySet {
    /// Parses the secret JSON: `{ jwks: { keys: [private JWK with activeFrom] }, refreshKeys: [{ kid,
    /// k, activeFrom? }], factorKeys?: [{ kid, k, activeFrom? }] }`.
    pub fn from_secret_json(json: &str) -> Result<Self, KeySetError> {
        let secret: SecretJson = serde_json::from_str(json)?;
        let keys: Vec<_> = (secret.jwks.keys.iter().enumerate())
            .map(|(index, jwk)| SigningKey::from_jwk(jwk).ok_or(KeySetError::Key { index }))
            .collect::<Result<_, _>>()?;
        let refresh_keys: Vec<_> = (secret.refresh_keys.iter().enumerate())
            .map(|(index, key)| SymmetricKey::from_json(key).ok_or(KeySetError::RefreshKey { index }))
            .collect::<Result<_, _>>()?;
        let factor_keys: Vec<_> = (secret.factor_keys.iter().enumerate())
            .map(|(index, key)| SymmetricKey::from_json(key).ok_or(KeySetError::FactorKey { index }))
            .collect::<Result<_, _>>()?;
        Self::new(keys, refresh_keys, factor_keys)
    }

    /// Returns the JSON that [`SigningKeySet::from_secret_json`] parses, for the operator's commands.
    pub fn to_secret_json(&self) -> SecretString {
        let secret = SecretJson {
            jwks: PrivateJwks {
                keys: self.keys.iter().map(SigningKey::to_jwk).collect(),
            },
            refresh_keys: self.refresh_keys.iter().map(SymmetricKey::to_json).collect(),
            factor_keys: self.factor_keys.iter().map(SymmetricKey::to_json).collect(),
        };
        SecretString::from(format!("{:#}", serde_json::json!(secret)))
    }

    /// Generates a first set with a key of each kind, active from `now` on.
    pub fn generate(randomness: &dyn Randomness, now: Timestamp) -> Result<Self, KeySetError> {
        let key = SigningKey::generate(randomness, now)?;
        let symmetric = || vec![SymmetricKey::generate(randomness, now)];
        Self::new(vec![key], symmetric(), symmetric())
    }

    /// Replaces all signing keys and refresh keys by new keys that are active from `now` on, which ends every session.
    /// The factor keys remain, after a new key: without them no user with a second factor could log in again.
    pub fn replace(self, randomness: &dyn Randomness, now: Timestamp) -> Result<Self, KeySetError> {
        let mut replaced = Self::generate(randomness, now)?;
        replaced.factor_keys.extend(self.factor_keys);
        Self::new(replaced.keys, replaced.refresh_keys, replaced.factor_keys)
    }

    /// Returns true if secrets of second factors can be encrypted at `now`.
    pub fn has_factor_key(&self, now: Timestamp) -> bool {
        self.factor_key(now).is_some()
    }

    /// Adds a factor key that is active from `now` on if none is.
    #[must_use]
    pub fn with_factor_key(mut self, randomness: &dyn Randomness, now: Timestamp) -> Self {
        if !self.has_factor_key(now) {
            self.factor_keys.push(SymmetricKey::generate(randomness, now));
        }
        self
    }

    /// Adds a key of each kind that is announced now and active from `active_from` on.
    pub fn rotate(self, randomness: &dyn Randomness, active_from: Timestamp) -> Result<Self, KeySetError> {
        let mut keys = self.keys;
        keys.push(SigningKey::generate(randomness, active_from)?);
        let mut refresh_keys = self.refresh_keys;
        refresh_keys.push(SymmetricKey::generate(randomness, active_from));
        let mut factor_keys = self.factor_keys;
        factor_keys.push(SymmetricKey::generate(randomness, active_from));
        Self::new(keys, refresh_keys, factor_keys)
    }

    /// Returns true if there are active keys for tokens and for refresh tokens.
    pub fn has_active_keys(&self, now: Timestamp) -> bool {
        self.keys.iter().any(|key| key.active_from <= now) && self.refresh_key(now).is_some()
    }

    /// Returns true if the set contains a key that is not active yet.
    pub fn has_announced(&self, now: Timestamp) -> bool {
        let signing = self.keys.iter().map(|key| key.active_from);
        let tagging = self.refresh_keys.iter().map(|key| key.active_from);
        signing.chain(tagging).any(|active_from| active_from > now)
    }

    /// Removes the keys that no valid token needs: keys that were replaced long enough ago.
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
        Self::new(keys, refresh_keys, self.factor_keys)
    }

    /// Removes a signing key: tokens of that key are invalid from then on. Returns `None` if no signing key has this
    /// id.
    ///
    /// If the key was active, the first announced key becomes active at `now`, or a new key if none is announced: a key
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
        Self::new(keys, self.refresh_keys, self.factor_keys).map(Some)
    }

    /// Returns the public keys, including announced and replaced keys.
    pub fn public_keys(&self) -> &PublicKeySet {
        &self.public
    }

    fn new(
        keys: Vec<SigningKey>,
        refresh_keys: Vec<SymmetricKey>,
        factor_keys: Vec<SymmetricKey>,
    ) -> Result<Self, KeySetError> {
        let public = PublicKeySet::new(keys.iter().map(|key| key.public.clone()).collect())?;
        if refresh_keys.is_empty() {
            return Err(KeySetError::Empty);
        }
        check_kids(refresh_keys.iter().map(|key| key.kid.as_str()))?;
        check_kids(factor_keys.iter().map(|key| key.kid.as_str()))?;
        Ok(Self {
            keys,
            refresh_keys,
            factor_keys,
            public,
        })
    }

    /// Returns the latest active signing key, or `None` if none is active yet.
    pub(super) fn signing_key(&self, now: Timestamp) -> Option<&SigningKey> {
        let active = self.keys.iter().filter(|key| key.active_from <= now);
        active.max_by_key(|key| key.active_from)
    }

    /// Returns the latest active key for the tags of new refresh tokens, or `None` if none is active yet.
    pub(super) fn refresh_key(&self, now: Timestamp) -> Option<&SymmetricKey> {
        SymmetricKey::latest(&self.refresh_keys, now)
    }

    /// Returns all refresh keys: tokens of older keys remain valid.
    pub(super) fn refresh_keys(&self) -> &[SymmetricKey] {
        &self.refresh_keys
    }

    /// Returns the latest active key for new secrets of second factors, or `None` if none is active.
    pub(super) fn factor_key(&self, now: Timestamp) -> Option<&SymmetricKey> {
        SymmetricKey::latest(&self.factor_keys, now)
    }

    /// Returns the factor key with this id.
    pub(super) fn factor_key_with_id(&self, kid: &str) -> Option<&SymmetricKey> {
        self.factor_keys.iter().find(|key| key.kid == kid)
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

/// Returns the public key of an Ed25519 seed (RFC 8032 §5.1.5).
fn public_point(seed: &[u8; 32]) -> Option<[u8; 32]> {
    let pair = Ed25519KeyPair::from_seed_unchecked(seed).ok()?;
    pair.public_key().as_ref().try_into().ok()
}

#[cfg(test)]
mod tests;
