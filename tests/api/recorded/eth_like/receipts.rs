//! Status of real transactions from their recorded receipts and blocks.

use super::data::{self, Fact};
use super::numbers::{decimal, number};
use crate::blockchain_connector_eth_like::App;
use serde_json::{Value, json};

/// Adds the transaction, its receipt and the block to the node. The data files omit the fields of the receipt and of
/// the block that repeat those of the transaction.
fn record(app: &App, fact: &Fact) {
    let transaction = fact.get("transaction");
    let mut receipt = fact.get("receipt").clone();
    receipt["transactionHash"] = transaction["hash"].clone();
    for name in ["blockNumber", "blockHash"] {
        receipt[name] = transaction[name].clone();
    }
    let number = transaction["blockNumber"].as_str().expect("a number").to_owned();
    let block = json!({ "number": number, "hash": transaction["blockHash"], "timestamp": fact.get("timestamp") });
    let mut node = app.fixture();
    node.blocks.insert(number, block);
    let hash = transaction["hash"].as_str().expect("a hash").to_owned();
    node.transactions.insert(hash, (transaction.clone(), receipt));
}

#[tokio::test]
async fn status_of_real_transactions() {
    let app = App::new().await;
    let facts = data::of("transactions").into_iter().chain(data::of("receipts"));
    let facts: Vec<_> = facts.filter(|fact| fact.get("receipt").is_object()).collect();
    assert!(facts.len() >= 250, "{} receipts", facts.len());
    for fact in &facts {
        record(&app, fact);
        let transaction = fact.get("transaction");
        let hash = transaction["hash"].as_str().expect("a hash");
        let path = format!("transaction/status/{}?txid={hash}", fact.text("chain"));
        let response = app.get(&path).await;
        let data = response.data();
        // Receipts before Byzantium have no status.
        let failed = fact.get("receipt")["status"] == "0x0";
        let expected = [
            transaction["hash"].clone(),
            json!(if failed { "rejected" } else { "confirmed" }),
            decimal(&transaction["blockNumber"]),
            json!(u64::try_from(number(fact.get("timestamp"))).expect("a time")),
        ];
        let found: [Value; 4] = ["txid", "status", "block", "date"].map(|name| data[name].clone());
        assert_eq!(found, expected, "{fact}");
    }
}

/// Arbitrum charges the base fee, whatever a transaction offers.
#[test]
fn transactions_on_arbitrum_pay_the_base_fee() {
    let (mut facts, mut over) = (0, 0);
    for fact in data::of("transactions") {
        let base_fee = fact.get("baseFee");
        if fact.text("chain") != "arb" || !base_fee.is_string() {
            continue;
        }
        assert_eq!(&fact.get("receipt")["effectiveGasPrice"], base_fee, "{fact}");
        facts += 1;
        over += usize::from(number(fact.get("bid")) > number(base_fee));
    }
    assert!(facts >= 10 && over >= 5, "{over} of {facts}");
}
