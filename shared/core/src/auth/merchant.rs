//! Merchants: back ends that hold a merchant key, `wck_<merchantId>_<43 base64url characters>`.

use crate::auth::{Permission, PermissionSet};
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::system::{Randomness, Timestamp};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use subtle::{Choice, ConstantTimeEq};

/// The error for a string that is not a valid merchant id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("merchant id must be 1 to 40 lower-case letters, digits and hyphens")]
pub struct MerchantIdError;

/// The merchant id: `[a-z0-9-]{1,40}`, a form that is safe within the name of a secret.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MerchantId(String);

impl MerchantId {
    /// Parses a merchant id.
    pub fn parse(text: &str) -> Result<Self, MerchantIdError> {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if (1..=40).contains(&text.len()) && text.bytes().all(allowed) {
            Ok(Self(text.to_owned()))
        } else {
            Err(MerchantIdError)
        }
    }

    /// Returns the id as a string.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MerchantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// SHA-256 and expiry of a merchant key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MerchantKeyHash {
    /// SHA-256 of the complete key string.
    pub sha256: [u8; 32],
    /// The expiry, from which on the key is rejected. `None` for a key that is not being rotated out.
    pub expires_at: Option<Timestamp>,
}

/// A merchant as described by the secret `{prefix}/merchants/<merchantId>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merchant {
    /// The merchant id.
    pub id: MerchantId,
    /// The display name.
    pub name: String,
    /// One key, or two during a rotation.
    pub keys: Vec<MerchantKeyHash>,
    /// The permissions that tokens of the merchant may be granted.
    pub permissions: Vec<Permission>,
    /// True if the merchant is disabled: all keys of the merchant are rejected.
    pub disabled: bool,
}

/// Reasons why a secret is not a valid merchant. They never quote the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MerchantSecretError {
    /// The secret is not JSON or has an unexpected structure.
    #[error("merchant is not valid JSON of the expected structure, near line {line}, column {column}")]
    Json {
        /// The line, starting at 1.
        line: usize,
        /// The column, starting at 1; 0 if unknown.
        column: usize,
    },
    /// The merchant has more than two keys. The second key is for rotation.
    #[error("merchant must have at most two keys")]
    TooManyKeys,
    /// A hash is not 64 hex digits.
    #[error("key {index} of the merchant must have a SHA-256 of 64 hex digits")]
    Hash {
        /// The index of the key, starting at 0.
        index: usize,
    },
    /// The permissions are empty, unknown or repeated.
    #[error("the permissions of the merchant are empty, unknown or repeated")]
    Permissions,
}

impl From<serde_json::Error> for MerchantSecretError {
    /// Retains the position only: the message of serde quotes the invalid value.
    fn from(error: serde_json::Error) -> Self {
        Self::Json {
            line: error.line(),
            column: error.column(),
        }
    }
}

// Unknown fields are rejected: `expireAt` in place of `expiresAt` would keep a key valid forever.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MerchantJson {
    name: String,
    keys: Vec<KeyJson>,
    permissions: Vec<String>,
    #[serde(default)]
    disabled: bool,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct KeyJson {
    sha256: String,
    /// Unix seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at: Option<u64>,
}

impl Merchant {
    /// Parses the JSON of the secret `{prefix}/merchants/<id>`: `{ name, keys: [{ sha256, expiresAt?
    /// }], permissions, disabled? }`.
    pub fn from_secret_json(id: &MerchantId, json: &str) -> Result<Self, MerchantSecretError> {
        let secret: MerchantJson = serde_json::from_str(json)?;
        if secret.keys.len() > 2 {
            return Err(MerchantSecretError::TooManyKeys);
        }
        let keys = (secret.keys.iter().enumerate())
            .map(|(index, key)| key.hash().ok_or(MerchantSecretError::Hash { index }))
            .collect::<Result<_, _>>()?;
        let permissions = PermissionSet::parse(&secret.permissions).map_err(|_| MerchantSecretError::Permissions)?;
        Ok(Self {
            id: id.clone(),
            name: secret.name,
            keys,
            permissions: permissions.iter().collect(),
            disabled: secret.disabled,
        })
    }

    /// Returns the JSON that [`Merchant::from_secret_json`] parses, for the operator's commands.
    ///
    /// The record contains only hashes of keys and is therefore not secret.
    pub fn to_secret_json(&self) -> String {
        let secret = MerchantJson {
            name: self.name.clone(),
            keys: self.keys.iter().map(KeyJson::from).collect(),
            permissions: self
                .permissions
                .iter()
                .map(|permission| permission.name().to_owned())
                .collect(),
            disabled: self.disabled,
        };
        format!("{:#}", serde_json::json!(secret))
    }
}

