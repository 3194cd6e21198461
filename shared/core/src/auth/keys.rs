//! Public keys that verify tokens (RFC 7517, RFC 8037), the errors of parsing key sets, and symmetric keys.

use crate::ports::system::{Randomness, Timestamp};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretBox};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// Reasons why a string is not a valid key set. They report positions and never content, which may be
/// secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeySetError {
    /// The string is not JSON or has an unexpected structure.
    #[error("key set is not valid JSON of the expected structure, near line {line}, column {column}")]
    Json {
        /// The line, starting at 1.
        line: usize,
        /// The column, starting at 1; 0 if unknown.
        column: usize,
    },
    /// The key at this index is not an Ed25519 key with a `kid`.
    #[error("key {index} of the set must be an Ed25519 key with a kid and matching private and public parts")]
    Key {
        /// The index in the list, starting at 0.
        index: usize,
    },
    /// The refresh key at this index is not 32 bytes in base64url with a valid `kid`.
    #[error("refresh key {index} of the set must be 32 bytes in base64url with a kid of letters, digits, '-' and '_'")]
    RefreshKey {
        /// The index in the list, starting at 0.
        index: usize,
    },
    /// The factor key at this index is not 32 bytes in base64url with a valid `kid`.
    #[error("factor key {index} of the set must be 32 bytes in base64url with a kid of letters, digits, '-' and '_'")]
    FactorKey {
        /// The index in the list, starting at 0.
        index: usize,
    },
    /// Two keys have the same `kid`.
    #[error("two keys of the set have the same kid")]
    RepeatedKid,
    /// A set of public keys contains a private key.
    #[error("key {index} of the set of public keys is a private key")]
    Private {
        /// The index in the list, starting at 0.
        index: usize,
    },
    /// The set contains no usable key.
    #[error("key set contains no key")]
    Empty,
}

impl From<serde_json::Error> for KeySetError {
    /// Retains the position only: the message of serde quotes the invalid value.
    fn from(error: serde_json::Error) -> Self {
        Self::Json {
            line: error.line(),
            column: error.column(),
        }
    }
}

/// A public key of the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PublicKey {
    pub(super) kid: String,
    /// The encoded point of RFC 8032, the member `x` of the JWK.
    pub(super) point: [u8; 32],
}

/// A public key in the form of a JWK set.
#[derive(Debug, Deserialize, Serialize)]
struct Jwk {
    kty: String,
    crv: Option<String>,
    alg: Option<String>,
    #[serde(rename = "use")]
    usage: Option<String>,
    kid: Option<String>,
    x: Option<String>,
    #[serde(default, skip_serializing)]
    d: Option<serde::de::IgnoredAny>,
}

#[derive(Debug, Deserialize, Serialize)]
struct Jwks {
    keys: Vec<Jwk>,
}

/// The public keys that verify permission tokens (RFC 7517). The default set is empty and verifies no
/// token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PublicKeySet {
    keys: Vec<PublicKey>,
}

impl PublicKeySet {
    /// Parses a JWK set.
    ///
    /// Skips keys that are not for Ed25519 signatures, as RFC 7517 §5 requires. Rejects a set that
    /// contains a private key, since the presence of a private key must be a mistake.
    pub fn from_jwks_json(json: &str) -> Result<Self, KeySetError> {
        let jwks: Jwks = serde_json::from_str(json)?;
        let mut keys = Vec::with_capacity(jwks.keys.len());
        for (index, jwk) in jwks.keys.iter().enumerate() {
            if jwk.d.is_some() {
                return Err(KeySetError::Private { index });
            }
            if jwk.verifies_ed25519() {
                keys.push(jwk.public_key().ok_or(KeySetError::Key { index })?);
            }
        }
        Self::new(keys)
    }

    /// Returns true if the set contains no key.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the JWK set in the form served at `/.well-known/jwks.json`.
    pub fn to_jwks_json(&self) -> String {
        let jwks = Jwks {
            keys: self.keys.iter().map(Jwk::from).collect(),
        };
        serde_json::json!(jwks).to_string()
    }

    /// Returns the keys in the encoding of RFC 8032, in the order of the set.
    pub fn points(&self) -> impl Iterator<Item = &[u8; 32]> {
        self.keys.iter().map(|key| &key.point)
    }

    pub(super) fn new(keys: Vec<PublicKey>) -> Result<Self, KeySetError> {
        if keys.is_empty() {
            return Err(KeySetError::Empty);
        }
        check_kids(keys.iter().map(|key| key.kid.as_str()))?;
        Ok(Self { keys })
    }

    pub(super) fn find(&self, kid: &str) -> Option<&PublicKey> {
        self.keys.iter().find(|key| key.kid == kid)
    }
}

impl Jwk {
    fn verifies_ed25519(&self) -> bool {
        let unless_other = |member: &Option<String>, expected: &str| member.as_deref().is_none_or(|m| m == expected);
        self.kty == "OKP"
            && self.crv.as_deref() == Some("Ed25519")
            && unless_other(&self.alg, "EdDSA")
            && unless_other(&self.usage, "sig")
    }

