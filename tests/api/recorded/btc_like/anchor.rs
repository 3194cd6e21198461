//! GET /address-info-btc-like/v1/api/{chain}: a recorded transaction of btc with a pay-to-anchor output (BIP 433) and one
//! output of every other kind.

use super::data::read;
use super::esplora::Esplora;
use super::history_protocols::{get, service};
use crate::support::esplora::{Dialect, EsploraState};
use crate::support::stub::Reply;
use serde::Deserialize;
use serde_json::{Value, json};

/// The address of the output, the same for every pay-to-anchor output (BIP 433).
const ANCHOR: &str = "bc1pfeessrawgf";

#[derive(Deserialize)]
struct File {
    source: Value,
    transaction: Value,
}

/// Returns the row of the transaction in the history of an address.
async fn row(address: &str, sent: u64, received: u64) -> Value {
    let file: File = read(include_str!("data/anchor.json"));
    assert_eq!(file.source["repository"], "mempool/mempool");
    let mut state = EsploraState::new(Dialect::Plain, address);
    state.tip = 850_010;
    state.transactions = vec![file.transaction];
    let sums = |funded: u64, spent: u64| json!({ "funded_txo_count": 1, "funded_txo_sum": funded, "spent_txo_count": 1, "spent_txo_sum": spent, "tx_count": 1 });
    let totals = json!({ "address": address, "chain_stats": sums(sent + received, sent), "mempool_stats": sums(0, 0) });
    state
        .overrides
        .insert(format!("address/{address}"), Reply::ok(totals.to_string()));
    let server = Esplora::serve(state).await;
    let response = get(&service(&server.upstream()), &format!("btc?address={address}")).await;
    let data = response.data();
    assert_eq!(data["balances"][0]["balance"]["amount"], received.to_string());
    assert_eq!(data["source"].get("partial"), None, "{}", response.text);
    data["transactions"][0].clone()
}

#[tokio::test]
async fn anchor_is_a_recipient_with_its_address() {
    let row = row("1J7SZJry7CX4zWdH3P8E8UJjZrhcLEjJ39", 1913, 0).await;
    assert_eq!(
        (&row["status"], &row["block"], &row["fee"]["amount"]),
        (&json!("confirmed"), &json!("850000"), &json!("71294"))
    );
    let actions = row["actions"].as_array().expect("a list");
    let paid: Vec<_> = actions
        .iter()
        .map(|action| {
            (
                action["to"].as_str().unwrap_or("none"),
                action["value"]["amount"].as_str().unwrap_or("none"),
            )
        })
        .collect();
    // The keys and the script without an address have no recipient.
    let expected = [
        ("", "576"),
        ("1CuQsdrcgcmPvugo3NqEwh1kDcpeEnuFC", "546"),
        ("", "582"),
        ("38RuNhSiZiftB6WVnStu5aUz6jXtCDXQZk", "540"),
        ("bc1qerj3ea5frs9zzqdwe65v6h8fhwl677a6s0hxhf", "294"),
        ("bc1qcjzmhwqvf038dem74safsw3ernytrgd479sfjk3kc00lrq5k8pdqczl83q", "330"),
        ("bc1p57jzkf5f27sxe80y6unq780njt8y6mnmwsl44hp8g9ww9t7wkwusv7av76", "330"),
        (ANCHOR, "240"),
    ];
    assert_eq!(paid, expected);
}

#[tokio::test]
async fn anchor_has_a_history() {
    let row = row(ANCHOR, 0, 240).await;
    assert_eq!((&row["to"], &row["value"]["amount"]), (&json!(ANCHOR), &json!("240")));
}
