//! The public keys that verify tokens (RFC 7517, RFC 8037), and what can be wrong with a key set.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Why a text is no key set. Says where, never what: the text may hold secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeySetError {
    /// It is not JSON, or not of the right shape.
    #[error("the key set is not the JSON it should be, near line {line}, column {column}")]
    Json {
        /// The line, from one.
        line: usize,
        /// The column, from one; zero when unknown.
        column: usize,
    },
    /// The key at this place, from zero, is no Ed25519 key with a `kid`.
    #[error("key {index} of the set is no Ed25519 key with a kid, or its parts do not belong together")]
    Key {
        /// Its place in the list.
        index: usize,
    },
    /// The refresh key at this place, from zero, is not 32 bytes in base64url with a usable `kid`.
    #[error("refresh key {index} of the set is not 32 bytes in base64url under a kid of letters, digits, '-' and '_'")]
    RefreshKey {
        /// Its place in the list.
        index: usize,
    },
    /// Two keys have the same `kid`.
    #[error("two keys of the set have the same kid")]
    RepeatedKid,
    /// A set of public keys holds a private one.
    #[error("key {index} of the set of public keys is a private key")]
    Private {
        /// Its place in the list.
        index: usize,
    },
    /// There is no usable key.
    #[error("the key set holds no key")]
    Empty,
}

impl From<serde_json::Error> for KeySetError {
    /// Keeps the place only: serde quotes the value that it stumbled over.
    fn from(error: serde_json::Error) -> Self {
        Self::Json {
            line: error.line(),
            column: error.column(),
        }
    }
}

/// One public key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PublicKey {
    pub(super) kid: String,
    /// The encoded point of RFC 8032, the member `x` of the JWK.
    pub(super) point: [u8; 32],
}

/// A public key as it stands in a JWK set.
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

/// The public keys that verify permission tokens (RFC 7517). The default set is empty: no token verifies with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PublicKeySet {
    keys: Vec<PublicKey>,
}

impl PublicKeySet {
    /// Reads a JWK set. Keys that are not for Ed25519 signatures are passed over, as RFC 7517 §5 has it;
    /// a private key among them is refused, because it was not meant to be here.
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

    /// Whether there is no key at all.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The JWK set, as `/.well-known/jwks.json` serves it.
    pub fn to_jwks_json(&self) -> String {
        let jwks = Jwks {
            keys: self.keys.iter().map(Jwk::from).collect(),
        };
        serde_json::json!(jwks).to_string()
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

/// Refuses a `kid` that stands there twice: it would not say which key is meant.
pub(super) fn check_kids<'a>(kids: impl Iterator<Item = &'a str>) -> Result<(), KeySetError> {
    let mut seen = std::collections::HashSet::new();
    for kid in kids {
        if !seen.insert(kid) {
            return Err(KeySetError::RepeatedKid);
        }
    }
    Ok(())
}

/// 32 bytes from base64url without padding.
pub(super) fn decode_32(text: &str) -> Option<[u8; 32]> {
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

/// The `kid` that we give to a new key: its thumbprint (RFC 7638, members as RFC 8037 §2 lists them).
pub(super) fn thumbprint(point: &[u8; 32]) -> String {
    let x = URL_SAFE_NO_PAD.encode(point);
    let members = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#);
    URL_SAFE_NO_PAD.encode(Sha256::digest(members))
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
    fn a_set_reads_back_what_it_wrote() {
        let set = PublicKeySet::from_jwks_json(RFC8037).unwrap();
        assert_eq!(PublicKeySet::from_jwks_json(&set.to_jwks_json()), Ok(set.clone()));
        assert!(set.to_jwks_json().contains(r#""use":"sig""#));
        assert!(!set.to_jwks_json().contains(r#""d""#));
    }

    #[test]
    fn keys_for_something_else_are_passed_over() {
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
    fn a_set_that_is_not_as_it_should_be_is_refused() {
        let refused = |json: &str| PublicKeySet::from_jwks_json(json).unwrap_err();
        assert!(matches!(refused("{"), KeySetError::Json { .. }));
        assert!(matches!(refused(r#"{"keys":"secret"}"#), KeySetError::Json { .. }));
        assert_eq!(refused(r#"{"keys":[]}"#), KeySetError::Empty);
        let with = |from: &str, to: &str| refused(&RFC8037.replace(from, to));
        assert_eq!(with(r#""kid":"a""#, r#""kid":"""#), KeySetError::Key { index: 0 });
        assert_eq!(with(r#""kid":"a","#, ""), KeySetError::Key { index: 0 });
        assert_eq!(with("HURo", "HUR"), KeySetError::Key { index: 0 });
        assert_eq!(with(r#""kid""#, r#""d":"AA","kid""#), KeySetError::Private { index: 0 });
        let key = &RFC8037[9..RFC8037.len() - 2];
        assert_eq!(
            refused(&format!(r#"{{"keys":[{key},{key}]}}"#)),
            KeySetError::RepeatedKid
        );
    }

    #[test]
    fn an_error_does_not_quote_the_text() {
        let error = PublicKeySet::from_jwks_json(r#"{"keys":"canary"}"#).unwrap_err();
        assert!(!format!("{error} {error:?}").contains("canary"));
    }
}
