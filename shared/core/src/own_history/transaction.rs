//! A transaction as the change of an owner's funds, and the rows of a statement.

use crate::model::{Asset, AssetValue, Flag};
use serde::Serialize;
use utoipa::ToSchema;

/// A transaction as the change of the funds of an owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnTransaction {
    /// The transaction id as in the history: 64 hex digits, on EVM chains after `0x`.
    pub txid: String,
    /// The block time in Unix seconds.
    pub at: u64,
    /// The block height, `None` while the transaction is pending.
    pub block: Option<u64>,
    /// The change of the coin balance in base units, fees included: the sum of the movements of the coin and of the fee.
    pub net: i128,
    /// The movements of assets to or from the owner.
    pub movements: Vec<OwnMovement>,
    /// The fee, if the owner has paid a fee.
    pub fee: Option<StatementAmount>,
    /// The type of a row without a movement, and of a row that receives new coins.
    pub kind: Option<StatementKind>,
    /// The hints of the history about the transaction.
    pub flags: Vec<Flag>,
}

/// A movement of an asset to or from an owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMovement {
    /// True if the owner receives the amount, false if the owner sends the amount.
    pub is_received: bool,
    /// The asset and the amount, which is above zero.
    pub amount: StatementAmount,
    /// The address of the second party, empty if there is none or if it is unknown.
    pub counterparty: String,
}

/// An asset and an amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatementAmount {
    /// The moved asset.
    pub asset: Asset,
    /// The moved amount.
    pub value: AssetValue,
    /// True for a token that is not in the asset list. Absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false, example = true)]
    pub unlisted: bool,
    /// The name of an unlisted token, as in a transaction. Anyone can choose the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, max_length = 64, example = "Some Token")]
    pub name: Option<String>,
}

impl StatementAmount {
    /// Creates the amount of an asset with a known name.
    pub const fn new(asset: Asset, value: AssetValue) -> Self {
        Self {
            asset,
            value,
            unlisted: false,
            name: None,
        }
    }
}

/// The type of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StatementKind {
    /// An amount left the owner.
    Send,
    /// The owner received an amount.
    Receive,
    /// One asset left the owner and a different asset arrived in the same transaction.
    Swap,
    /// The owner paid only own addresses: the row has the fee.
    #[serde(rename = "self")]
    Own,
    /// The transaction moved nothing of the owner: the row has the fee.
    Fee,
    /// The transaction failed: the row has the fee.
    Failed,
    /// The owner received new coins of a block.
    Mined,
}

/// A row of a statement: a movement of a transaction, or the fee of a transaction without a movement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatementRow {
    /// The block time in Unix seconds.
    #[schema(minimum = 0, example = 1_782_864_000)]
    pub at: u64,
    /// The transaction id as in the history. A transaction with several movements has several rows.
    #[schema(example = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16")]
    pub txid: String,
    /// `send`, `receive`, `swap` of one asset for a different one, `mined` for new coins of a block; for a row that has only a fee
    /// `self` (the owner paid own addresses), `failed` (the transaction failed) or `fee`.
    #[serde(rename = "type")]
    pub kind: StatementKind,
    /// The sent amount, without the fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = StatementAmount, required = false)]
    pub sent: Option<StatementAmount>,
    /// The received amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = StatementAmount, required = false)]
    pub received: Option<StatementAmount>,
    /// The fee that the owner has paid, in the first row of the transaction that sends something, otherwise in the first row.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = StatementAmount, required = false)]
    pub fee: Option<StatementAmount>,
    /// The address of the second party: the recipient of `sent`, or else the sender of `received`. Absent if there is none.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false, example = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2")]
    pub counterparty: String,
    /// The price of one whole unit on the day of the transaction in UTC in the requested currency: of the sent asset, or else of
    /// the received asset, in a row of a fee of the coin. Absent without `currency` and without a price; unlisted tokens
    /// have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "59140.2")]
    pub price: Option<String>,
    /// The amount with the price, in the requested currency, rounded to eight decimal places.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "88.7103")]
    pub fiat: Option<String>,
    /// Hints that the transaction may be an attempt at fraud, as in the history. Absent if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub flags: Vec<Flag>,
}

impl OwnTransaction {
    /// Returns the rows: one per movement, except that a single sent and a single received amount of different assets are a swap
    /// in one row. A transaction without a movement and without a fee has none.
    pub fn rows(&self) -> Vec<StatementRow> {
        let mut rows = match self.movements.as_slice() {
            [] if self.fee.is_none() => Vec::new(),
            [] => vec![self.row(self.kind.unwrap_or(StatementKind::Fee))],
            [first, second] if first.is_received != second.is_received && first.amount.asset != second.amount.asset => {
                let (sent, received) = if first.is_received {
                    (second, first)
                } else {
                    (first, second)
                };
                vec![StatementRow {
                    sent: Some(sent.amount.clone()),
                    received: Some(received.amount.clone()),
                    counterparty: sent.counterparty.clone(),
                    ..self.row(StatementKind::Swap)
                }]
            }
            movements => movements.iter().map(|movement| self.movement_row(movement)).collect(),
        };
        let pays = rows.iter().position(|row| row.sent.is_some()).unwrap_or_default();
        if let Some(row) = rows.get_mut(pays) {
            row.fee.clone_from(&self.fee);
        }
        rows
    }

