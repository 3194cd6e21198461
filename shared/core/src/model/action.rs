//! Actions of a transaction.

use super::{Asset, AssetValue};
use serde::Serialize;
use utoipa::ToSchema;

/// One action within a transaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Action {
    /// A transfer of an asset.
    Transfer {
        /// The transferred asset.
        asset: Asset,
        /// The transferred amount.
        value: AssetValue,
        /// The sender's address. Empty for newly minted coins and for senders without an address.
        #[schema(example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
        from: String,
        /// The recipient's address. Empty if the recipient has no address.
        #[schema(example = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2")]
        to: String,
    },
}

/// An action on an EVM chain: a transfer of an asset. The specification defines no `type` for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Movement {
    /// The transferred asset: the coin, a token, or a non-fungible token with its id.
    pub asset: Asset,
    /// The transferred amount; of a non-fungible token a number of tokens, 1 for `erc721`.
    pub value: AssetValue,
    /// The sender's address. The zero address for newly minted tokens.
    #[schema(example = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94")]
    pub from: String,
    /// The recipient's address. For a contract creation, the address of the new contract.
    #[schema(example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    pub to: String,
    /// True for a token or a collection that is not in the asset list. Absent otherwise.
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false, example = true)]
    pub unlisted: bool,
    /// The name of an unlisted token as its index reports it, without invisible characters and at most 64 characters long.
    /// Anyone can choose it. Absent for other assets, and if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, max_length = 64, example = "Some Token")]
    pub name: Option<String>,
    /// The ticker of an unlisted token, like its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, max_length = 64, example = "SOME")]
    pub ticker: Option<String>,
    /// The number of decimal places of an unlisted token, as in `value`; 0 if it is unknown. Absent for other assets.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u8, required = false, maximum = 77, example = 18)]
    pub decimals: Option<u8>,
}

impl Movement {
    /// Creates the action of a listed asset.
    pub const fn new(asset: Asset, value: AssetValue, from: String, to: String) -> Self {
        Self {
            asset,
            value,
            from,
            to,
            unlisted: false,
            name: None,
            ticker: None,
            decimals: None,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn transfer_json_matches_the_specification() {
        let action = Action::Transfer {
            asset: Asset::Coin { chain: "ltc" },
            value: AssetValue::new(7, 8),
            from: "a".to_owned(),
            to: "b".to_owned(),
        };
        let expected = json!({
            "type": "transfer",
            "asset": { "kind": "coin", "chain": "ltc" },
            "value": { "amount": "7", "decimals": 8 },
            "from": "a",
            "to": "b",
        });
        assert_eq!(serde_json::to_value(action).unwrap(), expected);
    }

    #[test]
    fn evm_action_has_no_type() {
        let coin = Asset::Coin { chain: "etc" };
        let action = Movement::new(coin, AssetValue::new(7, 18), "a".to_owned(), "b".to_owned());
        let expected = json!({
            "asset": { "kind": "coin", "chain": "etc" },
            "value": { "amount": "7", "decimals": 18 },
            "from": "a",
            "to": "b",
        });
        assert_eq!(serde_json::to_value(action).unwrap(), expected);
    }
}
