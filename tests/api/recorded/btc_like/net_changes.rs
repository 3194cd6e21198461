//! GET /address-info-btc-like/v1/api/{chain}: the net change of each transaction as a different explorer records it.

use super::data::{Complete, complete, read};
use super::differences::Differences;
use super::histories::Blockbook;
use crate::blockchain_connector_btc_like::App;
use bitcoin::Transaction;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::LazyLock;

#[derive(Deserialize)]
struct File {
    histories: Vec<History>,
}

#[derive(Deserialize)]
struct History {
    repository: String,
    commit: String,
    licence: String,
    path: String,
    chain: String,
    network: String,
    address: String,
    /// Transaction id and change of the balance in base units.
    rows: Vec<(String, i64)>,
}

static HISTORIES: LazyLock<Vec<History>> =
    LazyLock::new(|| read::<File>(include_str!("data/net_changes.json")).histories);

/// Returns the number of transactions.
pub fn count() -> usize {
    HISTORIES.iter().map(|history| history.rows.len()).sum()
}

/// Returns the net change of an address that `parse` derives from the bytes and the recorded inputs.
async fn parsed_net(connector: &App, transaction: &Complete<'_>, raw: &Transaction, address: &str) -> Value {
    let recorded = transaction.recorded;
    let spent = raw
        .input
        .iter()
        .map(|input| input.previous_output)
        .zip(&transaction.inputs);
    let spent = spent.map(|(spent, party)| {
        json!({ "txid": spent.txid.to_string(), "vout": spent.vout, "value": party.value.to_string(), "address": party.address })
    });
    let body = json!({ "txdata": recorded.hex, "network": recorded.network, "utxo": spent.collect::<Vec<_>>(),
        "addresses": [address] });
    let path = format!("transaction/parse/{}", recorded.chain);
    connector.post(&path, &body).await.data()["net"]["amount"].clone()
}

#[tokio::test]
async fn rows_explain_the_recorded_change_of_the_balance() {
    let blockbook = Blockbook::new().await;
    let connector = App::new().await;
    let mut differences = Differences::default();
    let all: HashMap<_, _> = complete()
        .map(|transaction| (transaction.recorded.txid.as_str(), transaction))
        .collect();
    for history in HISTORIES.iter() {
        let source = [&history.repository, &history.commit, &history.licence, &history.path];
        assert!(source.iter().all(|text| !text.is_empty()));
        let mut checked = 0;
        for (txid, net) in &history.rows {
            let Some(transaction) = all.get(txid.as_str()) else {
                continue;
            };
            assert_eq!(transaction.recorded.chain, history.chain);
            assert_eq!(transaction.recorded.network, history.network);
            let (sent, received) = transaction.sent_and_received(&history.address);
            let change = received.cast_signed() - sent.cast_signed();
            differences.compare(txid, change, net);
            blockbook.check(transaction, &history.address, &mut differences).await;
            if let Some(raw) = transaction.recorded.decode() {
                let parsed = parsed_net(&connector, transaction, &raw, &history.address).await;
                differences.compare(txid, parsed, net.to_string());
            }
            checked += 1;
        }
        assert_eq!(checked, history.rows.len());
    }
    differences.assert_none();
}
