//! Prices as fractions of two 32-bit numbers.

use std::fmt;
use std::str::FromStr;
use stellar_xdr as xdr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};

/// The price of a unit of an asset in a second asset: a fraction, the form stored by the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Price {
    /// The numerator, greater than 0.
    n: i32,
    /// The denominator, greater than 0.
    d: i32,
}

/// Reasons why a string is not a valid price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    /// The string is neither a positive decimal number nor a fraction.
    #[error("price must be a decimal number such as 0.25 or a fraction such as 1/4, and greater than 0")]
    Form,
    /// A part of the fraction has more than 31 bits.
    #[error("parts of a fraction must be whole numbers from 1 to 2147483647")]
    Parts,
    /// No fraction of two 31-bit numbers is close enough.
    #[error(
        "price is too large, too small or too precise: no fraction of two 31-bit numbers is within 0.00001 % of it"
    )]
    Range,
}

impl CodedError for PriceError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Form | Self::Parts | Self::Range => ErrorInfo::describe(ErrorCode::InvalidRequest, self),
        }
    }
}

/// The maximum number of digits. Longer numbers cannot be represented anyway.
const MAX_DIGITS: usize = 36;

impl FromStr for Price {
    type Err = PriceError;

    /// Parses `n/d`, which is stored unchanged, or a decimal number, which is converted to the best
    /// fraction.
    fn from_str(text: &str) -> Result<Self, PriceError> {
        if let Some((n, d)) = text.split_once('/') {
            return Ok(Self {
                n: part(n)?,
                d: part(d)?,
            });
        }
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let leading_zero = whole.len() > 1 && whole.starts_with('0');
        if !is_number(whole) || !is_number(decimals) || leading_zero {
            return Err(PriceError::Form);
        }
        let decimals = decimals.trim_end_matches('0');
        let digits = format!("{whole}{decimals}");
        if digits.bytes().all(|byte| byte == b'0') {
            return Err(PriceError::Form);
        }
        if digits.len() > MAX_DIGITS {
            return Err(PriceError::Range);
        }
        let numerator: u128 = digits.parse().map_err(|_| PriceError::Range)?;
        let denominator = 10_u128.pow(u32::try_from(decimals.len()).map_err(|_| PriceError::Range)?);
        best_fraction(numerator, denominator).ok_or(PriceError::Range)
    }
}

/// Parses a part of a fraction.
fn part(digits: &str) -> Result<i32, PriceError> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    if !is_number {
        let zero = digits == "0";
        return Err(if zero { PriceError::Parts } else { PriceError::Form });
    }
    digits.parse().map_err(|_| PriceError::Parts)
}

/// Returns the last convergent of the continued fraction with 31-bit parts, or `None` if 0 or if the relative
/// error exceeds 1/10,000,000.
fn best_fraction(numerator: u128, denominator: u128) -> Option<Price> {
    let largest = u128::from(i32::MAX.unsigned_abs());
    let (mut rest, mut divisor) = (numerator, denominator);
    let (mut before, mut current) = ((0, 1), (1, 0));
    while divisor != 0 {
        let term = rest / divisor;
        let next = |before: u128, current: u128| term.checked_mul(current)?.checked_add(before);
        let (Some(n), Some(d)) = (next(before.0, current.0), next(before.1, current.1)) else {
            break;
        };
        if n > largest || d > largest {
            break;
        }
        (before, current) = (current, (n, d));
        (rest, divisor) = (divisor, rest % divisor);
    }
    let (n, d) = current;
    let is_near = n != 0 && d != 0 && is_within(numerator, denominator, n, d);
    is_near.then_some(Price {
        n: i32::try_from(n).ok()?,
        d: i32::try_from(d).ok()?,
    })
}

/// Returns true if the relative error of n/d is at most 1/10,000,000.
fn is_within(numerator: u128, denominator: u128, n: u128, d: u128) -> bool {
    // The products may overflow: the parts have 31 bits, the number up to 120.
    let (Some(exact), Some(near)) = (numerator.checked_mul(d), denominator.checked_mul(n)) else {
        return false;
    };
    exact.abs_diff(near) <= exact / 10_000_000
}

impl fmt::Display for Price {
    /// Formats the shortest decimal number that equals the price. Formats the fraction if none exists, and if the
    /// parts have a common factor, which a decimal number would lose.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decimal() {
            Some(decimal) if decimal.parse() == Ok(*self) => f.write_str(&decimal),
            _ => write!(f, "{}/{}", self.n, self.d),
        }
    }
}

