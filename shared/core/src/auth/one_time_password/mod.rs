//! Time-based one-time passwords (RFC 6238) with SHA-1, 6 digits and steps of 30 seconds: the parameters that
//! authenticator apps support.

use crate::model::percent_encode;
use crate::ports::system::{Randomness, Timestamp};
use aws_lc_rs::hmac;
use data_encoding::BASE32_NOPAD;
use secrecy::{ExposeSecret, SecretBox, SecretString};
use subtle::ConstantTimeEq;

/// The length of a step in seconds, `X` of RFC 6238.
const STEP: u64 = 30;

/// The number of digits of a password.
const DIGITS: usize = 6;

/// The number of steps by which the clocks of user and server may differ.
const WINDOW: u64 = 1;

/// The number of a time step: Unix seconds divided by 30.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeStep(pub u64);

impl TimeStep {
    /// Returns the step of a time.
    pub const fn at(now: Timestamp) -> Self {
        Self(now.as_secs() / STEP)
    }
}

/// A presented one-time password of six digits. `Debug` prints no password.
#[derive(Clone, Debug)]
pub struct OneTimePassword(SecretString);

impl OneTimePassword {
    /// Parses six ASCII digits, with spaces and hyphens between them. Returns `None` for a different string.
    pub fn parse(text: &str) -> Option<Self> {
        let digits: String = text
            .chars()
            .filter(|character| !matches!(character, ' ' | '-'))
            .collect();
        let valid = digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
        valid.then(|| Self(digits.into()))
    }
}

/// The secret that a server and an authenticator app share: 160 random bits, as RFC 4226 recommends (section 4, R6).
/// `Debug` prints no secret.
#[derive(Debug)]
pub struct OtpSecret(SecretBox<[u8; 20]>);

impl OtpSecret {
    /// Generates a secret.
    pub fn generate(randomness: &dyn Randomness) -> Self {
        Self(SecretBox::init_with_mut(|secret: &mut [u8; 20]| {
            randomness.fill(secret);
        }))
    }

    /// Wraps the bytes of a secret.
    pub(super) fn from_bytes(bytes: [u8; 20]) -> Self {
        Self(SecretBox::new(Box::new(bytes)))
    }

    pub(super) fn bytes(&self) -> &[u8; 20] {
        self.0.expose_secret()
    }

    /// Returns the secret in base32 (RFC 4648) without padding, which users can type.
    pub fn base32(&self) -> SecretString {
        BASE32_NOPAD.encode(self.bytes()).into()
    }

    /// Returns the URI that authenticator apps read from a QR code: `otpauth://totp/ISSUER:USER?secret=…`, as the Key
    /// URI Format of Google Authenticator specifies.
    pub fn uri(&self, issuer: &str, username: &str) -> SecretString {
        let (issuer, username) = (percent_encode(issuer), percent_encode(username));
        let secret = self.base32();
        let secret = secret.expose_secret();
        format!(
            "otpauth://totp/{issuer}:{username}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits={DIGITS}&period={STEP}"
        )
        .into()
    }

    /// Returns the step of a password if the step is the current step or a neighbour, and later than `last`, the
    /// step of the password that was used before (RFC 6238, section 5.2).
    pub fn step_of(&self, password: &OneTimePassword, now: Timestamp, last: Option<TimeStep>) -> Option<TimeStep> {
        let TimeStep(current) = TimeStep::at(now);
        let steps = current.saturating_sub(WINDOW)..=current.saturating_add(WINDOW);
        let presented = password.0.expose_secret().as_bytes();
        // Every step is compared, so that the time does not depend on the matching step.
        let matching = steps.map(TimeStep).filter(|step| {
            let expected = self.password_at(*step);
            bool::from(expected.expose_secret().as_bytes().ct_eq(presented))
        });
        matching.filter(|step| last.is_none_or(|last| *step > last)).max()
    }

    /// Returns the password of a step (RFC 4226, section 5.3).
    pub fn password_at(&self, step: TimeStep) -> SecretString {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, self.bytes());
        let tag = hmac::sign(&key, &step.0.to_be_bytes());
        format!("{:06}", truncate(tag.as_ref()) % 1_000_000).into()
    }
}

/// Returns 31 bits of an HMAC at the offset in the last four bits (RFC 4226, section 5.3).
fn truncate(tag: &[u8]) -> u32 {
    let offset = usize::from(tag.last().copied().unwrap_or_default() & 0x0f);
    let bytes = tag.iter().skip(offset).take(4);
    bytes.fold(0, |number, byte| number << 8 | u32::from(*byte)) & 0x7fff_ffff
}

#[cfg(test)]
mod tests;
