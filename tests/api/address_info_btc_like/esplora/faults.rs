//! An Esplora that fails, is inconsistent or repeats pages.

use super::{App, OWN, ids, income, incomes, value};
use crate::support::esplora::{Dialect, id, row, text};
use crate::support::stub::Reply;
use serde_json::{Value, json};

#[tokio::test]
async fn history_beyond_the_search_limit_is_unavailable() {
    let app = App::new(Dialect::Plain).await;
    app.fixture().transactions = incomes((0..700).map(|index| Some(5000 - index)));
    // Block 4400 follows 600 transactions, block 4300 follows 700.
    assert_eq!(app.page(3, Some("AQAAETAAAAAA")).await.0, ids(600..603));
    let response = app
        .get(&format!("btc?address={OWN}&limit=30&cursor=AQAAEMwAAAAA"))
        .await;
    // The outputs are in more blocks than can be immature.
    assert_eq!(response.data()["source"]["partial"], json!(["history", "spendable"]));
}

#[tokio::test]
async fn repeated_first_page_ends_the_paging() {
    let app = App::new(Dialect::Plain).await;
    let rows = incomes((0..60).map(|_| Some(5)));
    let first = Reply::ok(json!(rows[..25]).to_string());
    app.fixture()
        .overrides
        .insert(format!("address/{OWN}/txs/chain/{}", id(24)), first);
    app.fixture().transactions = rows;
    let response = app.get(&format!("btc?address={OWN}&limit=50")).await;
    response.assert_error(502, "upstream_error", None);
    assert_eq!(app.request_count("/txs/chain"), 2);
}

#[tokio::test]
async fn impossible_balances_are_rejected() {
    let mut app = App::new(Dialect::Plain).await;
    let sums = |funded: u64, spent: u64| json!({ "funded_txo_count": 1, "funded_txo_sum": funded, "spent_txo_count": 1, "spent_txo_sum": spent, "tx_count": 0 });
    let path = format!("address/{OWN}");
    let address_reply = |chain: Value, mempool: Value| {
        Reply::ok(json!({ "address": OWN, "chain_stats": chain, "mempool_stats": mempool }).to_string())
    };
    // The total received by an address over time may exceed the supply.
    app.fixture()
        .overrides
        .insert(path.clone(), address_reply(sums(u64::MAX, u64::MAX - 9), sums(3, 5)));
    assert_eq!(
        app.get(&format!("btc?address={OWN}")).await.data()["balances"][0]["balance"],
        value("7")
    );
    for (chain, mempool) in [
        (sums(5, 6), sums(9, 0)),
        (sums(5, 0), sums(0, 6)),
        (sums(2_100_000_000_000_000, 0), sums(1, 0)),
        (sums(u64::MAX, 0), sums(u64::MAX, 0)),
        (json!({}), sums(1, 0)),
        (json!(null), sums(1, 0)),
        (
            json!({ "funded_txo_sum": "5", "spent_txo_sum": 0, "tx_count": 1 }),
            sums(0, 0),
        ),
        (
            json!({ "funded_txo_sum": 5.5, "spent_txo_sum": 0, "tx_count": 1 }),
            sums(0, 0),
        ),
    ] {
        app.reset();
        app.fixture()
            .overrides
            .insert(path.clone(), address_reply(chain, mempool));
        let response = app.get(&format!("btc?address={OWN}")).await;
        response.assert_error(502, "upstream_error", None);
    }
}

/// Returns the service with a row that has this value, followed by a readable row.
async fn with_invalid_row(pointer: &str, invalid: &Value) -> App {
    let app = App::new(Dialect::Plain).await;
    let mut invalid_row = income(1, Some(170));
    *invalid_row.pointer_mut(pointer).expect("a field") = invalid.clone();
    let page = Reply::ok(json!([invalid_row, income(2, Some(170))]).to_string());
    app.fixture().overrides.insert(format!("address/{OWN}/txs/chain"), page);
    app
}