impl KeyJson {
    fn hash(&self) -> Option<MerchantKeyHash> {
        Some(MerchantKeyHash {
            sha256: hex::decode(&self.sha256).ok()?.try_into().ok()?,
            expires_at: self.expires_at.map(Timestamp::from_secs),
        })
    }
}

impl From<&MerchantKeyHash> for KeyJson {
    fn from(key: &MerchantKeyHash) -> Self {
        Self {
            sha256: hex::encode(key.sha256),
            expires_at: key.expires_at.map(Timestamp::as_secs),
        }
    }
}

/// The error for a key that is malformed, unknown or expired, or has a disabled merchant. It does not
/// reveal which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the merchant key is not valid; request a new one from the provider")]
pub struct MerchantKeyError;

impl CodedError for MerchantKeyError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidMerchantKey, self)
    }
}

/// A presented merchant key: the merchant id in the key and the hash of the key.
#[derive(Clone, Debug)]
pub struct MerchantKey {
    merchant: MerchantId,
    sha256: [u8; 32],
}

impl MerchantKey {
    /// Parses a key by splitting at the first two underscores. The last part may contain more of
    /// them.
    pub fn parse(text: &str) -> Result<Self, MerchantKeyError> {
        let mut parts = text.splitn(3, '_');
        let (Some("wck"), Some(merchant), Some(secret)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(MerchantKeyError);
        };
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if secret.len() != 43 || !secret.bytes().all(allowed) {
            return Err(MerchantKeyError);
        }
        Ok(Self {
            merchant: MerchantId::parse(merchant).map_err(|_| MerchantKeyError)?,
            sha256: Sha256::digest(text).into(),
        })
    }

    /// Generates a new key of a merchant, to be displayed once. [`MerchantKey::parse`] returns the hash to store.
    pub fn generate(merchant: &MerchantId, randomness: &dyn Randomness) -> SecretString {
        let mut secret = zeroize::Zeroizing::new([0; 32]);
        randomness.fill(secret.as_mut());
        format!("wck_{merchant}_{}", URL_SAFE_NO_PAD.encode(*secret)).into()
    }

    /// Returns the merchant id in the key.
    pub fn merchant(&self) -> &MerchantId {
        &self.merchant
    }

    /// Returns SHA-256 of the complete key string.
    pub fn sha256(&self) -> &[u8; 32] {
        &self.sha256
    }

    /// Checks that the merchant, as looked up, has this key and that the key is currently valid.
    ///
    /// Takes the same time for every merchant, known (`Some`) or unknown (`None`).
    pub fn check<'m>(&self, merchant: Option<&'m Merchant>, now: Timestamp) -> Result<&'m Merchant, MerchantKeyError> {
        let valid = has_key(merchant, &self.sha256, now);
        merchant.filter(|_| valid).ok_or(MerchantKeyError)
    }
}

impl Merchant {
    /// Returns true if the merchant is enabled and has an unexpired key with this hash.
    pub fn has_key(&self, sha256: &[u8; 32], now: Timestamp) -> bool {
        has_key(Some(self), sha256, now)
    }
}

