//! Responses about an address or a key, and the transactions that they list.

use crate::listed::{self, Listed, Place, WITHOUT_ADDRESS, spent};
use crate::source::funds;
use serde::Deserialize;
use serde_json::Value;
use wallet_btc_like::history::{Entry, Funds, Input, Output, Payee};
use wallet_btc_like::{Address, OutPoint, Params, Txid};
use wallet_core::model::parse_amount;
use wallet_upstream::{Failure, ListRow};

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
    /// Unix seconds; in the mempool, the time of the first sighting by this server.
    #[serde(default)]
    block_time: u64,
    /// Fee in base units.
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
    txid: Option<String>,
    /// Index of the spent output.
    #[serde(default)]
    vout: u32,
    addresses: Option<Vec<String>>,
    /// True for the address of the script. For a bare public key false: the string is then the
    /// address of the key's hash.
    #[serde(default = "yes")]
    is_address: bool,
    /// Value of the spent output in base units.
    value: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OutputRow {
    /// Value in base units.
    value: Option<String>,
    /// `null` for scripts without an address; for data, a string that is not an address: `OP_RETURN (…)`.
    addresses: Option<Vec<String>>,
    /// Same as for an input.
    #[serde(default = "yes")]
    is_address: bool,
    /// Script in hex, omitted for confirmed transactions (`details=txslight`).
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
    /// address of the key's hash.
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

/// Resource of the server about an address or an extended key. The server omits empty values.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AddressResponse {
    balance: String,
    unconfirmed_balance: Option<String>,
    #[serde(default)]
    tokens: Vec<ListRow<KeyAddressRow>>,
    #[serde(default)]
    unconfirmed_txs: u32,
    page: Option<u32>,
    total_pages: Option<i64>,
    items_on_page: Option<u32>,
    #[serde(default)]
    transactions: Vec<ListRow<Row>>,
}

pub(super) struct Summary {
    /// Confirmed balance in base units.
    balance: String,
    /// Net change in the mempool in base units, signed.
    unconfirmed_balance: Option<String>,
    /// Number of transactions in the mempool.
    pub(super) unconfirmed_txs: u32,
    /// Addresses of an extended key.
    pub(super) tokens: Vec<ListRow<KeyAddressRow>>,
}

/// Address of an extended key.
#[derive(Deserialize)]
pub(super) struct KeyAddressRow {
    /// The address.
    pub(super) name: String,
    /// Derivation path, which ends with the branch and the index.
    pub(super) path: String,
    /// Number of confirmed transactions.
    #[serde(default)]
    pub(super) transfers: u64,
}

pub(super) struct ListedPage {
    /// Number of transactions in the mempool.
    pub(super) unconfirmed_txs: u32,
    /// Returned page: the last page if the requested page is further back.
    pub(super) page: Option<u32>,
    /// Number of pages, -1 if unknown.
    pub(super) total_pages: Option<i64>,
    /// Maximum number of confirmed transactions on a page, which may be lower than requested.
    pub(super) items_on_page: Option<u32>,
    /// The mempool first, then the blocks from the latest down.
    pub(super) transactions: Vec<ListRow<Row>>,
}

impl AddressResponse {
    /// Splits the response into two subjects.
    pub(super) fn split(self) -> (Summary, ListedPage) {
        let summary = Summary {
            balance: self.balance,
            unconfirmed_balance: self.unconfirmed_balance,
            unconfirmed_txs: self.unconfirmed_txs,
            tokens: self.tokens,
        };
        let page = ListedPage {
            unconfirmed_txs: self.unconfirmed_txs,
            page: self.page,
            total_pages: self.total_pages,
            items_on_page: self.items_on_page,
            transactions: self.transactions,
        };
        (summary, page)
    }
}

/// Returns the confirmed and unconfirmed balance.
pub(super) fn balance(summary: &Summary, params: &Params) -> Result<Funds, Failure> {
    let confirmed = parse_amount(&summary.balance, params.max_balance)
        .map_err(|error| Failure::unusable(format_args!("balance: {error}")))?;
    let text = summary.unconfirmed_balance.as_deref().unwrap_or("0");
    let size = parse_amount(text.strip_prefix('-').unwrap_or(text), params.max_balance)
        .map_err(|error| Failure::unusable(format_args!("unconfirmed balance: {error}")))?;
    let sign = if text.starts_with('-') { -1 } else { 1 };
    funds(confirmed, i128::from(size) * sign, params)
}

/// Decodes and sorts transactions, of an address if given: pending transactions first, then from the latest block down.
pub(super) fn decode(
    rows: Vec<ListRow<Row>>,
    address: Option<&Address>,
    params: &'static Params,
) -> Result<Vec<Listed>, Failure> {
    let read = |row: Row| match address {
        Some(address) if !row.contains(params, address) => Err(Failure::unusable(WITHOUT_ADDRESS)),
        _ => row.read(params),
    };
    let rows = rows.into_iter().map(|row| match row {
        ListRow::Read(row) => (row.place(), read(row)),
        ListRow::Unreadable(row) => (place(&row), Err(Failure::unusable("not a transaction"))),
    });
    let mut listed = listed::collect(rows.collect())?;
    // Stable sort: the server's order is kept within a block.
    listed.sort_by_key(|row| std::cmp::Reverse(row.height.unwrap_or(u32::MAX)));
    Ok(listed::with_ordered_mempool(listed))
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
