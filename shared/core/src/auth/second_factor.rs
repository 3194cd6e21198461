//! The second factor of an account: one-time passwords, and recovery codes, the only way into an account without the
//! authenticator app.
//!
//! A recovery code has 100 random bits. Such a code cannot be found by trying, so a fast hash is sufficient.

use crate::auth::lifetimes::ENROLMENT_LIFETIME;
use crate::auth::one_time_password::{OneTimePassword, OtpSecret, TimeStep};
use crate::auth::sealed_secret::{SealError, SealedSecret};
use crate::auth::signing_keys::SigningKeySet;
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::system::{Randomness, Timestamp};
use data_encoding::BASE32_NOPAD;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;
use zeroize::Zeroizing;

/// The error for a string that is not a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeFormatError {
    /// The string is neither a one-time password nor a recovery code.
    #[error("use the 6 digits of the authenticator app, or a recovery code of 20 letters and digits")]
    Code,
    /// The string is not a one-time password.
    #[error("use the 6 digits of the authenticator app")]
    OneTimePassword,
}

impl CodedError for CodeFormatError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Code | Self::OneTimePassword => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
        }
    }
}

/// A presented code.
#[derive(Clone, Debug)]
pub enum FactorCode {
    /// The password that an authenticator app displays.
    OneTime(OneTimePassword),
    /// A recovery code.
    Recovery(RecoveryCode),
}

impl FactorCode {
    /// Parses a code; the kinds differ in length.
    pub fn parse(text: &str) -> Result<Self, CodeFormatError> {
        let one_time = OneTimePassword::parse(text).map(Self::OneTime);
        one_time
            .or_else(|| RecoveryCode::parse(text).map(Self::Recovery))
            .ok_or(CodeFormatError::Code)
    }
}

/// The second factor of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SecondFactor {
    /// The account has none: the password is sufficient.
    #[default]
    Absent,
    /// An enrolment waits for confirmation: the password is sufficient.
    Pending(PendingFactor),
    /// A login requires a code.
    Active(ActiveFactor),
}

/// An enrolment that is not confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingFactor {
    /// The encrypted secret.
    pub secret: SealedSecret,
    /// The end of the enrolment.
    pub expires_at: Timestamp,
}

impl PendingFactor {
    /// Starts the enrolment of a secret for an account.
    pub fn new(
        secret: &OtpSecret,
        account: Uuid,
        keys: &SigningKeySet,
        randomness: &dyn Randomness,
        now: Timestamp,
    ) -> Result<Self, SealError> {
        Ok(Self {
            secret: SealedSecret::seal(secret, account, keys, randomness, now)?,
            expires_at: now.after(ENROLMENT_LIFETIME),
        })
    }

    /// Returns true if the enrolment can no longer be confirmed.
    pub fn has_expired(&self, now: Timestamp) -> bool {
        self.expires_at <= now
    }

    /// Returns the factor that a password confirms, or `None` if the password is incorrect. The password counts as
    /// used.
    pub fn confirm(
        &self,
        password: &OneTimePassword,
        account: Uuid,
        keys: &SigningKeySet,
        now: Timestamp,
        recovery: RecoveryCodeHashes,
    ) -> Result<Option<ActiveFactor>, SealError> {
        let step = self.secret.open(account, keys)?.step_of(password, now, None);
        Ok(step.map(|last_step| ActiveFactor {
            secret: self.secret.clone(),
            last_step,
            recovery,
        }))
    }
}

/// A confirmed factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveFactor {
    /// The encrypted secret.
    pub secret: SealedSecret,
    /// The step of the latest password that was used. Passwords of this and earlier steps are rejected.
    pub last_step: TimeStep,
    /// The recovery codes that are not used yet.
    pub recovery: RecoveryCodeHashes,
}

impl ActiveFactor {
    /// Returns the factor after the use of a code, or `None` if the code is incorrect or was used before.
    pub fn after_use(
        &self,
        code: &FactorCode,
        account: Uuid,
        keys: &SigningKeySet,
        now: Timestamp,
    ) -> Result<Option<Self>, SealError> {
        let used = self.clone();
        Ok(match code {
            FactorCode::OneTime(password) => {
                let secret = self.secret.open(account, keys)?;
                let step = secret.step_of(password, now, Some(self.last_step));
                step.map(|last_step| Self { last_step, ..used })
            }
            FactorCode::Recovery(code) => {
                let rest = self.recovery.without(code, account);
                rest.map(|recovery| Self { recovery, ..used })
            }
        })
    }
}

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
    use crate::ports::system::Fixed;
    use secrecy::ExposeSecret;
    use std::cell::Cell;
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::time::Duration;

    const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);
    const ALICE: Uuid = Uuid::from_u128(1);

    fn keys() -> SigningKeySet {
        SigningKeySet::generate(&Fixed(7), NOW).unwrap()
    }

    fn secret() -> OtpSecret {
        OtpSecret::generate(&Fixed(7))
    }

    fn password_at(now: Timestamp) -> FactorCode {
        FactorCode::parse(secret().password_at(TimeStep::at(now)).expose_secret()).unwrap()
    }

    fn active() -> ActiveFactor {
        let pending = PendingFactor::new(&secret(), ALICE, &keys(), &Fixed(7), NOW).unwrap();
        let FactorCode::OneTime(password) = password_at(NOW) else {
            panic!("a one-time password");
        };
        let (_, recovery) = RecoveryCodeHashes::generate(ALICE, &Fixed(7));
        let confirmed = pending.confirm(&password, ALICE, &keys(), NOW, recovery).unwrap();
        confirmed.unwrap()
    }

    #[test]
    fn code_of_the_confirmation_and_used_codes_are_rejected() {
        let after_use = |factor: &ActiveFactor, now| factor.after_use(&password_at(now), ALICE, &keys(), now).unwrap();
        assert_eq!(after_use(&active(), NOW), None);
        let later = NOW.after(Duration::from_secs(30));
        let used = after_use(&active(), later).unwrap();
        assert_eq!(used.last_step, TimeStep::at(later));
        assert_eq!(after_use(&used, later), None);
        assert_eq!(used.recovery, active().recovery);
    }

    #[test]
    fn recovery_code_does_not_change_the_step() {
        let (codes, _) = RecoveryCodeHashes::generate(ALICE, &Fixed(7));
        let code = FactorCode::Recovery(codes[0].clone());
        let used = active().after_use(&code, ALICE, &keys(), NOW).unwrap().unwrap();
        assert_eq!(used.last_step, active().last_step);
        assert!(used.recovery.0.len() < active().recovery.0.len());
    }

    #[test]
    fn enrolment_expires_after_ten_minutes() {
        let pending = PendingFactor::new(&secret(), ALICE, &keys(), &Fixed(7), NOW).unwrap();
        assert!(!pending.has_expired(NOW.after(Duration::from_secs(599))));
        assert!(pending.has_expired(NOW.after(Duration::from_mins(10))));
    }

    const OWNER: Uuid = Uuid::from_u128(1);

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
        RecoveryCodeHashes::generate(OWNER, &Counting(Mutex::default()))
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
            let rest = hashes.without(&code, OWNER).unwrap();
            assert_eq!(rest.0.len(), 9);
            assert_eq!(rest.without(&code, OWNER), None);
            assert!(rest.without(&codes[4], OWNER).is_some());
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
