//! The view of address info on an address, and the expected entry of a transaction.

use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use wallet_client::payments::Signed;
use wallet_client::wire::{Asset, Status, Value};

/// The balances and the history of an address: the fields that all families share.
#[derive(Debug, Default, Deserialize)]
pub struct Info {
    balances: Vec<Row>,
    /// The transactions, latest first.
    pub transactions: Vec<Entry>,
    /// The transactions with all fields.
    #[serde(skip)]
    pub rows: Vec<serde_json::Value>,
}

#[derive(Debug, Deserialize)]
struct Row {
    asset: Asset,
    balance: Value,
}

/// A transaction of a history.
#[derive(Debug, Deserialize)]
pub struct Entry {
    /// The transaction hash.
    pub txid: String,
    /// The status.
    pub status: Status,
    /// The sender.
    pub from: String,
    /// The recipient or the called contract; empty if there is none.
    pub to: String,
    /// The transferred coins.
    pub value: Value,
    /// The fee.
    pub fee: Value,
    /// The transfers, on Stellar the operations.
    pub actions: Vec<serde_json::Value>,
}

impl Entry {
    /// Returns the fee in base units.
    pub fn fee(&self) -> u128 {
        balance(&self.fee.amount)
    }
}

impl Info {
    /// Returns the shared fields of a response.
    pub fn of(response: &impl Serialize) -> Self {
        // An empty history, which no check accepts, if the response has no such fields.
        let json = serde_json::to_value(response).unwrap_or_default();
        let rows = json["transactions"].as_array().cloned().unwrap_or_default();
        let info: Self = serde_json::from_value(json).unwrap_or_default();
        Self { rows, ..info }
    }

    /// Returns the entry of a transaction.
    pub fn find(&self, txid: &str) -> Option<&Entry> {
        self.transactions.iter().find(|entry| entry.txid == txid)
    }

    /// Returns the balance of the coin in base units.
    pub fn coins(&self) -> u128 {
        let coin = self.balances.iter().find(|it| matches!(it.asset, Asset::Coin { .. }));
        coin.map_or(0, |coin| balance(&coin.balance.amount))
    }

    /// Returns the balance of an asset in base units, `None` if the asset is not listed.
    pub fn balance_of(&self, asset: &Asset) -> Option<u128> {
        let found = self.balances.iter().find(|it| it.asset == *asset)?;
        Some(balance(&found.balance.amount))
    }
}

/// A signed transaction with the expected entry.
pub struct Sent {
    /// The signed transaction.
    pub signed: Signed,
    /// The expected entry in the history of the sender.
    pub expected: Expected,
}

/// The expected entry of a transaction in the history of the sender.
pub struct Expected {
    /// The sender.
    pub from: String,
    /// The recipient or the called contract; empty if there is none.
    pub to: String,
    /// The transferred coins in base units, on Stellar the change of the balance without the fee.
    pub value: String,
    /// The smallest and the largest fee in base units.
    pub fee: RangeInclusive<u128>,
    /// The transfers or operations; `None` if the history has only the payment.
    pub actions: Option<Vec<serde_json::Value>>,
    /// The coins in base units by which the balance decreases, without the fee. `None` if the balance has further causes:
    /// the L1 fee of a rollup, which is not part of the fee, or transactions of further accounts.
    pub spent: Option<u128>,
    /// The start of the line for display.
    pub label: String,
}

impl Expected {
    /// Returns the difference between an entry and the expected entry, `None` without a difference.
    pub fn difference(&self, entry: &Entry, statuses: &[Status]) -> Option<String> {
        if !statuses.contains(&entry.status) {
            return Some(format!("the status is {}", entry.status));
        }
        let found = (&entry.from, &entry.to, &entry.value.amount);
        let expected = (&self.from, &self.to, &self.value);
        if found != expected {
            return Some(format!(
                "sender, recipient and value are {found:?}, expected {expected:?}"
            ));
        }
        if !self.fee.contains(&entry.fee()) {
            return Some(format!("the fee is {}, expected {:?}", entry.fee.amount, self.fee));
        }
        match &self.actions {
            Some(actions) if *actions != entry.actions => {
                Some(format!("the actions are {:?}, expected {actions:?}", entry.actions))
            }
            _ => None,
        }
    }
}

/// Returns an amount as a number. Schemas limit amounts to digits; an amount of more than 128 bits is enough for any
/// payment.
pub fn balance(amount: &str) -> u128 {
    amount.parse().unwrap_or(u128::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn any_difference_in_the_history_is_detected() {
        let value = |amount: &str| json!({ "amount": amount, "decimals": 7 });
        let response = json!({
            "txid": "ab", "status": "confirmed", "from": "GA", "to": "GB", "value": value("-5"), "fee": value("100"),
            "actions": [{ "type": "bump-sequence", "to": "9" }],
        });
        let expected = Expected {
            from: "GA".to_owned(),
            to: "GB".to_owned(),
            value: "-5".to_owned(),
            fee: 1..=100,
            actions: Some(vec![json!({ "type": "bump-sequence", "to": "9" })]),
            spent: None,
            label: String::new(),
        };
        let is_equal = |response: serde_json::Value| {
            let entry = serde_json::from_value(response).unwrap();
            expected.difference(&entry, &[Status::Confirmed]).is_none()
        };
        assert!(is_equal(response.clone()));
        for (field, other) in [
            ("status", json!("rejected")),
            ("from", json!("GB")),
            ("to", json!("")),
            ("value", value("5")),
            ("actions", json!([])),
            ("actions", json!([{ "type": "bump-sequence", "to": "8" }])),
            ("actions", json!([{ "type": "a-later-one", "to": "9" }])),
            ("fee", value("101")),
            ("fee", value("0")),
            ("fee", value("1.5")),
        ] {
            let mut changed = response.clone();
            changed[field] = other;
            assert!(!is_equal(changed), "{field}");
        }
    }

    #[test]
    fn balances_are_those_of_their_assets() {
        let token = json!({ "kind": "erc20", "chain": "eth", "contract": "0x1" });
        let row = |asset, amount: &str| json!({ "asset": asset, "balance": { "amount": amount, "decimals": 7 } });
        let coin = json!({ "kind": "coin", "chain": "eth" });
        let info = Info::of(&json!({ "balances": [row(token.clone(), "0"), row(coin, "70")], "transactions": [] }));
        let other = Asset::Coin {
            chain: "etc".to_owned(),
        };
        assert_eq!(info.coins(), 70);
        assert_eq!(info.balance_of(&serde_json::from_value(token).unwrap()), Some(0));
        assert_eq!(
            info.balance_of(&other),
            None,
            "a missing asset differs from an empty balance"
        );
    }
}
