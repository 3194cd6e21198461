//! Whole histories through the cursors of a Blockbook: the balance, the rows and the requests of each page.

use super::App;
use super::fixture::{id, row};
use serde_json::{Value, json};

const OWN: &str = "17eKje3fzPs633GKsotMFkLKRzv1HPSRTz";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";

/// Returns rows at the heights, with txids that count from 0.
fn rows(heights: impl IntoIterator<Item = i64>) -> Vec<Value> {
    let heights = heights.into_iter().enumerate();
    heights
        .map(|(salt, height)| row(salt, height, &[SHOP], &[(OWN, 1)]))
        .collect()
}

/// Returns the data of all pages.
async fn walk(app: &App, limit: usize) -> Vec<Value> {
    let (mut pages, mut cursor) = (Vec::new(), String::new());
    loop {
        let response = app.get(&format!("btc?address={OWN}&limit={limit}{cursor}")).await;
        let page = response.data().clone();
        let next = page["nextCursor"].as_str().map(|next| format!("&cursor={next}"));
        pages.push(page);
        match next {
            Some(next) => cursor = next,
            None => return pages,
        }
        assert!(pages.len() < 1000, "the walk does not end");
    }
}

fn txids(pages: &[Value]) -> Vec<String> {
    let rows = pages
        .iter()
        .flat_map(|page| page["transactions"].as_array().expect("a list"));
    rows.map(|row| row["txid"].as_str().expect("a txid").to_owned())
        .collect()
}

fn ids(count: usize) -> Vec<String> {
    (0..count).map(id).collect()
}

/// The balances of the address and the numbers of the transactions, 217 in blocks and 9 pending, are those of a
/// Blockbook of `NOWNodes`, recorded in mrz1836/go-nownodes (MIT, `addresses_test.go`); the transactions are
/// generated.
#[tokio::test]
async fn balance_is_the_same_on_every_page() {
    let app = App::new().await;
    app.fixture().balance = ("4756408".to_owned(), "-854392".to_owned());
    let confirmed = (0..217).map(|index| 800 - index / 3);
    app.fixture().transactions = rows([-1; 9].into_iter().chain(confirmed));
    for limit in [5, 20, 50, 200] {
        let pages = walk(&app, limit).await;
        for page in &pages {
            assert_eq!(page["balances"][0]["balance"]["amount"], "3902016", "{limit}");
        }
        assert_eq!(txids(&pages), ids(226), "{limit}");
    }
}

#[tokio::test]
async fn page_behind_a_cursor_takes_one_round_of_three_requests() {
    let app = App::new().await;
    app.fixture().transactions = rows((0..100).map(|index| 800 - index));
    walk(&app, 60).await;
    let paths = app.requested_paths();
    let path = |query: &str| format!("/api/v2/address/{OWN}?details={query}");
    assert_eq!(
        paths,
        [
            "/api/status".to_owned(),
            path("tokens"),
            path("txslight&page=1&pageSize=61"),
            path("txslight&page=1&pageSize=62&to=741"),
            // Also for the first page, which does not cover the blocks with immature coinbases.
            format!("/api/v2/utxo/{OWN}"),
            format!("/api/v2/utxo/{OWN}"),
        ]
    );
}

/// A server with pages of 50 ended the list after the first page: 50 of 137 rows.
#[tokio::test]
async fn server_with_shorter_pages_returns_every_row_once() {
    for max_page in [1, 7, 10, 25, 50] {
        for (name, heights) in [
            ("one per block", (0..137).map(|index| 800 - index).collect::<Vec<_>>()),
            ("one block", vec![500; 137]),
            (
                "some pending",
                (0..137)
                    .map(|index| if index < 4 { -1 } else { 800 - index / 20 })
                    .collect(),
            ),
        ] {
            let app = App::new().await;
            app.fixture().max_page = max_page;
            // Pending rows that do not fit on the server's page are not on any page.
            let unlisted = heights
                .iter()
                .filter(|height| **height < 0)
                .count()
                .saturating_sub(max_page);
            app.fixture().transactions = rows(heights);
            for limit in [3, 50, 200] {
                let pages = walk(&app, limit).await;
                let mut expected = ids(137);
                expected.drain(max_page.min(4)..max_page.min(4) + unlisted);
                assert_eq!(txids(&pages), expected, "{name}: {max_page} per page, limit {limit}");
                assert!(
                    pages
                        .iter()
                        .all(|page| !page["transactions"].as_array().expect("a list").is_empty())
                );
                let partial = &pages[0]["source"]["partial"];
                assert_eq!(*partial == json!(["rows"]), unlisted > 0, "{name}: {partial}");
            }
        }
    }
}

