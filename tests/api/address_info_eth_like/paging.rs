//! `limit`, `cursor` and `nextCursor`: every transaction is listed once, with all of the transfers.

use super::App;
use super::fixture::{LISTED, OWN};
use super::rows::{blockbook, id, internal, sent, token};
use serde_json::Value;

/// Returns the txids of a page with their numbers of actions, and the next cursor.
async fn page(app: &App, limit: usize, cursor: Option<&str>) -> (Vec<(String, usize)>, Option<String>) {
    let cursor = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
    let response = app.get(&format!("eth?address={OWN}&limit={limit}{cursor}")).await;
    let data = response.data();
    assert_eq!(data["source"]["partial"], Value::Null);
    let listed = data["transactions"].as_array().expect("a list").iter();
    let listed = listed.map(|entry| {
        let actions = entry["actions"].as_array().expect("a list").len();
        (entry["txid"].as_str().expect("a txid").to_owned(), actions)
    });
    (listed.collect(), data["nextCursor"].as_str().map(str::to_owned))
}

/// Returns all pages in order.
async fn all_pages(app: &App, limit: usize) -> Vec<(String, usize)> {
    let (mut all, mut cursor) = page(app, limit, None).await;
    while let Some(next) = cursor {
        let (more, after) = page(app, limit, Some(&next)).await;
        assert!(more.len() <= limit, "{}", more.len());
        all.extend(more);
        cursor = after;
    }
    all
}

#[tokio::test]
async fn lists_of_different_density_are_complete() {
    let app = App::new().await;
    let mut expected = Vec::new();
    {
        let index = &mut app.fixture().index;
        for block in (1..=400).rev() {
            // Every transaction has two token transfers, every third also an internal transfer.
            index.transactions.push(sent(block, block, "5"));
            index
                .tokens
                .extend([token(block, block, LISTED, "1"), token(block, block, LISTED, "2")]);
            index
                .internal
                .extend((block % 3 == 0).then(|| internal(block, block, "1")));
            expected.push((id(block), 3 + usize::from(block % 3 == 0)));
        }
    }
    for limit in [7, 50, 200] {
        assert_eq!(all_pages(&app, limit).await, expected, "limit {limit}");
    }
}

#[tokio::test]
async fn block_larger_than_a_page_is_complete() {
    let app = App::new().await;
    let mut expected = Vec::new();
    {
        let index = &mut app.fixture().index;
        index.transactions = vec![sent(7, 501, "5")];
        expected.push((id(7), 1));
        // One transaction has 2150 transfers, all in the same block.
        index.tokens = (0..2150).map(|_| token(8, 500, LISTED, "1")).collect();
        expected.push((id(8), 2150));
        index.transactions.push(sent(9, 499, "5"));
        expected.push((id(9), 1));
    }
    assert_eq!(all_pages(&app, 1).await, expected);
    assert_eq!(all_pages(&app, 50).await, expected);
}

#[tokio::test]
async fn default_limit_is_fifty() {
    let app = App::new().await;
    app.fixture().index.transactions = (1..=300).rev().map(|block| sent(block, block, "5")).collect();
    let listed = app.info().await;
    assert_eq!(listed["transactions"].as_array().map(Vec::len), Some(50));
    assert_eq!(page(&app, 200, None).await.0.len(), 200);
}

#[tokio::test]
async fn new_transactions_do_not_shift_pages() {
    let app = App::new().await;
    app.fixture().index.transactions = (1..=6).rev().map(|block| sent(block, block, "5")).collect();
    let (first, next) = page(&app, 2, None).await;
    assert_eq!(first, [(id(6), 1), (id(5), 1)]);
    app.fixture().index.transactions.insert(0, sent(9, 9, "5"));
    let (second, _) = page(&app, 9, next.as_deref()).await;
    assert_eq!(
        second.iter().map(|listed| &listed.0).collect::<Vec<_>>(),
        [&id(4), &id(3), &id(2), &id(1)]
    );
}

#[tokio::test]
async fn blockbook_pages_are_complete() {
    let app = App::with("blockbook").await;
    // Two are pending, followed by blocks of a single transaction and a block of many.
    let pending = (0..2).map(|salt| blockbook(salt, -1, "5"));
    let blocks = (2..30).map(|salt| blockbook(salt, 900 - i64::try_from(salt).expect("small"), "5"));
    let crowd = (30..150).map(|salt| blockbook(salt, 500, "5"));
    app.fixture().index.blockbook = pending.chain(blocks).chain(crowd).collect();
    for limit in [1, 40, 200] {
        let all = all_pages(&app, limit).await;
        let mut sorted = all.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!((all.len(), sorted.len()), (150, 150), "limit {limit}");
        // Pending transactions are listed by descending nonce.
        let first: Vec<_> = all.iter().take(4).map(|listed| listed.0.clone()).collect();
        assert_eq!(first, [id(1), id(0), id(2), id(3)]);
    }
}

#[tokio::test]
async fn pages_of_unreadable_rows_are_passed() {
    let app = App::new().await;
    let mut expected = Vec::new();
    for block in (1..=3000).rev() {
        let mut row = sent(block, block, "5");
        if block % 1000 == 0 {
            expected.push(id(block));
        } else {
            row["from"] = "GENESIS".into();
        }
        app.fixture().index.transactions.push(row);
    }
    let mut all = Vec::new();
    let mut cursor = String::new();
    loop {
        let response = app.get(&format!("eth?address={OWN}&limit=1{cursor}")).await;
        let data = response.data();
        let listed = data["transactions"].as_array().expect("a list").iter();
        all.extend(listed.map(|entry| entry["txid"].as_str().expect("a txid").to_owned()));
        match data["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(all, expected);
}
