//! `limit`, `cursor` and `nextCursor`: every transaction is returned once, with all the operations.

use super::App;
use super::fixture::{OWN, OWN_MUXED};
use super::horizon::problem;
use super::records::{hash, payment};
use serde_json::Value;

/// Returns the txids of a response with their numbers of actions, and the next cursor.
async fn page(app: &App, limit: usize, cursor: Option<&str>) -> (Vec<(String, usize)>, Option<String>) {
    let cursor = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
    let response = app.get(&format!("xlm?address={OWN}&limit={limit}{cursor}")).await;
    let data = response.data();
    assert_eq!(data["source"]["partial"], Value::Null);
    let transactions = data["transactions"].as_array().expect("an array").iter();
    let transactions = transactions.map(|entry| {
        let actions = entry["actions"].as_array().expect("an array").len();
        (entry["txid"].as_str().expect("a txid").to_owned(), actions)
    });
    (transactions.collect(), data["nextCursor"].as_str().map(str::to_owned))
}

/// Returns the transactions of all pages, requested sequentially.
async fn all_pages(app: &App, limit: usize) -> Vec<(String, usize)> {
    let (mut all, mut cursor) = page(app, limit, None).await;
    while let Some(next) = cursor {
        let (more, after) = page(app, limit, Some(&next)).await;
        assert!(!more.is_empty() && more.len() <= limit, "{}", more.len());
        all.extend(more);
        cursor = after;
    }
    all
}

/// Returns operations in transactions of `counts` payments each, latest first, and the expected transactions.
fn history(counts: &[u64]) -> (Vec<Value>, Vec<(String, usize)>) {
    let transactions = || counts.iter().zip((1..=counts.len() as u64).rev());
    let records =
        transactions().flat_map(|(count, number)| (1..=*count).rev().map(move |index| payment(number, index)));
    let expected = transactions().map(|(count, number)| (hash(number), usize::try_from(*count).expect("small")));
    (records.collect(), expected.collect())
}

#[tokio::test]
async fn transactions_are_returned_once_and_complete_with_any_limit() {
    // Pages of 10, 15, 60 and 200 operations end within transactions.
    let counts = [1, 100, 1, 3, 7, 37, 1, 100, 2, 1, 1, 9, 100, 100, 1, 2];
    let (records, expected) = history(&counts);
    let app = App::with_operations(records).await;
    for limit in [1, 2, 3, 7, 200] {
        assert_eq!(all_pages(&app, limit).await, expected, "limit {limit}");
    }
}

#[tokio::test]
async fn history_that_ends_with_a_page_has_no_next_cursor() {
    for count in [10, 15, 60, 200] {
        let (records, expected) = history(&vec![1; count]);
        let app = App::with_operations(records).await;
        for limit in [7, 10, count] {
            assert_eq!(all_pages(&app, limit).await, expected, "{count} by {limit}");
        }
    }
}

#[tokio::test]
async fn transactions_with_maximum_operations() {
    let (records, expected) = history(&[100; 45]);
    let app = App::with_operations(records).await;
    let (first, next) = page(&app, 200, None).await;
    // Fewer than all transactions, but at least half of the read limit of a response.
    assert!((10..45).contains(&first.len()) && next.is_some(), "{}", first.len());
    assert_eq!(all_pages(&app, 200).await, expected);
}

#[tokio::test]
async fn default_limit_is_fifty() {
    let app = App::with_operations(history(&[1; 300]).0).await;
    assert_eq!(app.info().await["transactions"].as_array().map(Vec::len), Some(50));
    assert_eq!(page(&app, 200, None).await.0.len(), 200);
    let (all, next) = page(&App::with_operations(history(&[1; 50]).0).await, 50, None).await;
    assert_eq!((all.len(), next), (50, None));
}

#[tokio::test]
async fn new_transactions_do_not_shift_the_next_page() {
    let app = App::with_operations(history(&[1; 6]).0).await;
    let (first, next) = page(&app, 2, None).await;
    assert_eq!(first, [(hash(6), 1), (hash(5), 1)]);
    app.ledger()
        .operations
        .splice(0..0, [payment(9, 2), payment(9, 1), payment(8, 1)]);
    let (second, _) = page(&app, 9, next.as_deref()).await;
    assert_eq!(second, [4, 3, 2, 1].map(|number| (hash(number), 1)));
}

#[tokio::test]
async fn other_fields_are_the_same_with_a_cursor() {
    let app = App::with_operations(history(&[1; 6]).0).await;
    let first = app
        .get(&format!("xlm?address={OWN_MUXED}&limit=5"))
        .await
        .data()
        .clone();
    let cursor = first["nextCursor"].as_str().expect("a cursor");
    let second = app
        .get(&format!("xlm?address={OWN_MUXED}&limit=5&cursor={cursor}"))
        .await
        .data()
        .clone();
    for field in [
        "address",
        "balances",
        "activated",
        "reserves",
        "claimableBalances",
        "liquidityPools",
        "source",
    ] {
        assert_eq!(first[field], second[field], "{field}");
    }
    assert_eq!(second["transactions"][0]["txid"], hash(1));
    assert_eq!(second.get("nextCursor"), None);
}

#[tokio::test]
async fn history_ends_at_the_retention_limit_of_the_horizon() {
    let app = App::with_operations(history(&[1; 6]).0).await;
    let (_, next) = page(&app, 2, None).await;
    app.ledger()
        .instead_of
        .insert("operations", problem(410, "before_history"));
    assert_eq!(page(&app, 2, next.as_deref()).await, (Vec::new(), None));
}

#[tokio::test]
async fn pages_of_unreadable_operations_are_passed() {
    let (mut records, expected) = history(&[1; 300]);
    for record in &mut records[5..290] {
        record["amount"] = "secret words".into();
    }
    let app = App::with_operations(records).await;
    let mut all = Vec::new();
    let mut cursor = String::new();
    loop {
        let response = app.get(&format!("xlm?address={OWN}&limit=7{cursor}")).await;
        let data = response.data();
        let listed = data["transactions"].as_array().expect("an array").iter();
        all.extend(listed.map(|entry| (entry["txid"].as_str().expect("a txid").to_owned(), 1)));
        match data["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(all, [&expected[..5], &expected[290..]].concat());
}
