//! GET /api/transaction/status/{chain} of a transaction that a second one replaced.
//!
//! The recorded pair spends the same output; mempool.space listed the replacements and the content of the first one.
//! The block of the second one is added, since the records are from the time before.

use super::data::{Recorded, read, transactions};
use super::esplora::Esplora;
use crate::blockchain_connector_btc_like::service_within;
use crate::support::client::{TestResponse, call, request};
use crate::support::esplora::{Dialect, EsploraState, status, text};
use crate::support::stub::Reply;
use crate::support::tokens;
use axum::Router;
use axum::http::Method;
use bitcoin::absolute::LockTime;
use bitcoin::consensus::encode::serialize_hex;
use bitcoin::transaction::Version;
use bitcoin::{Amount, OutPoint, ScriptBuf, Sequence, Transaction, TxIn, TxOut, Witness};
use blockchain_connector_btc_like::NAME;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use wallet_upstream::client::Limits;

#[derive(Deserialize)]
struct File {
    source: Value,
    history: Value,
    replaced: Value,
    replacement: Value,
}

fn file() -> File {
    let file: File = read(include_str!("data/replacement.json"));
    assert_eq!(file.source["repository"], "mempool/mempool");
    file
}

fn txid(transaction: &Value) -> String {
    transaction["txid"].as_str().expect("a txid").to_owned()
}

/// Returns the bytes of a legacy transaction in the format of Esplora.
fn bytes(transaction: &Value) -> String {
    let script = |hex: &Value| ScriptBuf::from_hex(hex.as_str().expect("hex")).expect("hex");
    let number = |value: &Value| u32::try_from(value.as_u64().expect("a number")).expect("32 bits");
    let list = |name: &str| transaction[name].as_array().expect("a list").iter();
    let decoded = Transaction {
        version: Version::TWO,
        lock_time: LockTime::ZERO,
        input: list("vin")
            .map(|input| TxIn {
                previous_output: OutPoint::new(txid(input).parse().expect("a txid"), number(&input["vout"])),
                script_sig: script(&input["scriptsig"]),
                sequence: Sequence(number(&input["sequence"])),
                witness: Witness::new(),
            })
            .collect(),
        output: list("vout")
            .map(|output| TxOut {
                value: Amount::from_sat(output["value"].as_u64().expect("a value")),
                script_pubkey: script(&output["scriptpubkey"]),
            })
            .collect(),
    };
    assert_eq!(decoded.compute_txid().to_string(), txid(transaction));
    serialize_hex(&decoded)
}

/// Returns a mempool.space server that has dropped the first transaction and has the second one in a block.
fn server(file: &File) -> EsploraState {
    let mut state = EsploraState::new(Dialect::MempoolSpace, "");
    let mut replacement = file.replacement.clone();
    replacement["status"] = status(Some(798));
    state.hex.insert(txid(&replacement), bytes(&replacement));
    state.transactions = vec![replacement];
    let base = format!("v1/tx/{}", txid(&file.replaced));
    for (path, reply) in [("rbf", &file.history), ("cached", &file.replaced)] {
        state
            .overrides
            .insert(format!("{base}/{path}"), Reply::ok(reply.to_string()));
    }
    state
}

fn service(upstream: &str) -> Router {
    service_within(Limits::default(), Duration::from_secs(25), &[], |name| {
        (name == "WALLET_CLOUD_UPSTREAM_BTC_LIVENET").then(|| upstream.to_owned())
    })
}

async fn get(service: &Router, txid: &str) -> TestResponse {
    let path = format!("/{NAME}/v1/api/transaction/status/btc?txid={txid}");
    call(service, request(Method::GET, &path, &tokens::token(&["read"]), None)).await
}

