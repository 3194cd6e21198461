//! Transaction as listed by Esplora in the history of an address.

use super::Status;
use crate::listed::{Place, spent};
use serde::Deserialize;
use serde_json::Value;
use wallet_btc_like::history::{Entry, Input, Output, Payee};
use wallet_btc_like::{Address, OutPoint, Params, Txid};
use wallet_upstream::Failure;

/// `OP_RETURN`, the first byte of a script that carries data, in hex.
const OP_RETURN: &str = "6a";

#[derive(Deserialize)]
pub(super) struct Row {
    txid: Txid,
    /// Fee in base units; 0 for a coinbase.
    fee: u64,
    vin: Vec<InputRow>,
    vout: Vec<OutputRow>,
    status: Status,
}

#[derive(Deserialize)]
struct InputRow {
    /// Transaction with the spent output.
    txid: Option<String>,
    /// Index of the spent output.
    #[serde(default)]
    vout: u32,
    /// Spent output; `null` for a coinbase, and if unknown to the server.
    prevout: Option<OutputRow>,
    /// True for a coinbase; absent in old versions.
    is_coinbase: Option<bool>,
}

#[derive(Deserialize)]
struct OutputRow {
    scriptpubkey: String,
    /// Absent for scripts without an address.
    scriptpubkey_address: Option<String>,
    /// Value in base units.
    value: u64,
}

/// Returns the position of an unreadable row.
pub(super) fn place(row: &Value) -> Place {
    let height = row.pointer("/status/block_height").and_then(Value::as_u64);
    let inputs = row.get("vin").and_then(Value::as_array);
    Place {
        txid: Place::txid_of(row),
        height: height.and_then(|height| u32::try_from(height).ok()),
        parents: inputs.into_iter().flatten().filter_map(Place::txid_of).collect(),
    }
}

impl Row {
    /// Returns the position of the row.
    pub(super) fn place(&self) -> Place {
        let spent = self.vin.iter().filter_map(|input| Some(input.spent().ok()??.txid));
        Place {
            txid: Some(self.txid),
            height: self.status.height(),
            parents: spent.collect(),
        }
    }

    /// Converts the row to a history entry. A pending transaction has time 0, since the server does not report
    /// one.
    pub(super) fn read(self, params: &'static Params) -> Result<Entry, Failure> {
        let Self { txid, vin, vout, .. } = self;
        let block = self.status.block()?;
        let amount = |value: u64| {
            let possible = value <= params.max_money;
            possible
                .then_some(value)
                .ok_or_else(|| Failure::unusable(format_args!("amount of transaction {txid}: {value}")))
        };
        let inputs = vin.into_iter().map(|input| {
            let Some(output) = &input.prevout else {
                return input.coinbase();
            };
            Ok(Input {
                owner: output.owner(params),
                value: amount(output.value)?,
                spent: input.spent()?,
            })
        });
        let outputs = vout.into_iter().map(|output| {
            Ok(Output {
                value: amount(output.value)?,
                payee: output.payee(params),
            })
        });
        Ok(Entry {
            txid,
            height: block.map(|block| block.height),
            time: block.map_or(0, |block| block.time),
            fee: amount(self.fee)?,
            inputs: inputs.collect::<Result<_, Failure>>()?,
            outputs: outputs.collect::<Result<_, Failure>>()?,
        })
    }
}

impl InputRow {
    /// Returns the spent output; for a coinbase a missing output.
    fn spent(&self) -> Result<Option<OutPoint>, Failure> {
        spent(self.txid.as_deref(), self.vout)
    }

    /// Returns the input of a coinbase, which spends nothing.
    fn coinbase(&self) -> Result<Input, Failure> {
        let has_no_parent = || {
            self.txid
                .iter()
                .flat_map(|txid| txid.bytes())
                .all(|digit| digit == b'0')
        };
        if !self.is_coinbase.unwrap_or_else(has_no_parent) {
            return Err(Failure::unusable("prevout: missing"));
        }
        Ok(Input {
            owner: None,
            value: 0,
            spent: None,
        })
    }
}

impl OutputRow {
    fn owner(&self, params: &'static Params) -> Option<Address> {
        let text = self.scriptpubkey_address.as_deref()?;
        Address::parse(params, text).ok()
    }

    fn payee(&self, params: &'static Params) -> Payee {
        if let Some(address) = self.owner(params) {
            Payee::Address(address)
        } else if self.scriptpubkey.starts_with(OP_RETURN) {
            Payee::Data
        } else {
            Payee::Script
        }
    }
}