/// Compares two slots in every case, so that the time reveals neither the number of keys nor the
/// matching one.
fn has_key(merchant: Option<&Merchant>, sha256: &[u8; 32], now: Timestamp) -> bool {
    let keys = merchant.map_or(&[][..], |merchant| &merchant.keys);
    let mut found = Choice::from(0);
    for slot in 0..2 {
        let key = keys.get(slot);
        let stored = key.map_or([0; 32], |key| key.sha256);
        let alive = key.is_some_and(|key| key.expires_at.is_none_or(|end| now < end));
        found |= stored.ct_eq(sha256) & Choice::from(u8::from(alive));
    }
    found.into() && merchant.is_some_and(|merchant| !merchant.disabled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::{MerchantKeyHash, Permission};
    use crate::ports::system::Fixed;
    use secrecy::ExposeSecret;

    #[test]
    fn merchant_id_is_safe_in_the_name_of_a_secret() {
        for valid in ["a", "demo", "acme-2", &"x".repeat(40)] {
            assert_eq!(MerchantId::parse(valid).map(|id| id.to_string()), Ok(valid.to_owned()));
        }
        for invalid in ["", "A", "a_b", "a/b", "../a", "a b", "é", &"x".repeat(41)] {
            assert_eq!(MerchantId::parse(invalid), Err(MerchantIdError), "{invalid:?}");
        }
    }

    fn id() -> MerchantId {
        MerchantId::parse("demo").unwrap()
    }

    fn json(change: impl FnOnce(&mut serde_json::Value)) -> String {
        let mut value = serde_json::json!({
            "name": "Demo",
            "keys": [{ "sha256": "00".repeat(32) }, { "sha256": "Ff".repeat(32), "expiresAt": 1_800_000_000 }],
            "permissions": ["read", "register"],
        });
        change(&mut value);
        value.to_string()
    }

    #[test]
    fn merchant_round_trips() {
        let merchant = Merchant::from_secret_json(&id(), &json(|_| ())).unwrap();
        assert_eq!(merchant.keys[1].expires_at, Some(Timestamp::from_secs(1_800_000_000)));
        assert!(!merchant.disabled);
        assert_eq!(
            Merchant::from_secret_json(&id(), &merchant.to_secret_json()),
            Ok(merchant)
        );
    }

    #[test]
    fn invalid_secret_is_rejected() {
        let parse_error =
            |change: fn(&mut serde_json::Value)| Merchant::from_secret_json(&id(), &json(change)).unwrap_err();
        assert!(matches!(
            parse_error(|v| v["name"] = 5.into()),
            MerchantSecretError::Json { .. }
        ));
        assert!(matches!(
            parse_error(|v| v["expireAt"] = 5.into()),
            MerchantSecretError::Json { .. }
        ));
        assert!(matches!(
            parse_error(|v| v["keys"][0]["expires"] = 5.into()),
            MerchantSecretError::Json { .. }
        ));
        assert_eq!(
            parse_error(|v| v["keys"][1]["sha256"] = "00".into()),
            MerchantSecretError::Hash { index: 1 }
        );
        assert_eq!(
            parse_error(|v| v["permissions"] = serde_json::json!(["admin"])),
            MerchantSecretError::Permissions
        );
        assert_eq!(
            parse_error(|v| v["keys"] = serde_json::json!([v["keys"][0], v["keys"][0], v["keys"][0]])),
            MerchantSecretError::TooManyKeys
        );
    }

    const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);

    fn key(byte: u8) -> MerchantKey {
        let id = MerchantId::parse("demo-1").unwrap();
        MerchantKey::parse(MerchantKey::generate(&id, &Fixed(byte)).expose_secret()).unwrap()
    }

    fn merchant(keys: &[(&MerchantKey, Option<Timestamp>)]) -> Merchant {
        let hash = |&(key, expires_at): &(&MerchantKey, Option<Timestamp>)| MerchantKeyHash {
            sha256: *key.sha256(),
            expires_at,
        };
        Merchant {
            id: MerchantId::parse("demo-1").unwrap(),
            name: "Demo".to_owned(),
            keys: keys.iter().map(hash).collect(),
            permissions: vec![Permission::Read],
            disabled: false,
        }
    }

    #[test]
    fn key_is_split_at_its_first_two_underscores() {
        // Bytes 0xff encode to underscores in base64url.
        let key = key(0xff);
        assert_eq!(key.merchant().as_str(), "demo-1");
        assert!(key.check(Some(&merchant(&[(&key, None)])), NOW).is_ok());
    }

    #[test]
    fn malformed_keys_are_rejected() {
        let secret = "A".repeat(43);
        for malformed in [
            String::new(),
            "wck".to_owned(),
            "wck_demo".to_owned(),
            format!("wck_demo_{}", "A".repeat(42)),
            format!("wck_demo_{}", "A".repeat(44)),
            format!("wck_demo_{}+", "A".repeat(42)),
            format!("wck_demo_{secret}="),
            format!("wck__{secret}"),
            format!("wck_DEMO_{secret}"),
            format!("wck_../x_{secret}"),
            format!("WCK_demo_{secret}"),
            format!(" wck_demo_{secret}"),
            format!("wck_{}_{secret}", "a".repeat(41)),
            format!("wck_demo_{}é", "A".repeat(41)),
        ] {
            assert!(MerchantKey::parse(&malformed).is_err(), "{malformed:?}");
        }
        assert!(MerchantKey::parse(&format!("wck_demo_{secret}")).is_ok());
    }

    #[test]
    fn both_keys_of_a_rotation_are_valid_until_the_first_expires() {
        let (old, new, other) = (key(1), key(2), key(3));
        let rotating = merchant(&[(&old, Some(NOW)), (&new, None)]);
        let before = Timestamp::from_millis(NOW.as_millis() - 1);
        assert!(old.check(Some(&rotating), before).is_ok());
        assert!(old.check(Some(&rotating), NOW).is_err());
        assert!(new.check(Some(&rotating), NOW).is_ok());
        assert!(other.check(Some(&rotating), before).is_err());
        assert!(rotating.has_key(new.sha256(), NOW));
        assert!(!rotating.has_key(old.sha256(), NOW));
    }

    #[test]
    fn unknown_or_disabled_merchant_is_rejected() {
        let key = key(1);
        assert!(key.check(None, NOW).is_err());
        let mut merchant = merchant(&[(&key, None)]);
        merchant.disabled = true;
        assert!(key.check(Some(&merchant), NOW).is_err());
        merchant.disabled = false;
        merchant.keys.clear();
        assert!(key.check(Some(&merchant), NOW).is_err());
    }
}
