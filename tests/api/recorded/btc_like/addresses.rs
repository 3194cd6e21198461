//! GET /api/validate-address/{chain}

use super::data::{read, transactions};
use super::differences::Differences;
use crate::blockchain_connector_btc_like::App;
use bitcoin::ScriptBuf;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(Deserialize)]
struct File {
    groups: Vec<Group>,
}

#[derive(Deserialize)]
struct Group {
    repository: String,
    commit: String,
    licence: String,
    path: String,
    chain: String,
    network: String,
    /// Addresses with the script in hex, and the canonical address: none if the address itself is canonical, empty if
    /// the source does not state it.
    valid: Vec<Vec<String>>,
    invalid: Vec<String>,
}

static FILE: LazyLock<File> = LazyLock::new(|| read(include_str!("data/addresses.json")));

/// Chain, network and address.
type Key = (&'static str, &'static str, &'static str);

/// Returns the addresses of the recorded transactions, those of outputs with their script.
fn of_transactions() -> BTreeMap<Key, Option<ScriptBuf>> {
    let mut addresses = BTreeMap::new();
    for recorded in transactions() {
        let key = |address: &'static str| (recorded.chain.as_str(), recorded.network.as_str(), address);
        for (address, _) in recorded
            .inputs
            .iter()
            .flatten()
            .filter(|(address, _)| !address.is_empty())
        {
            addresses.entry(key(address)).or_insert(None);
        }
        let scripts = recorded
            .decode()
            .map(|transaction| transaction.output)
            .unwrap_or_default();
        for ((address, _), output) in recorded.outputs.iter().flatten().zip(scripts) {
            if let Some(address) = address.as_deref().filter(|address| !address.is_empty()) {
                addresses.insert(key(address), Some(output.script_pubkey));
            }
        }
    }
    addresses
}

/// Returns the number of addresses.
pub fn count() -> usize {
    let listed = FILE.groups.iter().map(|group| group.valid.len() + group.invalid.len());
    listed.sum::<usize>() + of_transactions().len()
}

/// Returns the name of an output type, as the bitcoin crate recognises it.
fn kind(script: &ScriptBuf) -> &'static str {
    let is_p2sh32 = script.len() == 35 && script.as_bytes().starts_with(&[0xaa, 0x20]);
    [
        (script.is_p2pkh(), "p2pkh"),
        (script.is_p2sh() || is_p2sh32, "p2sh"),
        (script.is_p2wpkh(), "p2wpkh"),
        (script.is_p2wsh(), "p2wsh"),
        (script.is_p2tr(), "p2tr"),
    ]
    .into_iter()
    .find_map(|(is, name)| is.then_some(name))
    .expect("a standard script")
}

#[tokio::test]
async fn addresses_of_recorded_transactions_are_valid() {
    let app = App::new().await;
    let mut differences = Differences::default();
    for ((chain, network, address), script) in of_transactions() {
        let path = format!("validate-address/{chain}?address={address}&network={network}");
        let response = app.get(&path).await;
        let data = response.data();
        differences.compare(&path, &data["address"], address);
        if let Some(script) = script {
            differences.compare(&path, &data["kind"], kind(&script));
        }
    }
    differences.assert_none();
}

#[tokio::test]
async fn listed_addresses_are_recognised() {
    let app = App::new().await;
    let mut differences = Differences::default();
    for group in &FILE.groups {
        let source = [&group.repository, &group.commit, &group.licence, &group.path];
        assert!(source.iter().all(|text| !text.is_empty()));
        let Group { chain, network, .. } = group;
        let path = |address: &str| format!("validate-address/{chain}?address={address}&network={network}");
        for row in &group.valid {
            let script = ScriptBuf::from_hex(&row[1]).expect("a script");
            let response = app.get(&path(&row[0])).await;
            let data = response.data();
            let canonical = row.get(2).unwrap_or(&row[0]);
            if !canonical.is_empty() {
                differences.compare(&path(&row[0]), &data["address"], canonical);
            }
            differences.compare(&path(&row[0]), &data["valid"], true);
            differences.compare(&path(&row[0]), &data["kind"], kind(&script));
        }
        for address in &group.invalid {
            let response = app.get(&path(address)).await;
            differences.compare(&path(address), &response.data()["valid"], false);
        }
    }
    differences.assert_none();
}
