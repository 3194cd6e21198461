//! Prices and fees per mode.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::{FeeRate, FeeRates, Fees};

/// One price or fee per mode: slow ≤ normal ≤ fast.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeeSet {
    /// Confirmation within about an hour.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "5")]
    normal: String,
    /// Confirmation within the next blocks.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "12")]
    fast: String,
    /// Confirmation within a few hours.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "2")]
    slow: String,
}

impl FeeSet {
    /// Returns the prices per vbyte, rounded up.
    pub fn byte_prices(rates: &FeeRates) -> Self {
        let price = FeeRate::units_per_byte;
        Self::of(price(rates.slow), price(rates.normal), price(rates.fast))
    }
}

impl From<Fees> for FeeSet {
    fn from(fees: Fees) -> Self {
        let Fees { slow, normal, fast } = fees;
        Self::of(slow, normal, fast)
    }
}

impl FeeSet {
    fn of(slow: u64, normal: u64, fast: u64) -> Self {
        Self {
            normal: normal.to_string(),
            fast: fast.to_string(),
            slow: slow.to_string(),
        }
    }
}

/// One fee rate per mode in base units per virtual byte, with at most three decimals: slow ≤ normal ≤ fast.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateSet {
    /// Confirmation within about an hour.
    #[schema(pattern = "^(0|[1-9][0-9]*)([.][0-9]{1,3})?$", example = "1.027")]
    normal: String,
    /// Confirmation within the next blocks.
    #[schema(pattern = "^(0|[1-9][0-9]*)([.][0-9]{1,3})?$", example = "3")]
    fast: String,
    /// Confirmation within a few hours.
    #[schema(pattern = "^(0|[1-9][0-9]*)([.][0-9]{1,3})?$", example = "0.1")]
    slow: String,
}

impl From<&FeeRates> for RateSet {
    fn from(rates: &FeeRates) -> Self {
        Self {
            normal: rates.normal.to_string(),
            fast: rates.fast.to_string(),
            slow: rates.slow.to_string(),
        }
    }
}
