//! Histories of real addresses, replayed from the recorded lists of their indexes.
//!
//! What the index lists is compared with the receipts that nodes returned for the same transactions, where they are
//! recorded: status, fee, and the token transfers in the logs.

use super::data::{self, Fact};
use super::nets::check_net;
use super::numbers::{address_in, lower, number};
use crate::address_info_eth_like::App;
use crate::support::client::{call, request};
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use wallet_core::model::{ChainName, Network};
use wallet_eth_like::Chain;

/// The first characters of the ids of genesis allocations, which are not transactions.
const GENESIS: &str = "GENESIS";

/// Returns the rows of a recorded list.
pub fn rows<'a>(fact: &'a Fact, list: &str) -> &'a [Value] {
    fact.get("lists")[list].as_array().map_or(&[], Vec::as_slice)
}

/// Returns the transaction hash of a row.
pub fn id(row: &Value) -> String {
    lower(if row["hash"].is_string() {
        &row["hash"]
    } else {
        &row["transactionHash"]
    })
}

/// Starts a service with the recorded lists.
pub async fn service(fact: &Fact) -> App {
    let app = App::of(fact.text("chain"), fact.text("index")).await;
    let chain = Chain::from_name(fact.text("chain")).expect("a chain");
    let mut fixture = app.fixture();
    fixture.node.chain_id = chain.id(Network::Livenet);
    fixture.index.chain_id = chain.id(Network::Livenet);
    fixture.index.transactions = rows(fact, "txlist").to_vec();
    fixture.index.internal = rows(fact, "txlistinternal").to_vec();
    fixture.index.tokens = rows(fact, "tokentx").to_vec();
    let receipts = fact.get("receipts").as_object().expect("receipts");
    let with_hash = receipts.iter().map(|(hash, receipt)| {
        let mut receipt = receipt.clone();
        receipt["transactionHash"] = hash.as_str().into();
        (hash.clone(), receipt)
    });
    fixture.node.receipts = Ok(with_hash.collect());
    drop(fixture);
    app
}

/// Returns all transactions, in pages of this size.
async fn transactions(app: &App, fact: &Fact, limit: usize) -> Vec<Value> {
    let path = format!("{}?address={}&limit={limit}", fact.text("chain"), fact.text("address"));
    let mut cursor = String::new();
    let mut all = Vec::new();
    loop {
        let response = app.get(&format!("{path}{cursor}")).await;
        let data = response.data();
        let partial = data["source"]["partial"].to_string();
        assert!(
            !partial.contains("history") && !partial.contains("rows"),
            "{partial}: {fact}"
        );
        all.extend(data["transactions"].as_array().expect("a list").iter().cloned());
        match data["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return all,
        }
    }
}

/// Returns the ids of the transactions that the recorded lists show.
fn listed(fact: &Fact) -> BTreeSet<String> {
    let transactions = rows(fact, "txlist").iter().filter(|row| !is_genesis(row));
    let transfers = rows(fact, "txlistinternal").iter().chain(rows(fact, "tokentx"));
    transactions
        .chain(transfers.filter(|row| row["value"] != "0"))
        .map(id)
        .collect()
}

pub fn is_genesis(row: &Value) -> bool {
    row["hash"].as_str().is_some_and(|hash| hash.starts_with(GENESIS))
}

