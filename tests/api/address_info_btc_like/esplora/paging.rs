//! `limit`, `cursor` and `nextCursor` over pages of 25: every transaction is told once, in few rounds.

use super::{App, DIALECTS, OWN, ids, income, incomes};
use crate::support::esplora::Dialect;
use crate::support::stub::Reply;
use serde_json::json;
use std::collections::HashSet;

#[tokio::test]
async fn every_transaction_is_told_once_whatever_the_limit() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        // Three wait, then blocks with one, four and two.
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
        app.world().transactions = incomes(heights);
        for limit in 1..=11 {
            assert_eq!(app.walk(limit).await, ids(0..10), "limit {limit}");
        }
        assert_eq!(app.page(10, None).await.1, None, "exactly all of them");
    }
}

#[tokio::test]
async fn pages_are_stitched_to_two_hundred() {
    for (dialect, pages) in [(Dialect::Plain, 8), (Dialect::MempoolSpace, 1)] {
        let app = App::new(dialect).await;
        app.world().transactions = incomes((0..430).map(|place| Some(500 - place / 7)));
        let (first, next) = app.page(200, None).await;
        assert_eq!((first, app.asked("/txs/chain")), (ids(0..200), pages));
        let (second, next) = app.page(200, next.as_deref()).await;
        assert_eq!(second, ids(200..400));
        let (third, next) = app.page(200, next.as_deref()).await;
        assert_eq!((third, next), (ids(400..430), None));
        assert_eq!(app.walk(50).await, ids(0..430));
    }
}

#[tokio::test]
async fn the_first_answer_takes_one_round_where_a_page_has_all_of_it() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        app.world().transactions = incomes((0..24).map(|_| Some(5)));
        assert_eq!(app.page(50, None).await, (ids(0..24), None));
        let asked: HashSet<_> = app.stub.requests().into_iter().map(|request| request.path).collect();
        assert_eq!(asked.len(), 4, "{asked:?}");
    }
}

#[tokio::test]
async fn a_list_that_ends_with_a_page_ends() {
    for length in [10, 25, 26, 50] {
        for limit in [25, 50, 51] {
            for dialect in DIALECTS {
                let app = App::new(dialect).await;
                app.world().transactions = incomes((0..length).map(|_| Some(5)));
                assert_eq!(app.walk(limit).await, ids(0..length), "{length} {limit} {dialect:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_total_from_before_the_newest_block_hides_nothing() {
    let app = App::new(Dialect::Plain).await;
    app.world().transactions = incomes((0..25).map(|_| Some(5)));
    let stale = json!({ "funded_txo_count": 25, "funded_txo_sum": 25, "spent_txo_count": 0, "spent_txo_sum": 0, "tx_count": 25 });
    let none =
        json!({ "funded_txo_count": 0, "funded_txo_sum": 0, "spent_txo_count": 0, "spent_txo_sum": 0, "tx_count": 0 });
    let stats = json!({ "address": OWN, "chain_stats": stale, "mempool_stats": none });
    app.world()
        .instead
        .insert(format!("address/{OWN}"), Reply::ok(stats.to_string()));
    app.world().transactions = incomes((0..26).map(|_| Some(5)));
    assert_eq!(app.page(50, None).await, (ids(0..26), None));
}

#[tokio::test]
async fn what_arrives_or_confirms_between_two_calls_moves_nothing_confirmed() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        app.world().transactions = vec![
            income(1, None),
            income(2, Some(8)),
            income(3, Some(8)),
            income(4, Some(7)),
        ];
        let (first, next) = app.page(2, None).await;
        assert_eq!(first, ids([1, 2]));
        app.world().transactions = vec![
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
async fn more_waiting_ones_than_the_server_tells_do_not_hide_the_confirmed() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        app.world().transactions = incomes((0..90).map(|place| (place >= 60).then_some(500)));
        let expected = ids((0..50).chain(60..90));
        for limit in [20, 50, 51, 200] {
            assert_eq!(app.walk(limit).await, expected, "limit {limit}");
        }
    }
}

#[tokio::test]
async fn a_cursor_goes_on_although_its_transaction_has_moved() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        app.world().transactions = incomes((0..60).map(|place| Some(500 - place)));
        let (first, next) = app.page(30, None).await;
        assert_eq!(first, ids(0..30));
        // A reorganisation: the last one told is in no block any more.
        app.world().transactions.remove(29);
        assert_eq!(app.page(30, next.as_deref()).await, (ids(30..60), None));
        // Another one: it is in a block further up, and so is everything that follows it there.
        let moved = income(29, Some(499));
        app.world().transactions.insert(1, moved);
        assert_eq!(app.page(30, next.as_deref()).await, (ids(30..60), None));
    }
}

#[tokio::test]
async fn a_cursor_of_a_block_alone_is_looked_for_from_the_start() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        app.world().transactions = incomes((0..300).map(|place| Some(500 - place / 2)));
        // Block 400 begins with transaction 200, of which one was told.
        let cursor = "AQAAAZAAAAAB";
        assert_eq!(app.page(3, Some(cursor)).await.0, ids(201..204));
    }
}
