//! Values of types without fields.

use super::Data;
use super::field_type::Atom;
use crate::value::{Address, Amount};
use ethers_core::types::U256;
use serde_json::Value;

/// The largest number that every JSON parser represents exactly, in magnitude.
const MAX_NUMBER: u64 = (1 << 53) - 1;

impl Atom {
    /// Reads a value of this type; `None` for a different type or a value out of range.
    pub(super) fn read(self, value: &Value) -> Option<Data> {
        match self {
            Self::Address => read_address(value).map(Data::Word),
            Self::Bool => value
                .as_bool()
                .map(|flag| Data::Word(U256::from(u8::from(flag)).into())),
            Self::String => value.as_str().map(|text| Data::Bytes(text.as_bytes().to_vec())),
            Self::Bytes => read_bytes(value).map(Data::Bytes),
            Self::FixedBytes(length) => {
                let bytes = read_bytes(value).filter(|bytes| bytes.len() == usize::from(length))?;
                let mut word = [0; 32];
                word[..bytes.len()].copy_from_slice(&bytes);
                Some(Data::Word(word))
            }
            Self::Uint(bits) => {
                let (is_negative, magnitude) = read_integer(value)?;
                let in_range = !is_negative && magnitude.bits() <= usize::from(bits);
                in_range.then(|| Data::Word(magnitude.into()))
            }
            Self::Int(bits) => {
                let (is_negative, magnitude) = read_integer(value)?;
                signed_word(is_negative, magnitude, bits).map(Data::Word)
            }
        }
    }
}

fn read_address(value: &Value) -> Option<[u8; 32]> {
    let address: Address = value.as_str()?.parse().ok()?;
    let mut word = [0; 32];
    word[12..].copy_from_slice(&address.to_bytes());
    Some(word)
}

fn read_bytes(value: &Value) -> Option<Vec<u8>> {
    hex::decode(value.as_str()?.strip_prefix("0x")?).ok()
}

/// Reads an integer as sign and magnitude. Zero has no sign.
fn read_integer(value: &Value) -> Option<(bool, U256)> {
    if let Some(number) = value.as_i64() {
        let magnitude = number.unsigned_abs();
        return (magnitude <= MAX_NUMBER).then(|| (number < 0, magnitude.into()));
    }
    let text = value.as_str()?;
    if let Some(quantity) = Amount::from_quantity(text) {
        return Some((false, quantity.0));
    }
    let digits = text.strip_prefix('-');
    let magnitude: Amount = digits.unwrap_or(text).parse().ok()?;
    let is_negative = digits.is_some();
    (!is_negative || magnitude != Amount::ZERO).then_some((is_negative, magnitude.0))
}

/// Returns the two's complement of a number with this many bits, extended to a word.
fn signed_word(is_negative: bool, magnitude: U256, bits: u16) -> Option<[u8; 32]> {
    let limit = U256::one() << usize::from(bits - 1);
    if is_negative {
        (magnitude <= limit).then(|| (!magnitude).overflowing_add(U256::one()).0.into())
    } else {
        (magnitude < limit).then(|| magnitude.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[expect(clippy::needless_pass_by_value, reason = "callers pass a literal")]
    fn is_valid(name: &str, value: Value) -> bool {
        Atom::parse(name).unwrap().read(&value).is_some()
    }

    #[test]
    fn bounds_of_integers_are_exact() {
        for (name, lowest, highest) in [("uint8", "0", "255"), ("int8", "-128", "127"), ("uint16", "0", "65535")] {
            assert!(
                is_valid(name, json!(lowest)) && is_valid(name, json!(highest)),
                "{name}"
            );
        }
        for (name, outside) in [
            ("uint8", "256"),
            ("uint8", "-1"),
            ("int8", "128"),
            ("int8", "-129"),
            ("int8", "0x80"),
        ] {
            assert!(!is_valid(name, json!(outside)), "{name} {outside}");
        }
        let highest = format!("0x{}", "f".repeat(64));
        assert!(is_valid("uint256", json!(highest)) && !is_valid("int256", json!(highest)));
        let lowest = format!("-{}", U256::one() << 255);
        assert!(is_valid("int256", json!(lowest)) && !is_valid("int248", json!(lowest)));
    }

    #[test]
    fn negative_numbers_are_in_twos_complement() {
        assert_eq!(Atom::Int(8).read(&json!(-1)), Some(Data::Word([0xff; 32])));
        let mut word = [0xff; 32];
        word[31] = 0x80;
        assert_eq!(Atom::Int(8).read(&json!("-128")), Some(Data::Word(word)));
    }

    #[test]
    fn inexact_and_malformed_integers_are_rejected() {
        for value in [
            json!(9_007_199_254_740_991_u64),
            json!(0),
            json!("0x0"),
            json!("007".trim_start_matches('0')),
        ] {
            assert!(is_valid("uint256", value.clone()), "{value}");
        }
        for value in [
            json!(9_007_199_254_740_992_u64),
            json!(1.0),
            json!(1e20),
            json!(true),
            json!(null),
            json!(""),
            json!("-0"),
            json!("+1"),
            json!("01"),
            json!("1.0"),
            json!("1e3"),
            json!("0x"),
            json!("-0x1"),
            json!(" 1"),
            json!([1]),
        ] {
            assert!(!is_valid("int256", value.clone()), "{value}");
        }
    }

    #[test]
    fn other_values_have_one_form() {
        assert!(is_valid("bytes", json!("0x")) && is_valid("bytes", json!("0xAb")));
        assert!(is_valid("bytes2", json!("0xabcd")));
        for (name, value) in [
            ("bytes", json!("ab")),
            ("bytes", json!("0xabc")),
            ("bytes", json!([1, 2])),
            ("bytes2", json!("0xab")),
            ("bytes2", json!("0xabcdef")),
            ("bool", json!("true")),
            ("bool", json!(1)),
            ("string", json!(1)),
            ("string", json!(null)),
            ("address", json!("0x0")),
            ("address", json!("5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")),
            ("address", json!("0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")),
        ] {
            assert!(!is_valid(name, value.clone()), "{name} {value}");
        }
    }
}
