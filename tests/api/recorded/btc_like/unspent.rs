//! GET /api/prepare-transaction/utxo-list/{chain}

use super::data::read;
use crate::blockchain_connector_btc_like::App;
use crate::support::stub::Reply;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::LazyLock;

#[derive(Deserialize)]
struct File {
    lists: Vec<List>,
}

/// The unspent outputs of an address.
#[derive(Deserialize)]
struct List {
    chain: String,
    network: String,
    address: String,
    /// Transaction id, index, value in base units, and block height.
    outputs: Vec<(String, u32, u64, u32)>,
}

static LISTS: LazyLock<Vec<List>> = LazyLock::new(|| read::<File>(include_str!("data/unspent.json")).lists);

/// Returns the number of unspent outputs.
pub fn count() -> usize {
    LISTS.iter().map(|list| list.outputs.len()).sum()
}

fn sorted(outputs: impl Iterator<Item = Value>) -> Vec<String> {
    let mut outputs: Vec<_> = outputs.map(|output| output.to_string()).collect();
    outputs.sort();
    outputs
}

#[tokio::test]
async fn recorded_outputs_are_listed_completely() {
    let app = App::new().await;
    for list in LISTS.iter() {
        let tip = list.outputs.iter().map(|output| output.3).max().expect("an output") + 200;
        let rows = list.outputs.iter().map(|(txid, vout, value, height)| {
            json!({ "txid": txid, "vout": vout, "value": value.to_string(), "height": height,
                "confirmations": tip - height + 1 })
        });
        app.fixture().utxo = Reply::ok(json!(rows.collect::<Vec<_>>()).to_string());
        let path = format!(
            "prepare-transaction/utxo-list/{}?address={}&network={}",
            list.chain, list.address, list.network
        );
        let response = app.get(&path).await;
        let shown = response.data()["utxo"].as_array().expect("a list").iter().cloned();
        let expected = list
            .outputs
            .iter()
            .map(|(txid, vout, value, _)| json!({ "txid": txid, "vout": vout, "value": value.to_string() }));
        assert_eq!(sorted(shown), sorted(expected), "{}", list.address);
    }
}
