//! Merchant keys: `wck_<merchantId>_<43 base64url characters>`.

use crate::auth::{Merchant, MerchantId};
use crate::ports::system::{Randomness, Timestamp};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::SecretString;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConstantTimeEq};

/// The key is malformed, unknown, expired or its merchant disabled; which of them is not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the merchant key is not valid")]
pub struct MerchantKeyError;

/// A merchant key as presented: whose it claims to be, and the hash of its text.
#[derive(Clone, Debug)]
pub struct MerchantKey {
    merchant: MerchantId,
    sha256: [u8; 32],
}

impl MerchantKey {
    /// Reads a key, split at its first two underscores (the last part may hold more of them).
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

    /// A new key of a merchant, to be shown once; [`MerchantKey::parse`] gives the hash to keep.
    pub fn generate(merchant: &MerchantId, randomness: &dyn Randomness) -> SecretString {
        let mut secret = zeroize::Zeroizing::new([0; 32]);
        randomness.fill(secret.as_mut());
        format!("wck_{merchant}_{}", URL_SAFE_NO_PAD.encode(*secret)).into()
    }

    /// The merchant that the key names.
    pub fn merchant(&self) -> &MerchantId {
        &self.merchant
    }

    /// SHA-256 of the key's text.
    pub fn sha256(&self) -> &[u8; 32] {
        &self.sha256
    }

    /// Whether the merchant (as looked up; `None` when there is none) has this key and it is good now.
    /// Takes the same time for every merchant, known or not.
    pub fn check<'m>(&self, merchant: Option<&'m Merchant>, now: Timestamp) -> Result<&'m Merchant, MerchantKeyError> {
        let good = has_key(merchant, &self.sha256, now);
        merchant.filter(|_| good).ok_or(MerchantKeyError)
    }
}

impl Merchant {
    /// Whether the key with this hash is one of the merchant's, not expired, and the merchant not disabled.
    pub fn has_key(&self, sha256: &[u8; 32], now: Timestamp) -> bool {
        has_key(Some(self), sha256, now)
    }
}

/// Always compares two slots, so that the time tells neither how many keys there are nor which one fits.
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
    fn a_key_is_split_at_its_first_two_underscores() {
        // 0xff bytes are underscores in base64url.
        let key = key(0xff);
        assert_eq!(key.merchant().as_str(), "demo-1");
        assert!(key.check(Some(&merchant(&[(&key, None)])), NOW).is_ok());
    }

    #[test]
    fn malformed_keys_are_refused() {
        let secret = "A".repeat(43);
        for wrong in [
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
            assert!(MerchantKey::parse(&wrong).is_err(), "{wrong:?}");
        }
        assert!(MerchantKey::parse(&format!("wck_demo_{secret}")).is_ok());
    }

    #[test]
    fn both_keys_of_a_rotation_are_good_until_the_first_expires() {
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
    fn an_unknown_or_disabled_merchant_is_refused() {
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
