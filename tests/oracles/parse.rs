//! transaction/parse of transactions that we did not build: it tells what other people's decoders read in them.

use crate::payment::CHAINS;
use serde_json::{Value, json};
use wallet_tests::support::connector::Connector;
use wallet_tests::support::oracle::Oracle;
use wallet_tests::support::random::Random;

/// Random transactions per chain and network.
const TRANSACTIONS: usize = 100;

#[tokio::test]
async fn transactions_of_strangers_are_read_as_other_libraries_read_them() {
    let Some(mut oracle) = Oracle::start("oracles of parse") else {
        return;
    };
    let connector = Connector::without_upstream();
    let seed = Random::new().seed().to_string();
    for (chain, network) in CHAINS
        .iter()
        .flat_map(|chain| ["livenet", "testnet"].map(|network| (chain.name, network)))
    {
        let wanted = json!({ "seed": seed, "chain": chain, "network": network, "count": TRANSACTIONS });
        let found = oracle.call("foreign", wanted).await;
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
