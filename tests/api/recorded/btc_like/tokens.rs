//! POST /api/transaction/parse/{chain}: token prefixes of bch outputs (CHIP-2022-02).

use super::data::{by_txid, read};
use super::differences::Differences;
use crate::blockchain_connector_btc_like::App;
use bitcoin::ScriptBuf;
use bitcoin::consensus::encode::serialize_hex;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::LazyLock;

#[derive(Deserialize)]
struct File {
    repository: String,
    commit: String,
    licence: String,
    paths: Vec<String>,
    /// Prefix in hex and the contents.
    valid: Vec<(String, Value)>,
    invalid: Vec<String>,
}

static FILE: LazyLock<File> = LazyLock::new(|| read(include_str!("data/token_prefixes.json")));

/// A recorded payment of bch with two outputs; the prefixes are put before the first script.
const PAYMENT: &str = "03601a3894990b2c43d32dfd3651c195b4047e8e39e256cab53dd97f97f9e569";

/// Returns the number of prefixes.
pub fn count() -> usize {
    FILE.valid.len() + FILE.invalid.len()
}

/// Returns the first output of the recorded payment with this prefix, as the service shows it.
async fn parse(app: &App, prefix: &str) -> Value {
    let recorded = by_txid("bch", "livenet")[PAYMENT];
    let mut transaction = recorded.decode().expect("a transaction");
    let script = &mut transaction.output[0].script_pubkey;
    *script = ScriptBuf::from_hex(&format!("{prefix}{}", script.to_hex_string())).expect("hex");
    let body = json!({ "txdata": serialize_hex(&transaction) });
    let response = app.post("transaction/parse/bch", &body).await;
    response.data()["outputs"][0].clone()
}

#[tokio::test]
async fn tokens_and_recipient_are_parsed() {
    assert!(
        [&FILE.repository, &FILE.commit, &FILE.licence]
            .iter()
            .all(|text| !text.is_empty())
    );
    assert!(!FILE.paths.is_empty());
    let app = App::new().await;
    let recipient = parse(&app, "").await["to"].clone();
    assert!(
        recipient
            .as_str()
            .is_some_and(|address| address.starts_with("bitcoincash:"))
    );
    let mut differences = Differences::default();
    for (prefix, contents) in &FILE.valid {
        let output = parse(&app, prefix).await;
        let found = json!([output["to"], output["token"]]);
        differences.compare(prefix, found, json!([recipient, contents]));
    }
    for prefix in &FILE.invalid {
        // Some are cut off, so that the bytes of the script complete them; the rest is not a script with an address.
        differences.compare(prefix, &parse(&app, prefix).await["to"], "");
    }
    differences.assert_none();
}
