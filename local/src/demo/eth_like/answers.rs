//! What the connector and asset info answer, as far as the walk reads it.

use crate::demo::screen::units;
use serde::Deserialize;

/// A token of the list.
#[derive(Default, Deserialize)]
pub struct Token {
    pub ticker: String,
    pub contract: String,
    pub decimals: u8,
}

impl Token {
    /// Whole tokens in the smallest unit.
    pub fn units(&self, whole: u128) -> u128 {
        whole * 10_u128.pow(self.decimals.into())
    }

    /// An amount as people read it.
    pub fn text(&self, amount: u128) -> String {
        units(amount, self.decimals, &self.ticker)
    }
}

/// Calldata.
#[derive(Deserialize)]
pub struct CalldataData {
    pub data: String,
}

/// How a transaction can be made.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EstimateData {
    pub nonce: u64,
    pub gas_limit: String,
    pub gas_prices: ModeData,
    /// Only where there is a base fee.
    pub priority_fees: Option<ModeData>,
    pub fees: ModeData,
}

/// One of the three numbers.
#[derive(Deserialize)]
pub struct ModeData {
    pub normal: String,
}

/// What is to be signed.
#[derive(Deserialize)]
pub struct HashData {
    pub hash: String,
}