#[tokio::test]
async fn requests_for_short_pages_are_bounded() {
    let app = App::new().await;
    app.fixture().max_page = 2;
    app.fixture().transactions = rows((0..300).map(|index| 800 - index));
    let response = app.get(&format!("btc?address={OWN}&limit=200")).await;
    let shown = response.data()["transactions"].as_array().map(Vec::len);
    let requests = app.requested_paths().len();
    assert!(shown >= Some(25) && requests <= 28, "{shown:?} with {requests}");
}

#[tokio::test]
async fn later_page_that_is_unavailable_ends_the_response_early() {
    let app = App::new().await;
    app.fixture().max_page = 1;
    app.fixture().transactions = rows([9, 8, 7]);
    let first = app.get(&format!("btc?address={OWN}&limit=1")).await;
    let cursor = first.data()["nextCursor"].as_str().expect("a cursor").to_owned();
    assert_eq!(txids(&[first.data().clone()]), [id(0)]);
    // The first request shows the size of the pages, and the second lists the second row.
    app.fixture().lists_until_failure.set(2);
    let second = app.get(&format!("btc?address={OWN}&limit=200&cursor={cursor}")).await;
    assert_eq!(txids(&[second.data().clone()]), [id(1)]);
    let cursor = second.data()["nextCursor"].as_str().expect("a cursor").to_owned();
    app.fixture().lists_until_failure.set(usize::MAX);
    let third = app.get(&format!("btc?address={OWN}&limit=200&cursor={cursor}")).await;
    assert_eq!(txids(&[third.data().clone()]), [id(2)]);
}

#[tokio::test]
async fn status_is_requested_once_for_many_pages() {
    let app = App::new().await;
    app.fixture().transactions = rows((0..60).map(|index| 801 - index));
    let pages = walk(&app, 2).await;
    assert_eq!(pages.len(), 30);
    // The cached height is 800, and the latest block with a transaction is 801.
    let block = |page: &Value| page["source"]["block"].as_str().map(str::to_owned);
    assert_eq!(block(&pages[0]).as_deref(), Some("801"));
    assert_eq!(block(&pages[1]).as_deref(), Some("800"));
    let statuses = app.requested_paths().into_iter().filter(|path| path == "/api/status");
    assert_eq!(statuses.count(), 1);
}

/// The address of a broker held 36.71 billion coins in May 2021 (news18.com after Bitinfocharts), more than a
/// transaction can move.
#[tokio::test]
async fn doge_balance_may_exceed_the_limit_of_a_transaction() {
    let address = "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L";
    for (confirmed, unconfirmed, expected) in [
        ("3671000000000000000", "0", Some("3671000000000000000")),
        (
            "3671000000000000000",
            "-2000000000000000000",
            Some("1671000000000000000"),
        ),
        ("9223372036854775806", "1", Some("9223372036854775807")),
        ("9223372036854775807", "1", None),
        ("9223372036854775808", "0", None),
    ] {
        let app = App::new().await;
        app.fixture().balance = (confirmed.to_owned(), unconfirmed.to_owned());
        let response = app.get(&format!("doge?address={address}")).await;
        match expected {
            Some(expected) => assert_eq!(response.data()["balances"][0]["balance"]["amount"], expected),
            None => response.assert_error(502, "upstream_error", None),
        }
    }
}
