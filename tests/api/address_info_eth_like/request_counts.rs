//! The number of upstream requests.

use super::App;
use super::fixture::{LISTED, OWN};
use super::rows::{internal, sent, token};
use serde_json::Value;
use wallet_eth_like::Erc20Token;

/// Returns sixty tokens, all held by the address.
fn tokens() -> Vec<Erc20Token> {
    let tokens = (1..=60).map(|number| Erc20Token {
        contract: format!("0x{number:040x}").parse().expect("an address"),
        decimals: 18,
    });
    tokens.collect()
}

#[tokio::test]
async fn sixty_tokens_and_ten_thousand_transactions_take_one_round_of_requests() {
    let app = App::new().await;
    {
        let mut fixture = app.fixture();
        fixture.listed = tokens();
        fixture.node.tokens = (1..=60).map(|number| (format!("0x{number:040x}"), number)).collect();
        let blocks = || (1..=10_000).rev();
        fixture.index.transactions = blocks().map(|block| sent(block, block, "5")).collect();
        fixture.index.tokens = blocks().map(|block| token(block, block, LISTED, "1")).collect();
        fixture.index.internal = blocks().map(|block| internal(block, block, "1")).collect();
    }
    let info = app.info().await;
    assert_eq!(info["balances"].as_array().map(Vec::len), Some(61));
    assert_eq!(info["transactions"].as_array().map(Vec::len), Some(50));
    assert!(info["nextCursor"].is_string());
    // Each list is requested once with a small page, in addition to the two head requests.
    let rest = |action: &str| {
        format!("/v2/api?chainid=1&module=account&action={action}&address={OWN}&page=1&offset=200&sort=desc")
    };
    assert_eq!(
        app.requested_paths(),
        [rest("tokentx"), rest("txlist"), rest("txlistinternal")]
    );
    let calls = app.requests().into_iter().filter(|request| request.method == "POST");
    let methods: Vec<_> = calls
        .map(|request| serde_json::from_str::<Value>(&request.body).expect("JSON"))
        .filter(|body| body["method"] == "eth_call")
        .collect();
    assert_eq!(methods.len(), 1, "one call of Multicall3");
    // A batch with both transaction counts, the lists of non-fungible tokens, and a row of each list that the history
    // omits.
    assert_eq!(app.optional_paths().len(), 4, "{:?}", app.optional_paths());
    assert!(app.requests().len() <= 6 + 1 + 4, "{:?}", app.requests());
}

#[tokio::test]
async fn lists_after_a_cursor_are_requested_from_its_block() {
    let app = App::new().await;
    app.fixture().index.transactions = (1..=300).rev().map(|block| sent(block, block, "5")).collect();
    let response = app.get(&format!("eth?address={OWN}&limit=20")).await;
    let cursor = response.data()["nextCursor"].as_str().expect("a cursor").to_owned();
    let before = app.requested_paths().len();
    app.get(&format!("eth?address={OWN}&limit=20&cursor={cursor}"))
        .await
        .data();
    let paths = app.requested_paths();
    assert_eq!(paths.len(), before + 3);
    let bounded = paths
        .iter()
        .filter(|path| path.ends_with("&sort=desc&startblock=0&endblock=281"));
    assert_eq!(bounded.count(), 3, "{paths:?}");
}

#[tokio::test]
async fn limit_zero_returns_balances_without_requests_to_the_index() {
    let app = App::new().await;
    app.fixture().index.transactions = (1..=300).rev().map(|block| sent(block, block, "5")).collect();
    let response = app.get(&format!("eth?address={OWN}&limit=0")).await;
    let data = response.data();
    assert_eq!(data["balances"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        (&data["transactions"], &data["nextCursor"]),
        (&Value::Array(Vec::new()), &Value::Null)
    );
    assert_eq!(data["source"]["partial"], Value::Null);
    let lists = app
        .requested_paths()
        .into_iter()
        .filter(|path| path.contains("module=account"));
    assert_eq!(lists.count(), 0);
}
