//! Merchant keys: `wck_<merchantId>_<43 base64url characters>`.

use crate::auth::{Merchant, MerchantId};
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::system::{Randomness, Timestamp};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::SecretString;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConstantTimeEq};

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
    use secrecy::ExposeSecret;

    const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);

    struct Fixed(u8);

    impl Randomness for Fixed {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(self.0);
        }
    }

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
