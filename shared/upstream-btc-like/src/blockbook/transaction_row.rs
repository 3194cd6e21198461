//! A transaction as Blockbook lists it in the history of an address.

use serde::Deserialize;
use wallet_btc_like::history::{Entry, Input, Output, Payee};
use wallet_btc_like::{Address, Params, Txid};
use wallet_core::model::parse_amount;
use wallet_upstream::failure::Failure;

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
#[serde(rename_all = "camelCase")]
struct InputRow {
    #[serde(default)]
    addresses: Option<Vec<String>>,
    /// Whether that is the script's address. For a bare public key it is not: there the text is that of its hash.
    #[serde(default = "yes")]
    is_address: bool,
}

/// An output.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OutputRow {
    /// Smallest units.
    #[serde(default)]
    value: Option<String>,
    /// `null` for scripts without an address; for data a text that is none: `OP_RETURN (…)`.
    #[serde(default)]
    addresses: Option<Vec<String>>,
    /// As for an input.
    #[serde(default = "yes")]
    is_address: bool,
    /// The script; left out of confirmed transactions (`details=txslight`).
    #[serde(default)]
    hex: Option<String>,
}

const fn yes() -> bool {
    true
}

impl Row {
    /// The transaction in our types.
    pub(super) fn read(self, params: &'static Params) -> Result<Entry, Failure> {
        let Self { txid, vin, vout, .. } = self;
        let amount = |text: Option<&str>| {
            parse_amount(text.unwrap_or("0"), params.max_money)
                .map_err(|error| Failure::unusable(format_args!("an amount of transaction {txid}: {error}")))
        };
        let confirmed = self.confirmations > 0 && self.block_height >= 0;
        let height = confirmed.then(|| u32::try_from(self.block_height)).transpose();
        let inputs = vin.into_iter().map(|input| Input {
            owner: owner(params, input.addresses.as_deref(), input.is_address),
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
    let says_data = |text: &String| text.starts_with("OP_RETURN");
    let named = output.addresses.iter().flatten().any(says_data);
    let is_data = match &output.hex {
        Some(script) => script.starts_with(OP_RETURN),
        // Of a script beyond 1024 bytes the index keeps nothing. When it is worth nothing either, it is data.
        None => {
            output.addresses.iter().flatten().count() == 0 && output.value.as_deref().is_none_or(|value| value == "0")
        }
    };
    if named || is_data { Payee::Data } else { Payee::Script }
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
    fn an_output_pays_an_address_a_script_or_nobody() {
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
