//! Merchants: the back ends that hold a merchant key.

use crate::auth::Permission;
use crate::ports::system::Timestamp;
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
