//! Merchants: back ends that hold a merchant key.

use crate::auth::{Permission, PermissionSet};
use crate::ports::system::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
