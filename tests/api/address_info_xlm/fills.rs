//! Fills of the account's offers in transactions of further accounts, which Horizon does not list under the account.

use super::App;
use super::fixture::{OTHER, OWN};
use super::horizon::problem;
use super::records::{number, only, payment, record, trade};
use crate::support::stub::Reply;
use serde_json::{Value, json};

/// Returns `source.partial` of a page.
async fn partial(app: &App, query: &str) -> Value {
    let page = app.get(&format!("xlm?address={OWN}{query}")).await;
    page.data()["source"]["partial"].clone()
}

/// Returns a service with the transactions 9 to 1 of the account.
async fn traded(trades: Vec<Value>) -> App {
    let app = App::with_operations((1..=9).rev().map(|index| payment(index, 1)).collect()).await;
    app.ledger().trades = trades;
    app
}

#[tokio::test]
async fn fill_between_listed_transactions_is_disclosed() {
    for (filled_in, expected) in [
        // After the latest transaction, and before the oldest transaction.
        (number(10, 1), json!(["fills"])),
        (number(1, 1) - (7 << 32), json!(["fills"])),
        // In a transaction of the account, also by a different operation.
        (number(7, 1), Value::Null),
        (number(7, 3), Value::Null),
    ] {
        let app = traded(vec![trade(filled_in, 1), trade(filled_in, 0)]).await;
        assert_eq!(partial(&app, "").await, expected, "{filled_in}");
    }
}

#[tokio::test]
async fn fill_is_disclosed_on_its_page() {
    // In transaction 4, between the fifth and the third.
    let mut operations: Vec<_> = (5..=9).rev().map(|index| payment(index, 1)).collect();
    operations.push(payment(3, 1));
    let app = App::with_operations(operations).await;
    app.ledger().trades = [9, 5, 4].map(|index| trade(number(index, 1), 0)).to_vec();
    let first = app.get(&format!("xlm?address={OWN}&limit=5")).await;
    assert_eq!(first.data()["source"]["partial"], Value::Null);
    let cursor = first.data()["nextCursor"].as_str().expect("a cursor");
    assert_eq!(
        partial(&app, &format!("&limit=5&cursor={cursor}")).await,
        json!(["fills"])
    );
    let requested = app.requested_paths(&format!("/accounts/{OWN}/trades"));
    let position = number(5, 0);
    assert!(
        requested[1].ends_with(&format!("&cursor={position}-0")),
        "{requested:?}"
    );
}

#[tokio::test]
async fn more_trades_than_are_read_are_disclosed() {
    // All may belong to the latest transaction, or some to an unlisted transaction.
    for (count, expected) in [(199, Value::Null), (200, json!(["fills"]))] {
        let app = traded((0..count).rev().map(|index| trade(number(9, 1), index)).collect()).await;
        assert_eq!(partial(&app, "").await, expected, "{count}");
    }
}

#[tokio::test]
async fn unknown_trades_are_disclosed() {
    for reply in [
        problem(404, "not_found"),
        problem(410, "before_history"),
        problem(429, "rate_limit_exceeded"),
        problem(500, "server_error"),
        Reply::Reset,
        Reply::ok("{}"),
        Reply::ok(r#"{"_embedded":{"records":[{"id":"secret words"}]}}"#),
    ] {
        let app = traded(vec![trade(number(10, 1), 0)]).await;
        app.ledger().instead_of.insert("trades", reply);
        // Repeated failures would open the circuit breaker.
        for _ in 0..7 {
            let info = app.info().await;
            assert_eq!(info["source"]["partial"], json!(["fills"]));
            assert_eq!(info["transactions"].as_array().map(Vec::len), Some(9));
            assert!(!info.to_string().contains("secret"), "{info}");
        }
    }
}

#[tokio::test]
async fn trades_are_requested_only_if_the_account_may_have_had_offers() {
    let creation = json!({ "starting_balance": "2.5000000", "funder": OTHER, "account": OWN });
    let offer = json!({ "amount": "5.0000000", "price": "1.0000000", "offer_id": "0", "selling_asset_type": "native",
        "buying_asset_type": "native" });
    let created = record(1, 1, "create_account", &creation);
    let offered = record(2, 1, "manage_sell_offer", &offer);
    for (operations, requests) in [
        (Vec::new(), 0),
        (vec![payment(2, 1), created.clone()], 0),
        (vec![offered, created], 1),
        // The history of the server begins after the creation of the account.
        (only("manage_data", &json!({ "name": "note" })), 1),
    ] {
        let app = App::with_operations(operations).await;
        app.info().await;
        let requested = app.requested_paths(&format!("/accounts/{OWN}/trades"));
        assert_eq!(requested.len(), requests, "{requested:?}");
    }
}
