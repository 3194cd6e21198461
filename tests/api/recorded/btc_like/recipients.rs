//! POST /address-info-btc-like/v1/api/{chain}/recipient: the recipients in the recorded histories.

use super::data::{Complete, complete};
use super::histories::row;
use super::sums::{histories, post};
use crate::address_info_btc_like::App;
use crate::support::stub::Reply;
use serde_json::json;
use std::collections::BTreeMap;

/// The minimum number of checked recipients.
const RECIPIENTS: usize = 90;

/// Returns the number of transactions by which an address pays each recipient.
fn recipients<'a>(history: impl Iterator<Item = &'a Complete<'static>>, address: &str) -> BTreeMap<&'a str, usize> {
    let mut payments = BTreeMap::new();
    for transaction in history {
        // A transaction with inputs of several owners proves no payment of each owner.
        if transaction.inputs.iter().any(|input| input.address != address) {
            continue;
        }
        let mut paid: Vec<_> = transaction.outputs.iter().map(|output| output.address).collect();
        paid.sort_unstable();
        paid.dedup();
        for to in paid.into_iter().filter(|to| !to.is_empty() && *to != address) {
            *payments.entry(to).or_default() += 1;
        }
    }
    payments
}

#[tokio::test]
async fn recipients_of_real_histories_cause_no_alarm() {
    let all: Vec<_> = complete().collect();
    let app = App::new().await;
    let status = json!({ "blockbook": { "bestHeight": 9_000_000, "inSync": true }, "backend": {} });
    app.fixture().status = Reply::ok(status.to_string());
    let mut checked = 0;
    for ((chain, network, address), list) in histories(&all) {
        app.fixture().transactions = list.iter().map(|index| row(&all[*index])).collect();
        let payments = recipients(list.iter().map(|index| &all[*index]), &address);
        for (to, count) in payments.into_iter().take(10) {
            let body = json!({ "address": address, "to": to, "network": network });
            let record = post(&app, &chain, "recipient", &body).await;
            let found = json!([record["lookAlikes"], record["paidBefore"], record["warnings"]]);
            assert_eq!(found, json!([[], count, null]), "{chain} {address} {to}");
            checked += 1;
        }
    }
    assert!(checked >= RECIPIENTS, "{checked} recipients");
}
