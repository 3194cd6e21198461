//! Private keys of the secret `{prefix}/signing-keys`.

use crate::auth::keys::{
    KeySetError, PublicKey, PublicKeySet, SymmetricKey, SymmetricKeyJson, check_kids, decode_32, thumbprint,
};
use crate::auth::lifetimes::SESSION_LIFETIME;
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
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);

    /// Randomness with a counter, so that every draw differs.
    struct Counting(std::sync::atomic::AtomicU8);

    impl Randomness for Counting {
        fn fill(&self, bytes: &mut [u8]) {
            let draw = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            bytes.fill(draw);
        }
    }

    fn randomness() -> Counting {
        Counting(1.into())
    }

    #[test]
    fn rfc8032_public_keys() {
        let check = |seed: &str, point: &str| {
            let seed: [u8; 32] = hex::decode(seed).unwrap().try_into().unwrap();
            assert_eq!(public_point(&seed).map(hex::encode).as_deref(), Some(point));
        };
        check(
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        );
        check(
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        );
        check(
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        );
        check(
            "f5e5767cf153319517630f226876b86c8160cc583bc013744c6bf255f5cc0ee5",
            "278117fc144c72340f67d0f2316e8386ceffbf2b2428c9c51fef7c597f1d426e",
        );
        check(
            "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
            "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        );
    }

    #[test]
    fn key_set_round_trips() {
        let set = SigningKeySet::generate(&randomness(), NOW).unwrap();
        let json = set.to_secret_json();
        let again = SigningKeySet::from_secret_json(json.expose_secret()).unwrap();
        assert_eq!(again.public_keys(), set.public_keys());
        assert_eq!(again.to_secret_json().expose_secret(), json.expose_secret());
    }

    #[test]
    fn key_is_public_before_it_signs_and_the_latest_active_one_signs() {
        let later = NOW.after(Duration::from_hours(1));
        let random = randomness();
        let first = SigningKeySet::generate(&random, NOW).unwrap();
        let set = first.rotate(&random, later).unwrap();
        assert_eq!(set.public_keys().to_jwks_json().matches("Ed25519").count(), 2);
        let before = Timestamp::from_millis(later.as_millis() - 1);
        assert_eq!(set.signing_key(before).unwrap().kid(), set.keys[0].kid());
        assert_eq!(set.signing_key(later).unwrap().kid(), set.keys[1].kid());
        assert_eq!(set.refresh_key(before).unwrap().kid, set.refresh_keys[0].kid);
        assert_eq!(set.refresh_key(later).unwrap().kid, set.refresh_keys[1].kid);
    }

    #[test]
    fn replaced_key_is_removed_when_its_last_token_has_expired() {
        let switch = NOW.after(Duration::from_hours(1));
        let random = randomness();
        let rotated = || {
            SigningKeySet::generate(&random, NOW)
                .unwrap()
                .rotate(&random, switch)
                .unwrap()
        };
        let remaining = |now| {
            let set = rotated().without_expired(now).unwrap();
            (set.keys.len(), set.refresh_keys.len())
        };
        let before = |end: Timestamp| Timestamp::from_millis(end.as_millis() - 1);
        let (signed, tagged) = (switch.after(SIGNED_TOKENS_EXPIRED), switch.after(SESSION_LIFETIME));
        assert_eq!(remaining(before(signed)), (2, 2));
        assert_eq!(remaining(signed), (1, 2));
        assert_eq!(remaining(before(tagged)), (1, 2));
        assert_eq!(remaining(tagged), (1, 1));
        // The latest key is never removed.
        assert_eq!(remaining(tagged.after(SESSION_LIFETIME)), (1, 1));
    }

    #[test]
    fn revoked_key_is_removed_and_another_one_is_active() {
        let later = NOW.after(Duration::from_hours(1));
        let random = randomness();
        let kids = |set: &SigningKeySet| set.keys.iter().map(|key| key.kid().to_owned()).collect::<Vec<_>>();
        let set = || {
            SigningKeySet::generate(&random, NOW)
                .unwrap()
                .rotate(&random, later)
                .unwrap()
        };
        assert!(set().revoke("unknown", &random, NOW).unwrap().is_none());

        let announced = set();
        let names = kids(&announced);
        let next = announced.revoke(&names[0], &random, NOW).unwrap().unwrap();
        assert_eq!(kids(&next), names[1..], "the announced key takes over");
        assert_eq!(next.signing_key(NOW).unwrap().kid(), names[1]);
        assert_eq!(next.refresh_keys.len(), 2);

        let rotated = set();
        let names = kids(&rotated);
        let next = rotated.revoke(&names[1], &random, later).unwrap().unwrap();
        let active = next.signing_key(later).unwrap().kid().to_owned();
        assert!(
            !names.contains(&active),
            "neither the revoked key nor a superseded one signs"
        );
        assert_eq!(kids(&next), [names[0].clone(), active]);

        let superseded = set();
        let names = kids(&superseded);
        let next = superseded.revoke(&names[0], &random, later).unwrap().unwrap();
        assert_eq!(kids(&next), names[1..]);
    }

    #[test]
    fn inactive_key_is_announced() {
        let switch = NOW.after(Duration::from_hours(1));
        let random = randomness();
        let set = SigningKeySet::generate(&random, NOW).unwrap();
        assert!(!set.has_announced(NOW));
        let set = set.rotate(&random, switch).unwrap();
        assert!(set.has_announced(NOW));
        assert!(!set.has_announced(switch));
    }

    #[test]
    fn no_key_signs_before_it_is_active() {
        let set = SigningKeySet::generate(&randomness(), NOW).unwrap();
        let before = Timestamp::from_millis(NOW.as_millis() - 1);
        assert!(set.signing_key(before).is_none());
        assert!(set.refresh_key(before).is_none());
    }

    #[test]
    fn invalid_secret_is_rejected() {
        let json = SigningKeySet::generate(&randomness(), NOW).unwrap().to_secret_json();
        let value: serde_json::Value = serde_json::from_str(json.expose_secret()).unwrap();
        let with = |pointer: &str, invalid: serde_json::Value| {
            let mut changed = value.clone();
            *changed.pointer_mut(pointer).unwrap() = invalid;
            SigningKeySet::from_secret_json(&changed.to_string()).unwrap_err()
        };
        let key = KeySetError::Key { index: 0 };
        let refresh_key = KeySetError::RefreshKey { index: 0 };
        assert_eq!(with("/jwks/keys/0/kty", "EC".into()), key);
        assert_eq!(with("/jwks/keys/0/crv", "X25519".into()), key);
        assert_eq!(with("/jwks/keys/0/kid", "".into()), key);
        assert_eq!(with("/jwks/keys/0/d", "AAAA".into()), key);
        // The public key of a different seed.
        assert_eq!(with("/jwks/keys/0/x", URL_SAFE_NO_PAD.encode([7; 32]).into()), key);
        assert_eq!(with("/refreshKeys/0/k", "AAAA".into()), refresh_key);
        assert_eq!(with("/refreshKeys/0/kid", "a.b".into()), refresh_key);
        assert_eq!(with("/refreshKeys/0/kid", "".into()), refresh_key);
        assert_eq!(with("/jwks/keys", serde_json::json!([])), KeySetError::Empty);
        assert_eq!(with("/refreshKeys", serde_json::json!([])), KeySetError::Empty);
        let twice = serde_json::json!([value["refreshKeys"][0], value["refreshKeys"][0]]);
        assert_eq!(with("/refreshKeys", twice), KeySetError::RepeatedKid);
        assert!(matches!(with("/jwks", "canary".into()), KeySetError::Json { .. }));
    }

    #[test]
    fn secrets_are_redacted_in_debug_output() {
        let set = SigningKeySet::generate(&randomness(), NOW).unwrap();
        let debug = format!("{set:?}");
        assert!(debug.contains("REDACTED"));
        assert!(!debug.contains(&URL_SAFE_NO_PAD.encode([1; 32])));
        assert!(!debug.contains("[1, 1, 1"));
    }
}