    fn movement_row(&self, movement: &OwnMovement) -> StatementRow {
        let kind = if movement.is_received {
            self.kind.unwrap_or(StatementKind::Receive)
        } else {
            StatementKind::Send
        };
        let amount = || Some(movement.amount.clone());
        StatementRow {
            sent: amount().filter(|_| !movement.is_received),
            received: amount().filter(|_| movement.is_received),
            counterparty: movement.counterparty.clone(),
            ..self.row(kind)
        }
    }

    /// Returns a row without amounts.
    fn row(&self, kind: StatementKind) -> StatementRow {
        StatementRow {
            at: self.at,
            txid: self.txid.clone(),
            kind,
            sent: None,
            received: None,
            fee: None,
            counterparty: String::new(),
            price: None,
            fiat: None,
            flags: self.flags.clone(),
        }
    }
}

impl StatementRow {
    /// Returns the amounts of which one is priced, in order of preference: listed assets only.
    pub(super) fn priced(&self) -> impl Iterator<Item = &StatementAmount> {
        let fee = self
            .fee
            .as_ref()
            .filter(|_| self.sent.is_none() && self.received.is_none());
        let amounts = [self.sent.as_ref(), self.received.as_ref(), fee];
        amounts.into_iter().flatten().filter(|amount| !amount.unlisted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coin(amount: &str) -> StatementAmount {
        StatementAmount::new(Asset::Coin { chain: "eth" }, AssetValue::new(amount, 18))
    }

    fn token(amount: &str) -> StatementAmount {
        let (chain, contract) = ("eth", "0x1".to_owned());
        StatementAmount::new(Asset::Erc20 { chain, contract }, AssetValue::new(amount, 6))
    }

    fn moved(is_received: bool, amount: StatementAmount) -> OwnMovement {
        OwnMovement {
            is_received,
            amount,
            counterparty: "0x2".to_owned(),
        }
    }

    fn transaction(movements: Vec<OwnMovement>, fee: Option<&str>, kind: Option<StatementKind>) -> OwnTransaction {
        OwnTransaction {
            txid: "00".to_owned(),
            at: 5,
            block: Some(1),
            net: 0,
            movements,
            fee: fee.map(coin),
            kind,
            flags: Vec::new(),
        }
    }

    fn summary(transaction: &OwnTransaction) -> Vec<(StatementKind, String, String, String)> {
        let text = |amount: &Option<StatementAmount>| {
            let amount = amount.as_ref().map(|amount| amount.value.amount.clone());
            amount.unwrap_or_default()
        };
        let rows = transaction.rows();
        let rows = rows
            .iter()
            .map(|row| (row.kind, text(&row.sent), text(&row.received), text(&row.fee)));
        rows.collect()
    }

    #[test]
    fn one_asset_for_a_different_one_is_a_swap() {
        let swap = transaction(vec![moved(true, token("7")), moved(false, coin("5"))], Some("1"), None);
        let expected = (StatementKind::Swap, "5".to_owned(), "7".to_owned(), "1".to_owned());
        assert_eq!(summary(&swap), [expected]);
        let refund = transaction(vec![moved(false, coin("5")), moved(true, coin("2"))], Some("1"), None);
        let kinds: Vec<_> = refund.rows().iter().map(|row| row.kind).collect();
        assert_eq!(kinds, [StatementKind::Send, StatementKind::Receive]);
    }

    #[test]
    fn fee_is_in_one_row_that_sends_if_there_is_one() {
        let movements = vec![
            moved(true, token("7")),
            moved(false, coin("5")),
            moved(false, token("9")),
        ];
        let rows = summary(&transaction(movements, Some("1"), None));
        let fees: Vec<_> = rows.iter().map(|row| row.3.as_str()).collect();
        assert_eq!(fees, ["", "1", ""]);
        let claim = summary(&transaction(vec![moved(true, token("7"))], Some("1"), None));
        assert_eq!(claim[0].3, "1");
    }

    #[test]
    fn transaction_without_a_movement_has_only_the_fee() {
        for kind in [StatementKind::Failed, StatementKind::Own] {
            let rows = summary(&transaction(Vec::new(), Some("1"), Some(kind)));
            assert_eq!(rows, [(kind, String::new(), String::new(), "1".to_owned())]);
        }
        assert_eq!(
            summary(&transaction(Vec::new(), Some("1"), None))[0].0,
            StatementKind::Fee
        );
        assert_eq!(summary(&transaction(Vec::new(), None, None)), []);
    }

    #[test]
    fn unlisted_tokens_are_not_priced() {
        let mut spam = token("7");
        spam.unlisted = true;
        let rows = transaction(vec![moved(true, spam)], Some("1"), None).rows();
        assert_eq!(rows[0].priced().count(), 0);
        let rows = transaction(Vec::new(), Some("1"), None).rows();
        assert_eq!(rows[0].priced().count(), 1);
    }
}
