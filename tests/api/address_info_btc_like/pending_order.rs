//! Pending transactions: children before their parents, in pages of any length.

use super::App;
use super::fixture::{id, row};
use serde_json::{Value, json};

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

/// Returns a transaction that spends outputs of the given transactions.
fn spending(salt: usize, height: i64, parents: &[usize]) -> Value {
    let mut row = row(salt, height, &[SHOP], &[(OWN, 1)]);
    let inputs = parents.iter().enumerate();
    let inputs = inputs.map(|(n, parent)| json!({ "txid": id(*parent), "n": n, "addresses": [OWN], "value": "1" }));
    row["vin"] = json!(inputs.collect::<Vec<_>>());
    row
}

/// Returns the txids of all pages.
async fn walk(app: &App, limit: usize) -> Vec<String> {
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let response = app.get(&format!("btc?address={OWN}&limit={limit}{cursor}")).await;
        let rows = response.data()["transactions"].as_array().expect("a list").iter();
        all.extend(rows.map(|row| row["txid"].as_str().expect("a txid").to_owned()));
        match response.data()["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return all,
        }
    }
}

#[tokio::test]
async fn pending_children_precede_their_parents_in_pages_of_any_length() {
    let app = App::new().await;
    // 49 pending transactions, listed with the oldest first: a chain with branches, interrupted at every seventh.
    let mut transactions: Vec<_> = (1..50_usize)
        .map(|number| match number {
            _ if number % 7 == 1 => spending(number, -1, &[9999]),
            _ if number % 5 == 0 => spending(number, -1, &[number - 1, number - 2]),
            _ => spending(number, -1, &[number - 1]),
        })
        .collect();
    transactions.push(spending(100, 8, &[]));
    transactions.push(spending(99, 7, &[100]));
    app.fixture().transactions = transactions;
    let expected = walk(&app, 200).await;
    let place = |salt: usize| {
        expected
            .iter()
            .position(|txid| *txid == id(salt))
            .expect("it is listed")
    };
    for number in (1..50).filter(|number| number % 7 != 1) {
        assert!(place(number) < place(number - 1), "{number}");
    }
    assert_eq!(expected.len(), 51);
    assert_eq!(
        expected[49..],
        [id(100), id(99)],
        "the order of blocks is that of the server"
    );
    for limit in [1, 2, 7, 48, 49, 50] {
        assert_eq!(walk(&app, limit).await, expected, "{limit}");
    }
}
