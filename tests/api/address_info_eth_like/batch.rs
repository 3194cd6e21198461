//! Several addresses in a request.

use super::App;
use super::fixture::{LISTED, OWN, SHOP, UNLISTED};
use super::rows::sent;
use crate::support::batch::BatchEndpoint;
use crate::support::json_rpc::{Call, calls};
use crate::support::stub::Reply;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::Barrier;
use wallet_tests::support::chains::evm_chains;

fn endpoint(app: &App) -> BatchEndpoint<'_> {
    BatchEndpoint {
        router: &app.router,
        service: "address-info-eth-like",
        entry: json!({ "chain": "eth", "address": OWN }),
        invalid_address: "0x00",
    }
}

/// Returns the calls of a method, without requests for the head.
fn calls_of(app: &App, method: &str) -> Vec<Call> {
    let requests = app.requests();
    let calls = requests
        .iter()
        .filter(|request| request.method == "POST")
        .flat_map(calls);
    calls.filter(|call| call.method == method).collect()
}

#[tokio::test]
async fn malformed_bodies_are_rejected_without_requests() {
    let app = App::new().await;
    endpoint(&app).rejects_malformed_bodies().await;
    assert!(app.requests().is_empty());
}

#[tokio::test]
async fn invalid_entries_fail_no_others() {
    let app = App::new().await;
    app.fixture().node.coin = 5;
    let result = endpoint(&app).reports_invalid_entries().await;
    assert_eq!(result["data"]["balances"][0]["balance"]["amount"], "5");
    for (tokens, code, field) in [
        (json!(LISTED), "invalid_request", "tokens"),
        (json!([LISTED, 7]), "invalid_request", "tokens[1]"),
        (json!([LISTED, "x"]), "invalid_address", "tokens[1]"),
        (json!([LISTED, LISTED]), "invalid_request", "tokens[1]"),
        (json!(vec![LISTED; 51]), "invalid_request", "tokens"),
    ] {
        let results = app
            .batch(&[json!({ "chain": "eth", "address": OWN, "tokens": tokens })])
            .await;
        let error = &results[0]["error"];
        assert_eq!(
            json!([error["code"], error["field"]]),
            json!([code, format!("requests[0].{field}")])
        );
    }
}

#[tokio::test]
async fn result_equals_that_of_a_single_request() {
    let app = App::new().await;
    {
        let mut fixture = app.fixture();
        fixture.node.coin = 12;
        fixture.node.coins = [(SHOP.to_lowercase(), 13)].into();
        fixture.node.tokens = [(LISTED.to_lowercase(), 3), (UNLISTED.to_lowercase(), 4)].into();
        fixture.node.returns = [((UNLISTED.to_lowercase(), "313ce567"), format!("{:064x}", 2))].into();
        fixture.index.transactions = (1..=9).rev().map(|block| sent(block, block, "5")).collect();
    }
    let queries = [
        format!("eth?address={OWN}&limit=0"),
        format!("eth?address={SHOP}&limit=0&tokens={UNLISTED}"),
        format!("eth?address={OWN}&limit=5"),
    ];
    let mut single = Vec::new();
    for query in &queries {
        single.push(app.get(query).await.data().clone());
    }
    let cursor = single[2]["nextCursor"].as_str().expect("a cursor").to_owned();
    let next = app.get(&format!("eth?address={OWN}&limit=3&cursor={cursor}")).await;
    single.push(next.data().clone());
    let requests = [
        json!({ "chain": "eth", "address": OWN }),
        json!({ "chain": "eth", "address": SHOP, "limit": null, "tokens": [UNLISTED] }),
        json!({ "chain": "eth", "address": OWN, "limit": 5 }),
        json!({ "chain": "eth", "address": OWN, "limit": 3, "cursor": cursor }),
    ];
    let results = app.batch(&requests).await;
    for ((single, request), result) in single.iter().zip(&requests).zip(&results) {
        let expected = json!({ "chain": "eth", "address": request["address"], "data": single });
        assert_eq!(result, &expected);
    }
    assert_eq!(results[1]["data"]["balances"][0]["balance"]["amount"], "13");
    assert_eq!(results[2]["data"]["transactions"].as_array().map(Vec::len), Some(5));
}

