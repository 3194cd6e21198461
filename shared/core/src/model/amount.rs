//! Amounts: strings of decimal digits in base units in JSON, and fees compared with them; exact decimal numbers of prices.

use super::AssetValue;
use crate::error::{CodedError, ErrorCode, ErrorInfo};
use std::fmt;

/// Reasons why a string is not a valid amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountError<Maximum = u64> {
    /// The string contains a non-digit, or has a leading zero.
    #[error("the amount must be a string of decimal digits in base units, without sign, point or leading zeros")]
    NotAnInteger,
    /// The amount exceeds the maximum.
    #[error("the amount must be at most {maximum} base units")]
    TooLarge {
        /// The largest amount allowed here.
        maximum: Maximum,
    },
}

impl<Maximum: fmt::Display> CodedError for AmountError<Maximum> {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::NotAnInteger | Self::TooLarge { .. } => ErrorInfo::describe(ErrorCode::InvalidAmount, self),
        }
    }
}

/// Parses an amount of at most `maximum` base units.
///
/// Accepts `0` and decimal digits without a leading zero. Returns [`AmountError::NotAnInteger`] for
/// signs, decimal points, exponents, whitespace, hex and digits of other scripts.
pub fn parse_amount(text: &str, maximum: u64) -> Result<u64, AmountError> {
    if !is_amount(text) {
        return Err(AmountError::NotAnInteger);
    }
    // A number that overflows a u64 exceeds every maximum.
    match text.parse::<u64>() {
        Ok(amount) if amount <= maximum => Ok(amount),
        _ => Err(AmountError::TooLarge { maximum }),
    }
}

/// Returns true if the string has the form of an amount: decimal digits of any length without a leading zero.
pub fn is_amount(text: &str) -> bool {
    let digits_only = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits_only && (text == "0" || !text.starts_with('0'))
}

/// One value for each fee mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes<T> {
    /// Value for a payment that is not urgent.
    pub slow: T,
    /// Value for an ordinary payment.
    pub normal: T,
    /// Value for an urgent payment.
    pub fast: T,
}

impl<T> Modes<T> {
    /// Applies a function to each value.
    pub fn map<U>(self, of: impl Fn(T) -> U) -> Modes<U> {
        Modes {
            slow: of(self.slow),
            normal: of(self.normal),
            fast: of(self.fast),
        }
    }
}

/// Implements the conversion of the values of all modes into records of texts.
#[macro_export]
macro_rules! mode_texts {
    ($($record:ident)*) => {$(
        impl<T: ::std::string::ToString> From<$crate::model::Modes<T>> for $record {
            fn from(modes: $crate::model::Modes<T>) -> Self {
                let $crate::model::Modes { slow, normal, fast } = modes.map(|value| value.to_string());
                Self { normal, fast, slow }
            }
        }
    )*};
}

/// Returns true if a fee exceeds a fifth of an amount, both in base units.
pub const fn is_fee_share(fee: u64, amount: u64) -> bool {
    fee > amount / FEE_SHARE
}

/// A fee above this fraction of the amount causes a warning: a fifth.
pub const FEE_SHARE: u64 = 5;

/// The maximum number of digits of a number, before or after the decimal point.
const MAX_DIGITS: usize = 40;

/// The number of decimal places of a worth.
const WORTH_PLACES: usize = 8;

/// A decimal number as text: no exponent, no leading or trailing zero that could be omitted, no negative zero.
///
/// The number is never converted to a binary fraction, which could change the digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal(String);

