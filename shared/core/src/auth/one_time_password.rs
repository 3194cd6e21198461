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
mod tests {
    use super::*;

    /// The secret of RFC 4226, appendix D, and of RFC 6238, appendix B, for SHA-1.
    fn rfc_secret() -> OtpSecret {
        OtpSecret::from_bytes(*b"12345678901234567890")
    }

    fn password(text: &str) -> OneTimePassword {
        OneTimePassword::parse(text).unwrap()
    }

    /// RFC 4226, appendix D.
    #[test]
    fn rfc4226_vectors() {
        let expected = [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ];
        for (count, expected) in (0..).zip(expected) {
            assert_eq!(rfc_secret().password_at(TimeStep(count)).expose_secret(), expected);
        }
    }

    /// RFC 6238, appendix B, rows of SHA-1: the last six of eight digits.
    #[test]
    fn rfc6238_vectors() {
        for (seconds, eight_digits) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            let now = Timestamp::from_secs(seconds);
            let step = TimeStep::at(now);
            assert_eq!(rfc_secret().password_at(step).expose_secret(), &eight_digits[2..]);
            assert_eq!(
                rfc_secret().step_of(&password(&eight_digits[2..]), now, None),
                Some(step)
            );
        }
    }

    #[test]
    fn password_is_valid_in_its_step_and_the_two_next_to_it() {
        let first = password("287082");
        let valid = |seconds| {
            rfc_secret()
                .step_of(&first, Timestamp::from_secs(seconds), None)
                .is_some()
        };
        assert_eq!([valid(0), valid(30), valid(59), valid(60), valid(89)], [true; 5]);
        assert_eq!([valid(90), valid(3_000)], [false; 2]);
    }

    #[test]
    fn password_of_the_last_used_step_or_an_earlier_one_is_rejected() {
        let secret = rfc_secret();
        let now = Timestamp::from_secs(60);
        let at = |step, last| secret.step_of(&password(secret.password_at(TimeStep(step)).expose_secret()), now, last);
        assert_eq!(at(2, Some(TimeStep(1))), Some(TimeStep(2)));
        assert_eq!(at(2, Some(TimeStep(2))), None);
        assert_eq!(at(1, Some(TimeStep(2))), None);
        assert_eq!(at(3, Some(TimeStep(2))), Some(TimeStep(3)));
    }

    #[test]
    fn password_is_six_ascii_digits() {
        for valid in ["123456", " 123 456 ", "123-456"] {
            let parsed = OneTimePassword::parse(valid).unwrap();
            assert_eq!(parsed.0.expose_secret(), "123456");
            assert!(!format!("{parsed:?}").contains("123456"));
        }
        for invalid in ["", "12345", "1234567", "12345a", "١٢٣٤٥٦", "123.456", "+12345"] {
            assert!(OneTimePassword::parse(invalid).is_none(), "{invalid}");
        }
    }

    /// RFC 4648, section 10: "foobar" repeated gives the alphabet without padding only for multiples of five bytes.
    #[test]
    fn secret_is_displayed_in_base32() {
        let text = rfc_secret().base32();
        assert_eq!(text.expose_secret(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }

    #[test]
    fn uri_encodes_issuer_and_user_name() {
        let uri = rfc_secret().uri("wallet.example", "älice@b:c");
        assert_eq!(
            uri.expose_secret(),
            "otpauth://totp/wallet.example:%C3%A4lice%40b%3Ac?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=wallet.example&algorithm=SHA1&digits=6&period=30"
        );
    }
}
