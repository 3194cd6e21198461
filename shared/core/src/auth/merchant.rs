//! Merchants: the back ends that hold a merchant key.

use crate::auth::{Permission, PermissionSet};
use crate::ports::system::Timestamp;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The text is no merchant id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a merchant id is 1 to 40 lower-case letters, digits and hyphens")]
pub struct MerchantIdError;

/// The id of a merchant: `[a-z0-9-]{1,40}`, so that it is safe as part of a secret's name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MerchantId(String);

impl MerchantId {
    /// Reads a merchant id.
    pub fn parse(text: &str) -> Result<Self, MerchantIdError> {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if (1..=40).contains(&text.len()) && text.bytes().all(allowed) {
            Ok(Self(text.to_owned()))
        } else {
            Err(MerchantIdError)
        }
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MerchantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// SHA-256 of a whole merchant key, and until when the key is good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MerchantKeyHash {
    /// SHA-256 of the key's text.
    pub sha256: [u8; 32],
    /// From this moment on the key is refused; `None` for a key that is not being rotated out.
    pub expires_at: Option<Timestamp>,
}

/// A merchant as the secret `{prefix}/merchants/<merchantId>` describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merchant {
    /// Its id.
    pub id: MerchantId,
    /// A name for people.
    pub name: String,
    /// One key, or two during a rotation.
    pub keys: Vec<MerchantKeyHash>,
    /// What its tokens may be granted.
    pub permissions: Vec<Permission>,
    /// A disabled merchant is refused with all its keys.
    pub disabled: bool,
}

/// Why a secret describes no merchant. Says what, never quotes the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MerchantSecretError {
    /// It is not JSON, or not of the right shape.
    #[error("the merchant is not the JSON it should be, near line {line}, column {column}")]
    Json {
        /// The line, from one.
        line: usize,
        /// The column, from one; zero when unknown.
        column: usize,
    },
    /// There are more than two keys: one, and one more during a rotation.
    #[error("a merchant has at most two keys")]
    TooManyKeys,
    /// A hash is not 64 hex digits.
    #[error("key {index} of the merchant has no SHA-256 of 64 hex digits")]
    Hash {
        /// The place of the key, from zero.
        index: usize,
    },
    /// The permissions are empty, unknown or repeated.
    #[error("the permissions of the merchant are empty, unknown or repeated")]
    Permissions,
}

impl From<serde_json::Error> for MerchantSecretError {
    /// Keeps the place only: serde quotes the value that it stumbled over.
    fn from(error: serde_json::Error) -> Self {
        Self::Json {
            line: error.line(),
            column: error.column(),
        }
    }
}

// An unknown field is refused: `expireAt` for `expiresAt` would keep a key alive for ever.
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
    /// Reads the JSON of the secret `{prefix}/merchants/<id>`:
    /// `{ name, keys: [{ sha256, expiresAt? }], permissions, disabled? }`.
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

    /// The inverse of [`Merchant::from_secret_json`], for the operator's commands.
    /// Holds hashes of keys only, so it is no secret by itself.
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
    fn a_merchant_id_is_safe_in_the_name_of_a_secret() {
        for right in ["a", "demo", "acme-2", &"x".repeat(40)] {
            assert_eq!(MerchantId::parse(right).map(|id| id.to_string()), Ok(right.to_owned()));
        }
        for wrong in ["", "A", "a_b", "a/b", "../a", "a b", "é", &"x".repeat(41)] {
            assert_eq!(MerchantId::parse(wrong), Err(MerchantIdError), "{wrong:?}");
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
    fn a_merchant_reads_back_what_it_wrote() {
        let merchant = Merchant::from_secret_json(&id(), &json(|_| ())).unwrap();
        assert_eq!(merchant.keys[1].expires_at, Some(Timestamp::from_secs(1_800_000_000)));
        assert!(!merchant.disabled);
        assert_eq!(
            Merchant::from_secret_json(&id(), &merchant.to_secret_json()),
            Ok(merchant)
        );
    }

    #[test]
    fn a_secret_that_is_not_as_it_should_be_is_refused() {
        let refused =
            |change: fn(&mut serde_json::Value)| Merchant::from_secret_json(&id(), &json(change)).unwrap_err();
        assert!(matches!(
            refused(|v| v["name"] = 5.into()),
            MerchantSecretError::Json { .. }
        ));
        assert!(matches!(
            refused(|v| v["expireAt"] = 5.into()),
            MerchantSecretError::Json { .. }
        ));
        assert!(matches!(
            refused(|v| v["keys"][0]["expires"] = 5.into()),
            MerchantSecretError::Json { .. }
        ));
        assert_eq!(
            refused(|v| v["keys"][1]["sha256"] = "00".into()),
            MerchantSecretError::Hash { index: 1 }
        );
        assert_eq!(
            refused(|v| v["permissions"] = serde_json::json!(["admin"])),
            MerchantSecretError::Permissions
        );
        assert_eq!(
            refused(|v| v["keys"] = serde_json::json!([v["keys"][0], v["keys"][0], v["keys"][0]])),
            MerchantSecretError::TooManyKeys
        );
    }
}
