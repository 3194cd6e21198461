//! What a transaction does, action by action.

use super::{Asset, AssetValue};
use serde::Serialize;
use utoipa::ToSchema;

/// One action within a transaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Action {
    /// An asset changes hands.
    Transfer {
        /// What is moved.
        asset: Asset,
        /// How much of it.
        value: AssetValue,
        /// The sender's address; empty for coins just made, and where the sender has no address.
        #[schema(example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
        from: String,
        /// The recipient's address; empty where the recipient has none.
        #[schema(example = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2")]
        to: String,
    },
}

/// An action on an EVM chain: an asset changes hands. The specification gives it no `type`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Movement {
    /// What is moved: the coin or a token.
    pub asset: Asset,
    /// How much of it.
    pub value: AssetValue,
    /// The sender's address; the zero address for tokens just made.
    #[schema(example = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94")]
    pub from: String,
    /// The recipient's address; of a contract's creation the address that it got.
    #[schema(example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    pub to: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_transfer_is_that_of_the_specification() {
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
    fn an_action_on_an_evm_chain_has_no_type() {
        let action = Movement {
            asset: Asset::Coin { chain: "etc" },
            value: AssetValue::new(7, 18),
            from: "a".to_owned(),
            to: "b".to_owned(),
        };
        let expected = json!({
            "asset": { "kind": "coin", "chain": "etc" },
            "value": { "amount": "7", "decimals": 18 },
            "from": "a",
            "to": "b",
        });
        assert_eq!(serde_json::to_value(action).unwrap(), expected);
    }
}