#[tokio::test]
async fn unreadable_transaction_is_omitted_and_disclosed() {
    for (pointer, invalid) in [
        ("/txid", json!("00")),
        ("/fee", json!(-1)),
        ("/fee", json!("12")),
        ("/fee", json!(2_100_000_000_000_001_u64)),
        ("/vout/0/value", json!(1.5)),
        ("/vout/0/value", json!(u64::MAX)),
        ("/vout/0/scriptpubkey", Value::Null),
        ("/vout/0/scriptpubkey_address", json!(5)),
        ("/vout", json!({})),
        ("/vin", Value::Null),
        ("/status", json!({ "confirmed": true })),
        ("/status/confirmed", json!("yes")),
        ("/status/block_height", json!(4_294_967_296_u64)),
        ("/status/block_time", json!(-1)),
    ] {
        let app = with_invalid_row(pointer, &invalid).await;
        // Repeated failures would open the circuit breaker.
        for _ in 0..7 {
            let response = app.get(&format!("btc?address={OWN}")).await;
            let data = response.data();
            assert_eq!(data["source"]["partial"], json!(["rows"]), "{pointer} {invalid}");
            let listed = data["transactions"].as_array().expect("a list");
            assert_eq!(
                (listed.len(), &listed[0]["txid"]),
                (1, &json!(id(2))),
                "{pointer} {invalid}"
            );
        }
    }
}

#[tokio::test]
async fn pending_transaction_among_confirmed_ones_is_unusable() {
    let app = with_invalid_row("/status/confirmed", &json!(false)).await;
    let response = app.get(&format!("btc?address={OWN}")).await;
    response.assert_error(502, "upstream_error", None);
}

#[tokio::test]
async fn upstream_text_is_not_returned() {
    let mut app = App::new(Dialect::Plain).await;
    app.fixture().transactions = vec![row(
        1,
        Some(170),
        &[("secret words", 9)],
        &[("ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9", 5), (OWN, 6)],
    )];
    let response = app.get(&format!("btc?address={OWN}")).await;
    assert_eq!(response.data()["transactions"][0]["from"], "");
    assert!(
        !response.text.contains("secret words") && !response.text.contains("ltc1"),
        "{}",
        response.text
    );
    for path in [
        format!("address/{OWN}"),
        format!("address/{OWN}/txs/mempool"),
        format!("address/{OWN}/txs/chain"),
        "blocks".to_owned(),
    ] {
        for reply in [
            text(400, "secret words"),
            text(404, "secret words"),
            text(200, "secret words"),
            Reply::ok("\"secret words\""),
        ] {
            app.reset();
            app.fixture().overrides.insert(path.clone(), reply);
            let response = app.get(&format!("btc?address={OWN}")).await;
            response.assert_error(502, "upstream_error", None);
            assert!(!response.text.contains("secret words"), "{}", response.text);
        }
        app.fixture().overrides.clear();
    }
}

#[tokio::test]
async fn invalid_dates_do_not_reject_a_response() {
    for reply in [
        text(500, "no"),
        Reply::Reset,
        Reply::ok("{}"),
        Reply::ok("[-1]"),
        Reply::ok("[]"),
        Reply::json(429, "{}"),
    ] {
        let app = App::new(Dialect::MempoolSpace).await;
        app.fixture().transactions = vec![income(1, None)];
        app.fixture().overrides.insert("v1/transaction-times".to_owned(), reply);
        let response = app.get(&format!("btc?address={OWN}")).await;
        let date = response.data()["transactions"][0]["date"].as_u64();
        assert!(date > Some(1_700_000_000), "{date:?}");
    }
}

/// Inputs of unknown owners and amounts, and transactions of further addresses, are not rows of this address.
#[tokio::test]
async fn rows_with_unreadable_inputs_are_omitted_and_disclosed() {
    for (pointer, invalid) in [
        ("/vin/0/prevout", Value::Null),
        ("/vin/0/txid", json!("00")),
        ("/vout/0/scriptpubkey_address", json!(super::SHOP)),
    ] {
        let app = App::new(Dialect::Plain).await;
        let mut transaction = income(1, Some(170));
        *transaction.pointer_mut(pointer).expect("a field") = invalid.clone();
        app.fixture().transactions = vec![transaction, income(2, Some(170))];
        let response = app.get(&format!("btc?address={OWN}")).await;
        let data = response.data();
        assert_eq!(data["source"]["partial"], json!(["rows"]), "{pointer}");
        let listed = data["transactions"].as_array().expect("a list");
        assert_eq!((listed.len(), &listed[0]["txid"]), (1, &json!(id(2))), "{pointer}");
    }
}