/// The reads of all chains wait for each other at the node: a service with sequential reads would never
/// receive a response. So the batch takes the upstream time of a single read of the slowest chain.
#[tokio::test]
async fn fifty_addresses_on_seven_chains_take_one_round() {
    let chains = evm_chains();
    let app = App::of_chains(chains).await;
    let address = |number: usize| format!("0x{number:040x}");
    let requests: Vec<_> = (1..=50)
        .map(|number| {
            let chain = chains[number % chains.len()];
            json!({ "chain": chain, "address": address(number), "tokens": [UNLISTED] })
        })
        .collect();
    {
        let mut fixture = app.fixture();
        fixture.node.coins = (1..=50).map(|number| (address(number), number as u128)).collect();
        fixture.node.tokens.insert(UNLISTED.to_lowercase(), 4);
        fixture.node.returns = [((UNLISTED.to_lowercase(), "313ce567"), format!("{:064x}", 2))].into();
        // Per chain: listed tokens, requested tokens, and transaction counts.
        fixture.rounds = Some(Arc::new(Barrier::new(3 * chains.len())));
    }
    let results = app.batch(&requests).await;
    for (number, result) in (1..=50).zip(&results) {
        let balances = &result["data"]["balances"];
        assert_eq!(result["chain"], chains[number % chains.len()]);
        assert_eq!(
            json!([balances[0]["balance"]["amount"], balances[1]["balance"]["amount"]]),
            json!([number.to_string(), "4"]),
            "{result}"
        );
        assert_eq!(result["data"]["source"]["partial"], Value::Null, "{result}");
    }
    assert_eq!(calls_of(&app, "eth_call").len(), 2 * chains.len());
    assert_eq!(calls_of(&app, "eth_getTransactionCount").len(), 2 * requests.len());
    let batches = app.requests().into_iter();
    let batches = batches.filter(|request| request.body.contains("eth_getTransactionCount"));
    assert_eq!(batches.count(), chains.len());
}

#[tokio::test]
async fn chain_whose_upstream_fails_fails_no_other_chain() {
    let app = App::new().await;
    app.fixture().node.coin = 5;
    let requests = [
        json!({ "chain": "op", "address": OWN }),
        json!({ "chain": "eth", "address": OWN }),
        json!({ "chain": "op", "address": SHOP }),
    ];
    let found = app.batch(&requests).await;
    for index in [0, 2] {
        let error = &found[index]["error"];
        assert_eq!(
            json!([error["code"], error["retriable"], error["details"]["setting"]]),
            json!(["not_configured", true, "WALLET_CLOUD_UPSTREAM_OP_LIVENET"])
        );
        assert_eq!(error.get("field"), None);
    }
    assert_eq!(found[1]["data"]["balances"][0]["balance"]["amount"], "5");
    app.fixture().instead_of_node = Some(Reply::ok("[[]]"));
    let found = app.batch(&requests).await;
    assert_eq!(found[1]["error"]["code"], "upstream_error", "{}", found[1]);
    assert!(!found[1].to_string().contains("127.0.0.1"));
}

#[tokio::test]
async fn pending_transactions_of_each_address_are_listed() {
    let app = App::new().await;
    {
        let node = &mut app.fixture().node;
        node.counts = (7, 8);
        node.coin = 1_000_000;
    }
    let requests = [
        json!({ "chain": "eth", "address": OWN }),
        json!({ "chain": "eth", "address": SHOP }),
    ];
    for result in app.batch(&requests).await {
        assert_eq!(result["data"]["pending"], json!({ "count": 1 }));
        assert_eq!(
            result["data"]["source"]["partial"],
            json!(["pending"]),
            "the node lists no pool"
        );
    }
}
