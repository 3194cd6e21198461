//! Fee rates: prices per vbyte with three decimals.

use std::fmt;
use std::str::FromStr;

/// Rates are integers of a thousandth of this unit.
const SCALE: u64 = 1000;

/// Price of a virtual byte, an integer number of base units per 1000 vbytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeeRate(u64);

impl FeeRate {
    /// Returns the rate of whole base units per vbyte.
    pub const fn per_byte(units: u64) -> Self {
        Self(units.saturating_mul(SCALE))
    }

    /// Returns the rate in base units per 1000 vbytes.
    pub const fn per_kilobyte(units: u64) -> Self {
        Self(units)
    }

    /// Returns the rate in base units per 1000 vbytes.
    pub const fn units_per_kilobyte(self) -> u64 {
        self.0
    }

    /// Returns the rate in base units per vbyte, rounded up.
    pub const fn units_per_byte(self) -> u64 {
        self.0.div_ceil(SCALE)
    }

    /// Returns the fee of a size in vbytes, in base units, rounded up as nodes do.
    ///
    /// A fee above the range of the type is the maximum, which exceeds every limit.
    pub fn fee(self, size: u64) -> u64 {
        let units = (u128::from(self.0) * u128::from(size)).div_ceil(u128::from(SCALE));
        u64::try_from(units).unwrap_or(u64::MAX)
    }
}

impl fmt::Display for FeeRate {
    /// Writes base units per vbyte with at most three decimals: `5`, `0.1`, `1.027`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = format!("{:03}", self.0 % SCALE);
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{}", self.0 / SCALE),
            decimals => write!(f, "{}.{decimals}", self.0 / SCALE),
        }
    }
}

/// The string is not a decimal number with at most three decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rate must be a decimal number with at most three decimals")]
pub struct FeeRateError;

impl FromStr for FeeRate {
    type Err = FeeRateError;

    /// Parses base units per vbyte: `5`, `0.1`.
    fn from_str(text: &str) -> Result<Self, FeeRateError> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(decimals) || decimals.len() > 3 {
            return Err(FeeRateError);
        }
        format!("{whole}{decimals:0<3}")
            .parse()
            .map(Self)
            .map_err(|_| FeeRateError)
    }
}
