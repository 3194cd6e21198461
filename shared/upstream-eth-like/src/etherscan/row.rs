//! Row of a list. The lists have most fields in common. Numbers are decimal strings, and from some servers JSON
//! numbers or hex; an empty value may be missing, null or `""`.

use crate::windows::{Place, Row};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::fmt::Display;
use std::str::FromStr;
use wallet_eth_like::history::{Entry, HistoryPosition, TokenLabel, TopLevelCall, Transfer, TransferAsset};
use wallet_eth_like::{Address, Amount, Hash, NftKey, NftKind};
use wallet_upstream::{Failure, ListRow};

/// Row of any list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireRow {
    #[serde(default, deserialize_with = "text")]
    hash: Option<String>,
    /// Name of `hash` in Blockscout's internal transfers.
    #[serde(default, deserialize_with = "text")]
    transaction_hash: Option<String>,
    /// Block height, absent while the transaction is pending.
    #[serde(default, deserialize_with = "text")]
    pub(super) block_number: Option<String>,
    #[serde(default, deserialize_with = "text")]
    time_stamp: Option<String>,
    #[serde(default, deserialize_with = "text")]
    transaction_index: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(super) nonce: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(super) from: Option<String>,
    /// Empty if a contract is created.
    #[serde(default, deserialize_with = "text")]
    pub(super) to: Option<String>,
    /// Token contract of a token transfer, otherwise a contract that was created.
    #[serde(default, deserialize_with = "text")]
    pub(super) contract_address: Option<String>,
    /// Absent for tokens without an amount.
    #[serde(default, deserialize_with = "text")]
    pub(super) value: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(super) gas: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(super) gas_used: Option<String>,
    /// Gas price; in a block, the effective price.
    #[serde(default, deserialize_with = "text")]
    pub(super) gas_price: Option<String>,
    /// L1 fee of a rollup, if reported.
    #[serde(default, deserialize_with = "text", rename = "L1FeesPaid", alias = "l1FeesPaid", alias = "l1Fee")]
    pub(super) l1_fee: Option<String>,
    /// `1` if failed or reverted.
    #[serde(default, deserialize_with = "text")]
    pub(super) is_error: Option<String>,
    /// `0` if failed; empty before Byzantium.
    #[serde(default, deserialize_with = "text", rename = "txreceipt_status")]
    pub(super) receipt_status: Option<String>,
    /// Type of an internal transfer: `call`, `create`, `selfdestruct` and more.
    #[serde(default, deserialize_with = "text")]
    pub(super) r#type: Option<String>,
    /// Type of the call, if reported by the server.
    #[serde(default, deserialize_with = "text")]
    pub(super) call_type: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(super) token_decimal: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(super) token_name: Option<String>,
    #[serde(default, deserialize_with = "text")]
    pub(super) token_symbol: Option<String>,
    /// Present for non-fungible tokens (ERC-721, ERC-1155).
    #[serde(rename = "tokenID")]
    token_id: Option<Value>,
    /// Number of tokens of ERC-1155.
    #[serde(default, deserialize_with = "text")]
    token_value: Option<String>,
}

impl WireRow {
    pub(super) fn sender(&self) -> Result<Address, Failure> {
        read("from", self.from.as_deref().unwrap_or_default())
    }

    pub(super) fn txid(&self) -> Result<Hash, Failure> {
        let hash = given(self.hash.as_deref()).or_else(|| given(self.transaction_hash.as_deref()));
        read("hash", hash.unwrap_or_default())
    }

    /// Builds the row of a transaction.
    pub(super) fn outer_row(&self, outer: TopLevelCall) -> Result<Row, Failure> {
        let fee = self.fee(self.gas_used.as_deref())?;
        self.row(|entry| Entry {
            outer: Some(outer),
            fee,
            lacks_l1_fee: self.lacks_l1_fee(),
            lacks_gas_fee: self.lacks_gas_fee(),
            ..entry
        })
    }

