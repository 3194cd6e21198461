//! What address info tells about an address.

use super::{Action, Asset, AssetValue};
use serde::Serialize;
use utoipa::ToSchema;

/// How much of an asset an address holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Balance {
    /// The asset.
    pub asset: Asset,
    /// How much of it, what is not confirmed yet included.
    pub balance: AssetValue,
}

/// The state of a transaction on the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Waits for a block.
    Pending,
    /// In a block.
    Confirmed,
    /// In a block, where it failed: nothing of it came about but its fee.
    Rejected,
}

/// A transaction as the history of an address shows it. `A` is what an action is on its chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Transaction<A = Action> {
    /// The transaction's id: 64 hex digits.
    #[schema(example = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16")]
    pub txid: String,
    /// The height of its block in decimal digits; empty while it is pending.
    #[schema(pattern = "^(0|[1-9][0-9]*)?$", example = "170")]
    pub block: String,
    /// Unix time in seconds: of its block, or while it is pending when it was first seen.
    #[schema(minimum = 0, example = 1_231_731_025)]
    pub date: u64,
    /// What was paid for including it, in the chain's coin.
    pub fee: AssetValue,
    /// What it moved as seen from the requested address, in the chain's coin.
    pub value: AssetValue,
    /// The sender's address: the requested one when it is among the senders; empty for coins just made, and where
    /// the sender has no address.
    #[schema(example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    pub from: String,
    /// The recipient's address: the requested one when it only received; empty where the recipient has none.
    #[schema(example = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2")]
    pub to: String,
    /// Whether it is in a block.
    pub status: Status,
    /// What it does.
    pub actions: Vec<A>,
}

/// Where the facts come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Source {
    /// The protocol of the upstream that answered.
    #[schema(example = "blockbook")]
    pub upstream: &'static str,
    /// The height that the upstream was at, in decimal digits.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "840000")]
    pub block: String,
    /// What is missing from the answer because no upstream could tell it: `history`, `internal-transfers`,
    /// `claimable-balances`, `claims`. Absent when nothing is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!(["internal-transfers"]))]
    pub partial: Vec<&'static str>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_pending_transaction_has_an_empty_block() {
        let transaction: Transaction = Transaction {
            txid: "00".to_owned(),
            block: String::new(),
            date: 5,
            fee: AssetValue::new(1, 8),
            value: AssetValue::new(2, 8),
            from: "a".to_owned(),
            to: "b".to_owned(),
            status: Status::Pending,
            actions: Vec::new(),
        };
        let expected = json!({
            "txid": "00",
            "block": "",
            "date": 5,
            "fee": { "amount": "1", "decimals": 8 },
            "value": { "amount": "2", "decimals": 8 },
            "from": "a",
            "to": "b",
            "status": "pending",
            "actions": [],
        });
        assert_eq!(serde_json::to_value(transaction).unwrap(), expected);
    }

    #[test]
    fn balances_and_sources_are_those_of_the_specification() {
        let balance = Balance {
            asset: Asset::Coin { chain: "doge" },
            balance: AssetValue::new(0, 8),
        };
        let expected = json!({
            "asset": { "kind": "coin", "chain": "doge" },
            "balance": { "amount": "0", "decimals": 8 },
        });
        assert_eq!(serde_json::to_value(balance).unwrap(), expected);
        let source = Source {
            upstream: "blockbook",
            block: "7".to_owned(),
            partial: Vec::new(),
        };
        let expected = json!({ "upstream": "blockbook", "block": "7" });
        assert_eq!(serde_json::to_value(&source).unwrap(), expected);
        let partial = Source {
            partial: vec!["history"],
            ..source
        };
        let expected = json!({ "upstream": "blockbook", "block": "7", "partial": ["history"] });
        assert_eq!(serde_json::to_value(partial).unwrap(), expected);
    }
}
