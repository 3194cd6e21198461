//! The parts of a key's balance, flags of the transactions, and the maximum number of outputs, with a scripted
//! Blockbook.

use super::scripted::{App, CHANGE, FIRST, SECOND, SHOP, token};
use crate::address_info_btc_like::fixture::{id, row};
use crate::support::stub::Reply;
use serde_json::{Value, json};

/// The path of the first address, as listed by the server.
const PATH: &str = "m/84'/0'/0'/0/0";

/// Returns an unspent output of the first address.
pub fn output(txid: usize, value: u64, confirmations: u32) -> Value {
    json!({ "txid": id(txid), "vout": 0, "value": value.to_string(), "confirmations": confirmations,
        "address": FIRST, "path": PATH })
}

/// Returns the response about a key of which the first address is used.
pub fn key(pending: u32, rows: &[Value]) -> Reply {
    let response = json!({ "page": 1, "totalPages": 1, "itemsOnPage": 11, "balance": "0", "unconfirmedBalance": "0",
        "unconfirmedTxs": pending, "tokens": [token(FIRST, PATH, 1)], "transactions": rows });
    Reply::ok(response.to_string())
}

/// Returns spendable amount, parts, and the list of what is missing.
fn parts(data: &Value) -> (&Value, &Value, &Value) {
    let balance = &data["balances"][0];
    (
        &balance["spendable"]["amount"],
        &balance["details"],
        &data["source"]["partial"],
    )
}

#[tokio::test]
async fn immature_outputs_tokens_and_payments_of_others_are_not_spendable() {
    let app = App::new().await;
    let mut coinbase = output(3, 700, 99);
    coinbase["coinbase"] = json!(true);
    let mut carries_token = output(4, 1000, 5);
    carries_token["tokenData"] = json!({ "amount": "1" });
    let outputs = json!([
        output(1, 20, 0),
        output(2, 5, 0),
        coinbase,
        carries_token,
        output(5, 100, 6)
    ]);
    // The first transaction spends an output of a different address of the key, so that its output is change.
    let own = row(1, -1, &[CHANGE], &[(FIRST, 20), (SHOP, 3)]);
    let received = row(2, -1, &[SHOP], &[(FIRST, 5)]);
    let rows = [own.clone(), received.clone(), row(5, 700, &[SHOP], &[(FIRST, 100)])];
    app.script(key(2, &rows), &outputs);
    let data = app.info().await;
    // The spent output has the value 1.
    let details = json!({ "confirmed": "1801", "unconfirmed": "24", "immature": "700" });
    assert_eq!(data.data()["balances"][0]["balance"]["amount"], "1825");
    assert_eq!(parts(data.data()), (&json!("120"), &details, &Value::Null));

    // Without all pending transactions, only the sums of the outputs are known.
    app.script(key(3, &rows), &outputs);
    let data = app.info().await;
    let details = json!({ "confirmed": "1800", "unconfirmed": "25" });
    assert_eq!(parts(data.data()), (&Value::Null, &details, &json!(["spendable"])));
    // The transaction of a pending output is missing.
    app.script(key(1, &[own]), &outputs);
    let data = app.info().await;
    assert_eq!(parts(data.data()).2, &json!(["spendable"]));
}

#[tokio::test]
async fn page_without_all_pending_transactions_requests_them() {
    let app = App::new().await;
    let rows: Vec<_> = (1..=12).map(|salt| row(salt, -1, &[CHANGE], &[(FIRST, 20)])).collect();
    let outputs: Vec<_> = (1..=12).map(|txid| output(txid, 20, 0)).collect();
    app.script(key(12, &rows), &json!(outputs));
    let response = app
        .post("btc", &json!({ "xpub": super::scripted::ZPUB, "limit": 0 }))
        .await;
    let details = json!({ "confirmed": "12", "unconfirmed": "228", "immature": "0" });
    assert_eq!(parts(response.data()), (&json!("240"), &details, &Value::Null));
}

#[tokio::test]
async fn outputs_with_the_highest_values_are_listed() {
    let app = App::new().await;
    let outputs = |count: usize| {
        (1..=count)
            .map(|txid| output(txid, 1000 + (txid as u64 % 2), 6))
            .collect()
    };
    app.script(key(0, &[]), &outputs(5000));
    let response = app.info().await;
    assert_eq!(response.data()["source"]["partial"], Value::Null);
    app.script(key(0, &[]), &outputs(5002));
    let response = app.info().await;
    let data = response.data();
    assert_eq!(data["source"]["partial"], json!(["utxo"]));
    // The last two outputs with the lower value are missing.
    let listed: Vec<_> = data["utxo"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| row["txid"].clone())
        .collect();
    let expected: Vec<_> = (1..=5002)
        .filter(|txid| *txid != 5000 && *txid != 5002)
        .map(|txid| json!(id(txid)))
        .collect();
    assert_eq!(listed, expected);
    let total = json!((5002 * 1000 + 2501).to_string());
    assert_eq!(data["balances"][0]["balance"]["amount"], total);
    assert_eq!(data["addresses"][0]["balance"]["amount"], total);
    assert!(response.text.len() < 2_000_000, "{}", response.text.len());
}

#[tokio::test]
async fn flags_are_those_of_the_whole_key() {
    let app = App::new().await;
    // The second address differs from that of the shop between the first and the last four characters.
    let look_alike = "1A1zP1fU5cFfUDaN3e3hXQynap8DyXvfNa";
    let rows = [
        row(1, 700, &[look_alike], &[(SECOND, 293)]),
        row(2, 690, &[CHANGE], &[(FIRST, 293)]),
        row(3, 680, &[FIRST], &[(SHOP, 9000), (CHANGE, 5)]),
    ];
    app.script(key(0, &rows), &json!([]));
    let response = app.info().await;
    let flags: Vec<_> = response.data()["transactions"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row| row["flags"].clone())
        .collect();
    let expected = [
        json!(["dust", "look-alike-address"]),
        Value::Null,
        json!(["look-alike-address"]),
    ];
    assert_eq!(flags, expected);
}