    /// Builds the row of a transfer within a transaction; without a transfer, the row has no entry.
    pub(super) fn inner_row(&self, transfer: Option<Transfer>, fee: Option<Amount>) -> Result<Row, Failure> {
        let mut row = self.row(|entry| Entry {
            transfers: transfer.into_iter().collect(),
            fee,
            lacks_l1_fee: self.lacks_l1_fee(),
            lacks_gas_fee: self.lacks_gas_fee(),
            ..entry
        })?;
        row.entry = row.entry.filter(|_| transfer.is_some());
        Ok(row)
    }

    /// Returns true for an allocation of the genesis block: the id is not a hash, but for example
    /// `GENESIS_{address}`. The block has no transactions.
    pub(super) fn is_genesis_allocation(&self) -> bool {
        is_number(self.block_number.as_deref(), 0) && self.txid().is_err() && self.sender().is_err()
    }

    /// Builds the row of an allocation of the genesis block, with the zero hash as id.
    pub(super) fn genesis_row(&self, transfer: Transfer) -> Result<Row, Failure> {
        self.row_of(Hash::ZERO, |entry| Entry {
            transfers: vec![transfer],
            ..entry
        })
    }

    /// Builds the row of a mined transaction from position and time; `fill` adds the rest.
    fn row(&self, fill: impl FnOnce(Entry) -> Entry) -> Result<Row, Failure> {
        self.row_of(self.txid()?, fill)
    }

    fn row_of(&self, txid: Hash, fill: impl FnOnce(Entry) -> Entry) -> Result<Row, Failure> {
        let block = number("blockNumber", self.block_number.as_deref().unwrap_or_default())?;
        let time = number("timeStamp", self.time_stamp.as_deref().unwrap_or_default())?;
        let index = given(self.transaction_index.as_deref()).map(|index| number("transactionIndex", index));
        let position = HistoryPosition::Mined {
            block,
            index: index.transpose()?,
            txid,
        };
        Ok(Row {
            block: Some(block),
            entry: Some(fill(Entry {
                position,
                time,
                outer: None,
                fee: None,
                lacks_l1_fee: false,
                lacks_gas_fee: false,
                labels: Vec::new(),
                transfers: Vec::new(),
            })),
            omits_nft: false,
        })
    }

    /// Returns the contract of a token.
    pub(super) fn contract(&self) -> Result<Address, Failure> {
        read("contractAddress", self.contract_address.as_deref().unwrap_or_default())
    }

    /// Returns the id of a non-fungible token.
    pub(super) fn token_id(&self) -> Result<Amount, Failure> {
        let id = self.token_id.as_ref().and_then(|id| text(id).ok().flatten());
        number("tokenID", &id.unwrap_or_default())
    }

    /// Returns the recipient, or the created contract.
    pub(super) fn recipient(&self) -> Result<Option<Address>, Failure> {
        let text = given(self.to.as_deref()).or_else(|| given(self.contract_address.as_deref()));
        text.map(|text| read("to", text)).transpose()
    }

    /// Returns the fee of this amount of gas, including the L1 fee of a rollup, or `None` if the row lacks the
    /// data.
    pub(super) fn fee(&self, gas: Option<&str>) -> Result<Option<Amount>, Failure> {
        let (Some(gas), Some(price)) = (given(gas), given(self.gas_price.as_deref())) else {
            return Ok(None);
        };
        let (gas, price): (Amount, Amount) = (number("gas", gas)?, number("gasPrice", price)?);
        let l1_fee = given(self.l1_fee.as_deref()).map_or(Ok(Amount::ZERO), |fee| number("L1 fee", fee))?;
        let fee = gas.checked_mul(price).and_then(|fee| fee.checked_add(l1_fee));
        fee.map(Some).ok_or_else(|| Failure::unusable("fee above 256 bits"))
    }

    /// Returns true if the fee lacks the L1 fee that transactions on a rollup pay.
    fn lacks_l1_fee(&self) -> bool {
        given(self.l1_fee.as_deref()).is_none()
    }

    /// Returns true if the fee lacks the gas fee: some indexes list the price 0.
    fn lacks_gas_fee(&self) -> bool {
        is_number(self.gas_price.as_deref(), 0)
    }