impl Decimal {
    /// Parses a JSON number (RFC 8259, section 6). Returns `None` for other text, and for numbers with more than 40
    /// digits before or after the decimal point.
    pub fn from_json(text: &str) -> Option<Self> {
        let (is_negative, text) = match text.strip_prefix('-') {
            Some(text) => (true, text),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let has_point = mantissa.contains('.');
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || (has_point && !is_number(fraction)) || (whole.len() > 1 && whole.starts_with('0')) {
            return None;
        }
        let exponent = exponent.strip_prefix('+').unwrap_or(exponent);
        if !is_number(exponent.strip_prefix('-').unwrap_or(exponent)) {
            return None;
        }
        let point = i64::try_from(whole.len()).ok()? + exponent.parse::<i64>().ok().filter(|e| e.abs() <= 1000)?;
        let digits = format!("{whole}{fraction}");
        Self::of(is_negative, &digits, point)
    }

    /// Returns the number with these digits and the decimal point after `point` digits.
    fn of(is_negative: bool, digits: &str, point: i64) -> Option<Self> {
        let leading = digits.bytes().take_while(|digit| *digit == b'0').count();
        let digits = digits.trim_start_matches('0').trim_end_matches('0');
        if digits.is_empty() {
            return Some(Self("0".to_owned()));
        }
        let point = point - i64::try_from(leading).ok()?;
        let length = i64::try_from(digits.len()).ok()?;
        let (before, after) = (point.max(0), (length - point).max(0));
        let limit = i64::try_from(MAX_DIGITS).ok()?;
        if before > limit || after > limit {
            return None;
        }
        let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or_default());
        let split = usize::try_from(point.clamp(0, length)).ok()?;
        let (whole, fraction) = digits.split_at(split);
        let whole = format!("{whole}{}", zeros(point - length));
        let fraction = format!("{}{fraction}", zeros(-point));
        let sign = if is_negative { "-" } else { "" };
        let whole = if whole.is_empty() { "0" } else { &whole };
        Some(Self(match fraction.as_str() {
            "" => format!("{sign}{whole}"),
            fraction => format!("{sign}{whole}.{fraction}"),
        }))
    }

    /// Returns the worth of an amount if this number is the price of a whole unit: rounded to eight decimal places, half up.
    /// Returns `None` for a negative number, and for a worth with more than 40 digits.
    pub fn worth(&self, value: &AssetValue) -> Option<Self> {
        let (whole, fraction) = self.0.split_once('.').unwrap_or((&self.0, ""));
        let places = fraction.len() + usize::from(value.decimals);
        let mut product = product(&digits(&format!("{whole}{fraction}"))?, &digits(&value.amount)?);
        let dropped = places.saturating_sub(WORTH_PLACES);
        product.resize(product.len().max(dropped + 1), 0);
        let rounded = product.split_off(dropped);
        let carry = u32::from(product.last().is_some_and(|digit| *digit >= 5));
        let text = text_of(&rounded, carry);
        let point = i64::try_from(text.len()).ok()? - i64::try_from(places - dropped).ok()?;
        Self::of(false, &text, point)
    }

