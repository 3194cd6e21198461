//! `limit`, `cursor` and `nextCursor` over pages of 25: every transaction is listed once, with few requests.

use super::{App, DIALECTS, OWN, ids, income, incomes};
use crate::support::esplora::{Dialect, id};
use crate::support::stub::Reply;
use serde_json::json;
use std::collections::HashSet;

#[tokio::test]
async fn every_transaction_is_listed_once_for_any_limit() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        // Three are pending, followed by blocks with 1, 4 and 2.
        let heights = [
            None,
            None,
            None,
            Some(9),
            Some(8),
            Some(8),
            Some(8),
            Some(8),
            Some(7),
            Some(7),
        ];
        app.fixture().transactions = incomes(heights);
        for limit in 1..=11 {
            assert_eq!(app.all_pages(limit).await, ids(0..10), "limit {limit}");
        }
        assert_eq!(app.page(10, None).await.1, None, "no cursor after the last transaction");
    }
}

#[tokio::test]
async fn pages_are_merged_up_to_two_hundred() {
    for (dialect, pages) in [(Dialect::Plain, 8), (Dialect::MempoolSpace, 1)] {
        let app = App::new(dialect).await;
        app.fixture().transactions = incomes((0..430).map(|index| Some(500 - index / 7)));
        let (first, next) = app.page(200, None).await;
        assert_eq!((first, app.request_count("/txs/chain")), (ids(0..200), pages));
        let (second, next) = app.page(200, next.as_deref()).await;
        assert_eq!(second, ids(200..400));
        let (third, next) = app.page(200, next.as_deref()).await;
        assert_eq!((third, next), (ids(400..430), None));
        assert_eq!(app.all_pages(50).await, ids(0..430));
    }
}

#[tokio::test]
async fn single_page_takes_one_round_of_requests() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        app.fixture().transactions = incomes((0..24).map(|_| Some(5)));
        assert_eq!(app.page(50, None).await, (ids(0..24), None));
        let paths: HashSet<_> = app.stub.requests().into_iter().map(|request| request.path).collect();
        assert_eq!(paths.len(), 4, "{paths:?}");
    }
}

#[tokio::test]
async fn list_ending_at_a_page_boundary_ends() {
    for length in [10, 25, 26, 50] {
        for limit in [25, 50, 51] {
            for dialect in DIALECTS {
                let app = App::new(dialect).await;
                app.fixture().transactions = incomes((0..length).map(|_| Some(5)));
                assert_eq!(
                    app.all_pages(limit).await,
                    ids(0..length),
                    "{length} {limit} {dialect:?}"
                );
            }
        }
    }
}

#[tokio::test]
async fn outdated_total_hides_no_transactions() {
    let app = App::new(Dialect::Plain).await;
    app.fixture().transactions = incomes((0..25).map(|_| Some(5)));
    let stale = json!({ "funded_txo_count": 25, "funded_txo_sum": 25, "spent_txo_count": 0, "spent_txo_sum": 0, "tx_count": 25 });
    let none =
        json!({ "funded_txo_count": 0, "funded_txo_sum": 0, "spent_txo_count": 0, "spent_txo_sum": 0, "tx_count": 0 });
    let stats = json!({ "address": OWN, "chain_stats": stale, "mempool_stats": none });
    app.fixture()
        .overrides
        .insert(format!("address/{OWN}"), Reply::ok(stats.to_string()));
    app.fixture().transactions = incomes((0..26).map(|_| Some(5)));
    assert_eq!(app.page(50, None).await, (ids(0..26), None));
}

#[tokio::test]
async fn new_and_newly_confirmed_transactions_do_not_shift_pages() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        app.fixture().transactions = vec![
            income(1, None),
            income(2, Some(8)),
            income(3, Some(8)),
            income(4, Some(7)),
        ];
        let (first, next) = app.page(2, None).await;
        assert_eq!(first, ids([1, 2]));
        app.fixture().transactions = vec![
            income(5, None),
            income(6, Some(9)),
            income(1, Some(9)),
            income(2, Some(8)),
            income(3, Some(8)),
            income(4, Some(7)),
        ];
        assert_eq!(app.page(2, next.as_deref()).await, (ids([3, 4]), None));
    }
}

#[tokio::test]
async fn pending_transactions_beyond_the_limit_do_not_hide_confirmed_ones() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        app.fixture().transactions = incomes((0..90).map(|index| (index >= 60).then_some(500)));
        let expected = ids((0..50).chain(60..90));
        for limit in [20, 50, 51, 200] {
            assert_eq!(app.all_pages(limit).await, expected, "limit {limit}");
        }
    }
}

#[tokio::test]
async fn cursor_survives_a_moved_transaction() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        app.fixture().transactions = incomes((0..60).map(|index| Some(500 - index)));
        let (first, next) = app.page(30, None).await;
        assert_eq!(first, ids(0..30));
        // A reorganisation: the last listed transaction is no longer in a block.
        app.fixture().transactions.remove(29);
        assert_eq!(app.page(30, next.as_deref()).await, (ids(30..60), None));
        // A different reorganisation: it is in a higher block, as are all transactions after it there.
        let moved = income(29, Some(499));
        app.fixture().transactions.insert(1, moved);
        assert_eq!(app.page(30, next.as_deref()).await, (ids(30..60), None));
    }
}

#[tokio::test]
async fn block_cursor_is_searched_from_the_start() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        app.fixture().transactions = incomes((0..300).map(|index| Some(500 - index / 2)));
        // Block 400 starts with transaction 200, of which the first was already listed.
        let cursor = "AQAAAZAAAAAB";
        assert_eq!(app.page(3, Some(cursor)).await.0, ids(201..204));
    }
}

#[tokio::test]
async fn pending_children_precede_their_parents_in_pages_of_any_length() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        let mut transactions = incomes((0..30).map(|_| None));
        for child in (1..30).filter(|child| child % 7 != 0) {
            transactions[child]["vin"][0]["txid"] = json!(id(child - 1));
        }
        app.fixture().transactions = transactions;
        let expected = app.all_pages(200).await;
        let place = |salt: usize| {
            expected
                .iter()
                .position(|txid| *txid == id(salt))
                .expect("it is listed")
        };
        for child in (1..30).filter(|child| child % 7 != 0) {
            assert!(place(child) < place(child - 1), "{child}");
        }
        for limit in [1, 7, 29, 30] {
            assert_eq!(app.all_pages(limit).await, expected, "{limit}");
        }
    }
}

/// The server lists at most 50 pending transactions of an address and counts all.
#[tokio::test]
async fn pending_transactions_beyond_the_list_of_the_server_are_disclosed() {
    for dialect in DIALECTS {
        for (pending, partial) in [(50, json!(null)), (51, json!(["rows"]))] {
            let app = App::new(dialect).await;
            app.fixture().transactions = incomes((0..pending + 2).map(|index| (index >= pending).then_some(9)));
            let mut path = format!("btc?address={OWN}&limit=20");
            for _ in 0..3 {
                let response = app.get(&path).await;
                let found = &response.data()["source"]["partial"];
                let rows = found
                    .as_array()
                    .map(|found| found.iter().filter(|part| **part == "rows").cloned().collect());
                assert_eq!(rows.unwrap_or(json!(null)), partial, "{pending}: {path}");
                let next = response.data()["nextCursor"].as_str().unwrap_or_default();
                path = format!("btc?address={OWN}&limit=20&cursor={next}");
            }
            let all = app.all_pages(20).await;
            assert_eq!(all.len(), 52, "the latest 50 pending ones, and all confirmed ones");
        }
    }
}
