//! Recovery codes: the only way into an account without the authenticator app.
//!
//! A code has 100 random bits. Such a code cannot be found by trying, so a fast hash is sufficient.

use crate::ports::system::Randomness;
use data_encoding::BASE32_NOPAD;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;
use zeroize::Zeroizing;

/// The number of codes of an account.
const COUNT: usize = 10;

/// The number of base32 digits of a code, with five bits each.
const LENGTH: usize = 20;

/// The number of digits between two hyphens.
const GROUP: usize = 5;

/// A recovery code in its canonical form: 20 upper-case digits of base32. `Debug` prints no code.
#[derive(Clone, Debug)]
pub struct RecoveryCode(SecretString);

impl RecoveryCode {
    /// Parses 20 digits of base32 (RFC 4648) in any case, with spaces and hyphens between them. Returns `None` for any
    /// different string.
    pub fn parse(text: &str) -> Option<Self> {
        let kept = text.chars().filter(|character| !matches!(character, ' ' | '-'));
        let digits: String = kept.map(|character| character.to_ascii_uppercase()).collect();
        let valid = digits.len() == LENGTH && digits.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'2'..=b'7'));
        valid.then(|| Self(digits.into()))
    }

    fn generate(randomness: &dyn Randomness) -> Self {
        let mut bytes = Zeroizing::new([0; LENGTH]);
        randomness.fill(&mut *bytes);
        let digits = BASE32_NOPAD.encode(&*bytes);
        Self(digits[..LENGTH].into())
    }

    /// Returns the code as users see it: four groups of five digits.
    pub fn displayed(&self) -> SecretString {
        let groups: Vec<_> = self.0.expose_secret().as_bytes().chunks(GROUP).collect();
        String::from_utf8_lossy(&groups.join(&b'-')).into_owned().into()
    }

    /// Returns the stored hash, which also covers the account: a code copied to a second account is not valid there.
    fn hash(&self, account: Uuid) -> [u8; 32] {
        let mut hash = Sha256::new_with_prefix(b"recovery.");
        hash.update(account.as_bytes());
        hash.update(self.0.expose_secret());
        hash.finalize().into()
    }
}

/// The hashes of the recovery codes that are not used yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveryCodeHashes(pub Vec<[u8; 32]>);

impl RecoveryCodeHashes {
    /// Generates ten codes of an account. The codes are shown once; the hashes are stored.
    pub fn generate(account: Uuid, randomness: &dyn Randomness) -> (Vec<RecoveryCode>, Self) {
        let codes: Vec<_> = (0..COUNT).map(|_| RecoveryCode::generate(randomness)).collect();
        let hashes = Self(codes.iter().map(|code| code.hash(account)).collect());
        (codes, hashes)
    }

    /// Returns the hashes without the hash of the code, or `None` if the code is unknown.
    pub fn without(&self, code: &RecoveryCode, account: Uuid) -> Option<Self> {
        let presented = code.hash(account);
        let is_other = |hash: &[u8; 32]| !bool::from(hash.ct_eq(&presented));
        let others: Vec<_> = self.0.iter().copied().filter(is_other).collect();
        (others.len() < self.0.len()).then_some(Self(others))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::collections::HashSet;
    use std::sync::Mutex;

    const ALICE: Uuid = Uuid::from_u128(1);

    /// Bytes 0, 1, 2, …
    struct Counting(Mutex<Cell<u8>>);

    impl Randomness for Counting {
        fn fill(&self, bytes: &mut [u8]) {
            let next = self.0.lock().unwrap();
            for byte in bytes {
                *byte = next.get();
                next.set(next.get().wrapping_add(1));
            }
        }
    }

    fn codes() -> (Vec<RecoveryCode>, RecoveryCodeHashes) {
        RecoveryCodeHashes::generate(ALICE, &Counting(Mutex::default()))
    }

    #[test]
    fn ten_different_codes_of_100_bits() {
        let (codes, hashes) = codes();
        let texts: HashSet<_> = codes
            .iter()
            .map(|code| code.displayed().expose_secret().to_owned())
            .collect();
        assert_eq!((texts.len(), hashes.0.len()), (10, 10));
        // The base32 of the bytes 0 to 12, by Python's base64.b32encode.
        assert!(texts.contains("AAAQE-AYEAU-DAOCA-JBIFQ"), "{texts:?}");
    }

    #[test]
    fn code_is_valid_once_in_any_spelling() {
        let (codes, hashes) = codes();
        let displayed = codes[3].displayed().expose_secret().to_owned();
        for spelling in [displayed.clone(), displayed.to_lowercase(), displayed.replace('-', " ")] {
            let code = RecoveryCode::parse(&spelling).unwrap();
            let rest = hashes.without(&code, ALICE).unwrap();
            assert_eq!(rest.0.len(), 9);
            assert_eq!(rest.without(&code, ALICE), None);
            assert!(rest.without(&codes[4], ALICE).is_some());
        }
    }

    #[test]
    fn code_of_another_account_is_rejected() {
        let (codes, hashes) = codes();
        assert_eq!(hashes.without(&codes[0], Uuid::from_u128(2)), None);
    }

    #[test]
    fn other_strings_are_not_codes() {
        for invalid in [
            "",
            "123456",
            "AAAAA-AAAAA-AAAAA-AAAA",
            "AAAAA-AAAAA-AAAAA-AAAAAA",
            "AAAAA-AAAAA-AAAAA-AAAA1",
            "é",
        ] {
            assert!(RecoveryCode::parse(invalid).is_none(), "{invalid}");
        }
        assert!(!format!("{:?}", codes().0[0]).contains("AAAQE"));
    }
}
