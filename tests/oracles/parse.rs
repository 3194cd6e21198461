//! transaction/parse of foreign transactions, compared with third-party decoders.

use crate::payment::CHAINS;
use serde_json::{Value, json};
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;

/// Random transactions per chain and network.
const TRANSACTIONS: usize = 100;

#[tokio::test]
async fn foreign_transactions_are_decoded_as_by_other_libraries() {
    let Some(mut oracle) = Oracle::start("oracles of parse") else {
        return;
    };
    let connector = Connector::without_upstream();
    let seed = Random::new().seed().to_string();
    for (chain, network) in CHAINS
        .iter()
        .flat_map(|chain| ["livenet", "testnet"].map(|network| (chain.name, network)))
    {
        let request = json!({ "seed": seed, "chain": chain, "network": network, "count": TRANSACTIONS });
        let found = oracle.call("foreign", request).await;
        let transactions = found.as_array().expect("a list");
        assert_eq!(transactions.len(), TRANSACTIONS);
        for transaction in transactions {
            check(&connector, chain, network, transaction).await;
        }
    }
}

async fn check(connector: &Connector, chain: &str, network: &str, transaction: &Value) {
    let body = json!({ "txdata": transaction["txdata"], "network": network });
    let ours = connector.data(&format!("transaction/parse/{chain}"), &body).await;
    assert_eq!(ours, transaction["description"], "{chain} {network}: {body}");
}
