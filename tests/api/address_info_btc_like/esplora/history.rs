//! Balance and transactions in responses.

use super::{App, DIALECTS, OWN, SHOP, ids, income, value};
use crate::support::client::TestResponse;
use crate::support::esplora::{Dialect, EsploraState, block_time, id, row};
use crate::support::stub::Reply;
use serde_json::json;
use wallet_core::ports::system::Clock;
use wallet_http::system::SystemClock;

#[tokio::test]
async fn unused_address_lists_the_coin_and_no_transactions() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        let expected = json!({
            "address": OWN,
            "chain": "btc",
            "balances": [{ "asset": { "kind": "coin", "chain": "btc" }, "balance": value("0"), "spendable": value("0"),
                "details": { "confirmed": "0", "unconfirmed": "0", "immature": "0" } }],
            "transactions": [],
            "source": { "upstream": "esplora", "block": "800" },
        });
        assert_eq!(*app.get(&format!("btc?address={OWN}")).await.data(), expected);
    }
}

#[tokio::test]
async fn transactions_have_every_specified_field() {
    let app = App::new(Dialect::Plain).await;
    app.fixture().transactions = vec![
        row(
            1,
            Some(170),
            &[(OWN, 107)],
            &[(SHOP, 5), ("OP_RETURN", 0), ("", 7), (OWN, 83)],
        ),
        row(2, Some(169), &[], &[(OWN, 107), ("OP_RETURN", 0)]),
    ];
    let response = app.get(&format!("btc?address={OWN}")).await;
    let coin = json!({ "kind": "coin", "chain": "btc" });
    let transfer =
        |amount, from, to| json!({ "type": "transfer", "asset": coin, "value": value(amount), "from": from, "to": to });
    let expected = json!([
        {
            "txid": id(1), "block": "170", "date": block_time(170), "fee": value("12"), "value": value("12"),
            "net": value("-24"), "direction": "out", "confirmations": 631,
            "from": OWN, "to": SHOP, "status": "confirmed",
            "actions": [transfer("5", OWN, SHOP), transfer("7", OWN, "")],
        },
        {
            "txid": id(2), "block": "169", "date": block_time(169), "fee": value("0"), "value": value("107"),
            "net": value("107"), "direction": "in", "confirmations": 632,
            "from": "", "to": OWN, "status": "confirmed", "actions": [transfer("107", "", OWN)],
            // Below the dust limit of a p2wpkh output.
            "flags": ["dust"],
        },
    ]);
    assert_eq!(response.data()["transactions"], expected);
    assert_eq!(response.data()["balances"][0]["balance"], value("83"));
}

#[tokio::test]
async fn pending_transaction_counts_and_has_a_date() {
    for dialect in DIALECTS {
        let app = App::new(dialect).await;
        app.fixture().transactions = vec![
            row(1, None, &[(OWN, 9)], &[(OWN, 2)]),
            income(2, None),
            row(3, Some(7), &[(SHOP, 9)], &[(OWN, 9)]),
        ];
        app.fixture().times.insert(id(1), 1_700_000_000);
        let before = SystemClock.now().as_secs();
        let first = app.get(&format!("btc?address={OWN}")).await;
        assert_eq!(first.data()["balances"][0]["balance"], value("3"));
        let shown = |response: &TestResponse, index: usize| {
            let entry = &response.data()["transactions"][index];
            assert_eq!((&entry["status"], &entry["block"]), (&json!("pending"), &json!("")));
            entry["date"].as_u64().expect("a date")
        };
        let dates = (shown(&first, 0), shown(&first, 1));
        // If the server reports no time, the date is the time at which this service first saw the transaction.
        let reported = if dialect == Dialect::MempoolSpace {
            1_700_000_000
        } else {
            dates.1
        };
        assert_eq!(dates.0, reported);
        assert!((before..before + 60).contains(&dates.1), "{}", dates.1);
        tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
        let second = app.get(&format!("btc?address={OWN}")).await;
        assert_eq!((shown(&second, 0), shown(&second, 1)), dates);
    }
}

#[tokio::test]
async fn transaction_confirmed_between_two_calls_is_listed_once() {
    let app = App::new(Dialect::Plain).await;
    let pending = json!([income(1, None), income(9, None)]);
    app.fixture()
        .overrides
        .insert(format!("address/{OWN}/txs/mempool"), Reply::ok(pending.to_string()));
    app.fixture().transactions = vec![income(1, Some(9)), income(2, Some(8))];
    assert_eq!(app.page(50, None).await.0, ids([9, 1, 2]));
}

#[tokio::test]
async fn ltc_addresses_are_normalised() {
    let own = "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9";
    let mut fixture = EsploraState::new(Dialect::MempoolSpace, own);
    // The old form of a script address, with the same prefix as on btc.
    fixture.transactions = vec![row(
        1,
        Some(5),
        &[("3CDJNfdWX8m2NwuGUV3nhXHXEeLygMXoAj", 9)],
        &[(own, 9)],
    )];
    let app = App::over(fixture, "WALLET_CLOUD_UPSTREAM_LTC_LIVENET").await;
    let response = app.get(&format!("ltc?address={own}")).await;
    assert_eq!(
        response.data()["transactions"][0]["from"],
        "MJRSgZ3UUFcTBTBAaN38XAXvZLwRe8WVw7"
    );
}
