//! `limit`, `cursor` and `nextCursor`: every transaction is listed once.

use super::App;
use super::fixture::{id, row};
use serde_json::Value;

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

fn income(salt: usize, height: i64) -> Value {
    row(salt, height, &[SHOP], &[(OWN, 1)])
}

/// Returns the txids of a page, and the next cursor.
async fn page(app: &App, limit: usize, cursor: Option<&str>) -> (Vec<String>, Option<String>) {
    let cursor = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
    let response = app.get(&format!("btc?address={OWN}&limit={limit}{cursor}")).await;
    let data = response.data();
    let txids = data["transactions"].as_array().expect("a list").iter();
    let txids = txids.map(|entry| entry["txid"].as_str().expect("a txid").to_owned());
    (txids.collect(), data["nextCursor"].as_str().map(str::to_owned))
}

/// Returns the txids of all pages in order.
async fn all_pages(app: &App, limit: usize) -> Vec<String> {
    let (mut all, mut cursor) = page(app, limit, None).await;
    while let Some(next) = cursor {
        let (more, after) = page(app, limit, Some(&next)).await;
        assert!((1..=limit).contains(&more.len()), "{}", more.len());
        all.extend(more);
        cursor = after;
    }
    all
}

fn ids(salts: impl IntoIterator<Item = usize>) -> Vec<String> {
    salts.into_iter().map(id).collect()
}

#[tokio::test]
async fn every_transaction_is_listed_once_for_any_limit() {
    let app = App::new().await;
    // Three are pending, followed by blocks with 1, 4 and 2.
    let heights = [-1, -1, -1, 9, 8, 8, 8, 8, 7, 7];
    app.fixture().transactions = heights
        .into_iter()
        .enumerate()
        .map(|(salt, height)| income(salt, height))
        .collect();
    for limit in 1..=11 {
        assert_eq!(all_pages(&app, limit).await, ids(0..10), "limit {limit}");
    }
    let (_, next) = page(&app, 10, None).await;
    assert_eq!(next, None, "no cursor after the last transaction");
}

#[tokio::test]
async fn default_limit_is_fifty_and_maximum_two_hundred() {
    let app = App::new().await;
    app.fixture().transactions = (0..300).map(|salt| income(salt, 500)).collect();
    let response = app.get(&format!("btc?address={OWN}")).await;
    assert_eq!(response.data()["transactions"].as_array().map(Vec::len), Some(50));
    assert_eq!(page(&app, 200, None).await.0.len(), 200);
}

#[tokio::test]
async fn new_and_newly_confirmed_transactions_do_not_shift_pages() {
    let app = App::new().await;
    app.fixture().transactions = vec![income(1, -1), income(2, 8), income(3, 8), income(4, 7)];
    let (first, next) = page(&app, 2, None).await;
    assert_eq!(first, ids([1, 2]));
    app.fixture().transactions = vec![
        income(5, -1),
        income(6, 9),
        income(1, 9),
        income(2, 8),
        income(3, 8),
        income(4, 7),
    ];
    let (second, end) = page(&app, 2, next.as_deref()).await;
    assert_eq!((second, end), (ids([3, 4]), None));
}

#[tokio::test]
async fn block_larger_than_an_upstream_page_is_listed_completely() {
    let app = App::new().await;
    app.fixture().transactions = (0..2150).map(|salt| income(salt, 500)).collect();
    assert_eq!(all_pages(&app, 200).await, ids(0..2150));
}

#[tokio::test]
async fn pending_transactions_beyond_the_limit_do_not_hide_confirmed_ones() {
    let app = App::new().await;
    let pending = (0..1000).map(|salt| income(salt, -1));
    app.fixture().transactions = pending.chain((1000..1300).map(|salt| income(salt, 500))).collect();
    assert_eq!(all_pages(&app, 200).await, ids(0..1300));
}

#[tokio::test]
async fn cursor_after_the_end_returns_an_empty_page() {
    let app = App::new().await;
    app.fixture().transactions = (0..1001).map(|salt| income(salt, 500)).collect();
    let (_, next) = page(&app, 200, None).await;
    let mut last = next;
    while let Some(cursor) = &last {
        let (_, next) = page(&app, 200, Some(cursor)).await;
        if next.is_none() {
            break;
        }
        last = next;
    }
    app.fixture().transactions.clear();
    assert_eq!(page(&app, 200, last.as_deref()).await, (Vec::new(), None));
}

#[tokio::test]
async fn removed_transactions_hide_no_later_ones() {
    let app = App::new().await;
    app.fixture().transactions = vec![income(1, -1), income(2, -1), income(3, 8), income(4, 8), income(5, 7)];
    let (_, in_mempool) = page(&app, 2, None).await;
    let (_, in_block) = page(&app, 4, None).await;
    app.fixture().transactions = vec![income(5, 7)];
    assert_eq!(page(&app, 2, in_mempool.as_deref()).await.0, ids([5]));
    assert_eq!(page(&app, 2, in_block.as_deref()).await.0, ids([5]));
}

#[tokio::test]
async fn pages_of_unreadable_transactions_are_passed() {
    let app = App::new().await;
    let unreadable = |salt: &usize| (3..18).contains(salt) && *salt != 9;
    app.fixture().transactions = (0..20)
        .map(|salt| {
            let height = 100 - i64::try_from(salt / 4).expect("small");
            let mut row = income(salt, height);
            if unreadable(&salt) {
                row["fees"] = "-1".into();
            }
            row
        })
        .collect();
    for limit in 1..=21 {
        let (mut all, mut cursor) = page(&app, limit, None).await;
        while let Some(next) = cursor {
            let (more, after) = page(&app, limit, Some(&next)).await;
            all.extend(more);
            cursor = after;
        }
        assert_eq!(all, ids((0..20).filter(|salt| !unreadable(salt))), "limit {limit}");
    }
}
