//! Assets and asset amounts.

use serde::Serialize;
use std::fmt;
use utoipa::ToSchema;

/// An asset.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Asset {
    /// The coin of a chain.
    Coin {
        /// The chain name: `btc`.
        #[schema(example = "btc")]
        chain: &'static str,
    },
    /// A fungible token of an EVM chain (ERC-20).
    Erc20 {
        /// The chain name: `eth`.
        #[schema(example = "eth")]
        chain: &'static str,
        /// The contract address with ERC-55 checksum.
        #[schema(example = "0xdAC17F958D2ee523a2206206994597C13D831ec7")]
        contract: String,
    },
    /// A token with a single owner in a collection of an EVM chain (ERC-721). Only in the actions of a history.
    Erc721 {
        /// The chain name: `eth`.
        #[schema(example = "eth")]
        chain: &'static str,
        /// The contract address of the collection with ERC-55 checksum.
        #[schema(example = "0x06012c8cf97BEaD5deAe237070F9587f8E7A266d")]
        contract: String,
        /// The id of the token within the collection, in decimal digits.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "499482")]
        id: String,
    },
    /// A token of an EVM chain of which several owners have amounts (ERC-1155). Only in the actions of a history.
    Erc1155 {
        /// The chain name: `eth`.
        #[schema(example = "eth")]
        chain: &'static str,
        /// The contract address of the collection with ERC-55 checksum.
        #[schema(example = "0x76BE3b62873462d2142405439777e971754E8E77")]
        contract: String,
        /// The id of the token within the collection, in decimal digits.
        #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "10855")]
        id: String,
    },
    /// An asset issued by a Stellar account. The lumen is a coin.
    XlmAsset {
        /// The chain name: `xlm`.
        #[schema(example = "xlm")]
        chain: &'static str,
        /// The asset code. Other issuers may use the same code.
        #[schema(pattern = "^[A-Za-z0-9]{1,12}$", example = "USDC")]
        code: String,
        /// The address of the issuing account.
        #[schema(example = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN")]
        issuer: String,
    },
    /// A token of a contract on Stellar (SEP-41). Only in the actions of a history.
    XlmToken {
        /// The chain name: `xlm`.
        #[schema(example = "xlm")]
        chain: &'static str,
        /// The address of the contract.
        #[schema(example = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA")]
        contract: String,
    },
}

/// An amount in base units together with the decimals needed to display it in whole units.
///
/// `Value` in the specification. The OpenAPI macros would treat a Rust type of that name as arbitrary
/// JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Value, description = "An amount in base units with its number of decimals.")]
pub struct AssetValue {
    /// The amount in base units: decimal digits. The `net` of a transaction, and on xlm its `value`, have a leading
    /// minus if the funds left the address.
    #[schema(pattern = "^(0|-?[1-9][0-9]*)$", example = "150000")]
    pub amount: String,
    /// The number of decimal places of the whole unit.
    #[schema(minimum = 0, maximum = 255, example = 8)]
    pub decimals: u8,
}

impl AssetValue {
    /// Creates a value of `amount` base units.
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
    fn json_matches_the_specification() {
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
        let nft = serde_json::to_value(Asset::Erc1155 {
            chain: "eth",
            contract: "0x1".to_owned(),
            id: "7".to_owned(),
        });
        assert_eq!(
            nft.unwrap(),
            json!({ "kind": "erc1155", "chain": "eth", "contract": "0x1", "id": "7" })
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
        let contract = serde_json::to_value(Asset::XlmToken {
            chain: "xlm",
            contract: "C".to_owned(),
        });
        assert_eq!(
            contract.unwrap(),
            json!({ "kind": "xlm-token", "chain": "xlm", "contract": "C" })
        );
        let left = serde_json::to_value(AssetValue::new(-7, 7)).unwrap();
        assert_eq!(left, json!({ "amount": "-7", "decimals": 7 }));
        let value = serde_json::to_value(AssetValue::new(u64::MAX, 8)).unwrap();
        assert_eq!(value, json!({ "amount": "18446744073709551615", "decimals": 8 }));
    }
}
