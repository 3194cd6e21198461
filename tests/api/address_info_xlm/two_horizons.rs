//! Failover from the first Horizon to the second.

use super::App;
use super::claimable::balance;
use super::fixture::OWN;
use super::horizon::problem;
use super::records::{account, amount, hash, payment};
use crate::support::stub::Reply;
use serde_json::{Value, json};

/// Creates a service of two Horizons with the same state.
async fn two() -> App {
    let app = App::over(2).await;
    for index in [0, 1] {
        let mut ledger = app.ledger_of(index);
        ledger.put(account(OWN, "3.0000000"));
        ledger.operations = (1..=9).rev().map(|number| payment(number, 1)).collect();
        ledger.claimable = vec![balance(5, &json!({ "unconditional": true }))];
    }
    app
}

#[track_caller]
fn assert_complete(info: &Value) {
    assert_eq!(info["source"]["partial"], Value::Null, "{info}");
    assert_eq!(info["balances"][0]["balance"], amount("30000000"));
    let lists = ["transactions", "claimableBalances"].map(|list| info[list].as_array().map(Vec::len));
    assert_eq!(lists, [Some(9), Some(1)]);
}

#[tokio::test(start_paused = true)]
async fn failover_for_each_endpoint() {
    for subject in ["", "ledgers", "accounts", "operations", "claimable_balances"] {
        for (reply, is_paused) in [
            (problem(429, "rate_limit_exceeded"), true),
            (problem(504, "timeout"), false),
            (Reply::Reset, false),
            (Reply::ok("{}"), false),
        ] {
            let app = two().await;
            app.ledger().instead_of.insert(subject, reply);
            let mut info = app.info().await;
            // No optional request is sent to a server that is paused, so that its trades are unknown.
            if is_paused && info["source"]["partial"] == json!(["fills"]) {
                info["source"]["partial"] = Value::Null;
            }
            assert_complete(&info);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn failover_if_the_first_is_unreachable_hanging_or_lagging() {
    for reply in [Reply::Reset, Reply::Hang, Reply::Flood] {
        let app = two().await;
        app.ledger().instead = Some(reply);
        assert_complete(&app.info().await);
    }
    let app = two().await;
    app.ledger().closed_at = "2027-01-15T07:00:00Z";
    app.ledger().accounts.clear();
    assert_complete(&app.info().await);
}

#[tokio::test(start_paused = true)]
async fn cursor_of_one_horizon_is_valid_at_the_other() {
    let app = two().await;
    let first = app.get(&format!("xlm?address={OWN}&limit=4")).await.data().clone();
    let cursor = first["nextCursor"].as_str().expect("a cursor");
    app.ledger()
        .instead_of
        .insert("operations", problem(503, "stale_history"));
    let second = app
        .get(&format!("xlm?address={OWN}&limit=4&cursor={cursor}"))
        .await
        .data()
        .clone();
    let txids = |info: &Value| -> Vec<Value> {
        let transactions = info["transactions"].as_array().expect("an array").iter();
        transactions.map(|entry| entry["txid"].clone()).collect()
    };
    let expected: Vec<_> = (2..=9).rev().map(|number| json!(hash(number))).collect();
    assert_eq!([txids(&first), txids(&second)].concat(), expected);
}

#[tokio::test(start_paused = true)]
async fn failure_of_both_is_reported() {
    let app = two().await;
    for index in [0, 1] {
        app.ledger_of(index)
            .instead_of
            .insert("operations", problem(500, "server_error"));
    }
    assert_eq!(app.info().await["source"]["partial"], json!(["history"]));
    for index in [0, 1] {
        app.ledger_of(index)
            .instead_of
            .insert("accounts", problem(500, "server_error"));
    }
    app.get(&format!("xlm?address={OWN}"))
        .await
        .assert_error(502, "upstream_error", None);
}
