//! Flags of transactions.

use super::App;
use super::fixture::row;
use serde_json::{Value, json};

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
/// An address that differs from that of the shop between the first and the last four characters.
const LOOK_ALIKE: &str = "1A1zP1fU5cFfUDaN3e3hXQynap8DyXvfNa";

/// Returns the flags of the transactions.
async fn flags(rows: Vec<Value>) -> Vec<Value> {
    let app = App::new().await;
    app.fixture().transactions = rows;
    let response = app.get(&format!("btc?address={OWN}")).await;
    let rows = response.data()["transactions"].as_array().expect("a list").iter();
    rows.map(|row| row["flags"].clone()).collect()
}

#[tokio::test]
async fn counterparties_that_look_alike_are_flagged() {
    let paid = row(1, 700, &[OWN], &[(SHOP, 5000)]);
    let other = row(2, 690, &["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"], &[(OWN, 5000)]);
    let poisoned = row(3, 680, &[LOOK_ALIKE], &[(OWN, 294)]);
    let both = json!(["look-alike-address"]);
    assert_eq!(
        flags(vec![paid.clone(), other.clone(), poisoned]).await,
        [both.clone(), Value::Null, both]
    );
    assert_eq!(flags(vec![paid.clone(), other, paid]).await[0], Value::Null);
    // A foreign payment to both addresses is not a movement of the address.
    let payout = row(
        4,
        670,
        &["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
        &[(SHOP, 9), (LOOK_ALIKE, 9), (OWN, 5000)],
    );
    assert_eq!(flags(vec![payout]).await, [Value::Null]);
}