/// Checks a transaction against the row in the list of transactions, and the receipt if recorded.
fn check_row(fact: &Fact, found: &Value, row: &Value) {
    let receipt = &fact.get("receipts")[id(row)];
    let failed = match receipt["status"].as_str() {
        Some(status) => status == "0x0",
        None => row["isError"] == "1",
    };
    let recipient = if lower(&row["to"]).is_empty() {
        &row["contractAddress"]
    } else {
        &row["to"]
    };
    let shown = format!("{found} {row} {receipt} {fact}");
    assert_eq!(
        found["status"],
        if failed { "rejected" } else { "confirmed" },
        "{shown}"
    );
    assert_eq!(
        (&found["block"], found["date"].to_string()),
        (&row["blockNumber"], text(&row["timeStamp"])),
        "{shown}"
    );
    assert_eq!(
        (lower(&found["from"]), lower(&found["to"])),
        (lower(&row["from"]), lower(recipient)),
        "{shown}"
    );
    let value = if failed { json!("0") } else { row["value"].clone() };
    assert_eq!(found["value"]["amount"], value, "{shown}");
    let fee = if receipt["gasUsed"].is_string() {
        let l1_fee = if receipt["l1Fee"].is_string() {
            number(&receipt["l1Fee"])
        } else {
            0
        };
        number(&receipt["gasUsed"]) * number(&receipt["effectiveGasPrice"]) + l1_fee
    } else {
        number(&row["gasUsed"]) * number(&row["gasPrice"])
    };
    // Without a receipt, the L1 fee of a rollup is not recorded.
    if receipt["gasUsed"].is_string() || fact.text("chain") != "op" {
        assert_eq!(found["fee"]["amount"], fee.to_string(), "{shown}");
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Token transfer: contract, sender, recipient and amount.
type TokenTransfer = (String, String, String, u128);

/// Returns the token transfers of a recorded transaction: from the logs of the receipt, or else as listed.
fn token_transfers(fact: &Fact, hash: &str) -> Vec<TokenTransfer> {
    let logs = fact.get("receipts")[hash]["transfers"].as_array();
    let mut transfers: Vec<_> = match logs {
        Some(logs) => logs
            .iter()
            .map(|log| {
                let side = |at: usize| address_in(log[at].as_str().expect("a topic"));
                (lower(&log[0]), side(1), side(2), number(&log[3]))
            })
            .collect(),
        None => rows(fact, "tokentx")
            .iter()
            .filter(|row| id(row) == hash)
            .map(|row| {
                (
                    lower(&row["contractAddress"]),
                    lower(&row["from"]),
                    lower(&row["to"]),
                    number(&row["value"]),
                )
            })
            .collect(),
    };
    transfers.retain(|(_, _, _, amount)| *amount > 0);
    transfers.sort();
    transfers
}

/// Checks the actions of a transaction: the tokens, and the number of coin transfers.
fn check_actions(fact: &Fact, found: &Value) {
    let hash = lower(&found["txid"]);
    if found["status"] == "rejected" {
        assert_eq!(found["actions"], json!([]), "{found}");
        return;
    }
    let actions = found["actions"].as_array().expect("a list");
    let (tokens, coins): (Vec<_>, Vec<_>) = actions
        .iter()
        .partition(|action| action["asset"]["contract"].is_string());
    let mut tokens: Vec<TokenTransfer> = tokens
        .iter()
        .map(|action| {
            let amount = number(&action["value"]["amount"]);
            (
                lower(&action["asset"]["contract"]),
                lower(&action["from"]),
                lower(&action["to"]),
                amount,
            )
        })
        .collect();
    tokens.sort();
    assert_eq!(tokens, token_transfers(fact, &hash), "{found} {fact}");
    let own = fact.text("address").to_lowercase();
    let outer = rows(fact, "txlist")
        .iter()
        .filter(|row| id(row) == hash && row["value"] != "0");
    let internal = rows(fact, "txlistinternal").iter().filter(|row| {
        let concerns = [&row["from"], &row["to"]].into_iter().any(|side| lower(side) == own);
        id(row) == hash && concerns && row["value"] != "0" && row["isError"] != "1"
    });
    assert_eq!(coins.len(), outer.count() + internal.count(), "{found} {fact}");
}

#[tokio::test]
async fn histories_of_real_addresses() {
    let mut count = 0;
    for fact in data::of("histories") {
        let app = service(&fact).await;
        let all = transactions(&app, &fact, 200).await;
        assert_eq!(transactions(&app, &fact, 7).await, all, "{fact}");
        let found: BTreeMap<_, _> = all.iter().map(|row| (lower(&row["txid"]), row)).collect();
        assert_eq!(found.len(), all.len(), "{fact}");
        let expected = listed(&fact);
        let missing: Vec<_> = expected.iter().filter(|id| !found.contains_key(*id)).collect();
        assert!(missing.is_empty(), "missing {missing:?} {fact}");
        let allocations = rows(&fact, "txlist").iter().filter(|row| is_genesis(row)).count();
        assert!(found.len() <= expected.len() + allocations, "{fact}");
        for row in rows(&fact, "txlist").iter().filter(|row| !is_genesis(row)) {
            check_row(&fact, found[&id(row)], row);
        }
        for hash in &expected {
            check_actions(&fact, found[hash]);
            check_net(&fact, found[hash]);
        }
        for row in rows(&fact, "txlist").iter().filter(|row| is_genesis(row)) {
            let is_allocation = |found: &Value| found["block"] == "0" && found["value"]["amount"] == row["value"];
            assert!(all.iter().any(is_allocation), "{row}");
        }
        count += expected.len();
    }
    assert!(count >= 200, "{count} transactions");
}

/// The same address at three indexes.
#[tokio::test]
async fn indexes_agree_about_the_same_transactions() {
    let facts = data::of("histories");
    let mut shown: BTreeMap<(String, String), Value> = BTreeMap::new();
    let mut compared = 0;
    for fact in facts
        .iter()
        .filter(|fact| fact.text("path").contains("test_all_indexers_get_same_tx_results"))
    {
        let app = service(fact).await;
        for row in transactions(&app, fact, 200).await {
            let key = (fact.text("address").to_lowercase(), lower(&row["txid"]));
            compared += usize::from(shown.contains_key(&key));
            let other = shown.entry(key).or_insert_with(|| row.clone());
            assert_eq!(other, &row, "{fact}");
        }
    }
    assert!(compared >= 12, "{compared} transactions");
}

/// Returns the recipients of the transactions that the address has sent.
fn recipients(fact: &Fact) -> BTreeSet<String> {
    let own = fact.text("address").to_lowercase();
    let sent = rows(fact, "txlist").iter().filter(|row| lower(&row["from"]) == own);
    sent.map(|row| lower(&row["to"]))
        .filter(|to| to.len() == 42 && *to != own)
        .collect()
}

#[tokio::test]
async fn recipients_of_real_histories_cause_no_alarm() {
    let mut checked = 0;
    for fact in data::of("histories") {
        let app = service(&fact).await;
        let path = format!("/address-info-eth-like/v1/api/{}/recipient", fact.text("chain"));
        for to in recipients(&fact).into_iter().take(10) {
            let body = json!({ "address": fact.text("address"), "to": to });
            let response = call(&app.router, request(Method::POST, &path, app.token(), Some(&body))).await;
            assert_eq!(response.data()["lookAlikes"], json!([]), "{to} {fact}");
            checked += 1;
        }
    }
    assert!(checked > 0);
}
