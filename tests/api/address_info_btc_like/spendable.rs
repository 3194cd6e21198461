//! The spendable and immature parts of the balance, from the history or from the unspent outputs.

use super::App;
use super::fixture::{id, row};
use crate::support::stub::Reply;
use serde_json::{Value, json};

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

/// Returns the row of a coinbase that pays the address.
fn coinbase(salt: usize, height: i64, value: u64) -> Value {
    let mut row = row(salt, height, &[], &[(OWN, value)]);
    row["vin"] = json!([{ "n": 0, "isAddress": false, "coinbase": "03" }]);
    row
}

/// Returns a row that spends an output of a different row.
fn spending(salt: usize, parent: usize, vout: u32, outputs: &[(&str, u64)]) -> Value {
    let mut row = row(salt, -1, &[OWN], outputs);
    row["vin"][0]["txid"] = id(parent).into();
    row["vin"][0]["vout"] = vout.into();
    row
}

fn output(salt: usize, vout: u32, value: u64, confirmations: u32) -> Value {
    json!({ "txid": id(salt), "vout": vout, "value": value.to_string(), "confirmations": confirmations })
}

/// A balance of 1000 with an immature coinbase of 300, pending funds of 70 from a different address and pending change
/// of 30.
async fn app() -> App {
    let app = App::new().await;
    let mut young = output(4, 0, 300, 5);
    young["coinbase"] = true.into();
    let outputs = json!([output(1, 0, 70, 0), output(2, 1, 30, 0), output(3, 0, 600, 400), young]);
    {
        let mut fixture = app.fixture();
        fixture.balance = ("990".to_owned(), "10".to_owned());
        fixture.transactions = vec![
            row(1, -1, &[SHOP], &[(OWN, 70)]),
            spending(2, 5, 0, &[(SHOP, 59), (OWN, 30)]),
            coinbase(4, 796, 300),
            row(5, 401, &[SHOP], &[(OWN, 90)]),
            row(3, 401, &[SHOP], &[(OWN, 600)]),
        ];
        fixture.utxo = Reply::ok(outputs.to_string());
    }
    app
}

/// Returns the balance and `source.partial` of a response.
async fn balance(app: &App, query: &str) -> (Value, Value) {
    let response = app.get(&format!("btc?address={OWN}{query}")).await;
    let data = response.data();
    (data["balances"][0].clone(), data["source"]["partial"].clone())
}

#[tokio::test]
async fn spendable_is_the_same_on_every_page_and_without_a_history() {
    let app = app().await;
    let expected = json!({
        "asset": { "kind": "coin", "chain": "btc" },
        "balance": { "amount": "1000", "decimals": 8 },
        "spendable": { "amount": "630", "decimals": 8 },
        "details": { "confirmed": "990", "unconfirmed": "10", "immature": "300" },
    });
    // The first page, pages that end among pending or young transactions, a page behind a cursor, and no history.
    for query in [
        "",
        "&limit=4",
        "&limit=1",
        "&limit=2",
        "&limit=3",
        "&limit=2&cursor=AQAAAZEAAAAA",
        "&limit=0",
    ] {
        assert_eq!(balance(&app, query).await, (expected.clone(), Value::Null), "{query}");
    }
}

#[tokio::test]
async fn sufficient_first_page_needs_no_outputs() {
    let app = app().await;
    for query in ["", "&limit=4"] {
        balance(&app, query).await;
    }
    let paths = app.requested_paths();
    assert!(!paths.iter().any(|path| path.contains("/utxo/")), "{paths:?}");
}

#[tokio::test]
async fn unavailable_outputs_leave_the_balance_and_are_disclosed() {
    let app = app().await;
    let garbage = Reply::ok(r#"[{ "txid": "x" }]"#);
    for reply in [Reply::json(500, "{}"), garbage] {
        app.fixture().utxo = reply;
        let (shown, partial) = balance(&app, "&limit=0").await;
        assert_eq!(shown["balance"]["amount"], "1000");
        assert_eq!(
            (&shown["spendable"], &shown["details"]["immature"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(shown["details"]["confirmed"], "990");
        assert_eq!(partial, json!(["spendable"]));
    }
    // The first page does not depend on them.
    assert_eq!(balance(&app, "").await.0["spendable"]["amount"], "630");
}

#[tokio::test]
async fn pending_output_without_its_transaction_is_unknown() {
    let app = app().await;
    app.fixture().transactions.remove(0);
    let (shown, partial) = balance(&app, "&limit=0").await;
    assert_eq!((&shown["spendable"], partial), (&Value::Null, json!(["spendable"])));
}