    pub(super) fn value(&self) -> Result<Amount, Failure> {
        number("value", self.value.as_deref().unwrap_or_default())
    }
}

/// Returns a non-empty text.
pub(super) fn given(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty())
}

/// Parses a number: decimal digits, or hex with the prefix `0x`.
pub(super) fn number<T: FromStr<Err: Display>>(field: &str, text: &str) -> Result<T, Failure> {
    match Amount::from_quantity(text) {
        Some(quantity) => read(field, &quantity.to_string()),
        None => read(field, text),
    }
}

/// Returns true if a field has this number.
fn is_number(text: Option<&str>, expected: u8) -> bool {
    text.and_then(|text| number("flag", text).ok()) == Some(expected)
}

/// Returns true if an optional flag has this number.
pub(super) fn is_flag(field: &str, text: Option<&str>, expected: u8) -> Result<bool, Failure> {
    let flag: Option<u8> = given(text).map(|text| number(field, text)).transpose()?;
    Ok(flag == Some(expected))
}

/// Deserialises a text, or a JSON number of at most 64 bits as digits. Larger JSON numbers are not exact.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text)),
        Value::Number(number) if number.is_u64() => Ok(Some(number.to_string())),
        _ => Err(D::Error::custom("expected a string or an integer")),
    }
}

/// Returns the position of a row by height alone.
pub(super) fn place(row: &ListRow<WireRow>) -> Place {
    let height = match row {
        ListRow::Read(row) => row.block_number.clone(),
        ListRow::Unreadable(row) => row.get("blockNumber").and_then(|height| text(height).ok().flatten()),
    };
    let height = height.and_then(|height| number("blockNumber", &height).ok());
    height.map_or(Place::Unknown, Place::Block)
}

/// Parses a field. The failure names the field and omits the value, which may come from an untrusted party.
pub(super) fn read<T: FromStr<Err: Display>>(field: &str, text: &str) -> Result<T, Failure> {
    text.parse()
        .map_err(|error| Failure::unusable(format_args!("{field}: {error}")))
}

/// Call types that transfer no value, although they may show the value of the enclosing call.
const DELEGATED: [&str; 3] = ["delegatecall", "callcode", "staticcall"];

/// Decodes a row of `txlist`: a transaction, or an allocation of the genesis block.
pub(super) fn transaction(row: &WireRow) -> Result<Row, Failure> {
    if row.is_genesis_allocation() {
        return genesis_allocation(row);
    }
    let failed = is_flag("isError", row.is_error.as_deref(), 1)?
        || is_flag("txreceipt_status", row.receipt_status.as_deref(), 0)?;
    row.outer_row(outer(row, !failed)?)
}

/// Decodes an allocation of the genesis block, which has neither a transaction nor a sender
/// (docs/decisions/evm-history.md#allocations-of-the-genesis-block).
fn genesis_allocation(row: &WireRow) -> Result<Row, Failure> {
    let to = row
        .recipient()?
        .ok_or_else(|| Failure::unusable("to: missing recipient"))?;
    let transfer = Transfer {
        asset: TransferAsset::Coin,
        from: None,
        to,
        value: row.value()?,
    };
    row.genesis_row(transfer)
}