impl Price {
    /// Creates the fraction n/d. Returns `None` unless both parts are greater than 0.
    pub const fn new(n: i32, d: i32) -> Option<Self> {
        if n > 0 && d > 0 { Some(Self { n, d }) } else { None }
    }

    /// Returns the numerator.
    pub const fn n(self) -> i32 {
        self.n
    }

    /// Returns the denominator.
    pub const fn d(self) -> i32 {
        self.d
    }

    /// Returns the price as a decimal number, or `None` if the expansion is infinite.
    fn decimal(self) -> Option<String> {
        let (n, d) = (u128::from(self.n.unsigned_abs()), u128::from(self.d.unsigned_abs()));
        // A 31-bit denominator has at most 30 factors of 2.
        let places = (0..=30).find(|places| 10_u128.pow(*places).is_multiple_of(d))?;
        let digits = n * (10_u128.pow(places) / d);
        let width = usize::try_from(places).ok()?;
        let digits = format!("{digits:0>width$}", width = width + 1);
        let (whole, decimals) = digits.split_at(digits.len() - width);
        let decimals = decimals.trim_end_matches('0');
        Some(if decimals.is_empty() {
            whole.to_owned()
        } else {
            format!("{whole}.{decimals}")
        })
    }

    /// Returns true if this price is less than or equal to `other`.
    pub fn is_at_most(self, other: Self) -> bool {
        i64::from(self.n) * i64::from(other.d) <= i64::from(other.n) * i64::from(self.d)
    }

    pub(crate) const fn to_xdr(self) -> xdr::Price {
        xdr::Price { n: self.n, d: self.d }
    }

    /// Returns `None` unless both parts are greater than 0.
    pub(crate) const fn from_xdr(price: &xdr::Price) -> Option<Self> {
        Self::new(price.n, price.d)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, n: i32, d: i32) {
        assert_eq!(text.parse(), Ok(Price { n, d }), "{text}");
    }

    // The cases of the `best_r` test in stellar-base.
    #[test]
    fn decimal_number_becomes_the_best_fraction() {
        check("0.1", 1, 10);
        check("0.01", 1, 100);
        check("0.001", 1, 1000);
        check("543.017930", 54_301_793, 100_000);
        check("319.69983", 31_969_983, 100_000);
        check("0.93", 93, 100);
        check("0.5", 1, 2);
        check("1.730", 173, 100);
        check("0.85334384", 5_333_399, 6_250_000);
        check("5.5", 11, 2);
        check("2.72783", 272_783, 100_000);
        check("638082.0", 638_082, 1);
        check("2.93850088", 36_731_261, 12_500_000);
        check("58.04", 1451, 25);
        check("41.265", 8253, 200);
        check("5.1476", 12869, 2500);
        check("95.14", 4757, 50);
        check("0.74580", 3729, 5000);
        check("4119.0", 4119, 1);
        check("1073742464.5", 1_073_742_464, 1);
        check("2147483647", i32::MAX, 1);
    }

    #[test]
    fn fraction_is_stored_unchanged() {
        check("1/4", 1, 4);
        check("2/4", 2, 4);
        check("2147483647/2147483647", i32::MAX, i32::MAX);
        assert_eq!(Price { n: 1, d: 4 }.to_string(), "0.25");
        assert_eq!(Price { n: 2, d: 4 }.to_string(), "2/4");
        assert_eq!(Price { n: 1, d: 3 }.to_string(), "1/3");
        assert_eq!(Price { n: 7, d: 1 }.to_string(), "7");
    }

    #[test]
    fn invalid_price_is_rejected() {
        for invalid in [
            "", "0", "0.0", ".5", "5.", "-1", "1e3", "1/", "/1", "1/2/3", "a", "01", "01/2", " 1", "1/-2",
        ] {
            assert_eq!(invalid.parse::<Price>(), Err(PriceError::Form), "{invalid:?}");
        }
        for invalid in ["0/1", "1/0", "2147483648/1", "1/2147483648"] {
            assert_eq!(invalid.parse::<Price>(), Err(PriceError::Parts), "{invalid:?}");
        }
        let long = format!("0.{}1", "0".repeat(60));
        for invalid in ["2147483648", "0.0000000001", "99999999999999999999999999", &long] {
            assert_eq!(invalid.parse::<Price>(), Err(PriceError::Range), "{invalid:?}");
        }
    }

    proptest! {
        #[test]
        fn price_round_trips(n in 1..i32::MAX, d in 1..i32::MAX) {
            let price = Price { n, d };
            prop_assert_eq!(price.to_string().parse(), Ok(price));
        }

        #[test]
        fn parsing_never_panics(text in "[0-9./]{0,80}") {
            let _ = text.parse::<Price>();
        }
    }
}
