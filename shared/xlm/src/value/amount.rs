//! Amounts in stroops of any asset: signed 64-bit numbers, never negative here.

use std::fmt;
use std::str::FromStr;
use wallet_core::error::{CodedError, ErrorCode, ErrorInfo};
use wallet_core::model::{AmountError, parse_amount};

/// An amount of an asset in stroops, the ten millionth part of a unit: 0 to 2^63 − 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stroops(i64);

impl Stroops {
    /// The maximum amount of any asset.
    pub const MAX: Self = Self(i64::MAX);

    /// The minimum fee of an operation.
    pub const MIN_FEE: Self = Self(100);

    /// The maximum plausible fee of an operation: 10 lumens, a hundred thousand times the minimum.
    pub const MAX_PLAUSIBLE_FEE: Self = Self(100_000_000);

    /// Creates an amount of `stroops`. Returns `None` if the number is negative.
    pub const fn new(stroops: i64) -> Option<Self> {
        if stroops < 0 { None } else { Some(Self(stroops)) }
    }

    /// Returns the number of stroops.
    pub const fn get(self) -> i64 {
        self.0
    }

    /// Returns the sum, or `None` above [`Self::MAX`].
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// Returns the difference, or `None` below 0.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).and_then(Self::new)
    }

    /// Parses an amount in whole units with at most seven decimal places, the form of
    /// `startingBalance`: `2.5`.
    pub fn from_units(text: &str) -> Result<Self, UnitsError> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let well_formed = !whole.is_empty()
            && !decimals.is_empty()
            && decimals.len() <= usize::from(crate::DECIMALS)
            && decimals.bytes().all(|byte| byte.is_ascii_digit());
        if !well_formed {
            return Err(UnitsError::Form);
        }
        let digits = format!("{whole}{decimals:0<7}");
        // The decimals after a lone 0 are not leading zeros of the input.
        let digits = if whole == "0" {
            digits.trim_start_matches('0')
        } else {
            &digits
        };
        let digits = if digits.is_empty() { "0" } else { digits };
        digits.parse().map_err(|error| match error {
            AmountError::NotAnInteger => UnitsError::Form,
            AmountError::TooLarge { .. } => UnitsError::TooLarge,
        })
    }

    /// Formats the amount in whole units with as few decimal places as possible: `2.5`.
    pub fn to_units(self) -> String {
        let (whole, decimals) = (self.0 / UNIT, self.0 % UNIT);
        if decimals == 0 {
            return whole.to_string();
        }
        format!("{whole}.{decimals:07}").trim_end_matches('0').to_owned()
    }
}

/// The number of stroops in a whole unit.
const UNIT: i64 = 10_i64.pow(crate::DECIMALS as u32);

/// Reasons why a string is not a valid amount in whole units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitsError {
    /// The string is not a decimal number of the expected form.
    #[error(
        "amount in XLM must be a string of decimal digits with at most seven decimal places, without sign or leading zeros"
    )]
    Form,
    /// The amount exceeds the maximum.
    #[error("amount in XLM must be at most 922337203685.4775807")]
    TooLarge,
}

impl CodedError for UnitsError {
    fn info(&self) -> ErrorInfo {
        match self {
            Self::Form | Self::TooLarge => ErrorInfo::describe(ErrorCode::InvalidAmount, self),
        }
    }
}

impl FromStr for Stroops {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, AmountError> {
        let stroops = parse_amount(text, i64::MAX as u64)?;
        Ok(Self(stroops.cast_signed()))
    }
}

impl fmt::Display for Stroops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_units_have_up_to_seven_decimals() {
        for (text, stroops, written) in [
            ("0", 0, "0"),
            ("1", 10_000_000, "1"),
            ("2.5", 25_000_000, "2.5"),
            ("0.0000001", 1, "0.0000001"),
            ("10.0100000", 100_100_000, "10.01"),
            ("922337203685.4775807", i64::MAX, "922337203685.4775807"),
        ] {
            let amount = Stroops::from_units(text).expect(text);
            assert_eq!(
                (amount.get(), amount.to_units()),
                (stroops, written.to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn malformed_whole_units_are_rejected() {
        for malformed in [
            "",
            ".",
            "1.",
            ".5",
            "01",
            "00.1",
            "-1",
            "+1",
            "1e3",
            "1.00000000",
            "1.0 ",
            "1.2.3",
            "1,5",
            "١",
        ] {
            assert_eq!(Stroops::from_units(malformed), Err(UnitsError::Form), "{malformed:?}");
        }
        for large in ["922337203685.4775808", "99999999999999999999"] {
            assert_eq!(Stroops::from_units(large), Err(UnitsError::TooLarge), "{large}");
        }
    }

    #[test]
    fn stroops_have_no_decimal_point() {
        assert_eq!("9223372036854775807".parse(), Ok(Stroops::MAX));
        assert_eq!("1.0".parse::<Stroops>(), Err(AmountError::NotAnInteger));
        let maximum = i64::MAX as u64;
        assert_eq!(
            "9223372036854775808".parse::<Stroops>(),
            Err(AmountError::TooLarge { maximum })
        );
    }
}
