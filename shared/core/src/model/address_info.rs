//! Records of the address info services, with the actions of a transaction.

use super::{Asset, AssetValue};
use serde::Serialize;
use utoipa::ToSchema;

/// The balance of one asset at an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Balance {
    /// The asset.
    pub asset: Asset,
    /// The amount, including unconfirmed funds.
    pub balance: AssetValue,
    /// The part of the amount that a payment can take now, before its fee: without reserved and bound funds, and
    /// without the value and maximum fee of known pending outgoing transactions. Absent where it is not determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AssetValue, required = false)]
    pub spendable: Option<AssetValue>,
}

/// The state of a transaction on the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Pending: not yet in a block.
    Pending,
    /// Included in a block.
    Confirmed,
    /// Included in a block but failed: only the fee took effect.
    Rejected,
}

/// The direction of a transaction from the view of an address (docs/decisions/utxo-history.md#net-and-direction-of-rows).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// The address received something and paid no other one, or has no part in the movements.
    In,
    /// The address paid a second one, or only a fee.
    Out,
    /// The address paid itself only.
    #[serde(rename = "self")]
    Own,
}

impl Direction {
    /// Returns the direction of a transaction with the movements of any asset. The two flags of a movement: from the
    /// address, and to the address. Without a movement of the address, the direction follows from `pays`: true if
    /// its balance decreases.
    pub fn of(movements: impl IntoIterator<Item = (bool, bool)>, pays: bool) -> Self {
        let (mut receives, mut pays_itself) = (false, false);
        for movement in movements {
            match movement {
                (true, false) => return Self::Out,
                (false, true) => receives = true,
                (true, true) => pays_itself = true,
                (false, false) => {}
            }
        }
        match (receives, pays_itself) {
            (false, true) => Self::Own,
            (false, false) if pays => Self::Out,
            _ => Self::In,
        }
    }
}

/// Returns the number of confirmations of a transaction in this block, 0 without one. For a block above the latest
/// known block the number is 1.
pub fn confirmations(block: Option<u64>, latest: u64) -> u64 {
    block.map_or(0, |block| latest.saturating_sub(block).saturating_add(1))
}

/// A transaction in the history of an address. `A` is the chain family's action type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Transaction<A = Action> {
    /// The transaction id: 64 hex digits.
    #[schema(example = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16")]
    pub txid: String,
    /// The height of its block in decimal digits; empty while it is pending.
    #[schema(pattern = "^(0|[1-9][0-9]*)?$", example = "170")]
    pub block: String,
    /// Unix time in seconds: the block's time or, while pending, the time when the transaction was
    /// first seen.
    #[schema(minimum = 0, example = 1_231_731_025)]
    pub date: u64,
    /// The transaction fee, in the chain's coin.
    pub fee: AssetValue,
    /// The balance change of the requested address, in the chain's coin.
    pub value: AssetValue,
    /// The amount by which the balance of the requested address in the chain's coin changes, fees included. The sum over
    /// the complete history is the balance, unless `source.partial` names missing parts. While the transaction is
    /// pending on an EVM chain, its fee is the maximum.
    pub net: AssetValue,
    /// The direction from the view of the requested address: `self` if it paid itself only.
    pub direction: Direction,
    /// The number of blocks from the block of the transaction to the latest one, inclusive; 0 while it is pending.
    #[schema(minimum = 0, example = 6)]
    pub confirmations: u64,
    /// The sender's address: the requested one if it is among the senders. Empty for newly minted coins and for
    /// senders without an address.
    #[schema(example = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")]
    pub from: String,
    /// The recipient's address: the requested one if it only received. Empty if the recipient has no
    /// address.
    #[schema(example = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2")]
    pub to: String,
    /// The state of the transaction on the network.
    pub status: Status,
    /// The actions of the transaction.
    pub actions: Vec<A>,
    /// Hints that the transaction may be an attempt at fraud. Absent if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub flags: Vec<Flag>,
}

/// The entry of `source.partial` for transactions that are missing because the upstream's data about them is
/// unreadable.
pub const UNREADABLE_ROWS: &str = "rows";

/// The entry of `source.partial` for transactions that are missing because no upstream returns the history.
pub const NO_HISTORY: &str = "history";

/// The entry of `source.partial` for a history with older transactions than those that were compared.
pub const OLDER_ROWS: &str = "older";

/// The entry of `source.partial` for an extended key with more addresses than a response has.
pub const MORE_ADDRESSES: &str = "addresses";

