//! Tests of one-time passwords.

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
