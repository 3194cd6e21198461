//! The second factor of an account: one-time passwords and recovery codes.

use crate::auth::lifetimes::ENROLMENT_LIFETIME;
use crate::auth::one_time_password::{OneTimePassword, OtpSecret, TimeStep};
use crate::auth::recovery_codes::{RecoveryCode, RecoveryCodeHashes};
use crate::auth::sealed_secret::{SealError, SealedSecret};
use crate::auth::signing_keys::SigningKeySet;
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use crate::ports::system::{Randomness, Timestamp};
use uuid::Uuid;

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

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::ExposeSecret;
    use std::time::Duration;

    const NOW: Timestamp = Timestamp::from_secs(1_800_000_000);
    const ALICE: Uuid = Uuid::from_u128(1);

    struct Sevens;

    impl Randomness for Sevens {
        fn fill(&self, bytes: &mut [u8]) {
            bytes.fill(7);
        }
    }

    fn keys() -> SigningKeySet {
        SigningKeySet::generate(&Sevens, NOW).unwrap()
    }

    fn secret() -> OtpSecret {
        OtpSecret::generate(&Sevens)
    }

    fn password_at(now: Timestamp) -> FactorCode {
        FactorCode::parse(secret().password_at(TimeStep::at(now)).expose_secret()).unwrap()
    }

    fn active() -> ActiveFactor {
        let pending = PendingFactor::new(&secret(), ALICE, &keys(), &Sevens, NOW).unwrap();
        let FactorCode::OneTime(password) = password_at(NOW) else {
            panic!("a one-time password");
        };
        let (_, recovery) = RecoveryCodeHashes::generate(ALICE, &Sevens);
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
        let (codes, _) = RecoveryCodeHashes::generate(ALICE, &Sevens);
        let code = FactorCode::Recovery(codes[0].clone());
        let used = active().after_use(&code, ALICE, &keys(), NOW).unwrap().unwrap();
        assert_eq!(used.last_step, active().last_step);
        assert!(used.recovery.0.len() < active().recovery.0.len());
    }

    #[test]
    fn enrolment_expires_after_ten_minutes() {
        let pending = PendingFactor::new(&secret(), ALICE, &keys(), &Sevens, NOW).unwrap();
        assert!(!pending.has_expired(NOW.after(Duration::from_secs(599))));
        assert!(pending.has_expired(NOW.after(Duration::from_mins(10))));
    }
}
