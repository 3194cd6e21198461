//! Amounts as they stand in JSON: strings of decimal digits in the smallest unit.

/// Why a text is no amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountError<Maximum = u64> {
    /// Something other than digits, or a leading zero.
    #[error("an amount is a string of decimal digits in the smallest unit, without sign, point or leading zeros")]
    NotAnInteger,
    /// More than can exist.
    #[error("the amount is above the maximum of {maximum}")]
    TooLarge {
        /// The largest amount allowed here.
        maximum: Maximum,
    },
}

/// Reads an amount of at most `maximum` smallest units.
///
/// Accepts `0` and digits without a leading zero; signs, points, exponents, blanks, digits of other
/// scripts and hex are [`AmountError::NotAnInteger`].
pub fn parse_amount(text: &str, maximum: u64) -> Result<u64, AmountError> {
    if !is_amount(text) {
        return Err(AmountError::NotAnInteger);
    }
    // Digits that do not fit an u64 are above every maximum.
    match text.parse::<u64>() {
        Ok(amount) if amount <= maximum => Ok(amount),
        _ => Err(AmountError::TooLarge { maximum }),
    }
}

/// Whether a text has the form of an amount: decimal digits without a leading zero, of whatever length.
pub fn is_amount(text: &str) -> bool {
    let digits_only = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits_only && (text == "0" || !text.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_digits_without_sign_point_or_leading_zero() {
        assert_eq!(parse_amount("0", 10), Ok(0));
        assert_eq!(parse_amount("10", 10), Ok(10));
        for wrong in [
            "", "-1", "+1", "01", "00", "1.0", "1e5", "0x1", " 1", "1 ", "١", "1_000",
        ] {
            assert_eq!(
                parse_amount(wrong, u64::MAX),
                Err(AmountError::NotAnInteger),
                "{wrong:?}"
            );
        }
    }

    #[test]
    fn amounts_above_the_maximum_are_refused_at_any_length() {
        for large in ["11", "18446744073709551616", "99999999999999999999999999999999999999"] {
            assert_eq!(
                parse_amount(large, 10),
                Err(AmountError::TooLarge { maximum: 10 }),
                "{large}"
            );
        }
    }
}
