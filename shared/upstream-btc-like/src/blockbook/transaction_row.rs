//! Transaction as listed by Blockbook in the history of an address.

use crate::listed::{Place, spent};
use serde::Deserialize;
use serde_json::Value;
use wallet_btc_like::history::{Entry, Input, Output, Payee};
use wallet_btc_like::{Address, OutPoint, Params, Txid};
use wallet_core::model::parse_amount;
use wallet_upstream::failure::Failure;

/// `OP_RETURN`, the first byte of a script that carries data, in hex.
const OP_RETURN: &str = "6a";

/// Transaction. The server omits empty values.
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
    /// Unix seconds; in the mempool, the time at which this server first saw it.
    #[serde(default)]
    block_time: u64,
    /// Fee in base units.
    #[serde(default)]
    fees: Option<String>,
    #[serde(default)]
    vin: Vec<InputRow>,
    #[serde(default)]
    vout: Vec<OutputRow>,
}

/// Input. A coinbase input has no addresses.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct InputRow {
    /// Transaction with the spent output; absent for a coinbase.
    #[serde(default)]
    txid: Option<String>,
    /// Index of the spent output.
    #[serde(default)]
    vout: u32,
    #[serde(default)]
    addresses: Option<Vec<String>>,
    /// True if it is the address of the script. For a bare public key it is false: the string is then the
    /// address of the key's hash.
    #[serde(default = "yes")]
    is_address: bool,
    /// Value of the spent output in base units.
    #[serde(default)]
    value: Option<String>,
}

/// Output.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OutputRow {
    /// Value in base units.
    #[serde(default)]
    value: Option<String>,
    /// `null` for scripts without an address; for data, a string that is not an address: `OP_RETURN (…)`.
    #[serde(default)]
    addresses: Option<Vec<String>>,
    /// Same as for an input.
    #[serde(default = "yes")]
    is_address: bool,
    /// Script in hex, omitted for confirmed transactions (`details=txslight`).
    #[serde(default)]
    hex: Option<String>,
}

const fn yes() -> bool {
    true
}

/// Returns the position of an unreadable row.
pub(super) fn place(row: &Value) -> Place {
    let height = row.get("blockHeight").and_then(Value::as_u64);
    let height = height.and_then(|height| u32::try_from(height).ok());
    let inputs = row.get("vin").and_then(Value::as_array);
    Place {
        txid: Place::txid_of(row),
        height: height.filter(|height| *height > 0),
        parents: inputs.into_iter().flatten().filter_map(Place::txid_of).collect(),
    }
}

impl Row {
    /// Returns the position of the row.
    pub(super) fn place(&self) -> Place {
        let height = u32::try_from(self.block_height).ok();
        let spent = self.vin.iter().filter_map(|input| Some(input.spent().ok()??.txid));
        Place {
            txid: Some(self.txid),
            height: height.filter(|height| self.confirmations > 0 && *height > 0),
            parents: spent.collect(),
        }
    }

    /// Returns true if the row contains the address. The server lists the transactions of a bare public key under the
    /// address of its hash.
    pub(super) fn contains(&self, params: &'static Params, address: &Address) -> bool {
        let inputs = self.vin.iter().filter_map(|input| input.addresses.as_ref());
        let outputs = self.vout.iter().filter_map(|output| output.addresses.as_ref());
        let mut addresses = inputs.chain(outputs).flatten();
        addresses.any(|text| Address::parse(params, text).is_ok_and(|found| found == *address))
    }

    /// Converts the row to a history entry.
    pub(super) fn read(self, params: &'static Params) -> Result<Entry, Failure> {
        let Self { txid, vin, vout, .. } = self;
        let amount = |text: Option<&str>| {
            parse_amount(text.unwrap_or("0"), params.max_money)
                .map_err(|error| Failure::unusable(format_args!("amount of transaction {txid}: {error}")))
        };
        let confirmed = self.confirmations > 0 && self.block_height >= 0;
        let height = confirmed.then(|| u32::try_from(self.block_height)).transpose();
        let inputs = vin.into_iter().map(|input| {
            Ok(Input {
                owner: owner(params, input.addresses.as_deref(), input.is_address),
                value: amount(input.value.as_deref())?,
                spent: input.spent()?,
            })
        });
        let outputs = vout.into_iter().map(|output| {
            Ok(Output {
                value: amount(output.value.as_deref())?,
                payee: payee(params, &output),
            })
        });
        Ok(Entry {
            txid,
            height: height.map_err(|_| Failure::unusable(format_args!("height of transaction {txid}")))?,
            time: self.block_time,
            fee: amount(self.fees.as_deref())?,
            inputs: inputs.collect::<Result<_, Failure>>()?,
            outputs: outputs.collect::<Result<_, Failure>>()?,
        })
    }
}

impl InputRow {
    /// Returns the spent output.
    fn spent(&self) -> Result<Option<OutPoint>, Failure> {
        spent(self.txid.as_deref(), self.vout)
    }
}

/// Returns the single address of a script. Several addresses belong to a bare multisignature, which has no
/// address itself.
fn owner(params: &'static Params, addresses: Option<&[String]>, is_address: bool) -> Option<Address> {
    match addresses {
        Some([text]) if is_address => Address::parse(params, text).ok(),
        _ => None,
    }
}

fn payee(params: &'static Params, output: &OutputRow) -> Payee {
    if let Some(address) = owner(params, output.addresses.as_deref(), output.is_address) {
        return Payee::Address(address);
    }
    let is_data_label = |text: &String| text.starts_with("OP_RETURN");
    let has_data_label = output.addresses.iter().flatten().any(is_data_label);
    let is_data = match &output.hex {
        Some(script) => script.starts_with(OP_RETURN),
        // The index omits scripts above 1024 bytes. Such an output without a value is data.
        None => {
            output.addresses.iter().flatten().count() == 0 && output.value.as_deref().is_none_or(|value| value == "0")
        }
    };
    if has_data_label || is_data {
        Payee::Data
    } else {
        Payee::Script
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use wallet_btc_like::Chain;
    use wallet_core::model::Network;

    const OWN: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

    #[track_caller]
    fn check(output: &Value, expected: &Payee) {
        let params = Params::of(Chain::Btc, Network::Livenet).unwrap();
        assert_eq!(
            payee(params, &OutputRow::deserialize(output).unwrap()),
            *expected,
            "{output}"
        );
    }

    #[test]
    fn output_pays_an_address_a_script_or_data() {
        let params = Params::of(Chain::Btc, Network::Livenet).unwrap();
        let own = Payee::Address(Address::parse(params, OWN).unwrap());
        check(
            &json!({ "value": "5", "n": 0, "addresses": [OWN], "isAddress": true }),
            &own,
        );
        for script in [
            // A bare public key, a bare multisignature, and a script that is neither.
            json!({ "value": "5", "n": 0, "addresses": [OWN], "isAddress": false }),
            json!({ "value": "5", "n": 0, "addresses": [OWN, OWN], "isAddress": false }),
            json!({ "value": "5", "n": 0, "addresses": null, "isAddress": false }),
            json!({ "value": "0", "n": 0, "addresses": null, "isAddress": false, "hex": "51" }),
        ] {
            check(&script, &Payee::Script);
        }
        for data in [
            json!({ "value": "0", "n": 0, "addresses": ["OP_RETURN (a)"], "isAddress": false }),
            json!({ "value": "0", "n": 0, "addresses": null, "isAddress": false, "hex": "6a00" }),
            json!({ "n": 0, "addresses": null, "isAddress": false }),
        ] {
            check(&data, &Payee::Data);
        }
    }
}
