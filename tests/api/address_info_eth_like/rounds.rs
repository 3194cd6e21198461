//! How often the upstreams are asked.

use super::App;
use super::rows::{internal, sent, token};
use super::world::{LISTED, OWN};
use serde_json::Value;
use wallet_eth_like::Erc20Token;

/// Sixty tokens that the address holds some of.
fn tokens() -> Vec<Erc20Token> {
    let tokens = (1..=60).map(|number| Erc20Token {
        contract: format!("0x{number:040x}").parse().expect("an address"),
        decimals: 18,
    });
    tokens.collect()
}

#[tokio::test]
async fn sixty_tokens_and_ten_thousand_transactions_take_one_round() {
    let app = App::new().await;
    {
        let mut world = app.world();
        world.listed = tokens();
        world.node.tokens = (1..=60).map(|number| (format!("0x{number:040x}"), number)).collect();
        let blocks = || (1..=10_000).rev();
        world.index.transactions = blocks().map(|block| sent(block, block, "5")).collect();
        world.index.tokens = blocks().map(|block| token(block, block, LISTED, "1")).collect();
        world.index.internal = blocks().map(|block| internal(block, block, "1")).collect();
    }
    let info = app.info().await;
    assert_eq!(info["balances"].as_array().map(Vec::len), Some(61));
    assert_eq!(info["transactions"].as_array().map(Vec::len), Some(50));
    assert!(info["nextCursor"].is_string());
    // Each list once, none of them long; beside them the two looks at heads.
    let rest = |action: &str| {
        format!("/v2/api?chainid=1&module=account&action={action}&address={OWN}&page=1&offset=200&sort=desc")
    };
    assert_eq!(app.asked(), [rest("tokentx"), rest("txlist"), rest("txlistinternal")]);
    let calls = app.requests().into_iter().filter(|request| request.method == "POST");
    let methods: Vec<_> = calls
        .map(|request| serde_json::from_str::<Value>(&request.body).expect("JSON"))
        .filter(|body| body["method"] == "eth_call")
        .collect();
    assert_eq!(methods.len(), 1, "one call of Multicall3");
    assert!(app.requests().len() <= 6, "{:?}", app.requests());
}

#[tokio::test]
async fn behind_a_cursor_the_lists_are_asked_for_from_its_block_on() {
    let app = App::new().await;
    app.world().index.transactions = (1..=300).rev().map(|block| sent(block, block, "5")).collect();
    let answer = app.get(&format!("eth?address={OWN}&limit=20")).await;
    let cursor = answer.data()["nextCursor"].as_str().expect("a cursor").to_owned();
    let before = app.asked().len();
    app.get(&format!("eth?address={OWN}&limit=20&cursor={cursor}"))
        .await
        .data();
    let asked = app.asked();
    assert_eq!(asked.len(), before + 3);
    let bounded = asked
        .iter()
        .filter(|path| path.ends_with("&sort=desc&startblock=0&endblock=281"));
    assert_eq!(bounded.count(), 3, "{asked:?}");
}
