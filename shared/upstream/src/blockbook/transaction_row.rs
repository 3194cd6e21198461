//! A transaction as Blockbook lists it in the history of an address.

use crate::failure::Failure;
use serde::Deserialize;
use wallet_core::btc_like::history::{Entry, Input, Output, Payee};
use wallet_core::btc_like::{Address, Params, Txid};
use wallet_core::model::parse_amount;

/// `OP_RETURN`, the first byte of a script that carries data, in hex.
const OP_RETURN: &str = "6a";

/// A transaction. Empty values are left out by the server.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    txid: Txid,
    /// -1 in the mempool, or 0 with old versions.
    #[serde(default)]
    block_height: i64,
    /// 0 in the mempool.
    #[serde(default)]
    confirmations: u64,
    /// Unix seconds; in the mempool, when this server first saw it.
    #[serde(default)]
    block_time: u64,
    /// Smallest units.
    #[serde(default)]
    fees: Option<String>,
    #[serde(default)]
    vin: Vec<InputRow>,
    #[serde(default)]
    vout: Vec<OutputRow>,
}

/// An input. That of a coinbase has no addresses.
#[derive(Deserialize)]
struct InputRow {
    #[serde(default)]
    addresses: Option<Vec<String>>,
}

/// An output.
#[derive(Deserialize)]
struct OutputRow {
    /// Smallest units.
    #[serde(default)]
    value: Option<String>,
    /// `null` for scripts without an address; for data a text that is none: `OP_RETURN (…)`.
    #[serde(default)]
    addresses: Option<Vec<String>>,
    /// The script.
    #[serde(default)]
    hex: Option<String>,
}

impl Row {
    /// The transaction in our types.
    pub(super) fn read(self, params: &'static Params) -> Result<Entry, Failure> {
        let Self { txid, vin, vout, .. } = self;
        let amount = |text: Option<&str>| {
            parse_amount(text.unwrap_or("0"), params.max_money)
                .map_err(|error| Failure::unusable(format_args!("an amount of transaction {txid}: {error}")))
        };
        let confirmed = self.confirmations > 0 && self.block_height > 0;
        let height = confirmed.then(|| u32::try_from(self.block_height)).transpose();
        let inputs = vin.into_iter().map(|input| Input {
            owner: owner(params, input.addresses.as_deref()),
        });
        let outputs = vout.into_iter().map(|output| {
            Ok(Output {
                value: amount(output.value.as_deref())?,
                payee: payee(params, &output),
            })
        });
        Ok(Entry {
            txid,
            height: height.map_err(|_| Failure::unusable(format_args!("the height of transaction {txid}")))?,
            time: self.block_time,
            fee: amount(self.fees.as_deref())?,
            inputs: inputs.collect(),
            outputs: outputs.collect::<Result<_, Failure>>()?,
        })
    }
}

/// The one address of a script. Several are those of a bare multisignature, which has none of its own.
fn owner(params: &'static Params, addresses: Option<&[String]>) -> Option<Address> {
    match addresses {
        Some([text]) => Address::parse(params, text).ok(),
        _ => None,
    }
}

fn payee(params: &'static Params, output: &OutputRow) -> Payee {
    if let Some(address) = owner(params, output.addresses.as_deref()) {
        return Payee::Address(address);
    }
    let says_data = |text: &String| text.starts_with("OP_RETURN");
    let named = output.addresses.iter().flatten().any(says_data);
    let is_data = named || output.hex.as_ref().is_some_and(|script| script.starts_with(OP_RETURN));
    if is_data { Payee::Data } else { Payee::Script }
}