    fn public_key(&self) -> Option<PublicKey> {
        let kid = self.kid.clone().filter(|kid| !kid.is_empty())?;
        let point = decode_32(self.x.as_deref()?)?;
        Some(PublicKey { kid, point })
    }
}

impl From<&PublicKey> for Jwk {
    fn from(key: &PublicKey) -> Self {
        Self {
            kty: "OKP".to_owned(),
            crv: Some("Ed25519".to_owned()),
            alg: Some("EdDSA".to_owned()),
            usage: Some("sig".to_owned()),
            kid: Some(key.kid.clone()),
            x: Some(URL_SAFE_NO_PAD.encode(key.point)),
            d: None,
        }
    }
}

/// Rejects a repeated `kid`, which would identify a key ambiguously.
pub(super) fn check_kids<'a>(kids: impl Iterator<Item = &'a str>) -> Result<(), KeySetError> {
    let mut seen = std::collections::HashSet::new();
    for kid in kids {
        if !seen.insert(kid) {
            return Err(KeySetError::RepeatedKid);
        }
    }
    Ok(())
}

/// Decodes 32 bytes from base64url without padding.
pub(super) fn decode_32(text: &str) -> Option<[u8; 32]> {
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

/// Returns the `kid` of a new key: the thumbprint (RFC 7638, with the members listed in RFC 8037 §2).
pub(super) fn thumbprint(point: &[u8; 32]) -> String {
    let x = URL_SAFE_NO_PAD.encode(point);
    let members = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#);
    URL_SAFE_NO_PAD.encode(Sha256::digest(members))
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

    /// Creates an HMAC that is separated by purpose.
    pub(super) fn hmac_for(&self, purpose: &str) -> Hmac<Sha256> {
        // RFC 2104 pads a short key with zeros to the block size of the hash.
        let mut block = Zeroizing::new([0; 64]);
        block[..32].copy_from_slice(self.key.expose_secret());
        let mut mac = Hmac::<Sha256>::new((&*block).into());
        mac.update(purpose.as_bytes());
        mac.update(b".");
        mac
    }

    /// Returns the latest active key, or `None` if none is active yet.
    pub(super) fn latest(keys: &[Self], now: Timestamp) -> Option<&Self> {
        let active = keys.iter().filter(|key| key.active_from <= now);
        active.max_by_key(|key| key.active_from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The key of RFC 8037 appendix A.2, with a `kid`.
    const RFC8037: &str =
        r#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}"#;

    #[test]
    fn rfc8037_thumbprint() {
        let set = PublicKeySet::from_jwks_json(RFC8037).unwrap();
        assert_eq!(
            thumbprint(&set.keys[0].point),
            "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
        );
    }

    #[test]
    fn key_set_round_trips() {
        let set = PublicKeySet::from_jwks_json(RFC8037).unwrap();
        assert_eq!(PublicKeySet::from_jwks_json(&set.to_jwks_json()), Ok(set.clone()));
        assert!(set.to_jwks_json().contains(r#""use":"sig""#));
        assert!(!set.to_jwks_json().contains(r#""d""#));
    }

    #[test]
    fn keys_for_other_purposes_are_skipped() {
        let mixed = RFC8037.replace(
            r#"{"keys":["#,
            r#"{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","kid":"r"},
                {"kty":"OKP","crv":"X25519","kid":"b","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"},
                {"kty":"OKP","crv":"Ed25519","use":"enc","kid":"c","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"},"#,
        );
        let set = PublicKeySet::from_jwks_json(&mixed).unwrap();
        assert!(set.find("a").is_some());
        assert_eq!(set.keys.len(), 1);
    }

    #[test]
    fn invalid_key_set_is_rejected() {
        let parse_error = |json: &str| PublicKeySet::from_jwks_json(json).unwrap_err();
        assert!(matches!(parse_error("{"), KeySetError::Json { .. }));
        assert!(matches!(parse_error(r#"{"keys":"secret"}"#), KeySetError::Json { .. }));
        assert_eq!(parse_error(r#"{"keys":[]}"#), KeySetError::Empty);
        let with = |from: &str, to: &str| parse_error(&RFC8037.replace(from, to));
        assert_eq!(with(r#""kid":"a""#, r#""kid":"""#), KeySetError::Key { index: 0 });
        assert_eq!(with(r#""kid":"a","#, ""), KeySetError::Key { index: 0 });
        assert_eq!(with("HURo", "HUR"), KeySetError::Key { index: 0 });
        assert_eq!(with(r#""kid""#, r#""d":"AA","kid""#), KeySetError::Private { index: 0 });
        let key = &RFC8037[9..RFC8037.len() - 2];
        assert_eq!(
            parse_error(&format!(r#"{{"keys":[{key},{key}]}}"#)),
            KeySetError::RepeatedKid
        );
    }

    #[test]
    fn error_does_not_quote_its_input() {
        let error = PublicKeySet::from_jwks_json(r#"{"keys":"canary"}"#).unwrap_err();
        assert!(!format!("{error} {error:?}").contains("canary"));
    }
}
