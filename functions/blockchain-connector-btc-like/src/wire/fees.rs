//! Prices and fees per mode.

use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::{FeeRate, FeeRates};
use wallet_core::model::Modes;

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
        let (slow, normal, fast) = (price(rates.slow), price(rates.normal), price(rates.fast));
        Modes { slow, normal, fast }.into()
    }
}

wallet_core::mode_texts!(FeeSet);

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
