//! GET /address-info-btc-like/v1/api/{chain}: each recorded transaction from the view of the sender and the recipients.

use super::data::{Complete, complete};
use super::differences::Differences;
use crate::address_info_btc_like::App;
use crate::support::stub::Reply;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Returns the number of transactions.
pub fn count() -> usize {
    complete().count()
}

/// Returns the sender and up to three recipients.
pub fn views<'a>(transaction: &Complete<'a>) -> BTreeSet<&'a str> {
    let first = transaction.inputs.iter().take(1);
    let parties = first.chain(transaction.outputs.iter().take(3));
    parties
        .map(|party| party.address)
        .filter(|address| !address.is_empty())
        .collect()
}

/// The service with a Blockbook that lists one recorded transaction.
pub struct Blockbook(App);

impl Blockbook {
    pub async fn new() -> Self {
        let app = App::new().await;
        let status = json!({ "blockbook": { "bestHeight": 9_000_000, "inSync": true }, "backend": {} });
        app.fixture().status = Reply::ok(status.to_string());
        Self(app)
    }

    /// Requests the history of an address, and compares its row with the recorded facts.
    pub async fn check(&self, transaction: &Complete<'_>, address: &str, differences: &mut Differences) {
        let (sent, received) = transaction.sent_and_received(address);
        {
            let mut fixture = self.0.fixture();
            fixture.transactions = vec![row(transaction)];
            fixture.balance = (received.to_string(), "0".to_owned());
        }
        let recorded = transaction.recorded;
        let path = format!("{}?address={address}&network={}", recorded.chain, recorded.network);
        let response = self.0.get(&path).await;
        let data = response.data();
        let balance = &data["balances"][0]["balance"]["amount"];
        differences.compare(&path, balance, received.to_string());
        differences.compare(&path, data["transactions"].as_array().map(Vec::len), Some(1));
        let (row, values) = (&data["transactions"][0], (sent, received));
        check_row(transaction, address, values, row, differences);
    }
}

/// Returns the transaction in the format of Blockbook.
pub fn row(transaction: &Complete<'_>) -> Value {
    let recorded = transaction.recorded;
    let decoded = recorded.decode().expect("a transaction");
    let inputs = transaction.inputs.iter().zip(&decoded.input).enumerate();
    let vin = inputs.map(|(n, (input, raw))| {
        json!({ "txid": raw.previous_output.txid.to_string(), "vout": raw.previous_output.vout, "n": n,
            "addresses": [input.address], "isAddress": true, "value": input.value.to_string() })
    });
    let outputs = transaction.outputs.iter().zip(&decoded.output).enumerate();
    let vout = outputs.map(|(n, (output, raw))| {
        let mut row = json!({ "n": n, "value": output.value.to_string(), "hex": raw.script_pubkey.to_hex_string(),
            "addresses": [output.address], "isAddress": true });
        if output.address.is_empty() {
            row["addresses"] = Value::Null;
            row["isAddress"] = false.into();
        }
        row
    });
    json!({
        "txid": recorded.txid,
        "vin": vin.collect::<Vec<_>>(),
        "vout": vout.collect::<Vec<_>>(),
        "blockHeight": transaction.height,
        "confirmations": 9_000_001 - transaction.height,
        "blockTime": transaction.time,
        "fees": transaction.fee.to_string(),
    })
}

/// Compares the row of an address with the recorded transaction.
pub fn check_row(
    transaction: &Complete<'_>,
    address: &str,
    (sent, received): (u64, u64),
    shown: &Value,
    differences: &mut Differences,
) {
    let recorded = transaction.recorded;
    let place = format!("{} of {} for {address}", recorded.txid, recorded.source);
    let total: u64 = transaction.inputs.iter().map(|input| input.value).sum();
    let paid: u64 = transaction.outputs.iter().map(|output| output.value).sum();
    differences.compare(&place, total - paid, transaction.fee);
    let facts = json!([
        shown["txid"],
        shown["block"],
        shown["date"],
        shown["status"],
        shown["fee"]["amount"]
    ]);
    let (block, fee) = (transaction.height.to_string(), transaction.fee.to_string());
    let expected = json!([recorded.txid, block, transaction.time, "confirmed", fee]);
    differences.compare(&place, facts, expected);
    let net = received.cast_signed() - sent.cast_signed();
    differences.compare(&place, &shown["net"]["amount"], net.to_string());
    let movement = json!([shown["from"], shown["to"], shown["value"]["amount"]]);
    if sent == 0 {
        let expected = json!([transaction.inputs[0].address, address, received.to_string()]);
        differences.compare(&place, movement, expected);
    } else if sent == total {
        let (to, value) = check_payments(transaction, address, shown, differences);
        differences.compare(&place, movement, json!([address, to, value.to_string()]));
    } else {
        differences.compare(&place, &shown["from"], address);
    }
}

/// Compares the payments of the only sender. Returns the first recipient and the value.
fn check_payments<'a>(
    transaction: &Complete<'a>,
    address: &str,
    shown: &Value,
    differences: &mut Differences,
) -> (&'a str, u64) {
    let outputs = transaction.outputs.iter().enumerate();
    let paid = outputs.filter(|(index, _)| !transaction.is_data(*index));
    let (own, others): (Vec<_>, Vec<_>) = paid
        .map(|(_, output)| output)
        .partition(|output| output.address == address);
    let actions = shown["actions"].as_array().into_iter().flatten();
    let listed = actions.map(|action| json!([action["to"], action["value"]["amount"]]));
    let expected = others
        .iter()
        .map(|output| json!([output.address, output.value.to_string()]));
    let txid = &transaction.recorded.txid;
    differences.compare(txid, listed.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    let paid = if others.is_empty() { own } else { others };
    let value = paid.iter().map(|output| output.value).sum();
    (paid.first().map_or("", |output| output.address), value)
}

#[tokio::test]
async fn rows_over_blockbook_are_the_recorded_transactions() {
    let blockbook = Blockbook::new().await;
    let mut differences = Differences::default();
    for transaction in complete() {
        for address in views(&transaction) {
            blockbook.check(&transaction, address, &mut differences).await;
        }
    }
    differences.assert_none();
}
