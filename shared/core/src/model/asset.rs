//! Assets, and how much of one there is.

use serde::Serialize;
use utoipa::ToSchema;

/// An asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Asset {
    /// The coin of a chain.
    Coin {
        /// The chain's name: `btc`.
        #[schema(example = "btc")]
        chain: &'static str,
    },
}

/// An amount in the smallest unit, with what is needed to show it in whole units.
///
/// The specification's `Value`; as a Rust name, that would be any JSON to the OpenAPI macros.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Value, description = "An amount in the smallest unit, with what is needed to show it in whole units.")]
pub struct AssetValue {
    /// The amount in the smallest unit: decimal digits.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "150000")]
    pub amount: String,
    /// The digits of the amount that stand after the decimal point of whole units.
    #[schema(minimum = 0, maximum = 255, example = 8)]
    pub decimals: u8,
}

impl AssetValue {
    /// So many smallest units.
    pub fn new(amount: u64, decimals: u8) -> Self {
        Self {
            amount: amount.to_string(),
            decimals,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn records_are_those_of_the_specification() {
        let asset = serde_json::to_value(Asset::Coin { chain: "btc" }).unwrap();
        assert_eq!(asset, json!({ "kind": "coin", "chain": "btc" }));
        let value = serde_json::to_value(AssetValue::new(u64::MAX, 8)).unwrap();
        assert_eq!(value, json!({ "amount": "18446744073709551615", "decimals": 8 }));
    }
}