/// The source of the data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Source {
    /// The protocol of the upstream that responded.
    #[schema(example = "blockbook")]
    pub upstream: &'static str,
    /// The block height of the upstream, in decimal digits.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "840000")]
    pub block: String,
    /// Parts missing from the response because no upstream could report them: `history`,
    /// `internal-transfers`, `claimable-balances`, `claims`, `fills`, `l1-fees`, `spendable`, or `rows` if some
    /// transactions are missing because the upstream's data about them is unreadable. `addresses` if an extended key may
    /// have more used addresses than the response, which is then about the listed ones only, and `utxo` if it has more
    /// unspent outputs. On EVM chains also `pending` if pending transactions of the address are not listed, `tokens` if
    /// balances of requested or listed tokens are missing, `nft-transfers` if transfers of non-fungible tokens may be
    /// missing, and `withdrawals` (from the beacon chain) and `block-rewards` if the address has such entries, which are
    /// not transactions of the history. Absent if nothing is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!(["internal-transfers"]))]
    pub partial: Vec<&'static str>,
}

/// The balance of the coin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BtcLikeBalance {
    /// The balance. Its spendable amount consists of the confirmed and mature outputs and the pending change of own
    /// payments; it is absent if no upstream reports them.
    #[serde(flatten)]
    pub balance: Balance,
    /// The confirmed and pending parts of the balance.
    pub details: BtcLikeBalanceDetails,
}

/// The parts of a balance in base units (docs/decisions/utxo-history.md#spendable-balance-of-utxo-chains).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BtcLikeBalanceDetails {
    /// The amount in blocks, including immature coinbase outputs, and outputs that pending transactions spend.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "5000000000")]
    pub confirmed: String,
    /// The change of the balance by pending transactions, with a leading minus if they reduce it.
    #[schema(pattern = "^(0|-?[1-9][0-9]*)$", example = "-150000")]
    pub unconfirmed: String,
    /// The amount of coinbase outputs without the required number of confirmations. Absent if no upstream reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "0")]
    pub immature: Option<String>,
}

/// A hint about a transaction. It never hides one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Flag {
    /// An action moves a token that is not in the asset list.
    UnlistedToken,
    /// A counterparty has the same first four and last four characters as another counterparty on the page, as in
    /// address poisoning.
    LookAlikeAddress,
    /// The address received an amount that is too small to be worth spending.
    Dust,
}

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
    fn pending_transaction_has_empty_block() {
        let transaction: Transaction = Transaction {
            txid: "00".to_owned(),
            block: String::new(),
            date: 5,
            fee: AssetValue::new(1, 8),
            value: AssetValue::new(2, 8),
            net: AssetValue::new(-3, 8),
            direction: Direction::Own,
            confirmations: confirmations(None, 9),
            from: "a".to_owned(),
            to: "b".to_owned(),
            status: Status::Pending,
            actions: Vec::new(),
            flags: Vec::new(),
        };
        let expected = json!({
            "txid": "00",
            "block": "",
            "date": 5,
            "fee": { "amount": "1", "decimals": 8 },
            "value": { "amount": "2", "decimals": 8 },
            "net": { "amount": "-3", "decimals": 8 },
            "direction": "self",
            "confirmations": 0,
            "from": "a",
            "to": "b",
            "status": "pending",
            "actions": [],
        });
        assert_eq!(serde_json::to_value(transaction).unwrap(), expected);
    }

    #[test]
    fn direction_follows_from_the_movements_then_from_the_balance() {
        let (out, to_own, own, other) = ((true, false), (false, true), (true, true), (false, false));
        for (movements, expected) in [
            (&[own, to_own, out][..], Direction::Out),
            (&[own, to_own], Direction::In),
            (&[other, own], Direction::Own),
        ] {
            for pays in [false, true] {
                assert_eq!(Direction::of(movements.iter().copied(), pays), expected);
            }
        }
        assert_eq!(Direction::of([other], true), Direction::Out);
        assert_eq!(Direction::of([], false), Direction::In);
    }

    #[test]
    fn block_of_a_transaction_is_its_first_confirmation() {
        assert_eq!(confirmations(Some(170), 170), 1);
        assert_eq!(confirmations(Some(170), 175), 6);
        assert_eq!(confirmations(Some(171), 170), 1);
        assert_eq!(confirmations(Some(0), u64::MAX), u64::MAX);
    }

    #[test]
    fn balance_and_source_json_match_the_specification() {
        let balance = Balance {
            asset: Asset::Coin { chain: "doge" },
            balance: AssetValue::new(0, 8),
            spendable: None,
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
