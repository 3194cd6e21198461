//! Complete recorded histories: the sum of `net` over all pages is the balance.

use super::data::{self, Fact};
use super::histories::{is_genesis, rows, service};
use super::nets::moved;
use super::numbers::{lower, number};
use crate::address_info_eth_like::App;
use crate::support::client::{call, request};
use crate::support::statement;
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Minimum number of complete histories.
const HISTORIES: usize = 5;

/// Returns the balance in wei that the recorded lists add up to, `None` if they are not complete.
///
/// A complete list has every nonce of the address from 0 on, and the balance never falls below zero.
fn balance(fact: &Fact) -> Option<i128> {
    let own = fact.text("address").to_lowercase();
    let sent: Vec<_> = rows(fact, "txlist")
        .iter()
        .filter(|row| lower(&row["from"]) == own)
        .collect();
    let mut nonces: Vec<_> = sent.iter().map(|row| number(&row["nonce"])).collect();
    nonces.sort_unstable();
    let has_all = nonces.iter().zip(0..).all(|(nonce, expected)| *nonce == expected);
    // The fee of a rollup has parts that the list does not show, and an allocation of the genesis block is no transaction.
    if nonces.is_empty() || !has_all || fact.text("chain") != "eth" || rows(fact, "txlist").iter().any(is_genesis) {
        return None;
    }
    let mut by_block: BTreeMap<u128, i128> = BTreeMap::new();
    let all = rows(fact, "txlist").iter().chain(rows(fact, "txlistinternal"));
    for row in all.filter(|row| row["isError"] != "1") {
        *by_block.entry(number(&row["blockNumber"])).or_default() += moved(std::iter::once(row), &own);
    }
    for row in sent {
        let fee = number(&row["gasUsed"]) * number(&row["gasPrice"]);
        *by_block.entry(number(&row["blockNumber"])).or_default() -= fee.cast_signed();
    }
    by_block
        .values()
        .try_fold(0, |sum: i128, change| Some(sum + change).filter(|sum| *sum >= 0))
}

#[tokio::test]
async fn sum_of_net_is_the_balance() {
    let mut checked = 0;
    for fact in data::of("histories") {
        let Some(balance) = balance(&fact) else {
            continue;
        };
        let app = service(&fact).await;
        app.fixture().node.coin = balance.unsigned_abs();
        for limit in [3, 200] {
            let path = format!("eth?address={}&limit={limit}", fact.text("address"));
            let (mut sum, mut cursor) = (0, String::new());
            loop {
                let response = app.get(&format!("{path}{cursor}")).await;
                let data = response.data();
                assert_eq!(data["source"]["partial"], Value::Null, "{fact}");
                assert_eq!(data["balances"][0]["balance"]["amount"], balance.to_string());
                let nets = data["transactions"].as_array().expect("a list").iter();
                let nets = nets.map(|row| row["net"]["amount"].as_str().expect("an amount").parse::<i128>());
                sum += nets.sum::<Result<i128, _>>().expect("numbers");
                match data["nextCursor"].as_str() {
                    Some(next) => cursor = format!("&cursor={next}"),
                    None => break,
                }
            }
            assert_eq!(sum, balance, "pages of {limit}: {fact}");
        }
        let highest = rows(&fact, "txlist").iter().chain(rows(&fact, "txlistinternal"));
        let highest = highest.map(|row| number(&row["blockNumber"])).max().expect("a row");
        app.fixture().node.block = u64::try_from(highest).expect("a height");
        check_own_history(&app, fact.text("address"), balance).await;
        checked += 1;
    }
    assert!(checked >= HISTORIES, "{checked} complete histories");
}

/// Compares the sum of the statement of all time, and the last balance over time, with the balance.
async fn check_own_history(app: &App, address: &str, balance: i128) {
    let post = async |endpoint: &str, body: &Value| {
        let path = format!("/{}/v1/api/eth/{endpoint}", address_info_eth_like::NAME);
        let response = call(&app.router, request(Method::POST, &path, app.token(), Some(body))).await;
        response.data().clone()
    };
    let rows = statement::rows(async |cursor| {
        let body = json!({ "address": address, "from": 0, "to": 1_780_000_000, "format": "json", "cursor": cursor });
        post("statement", &body).await
    });
    let sum: i128 = rows.await.iter().map(statement::net).sum();
    assert_eq!(sum, balance, "{address}");
    let balances = post("balance-history", &json!({ "address": address, "interval": "month" })).await;
    assert_eq!(balances["source"]["partial"], Value::Null, "{address}");
    assert_eq!(balances["points"].as_array().map(Vec::len), Some(13));
    assert_eq!(balances["points"][12]["balance"]["amount"], balance.to_string());
}
