//! The response fields of the connector and asset info that the EVM demo run uses.

use crate::demo::screen::units;
use serde::Deserialize;

/// A listed token.
#[derive(Default, Deserialize)]
pub struct Token {
    pub ticker: String,
    pub contract: String,
    pub decimals: u8,
}

impl Token {
    /// Converts whole tokens to base units.
    pub fn units(&self, whole: u128) -> u128 {
        whole * 10_u128.pow(self.decimals.into())
    }

    /// Formats an amount for display.
    pub fn text(&self, amount: u128) -> String {
        units(amount, self.decimals, &self.ticker)
    }
}

/// The calldata of a token call.
#[derive(Deserialize)]
pub struct CalldataData {
    pub data: String,
}

/// An estimate of nonce, gas and fees.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EstimateData {
    pub nonce: u64,
    pub gas_limit: String,
    pub gas_prices: ModeData,
    pub fees: ModeData,
    /// Present only on chains with a base fee.
    #[serde(flatten)]
    pub market: Option<MarketData>,
    /// Present only on a rollup.
    #[serde(default)]
    pub l1_fee: String,
}

/// The prices and fees of EIP-1559 transactions.
#[derive(Deserialize)]
pub struct MarketData {
    #[serde(rename = "maxFees")]
    pub prices: ModeData,
    #[serde(rename = "priorityFees")]
    pub tips: ModeData,
    #[serde(rename = "maximumFees")]
    pub fees: ModeData,
}

/// Values per fee mode.
#[derive(Deserialize)]
pub struct ModeData {
    pub normal: String,
}

/// The hash to sign.
#[derive(Deserialize)]
pub struct HashData {
    pub hash: String,
}
