//! Amounts: strings of decimal digits in base units in JSON, and fees compared with them.

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
}
