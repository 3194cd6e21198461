//! Assets, and how much of one there is.

use serde::Serialize;
use std::fmt;
use utoipa::ToSchema;

/// An asset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Asset {
    /// The coin of a chain.
    Coin {
        /// The chain's name: `btc`.
        #[schema(example = "btc")]
        chain: &'static str,
    },
    /// A fungible token of an EVM chain (ERC-20).
    Erc20 {
        /// The chain's name: `eth`.
        #[schema(example = "eth")]
        chain: &'static str,
        /// The address of its contract, with the checksum of ERC-55.
        #[schema(example = "0xdAC17F958D2ee523a2206206994597C13D831ec7")]
        contract: String,
    },
    /// An asset that an account of Stellar issues. The lumen is a coin.
    XlmAsset {
        /// The chain's name: `xlm`.
        #[schema(example = "xlm")]
        chain: &'static str,
        /// Its code, which other issuers may use as well.
        #[schema(pattern = "^[A-Za-z0-9]{1,12}$", example = "USDC")]
        code: String,
        /// The address of the account that issues it.
        #[schema(example = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN")]
        issuer: String,
    },
}

/// An amount in the smallest unit, with what is needed to show it in whole units.
///
/// The specification's `Value`; as a Rust name, that would be any JSON to the OpenAPI macros.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Value, description = "An amount in the smallest unit, with what is needed to show it in whole units.")]
pub struct AssetValue {
    /// The amount in the smallest unit: decimal digits, behind a minus where the `value` of a transaction on xlm left the
    /// address.
    #[schema(pattern = "^(0|-?[1-9][0-9]*)$", example = "150000")]
    pub amount: String,
    /// The digits of the amount that stand after the decimal point of whole units.
    #[schema(minimum = 0, maximum = 255, example = 8)]
    pub decimals: u8,
}

impl AssetValue {
    /// So many smallest units.
    pub fn new(amount: impl fmt::Display, decimals: u8) -> Self {
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
        let token = serde_json::to_value(Asset::Erc20 {
            chain: "eth",
            contract: "0x1".to_owned(),
        });
        assert_eq!(
            token.unwrap(),
            json!({ "kind": "erc20", "chain": "eth", "contract": "0x1" })
        );
        let credit = serde_json::to_value(Asset::XlmAsset {
            chain: "xlm",
            code: "USD".to_owned(),
            issuer: "G".to_owned(),
        });
        assert_eq!(
            credit.unwrap(),
            json!({ "kind": "xlm-asset", "chain": "xlm", "code": "USD", "issuer": "G" })
        );
        let left = serde_json::to_value(AssetValue::new(-7, 7)).unwrap();
        assert_eq!(left, json!({ "amount": "-7", "decimals": 7 }));
        let value = serde_json::to_value(AssetValue::new(u64::MAX, 8)).unwrap();
        assert_eq!(value, json!({ "amount": "18446744073709551615", "decimals": 8 }));
    }
}
