//! `limit`, `cursor` and `nextCursor`: every transaction is told once.

use super::App;
use super::world::{id, row};
use serde_json::Value;

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

fn income(salt: usize, height: i64) -> Value {
    row(salt, height, &[SHOP], &[(OWN, 1)])
}

/// The txids of one answer, and the next cursor.
async fn page(app: &App, limit: usize, cursor: Option<&str>) -> (Vec<String>, Option<String>) {
    let cursor = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
    let answer = app.get(&format!("btc?address={OWN}&limit={limit}{cursor}")).await;
    let data = answer.data();
    let txids = data["transactions"].as_array().expect("a list").iter();
    let txids = txids.map(|entry| entry["txid"].as_str().expect("a txid").to_owned());
    (txids.collect(), data["nextCursor"].as_str().map(str::to_owned))
}

/// The txids of all answers one after the other.
async fn walk(app: &App, limit: usize) -> Vec<String> {
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
async fn every_transaction_is_told_once_whatever_the_limit() {
    let app = App::new().await;
    // Three wait, then blocks with one, four and two.
    let heights = [-1, -1, -1, 9, 8, 8, 8, 8, 7, 7];
    app.world().transactions = heights
        .into_iter()
        .enumerate()
        .map(|(salt, height)| income(salt, height))
        .collect();
    for limit in 1..=11 {
        assert_eq!(walk(&app, limit).await, ids(0..10), "limit {limit}");
    }
    let (_, next) = page(&app, 10, None).await;
    assert_eq!(next, None, "exactly all of them");
}

#[tokio::test]
async fn fifty_are_given_unless_asked_otherwise_and_two_hundred_at_most() {
    let app = App::new().await;
    app.world().transactions = (0..300).map(|salt| income(salt, 500)).collect();
    let answer = app.get(&format!("btc?address={OWN}")).await;
    assert_eq!(answer.data()["transactions"].as_array().map(Vec::len), Some(50));
    assert_eq!(page(&app, 200, None).await.0.len(), 200);
}

#[tokio::test]
async fn what_arrives_or_confirms_between_two_calls_moves_nothing_confirmed() {
    let app = App::new().await;
    app.world().transactions = vec![income(1, -1), income(2, 8), income(3, 8), income(4, 7)];
    let (first, next) = page(&app, 2, None).await;
    assert_eq!(first, ids([1, 2]));
    app.world().transactions = vec![
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
async fn a_block_with_more_than_a_page_of_the_upstream_is_walked_through() {
    let app = App::new().await;
    app.world().transactions = (0..2150).map(|salt| income(salt, 500)).collect();
    assert_eq!(walk(&app, 200).await, ids(0..2150));
}

#[tokio::test]
async fn more_waiting_ones_than_the_upstream_tells_do_not_hide_the_confirmed() {
    let app = App::new().await;
    let waiting = (0..1000).map(|salt| income(salt, -1));
    app.world().transactions = waiting.chain((1000..1300).map(|salt| income(salt, 500))).collect();
    assert_eq!(walk(&app, 200).await, ids(0..1300));
}

#[tokio::test]
async fn a_cursor_behind_the_end_gives_nothing_and_no_cursor() {
    let app = App::new().await;
    app.world().transactions = (0..1001).map(|salt| income(salt, 500)).collect();
    let (_, next) = page(&app, 200, None).await;
    let mut last = next;
    while let Some(cursor) = &last {
        let (_, next) = page(&app, 200, Some(cursor)).await;
        if next.is_none() {
            break;
        }
        last = next;
    }
    app.world().transactions.clear();
    assert_eq!(page(&app, 200, last.as_deref()).await, (Vec::new(), None));
}

#[tokio::test]
async fn what_leaves_the_place_between_two_calls_hides_nothing_below_it() {
    let app = App::new().await;
    app.world().transactions = vec![income(1, -1), income(2, -1), income(3, 8), income(4, 8), income(5, 7)];
    let (_, in_mempool) = page(&app, 2, None).await;
    let (_, in_block) = page(&app, 4, None).await;
    app.world().transactions = vec![income(5, 7)];
    assert_eq!(page(&app, 2, in_mempool.as_deref()).await.0, ids([5]));
    assert_eq!(page(&app, 2, in_block.as_deref()).await.0, ids([5]));
}
