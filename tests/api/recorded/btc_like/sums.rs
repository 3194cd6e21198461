//! POST /address-info-btc-like/v1/api/{chain}/statement and …/balance-history: the sums over the recorded histories.

use super::data::{Complete, complete};
use super::histories::row;
use crate::address_info_btc_like::App;
use crate::support::client::{call, request};
use crate::support::statement;
use crate::support::stub::Reply;
use address_info_btc_like::NAME;
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The minimum number of checked histories, and of those with several transactions.
const HISTORIES: (usize, usize) = (110, 15);

/// The time after all recorded blocks.
const END: u64 = 1_790_000_000;

/// The recorded transactions by chain, network and address, as indices, latest first.
pub type Histories = BTreeMap<(String, String, String), Vec<usize>>;

/// Returns the recorded transactions of each address.
pub fn histories(all: &[Complete<'static>]) -> Histories {
    let mut found = Histories::new();
    for (index, transaction) in all.iter().enumerate() {
        let recorded = transaction.recorded;
        let parties = transaction.inputs.iter().chain(&transaction.outputs);
        for party in parties.filter(|party| !party.address.is_empty()) {
            let key = (
                recorded.chain.clone(),
                recorded.network.clone(),
                party.address.to_owned(),
            );
            let list = found.entry(key).or_default();
            if list.last() != Some(&index) {
                list.push(index);
            }
        }
    }
    for list in found.values_mut() {
        list.sort_by_key(|index| std::cmp::Reverse(all[*index].height));
        list.dedup_by_key(|index| &all[*index].recorded.txid);
    }
    found
}

/// Returns the histories that lack no transaction: the balance of the others falls below zero.
fn complete_histories(all: &[Complete<'static>]) -> Histories {
    let mut found = histories(all);
    found.retain(|(_, _, address), list| {
        let nets = list.iter().rev().map(|index| net(&all[*index], address));
        let sum = nets
            .into_iter()
            .try_fold(0, |sum, net| Some(sum + net).filter(|sum| *sum >= 0));
        sum.is_some()
    });
    found
}

fn net(transaction: &Complete<'_>, address: &str) -> i128 {
    let (sent, received) = transaction.sent_and_received(address);
    i128::from(received) - i128::from(sent)
}

/// Posts a body to an endpoint of address info, and returns the data of the response.
pub async fn post(app: &App, chain: &str, endpoint: &str, body: &Value) -> Value {
    let path = format!("/{NAME}/v1/api/{chain}/{endpoint}");
    let response = call(&app.router, request(Method::POST, &path, app.token(), Some(body))).await;
    response.data().clone()
}

/// Returns the net change of each transaction by the rows of the statement.
async fn stated(app: &App, chain: &str, network: &str, address: &str) -> BTreeMap<String, i128> {
    let rows = statement::rows(async |cursor| {
        let body =
            json!({ "address": address, "network": network, "from": 0, "to": END, "format": "json", "cursor": cursor });
        let page = post(app, chain, "statement", &body).await;
        assert_eq!(page["source"]["partial"], Value::Null, "{address}");
        page
    });
    let mut nets: BTreeMap<_, i128> = BTreeMap::new();
    for row in rows.await {
        let txid = row["txid"].as_str().expect("a txid").to_owned();
        *nets.entry(txid).or_default() += statement::net(&row);
    }
    nets
}

#[tokio::test]
async fn statements_and_balances_add_up_to_the_recorded_histories() {
    let all: Vec<_> = complete().collect();
    let app = App::new().await;
    let status = json!({ "blockbook": { "bestHeight": 9_000_000, "inSync": true }, "backend": {} });
    app.fixture().status = Reply::ok(status.to_string());
    let mut checked = (0, 0);
    for ((chain, network, address), list) in complete_histories(&all) {
        let nets = list
            .iter()
            .map(|index| (all[*index].recorded.txid.clone(), net(&all[*index], &address)));
        // A transaction that takes from the address what it pays to the address is not a row.
        let expected: BTreeMap<_, _> = nets.filter(|(_, net)| *net != 0).collect();
        let balance: i128 = expected.values().sum();
        {
            let mut fixture = app.fixture();
            fixture.transactions = list.iter().map(|index| row(&all[*index])).collect();
            fixture.balance = (balance.to_string(), "0".to_owned());
        }
        assert_eq!(
            stated(&app, &chain, &network, &address).await,
            expected,
            "{chain} {address}"
        );
        let body = json!({ "address": address, "network": network, "interval": "month" });
        let balances = post(&app, &chain, "balance-history", &body).await;
        assert_eq!(balances["source"]["partial"], Value::Null, "{address}");
        let points = balances["points"].as_array().expect("points");
        assert_eq!(
            points.last().expect("a point")["balance"]["amount"],
            balance.to_string()
        );
        checked.0 += 1;
        checked.1 += usize::from(list.len() > 1);
    }
    println!("{checked:?} histories");
    assert!(
        checked.0 >= HISTORIES.0 && checked.1 >= HISTORIES.1,
        "{checked:?} histories"
    );
}
