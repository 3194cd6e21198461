//! A row of a list. The lists have most fields in common; numbers are decimal strings, and what is empty may be missing, null
//! or `""`.

use crate::windows::Row;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::fmt::Display;
use std::str::FromStr;
use wallet_eth_like::history::{Entry, Outer, Spot, Transfer};
use wallet_eth_like::{Address, Amount, Hash};
use wallet_upstream::failure::Failure;

/// A row of any list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireRow {
    #[serde(default)]
    hash: Option<String>,
    /// The same in Blockscout's internal transfers.
    #[serde(default)]
    transaction_hash: Option<String>,
    /// The height; not there while the transaction is pending.
    #[serde(default)]
    block_number: Option<String>,
    #[serde(default)]
    time_stamp: Option<String>,
    #[serde(default)]
    transaction_index: Option<String>,
    #[serde(default)]
    pub(super) nonce: Option<String>,
    pub(super) from: String,
    /// Empty where a contract is created.
    #[serde(default)]
    pub(super) to: Option<String>,
    /// Of a transfer of tokens their contract, else a contract that was created.
    #[serde(default)]
    pub(super) contract_address: Option<String>,
    /// Absent where tokens are no amount.
    #[serde(default)]
    pub(super) value: Option<String>,
    /// The most gas that it may use.
    #[serde(default)]
    pub(super) gas: Option<String>,
    #[serde(default)]
    pub(super) gas_used: Option<String>,
    /// What is paid for each gas; in a block what was.
    #[serde(default)]
    pub(super) gas_price: Option<String>,
    /// What a rollup took for its place on the chain below, where the server tells it.
    #[serde(default, rename = "L1FeesPaid", alias = "l1FeesPaid", alias = "l1Fee")]
    pub(super) l1_fee: Option<String>,
    /// `1` when it failed or was undone.
    #[serde(default)]
    pub(super) is_error: Option<String>,
    /// `0` when it failed; empty before Byzantium.
    #[serde(default, rename = "txreceipt_status")]
    pub(super) receipt_status: Option<String>,
    /// Of an internal transfer: `call`, `create`, `selfdestruct` and more.
    #[serde(default)]
    pub(super) r#type: Option<String>,
    /// What kind of call, where the server tells it apart.
    #[serde(default)]
    pub(super) call_type: Option<String>,
    #[serde(default)]
    pub(super) token_decimal: Option<String>,
    /// There where the token is one of a kind (ERC-721, ERC-1155).
    #[serde(default, rename = "tokenID")]
    pub(super) token_id: Option<IgnoredAny>,
}

impl WireRow {
    pub(super) fn txid(&self) -> Result<Hash, Failure> {
        let hash = given(self.hash.as_deref()).or_else(|| given(self.transaction_hash.as_deref()));
        read("hash", hash.unwrap_or_default())
    }

    /// The row of a transaction by its own words.
    pub(super) fn told_by_itself(&self, outer: Outer) -> Result<Row, Failure> {
        let fee = self.fee(self.gas_used.as_deref())?;
        self.row(|entry| Entry {
            outer: Some(outer),
            fee,
            ..entry
        })
    }

    /// The row of something that moves within a transaction; `None` where that is not worth telling.
    pub(super) fn told_within(&self, transfer: Option<Transfer>, fee: Option<Amount>) -> Result<Row, Failure> {
        let mut row = self.row(|entry| Entry {
            transfers: transfer.into_iter().collect(),
            fee,
            ..entry
        })?;
        row.entry = row.entry.filter(|_| transfer.is_some());
        Ok(row)
    }

    /// A row of a transaction in a block, of which nothing is said yet but where and when.
    fn row(&self, fill: impl FnOnce(Entry) -> Entry) -> Result<Row, Failure> {
        let block = read("blockNumber", self.block_number.as_deref().unwrap_or_default())?;
        let time = read("timeStamp", self.time_stamp.as_deref().unwrap_or_default())?;
        let index = given(self.transaction_index.as_deref()).map(|index| read("transactionIndex", index));
        let spot = Spot::Mined {
            block,
            index: index.transpose()?,
            txid: self.txid()?,
        };
        Ok(Row {
            block: Some(block),
            entry: Some(fill(Entry {
                spot,
                time,
                outer: None,
                fee: None,
                transfers: Vec::new(),
            })),
        })
    }

    /// Who gets it: the recipient, or the contract that is created.
    pub(super) fn recipient(&self) -> Result<Option<Address>, Failure> {
        let text = given(self.to.as_deref()).or_else(|| given(self.contract_address.as_deref()));
        text.map(|text| read("to", text)).transpose()
    }

    /// What so much gas costs, with what a rollup takes beside it; `None` where the row does not tell.
    pub(super) fn fee(&self, gas: Option<&str>) -> Result<Option<Amount>, Failure> {
        let (Some(gas), Some(price)) = (given(gas), given(self.gas_price.as_deref())) else {
            return Ok(None);
        };
        let (gas, price): (Amount, Amount) = (read("gas", gas)?, read("gasPrice", price)?);
        let l1_fee = given(self.l1_fee.as_deref()).map_or(Ok(Amount::ZERO), |fee| read("L1 fee", fee))?;
        let fee = gas.checked_mul(price).and_then(|fee| fee.checked_add(l1_fee));
        fee.map(Some).ok_or_else(|| Failure::unusable("a fee beyond 256 bits"))
    }

    pub(super) fn value(&self) -> Result<Amount, Failure> {
        read("value", self.value.as_deref().unwrap_or_default())
    }
}

/// A text that says something.
pub(super) fn given(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty())
}

/// A field as what it stands for. The failure names the field and not its text, which is anybody's.
pub(super) fn read<T: FromStr<Err: Display>>(field: &str, text: &str) -> Result<T, Failure> {
    text.parse()
        .map_err(|error| Failure::unusable(format_args!("{field}: {error}")))
}