/// Decodes a row of `txlistinternal`: an internal transfer of a contract.
pub(super) fn internal_transfer(row: &WireRow) -> Result<Row, Failure> {
    let kinds = [&row.r#type, &row.call_type];
    let is_delegated = kinds
        .into_iter()
        .flatten()
        .any(|kind| DELEGATED.contains(&kind.as_str()));
    let was_reverted = is_flag("isError", row.is_error.as_deref(), 1)?;
    let creates = given(row.r#type.as_deref()).is_some_and(|kind| kind.starts_with("create"));
    let asset = if creates {
        TransferAsset::Endowment
    } else {
        TransferAsset::Coin
    };
    let value = row.value()?;
    let transfer = if is_delegated || was_reverted {
        None
    } else {
        transfer(row, asset, value)?
    };
    // The gas is that of the call, without a separate fee.
    row.inner_row(transfer, None)
}

/// Decodes a row of `tokentx`: a token transfer.
pub(super) fn token_transfer(row: &WireRow) -> Result<Row, Failure> {
    if row.token_id.is_some() {
        return listed_with_tokens(row);
    }
    let decimals = given(row.token_decimal.as_deref()).and_then(|text| number("tokenDecimal", text).ok());
    let contract = row.contract()?;
    labelled(row, contract, TransferAsset::Token { contract, decimals }, row.value()?)
}

/// Decodes a non-fungible token in the list of all tokens, which Blockscout has: ERC-721 has no amount, and ERC-1155 the
/// amount `tokenValue`. Further standards are omitted.
fn listed_with_tokens(row: &WireRow) -> Result<Row, Failure> {
    let amounts = [&row.token_value, &row.value].map(|amount| given(amount.as_deref()).is_some());
    match amounts {
        [true, _] => nft_transfer(row, NftKind::Erc1155),
        [false, false] => nft_transfer(row, NftKind::Erc721),
        [false, true] => {
            let omitted = row.inner_row(None, None)?;
            Ok(Row {
                omits_nft: true,
                ..omitted
            })
        }
    }
}

/// Decodes a row of `tokennfttx` or `token1155tx`: a transfer of a non-fungible token.
pub(super) fn nft_transfer(row: &WireRow, kind: NftKind) -> Result<Row, Failure> {
    let contract = row.contract()?;
    let id = row.token_id()?;
    let amount = match kind {
        NftKind::Erc721 => 1_u64.into(),
        NftKind::Erc1155 => number("tokenValue", row.token_value.as_deref().unwrap_or_default())?,
    };
    labelled(row, contract, TransferAsset::Nft(NftKey { kind, contract, id }), amount)
}

/// Builds the row of a transfer with the names of the token.
fn labelled(row: &WireRow, contract: Address, asset: TransferAsset, value: Amount) -> Result<Row, Failure> {
    let transfer = transfer(row, asset, value)?;
    let mut decoded = row.inner_row(transfer, row.fee(row.gas_used.as_deref())?)?;
    if let Some(entry) = &mut decoded.entry {
        let label = TokenLabel::new(contract, row.token_name.as_deref(), row.token_symbol.as_deref());
        entry.labels.push(label);
    }
    Ok(decoded)
}

/// Decodes a row of `pendingtxlist`: a pending transaction, without the server's time of the first sighting.
pub(super) fn pending(row: &WireRow, first_seen: impl Fn(Hash) -> u64) -> Result<Row, Failure> {
    let txid = row.txid()?;
    let nonce = number("nonce", row.nonce.as_deref().unwrap_or_default())?;
    let entry = Entry {
        position: HistoryPosition::Pending { nonce, txid },
        time: first_seen(txid),
        outer: Some(outer(row, true)?),
        // Maximum fee.
        fee: row.fee(row.gas.as_deref())?,
        lacks_l1_fee: false,
        lacks_gas_fee: false,
        transfers: Vec::new(),
        labels: Vec::new(),
    };
    Ok(Row {
        block: None,
        entry: Some(entry),
        omits_nft: false,
    })
}

fn outer(row: &WireRow, succeeded: bool) -> Result<TopLevelCall, Failure> {
    Ok(TopLevelCall {
        from: row.sender()?,
        to: row.recipient()?,
        value: row.value()?,
        succeeded,
    })
}

/// Decodes a transfer. Transfers without a value are omitted, since a contract may report them in any name.
fn transfer(row: &WireRow, asset: TransferAsset, value: Amount) -> Result<Option<Transfer>, Failure> {
    let from = row.sender()?;
    let to = if asset.is_coin() {
        row.recipient()?
    } else {
        given(row.to.as_deref()).map(|to| read("to", to)).transpose()?
    };
    if value == Amount::ZERO {
        return Ok(None);
    }
    Ok(Some(Transfer {
        asset,
        from: Some(from),
        to: to.ok_or_else(|| Failure::unusable("to: missing recipient"))?,
        value,
    }))
}