    /// Returns true for a number above zero.
    pub fn is_positive(&self) -> bool {
        self.0 != "0" && !self.0.starts_with('-')
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns the digits of a whole number, the lowest first.
fn digits(text: &str) -> Option<Vec<u32>> {
    text.chars().rev().map(|digit| digit.to_digit(10)).collect()
}

/// Returns the product of two whole numbers, the lowest digit first.
fn product(first: &[u32], second: &[u32]) -> Vec<u32> {
    let mut product = vec![0; first.len() + second.len()];
    for (place, digit) in first.iter().enumerate() {
        let mut carry = 0;
        for (sum, other) in product[place..]
            .iter_mut()
            .zip(second.iter().chain(std::iter::repeat(&0)))
        {
            let value = *sum + digit * other + carry;
            *sum = value % 10;
            carry = value / 10;
        }
    }
    product
}

/// Returns the sum of a whole number, given with the lowest digit first, and a digit.
fn text_of(digits: &[u32], mut carry: u32) -> String {
    let mut text = Vec::with_capacity(digits.len() + 1);
    for digit in digits {
        text.push((digit + carry) % 10);
        carry = (digit + carry) / 10;
    }
    text.push(carry);
    let digits = text.iter().rev().filter_map(|digit| char::from_digit(*digit, 10));
    digits.collect()
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amount_is_digits_without_sign_point_or_leading_zero() {
        assert_eq!(parse_amount("0", 10), Ok(0));
        assert_eq!(parse_amount("10", 10), Ok(10));
        for invalid in [
            "", "-1", "+1", "01", "00", "1.0", "1e5", "0x1", " 1", "1 ", "١", "1_000",
        ] {
            assert_eq!(
                parse_amount(invalid, u64::MAX),
                Err(AmountError::NotAnInteger),
                "{invalid:?}"
            );
        }
    }

    #[test]
    fn amount_above_maximum_is_rejected_at_any_length() {
        for large in ["11", "18446744073709551616", "99999999999999999999999999999999999999"] {
            assert_eq!(
                parse_amount(large, 10),
                Err(AmountError::TooLarge { maximum: 10 }),
                "{large}"
            );
        }
    }

    fn parsed(text: &str) -> Option<String> {
        Decimal::from_json(text).map(|number| number.to_string())
    }

    #[test]
    fn every_digit_is_kept() {
        for (text, expected) in [
            ("64123.5", "64123.5"),
            ("0.1", "0.1"),
            ("1", "1"),
            ("0", "0"),
            ("-0.0", "0"),
            ("1.50", "1.5"),
            ("100", "100"),
            ("-1.6371141415010508", "-1.6371141415010508"),
            // More digits than a 64-bit binary fraction has.
            ("103663.12345678901234567890123", "103663.12345678901234567890123"),
            ("9007199254740993", "9007199254740993"),
            ("1e-05", "0.00001"),
            ("1.25E-7", "0.000000125"),
            ("2.5e3", "2500"),
            ("2.5e+0", "2.5"),
            ("12345e-2", "123.45"),
            ("0e5", "0"),
            ("0.00120e2", "0.12"),
        ] {
            assert_eq!(parsed(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_texts_and_huge_numbers_are_rejected() {
        for text in [
            "",
            "-",
            ".5",
            "5.",
            "+1",
            "01",
            "1e",
            "1e+",
            "1e1.5",
            "NaN",
            "Infinity",
            "null",
            "\"1\"",
            " 1",
            "1 ",
            "1_0",
            "0x1",
            "--1",
            "1e41",
            "1e-41",
            "1e1001",
            "1e99999999999999999999",
            "\u{661}",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
        assert_eq!(parsed(&"9".repeat(40)).map(|text| text.len()), Some(40));
        assert_eq!(parsed(&"9".repeat(41)), None);
    }

    #[test]
    fn worth_is_exact_to_eight_places() {
        let worth = |price: &str, amount: &str, decimals| {
            let value = AssetValue::new(amount, decimals);
            let worth = Decimal::from_json(price).and_then(|price| price.worth(&value));
            worth.map(|worth| worth.to_string())
        };
        // Expected values of Python's decimal module with ROUND_HALF_UP.
        for (price, amount, decimals, expected) in [
            ("59140.2", "150000", 8, "88.7103"),
            ("1", "0", 18, "0"),
            ("0", "5", 0, "0"),
            ("3", "7", 0, "21"),
            ("0.999", "1", 8, "0.00000001"),
            ("0.5", "1", 8, "0.00000001"),
            ("0.4999999", "1", 8, "0"),
            ("9.9999999999", "1000000000000000000", 18, "10"),
            ("3127.123456789012", "1234567890123456789", 18, "3860.6462082"),
            ("0.000000002", "9007199254740993", 2, "180143.98509482"),
            (
                "2",
                "115792089237316195423570985008687907853269984665640564039457584007913129639935",
                77,
                "2.31584178",
            ),
        ] {
            assert_eq!(
                worth(price, amount, decimals).as_deref(),
                Some(expected),
                "{price} {amount}"
            );
        }
        assert_eq!(worth("1", "-1", 8), None);
        assert_eq!(worth("-1", "1", 8), None);
        assert_eq!(worth("10", &"9".repeat(41), 0), None);
    }

    #[test]
    fn only_numbers_above_zero_are_positive() {
        for (text, expected) in [("0.1", true), ("0", false), ("-0.1", false), ("-0", false)] {
            assert_eq!(
                Decimal::from_json(text).map(|number| number.is_positive()),
                Some(expected),
                "{text}"
            );
        }
    }
}