#[tokio::test]
async fn replaced_transaction_is_rejected_with_its_replacement() {
    let file = file();
    let esplora = Esplora::serve(server(&file)).await;
    let (replaced, by) = (txid(&file.replaced), txid(&file.replacement));
    let service = service(&esplora.upstream());
    let expected =
        json!({ "txid": replaced, "status": "rejected", "replacedBy": by, "confirmations": 0, "block": "", "date": 0 });
    assert_eq!(get(&service, &replaced).await.data(), &expected);
    let found = get(&service, &by).await;
    assert_eq!(found.data()["status"], "confirmed");
    assert_eq!(found.data().get("replacedBy"), None);
}

/// Asserts that the first transaction is unknown to a service with this server. Repeated failures of the lookup do not
/// disable the upstream.
async fn assert_unknown(name: &str, state: EsploraState) {
    let replaced = txid(&file().replaced);
    let esplora = Esplora::serve(state).await;
    let service = service(&esplora.upstream());
    for _ in 0..8 {
        let response = get(&service, &replaced).await;
        let code = &response.json["error"]["code"];
        assert_eq!(code, "transaction_not_found", "{name}: {}", response.text);
    }
}

/// Returns a recorded transaction in a block of btc, which spends other outputs.
fn unrelated() -> &'static Recorded {
    transactions()
        .find(|other| other.chain == "btc" && other.height.is_some())
        .expect("a recorded transaction of btc")
}

#[tokio::test]
async fn transaction_is_unknown_without_a_confirmed_spender_of_its_inputs() {
    let file = file();
    let by = txid(&file.replacement);
    let other = unrelated();
    let mut state = server(&file);
    state.transactions[0]["status"] = status(None);
    assert_unknown("pending", state).await;
    let mut state = server(&file);
    state.transactions.clear();
    assert_unknown("unknown", state).await;
    let mut state = server(&file);
    state.hex.clear();
    assert_unknown("no bytes", state).await;
    let mut state = server(&file);
    state.hex.insert(by.clone(), other.hex.clone());
    assert_unknown("other bytes", state).await;
    let mut state = server(&file);
    state.transactions[0]["txid"] = other.txid.clone().into();
    state.hex.insert(other.txid.clone(), other.hex.clone());
    let history = file.history.to_string().replace(&by, &other.txid);
    let path = format!("v1/tx/{}/rbf", txid(&file.replaced));
    state.overrides.insert(path, Reply::ok(history));
    assert_unknown("spends other outputs", state).await;
}

#[tokio::test]
async fn transaction_is_unknown_without_a_history_and_its_content() {
    let file = file();
    let replaced = txid(&file.replaced);
    let with = |pointer: &str, value: Value| {
        let mut content = file.replaced.clone();
        *content.pointer_mut(pointer).expect("a field") = value;
        Reply::ok(content.to_string())
    };
    let none = json!({ "replacements": null, "replaces": null });
    let of_others = file.history.to_string().replace(&replaced, &unrelated().txid);
    for (name, path, reply) in [
        ("no history", "rbf", Reply::ok(none.to_string())),
        ("history of others", "rbf", Reply::ok(of_others)),
        ("failure", "rbf", Reply::json(500, "{}")),
        ("no content", "cached", text(204, "")),
        ("other value", "cached", with("/vout/0/value", json!(49_395))),
        ("other input", "cached", with("/vin/0/vout", json!(1))),
        ("invalid script", "cached", with("/vin/0/scriptsig", json!("zz"))),
    ] {
        let mut state = server(&file);
        state.overrides.insert(format!("v1/tx/{replaced}/{path}"), reply);
        assert_unknown(name, state).await;
    }
}

#[tokio::test]
async fn server_without_these_paths_is_queried_once() {
    let file = file();
    let mut state = server(&file);
    state.overrides.clear();
    state.dialect = Dialect::Plain;
    let esplora = Esplora::serve(state).await;
    let service = service(&esplora.upstream());
    for _ in 0..3 {
        let response = get(&service, &txid(&file.replaced)).await;
        response.assert_error(404, "transaction_not_found", None);
    }
    let paths = esplora.requested_paths();
    let lookups = paths.iter().filter(|path| path.ends_with("/rbf"));
    assert_eq!(lookups.count(), 1, "{paths:?}");
}
