//! Metadata of a token from the contract.

use super::App;
use super::fixture::{LISTED, OWN, UNLISTED};
use crate::support::client::{call, request};
use crate::support::json_rpc::calls;
use crate::support::tokens;
use axum::http::Method;
use serde_json::json;

/// MKR on Ethereum, with texts of type `bytes32`.
const MAKER: &str = "0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2";

const NAME: &str = "06fdde03";
const SYMBOL: &str = "95d89b41";
const DECIMALS: &str = "313ce567";
const TOTAL_SUPPLY: &str = "18160ddd";

/// Returns the ABI encoding of a string.
fn text(text: &str) -> String {
    let padded = text.len().next_multiple_of(32) * 2;
    format!("{:064x}{:064x}{:0<padded$}", 32, text.len(), hex::encode(text))
}

fn word(number: u64) -> String {
    format!("{number:064x}")
}

/// Lets the contract return the data, and a balance.
fn deploy(app: &App, contract: &str, returns: &[(&'static str, String)]) {
    let node = &mut app.fixture().node;
    let contract = contract.to_lowercase();
    node.tokens.insert(contract.clone(), 0);
    for (selector, data) in returns {
        node.returns.insert((contract.clone(), selector), data.clone());
    }
}

fn erc20(name: String, symbol: String, decimals: u64) -> [(&'static str, String); 4] {
    [
        (NAME, name),
        (SYMBOL, symbol),
        (DECIMALS, word(decimals)),
        (TOTAL_SUPPLY, word(5)),
    ]
}

#[tokio::test]
async fn texts_of_both_encodings_are_returned_in_one_round() {
    let app = App::new().await;
    let padded = |text: &str| format!("{:0<64}", hex::encode(text));
    deploy(&app, MAKER, &erc20(padded("Maker"), padded("MKR"), 18));
    deploy(&app, LISTED, &erc20(text("Tether USD"), text("USDT"), 6));
    let response = app.get(&format!("eth/token?contract={}", MAKER.to_lowercase())).await;
    let expected = json!({ "contract": MAKER, "name": "Maker", "ticker": "MKR", "decimals": 18, "listed": false });
    assert_eq!(response.data(), &expected);
    let calls: Vec<_> = app.requests().iter().flat_map(calls).collect();
    assert_eq!(calls.iter().filter(|call| call.method == "eth_call").count(), 1);
    let response = app.get(&format!("eth/token?contract={LISTED}&network=livenet")).await;
    let expected = json!({ "contract": LISTED, "name": "Tether USD", "ticker": "USDT", "decimals": 6, "listed": true });
    assert_eq!(response.data(), &expected);
}

#[tokio::test]
async fn texts_are_cleaned_and_may_be_missing() {
    let app = App::new().await;
    let long = "x".repeat(70);
    deploy(
        &app,
        UNLISTED,
        &erc20(text(&format!("\u{202e}\n{long}")), text("A\u{0}B\u{200b}"), 0),
    );
    let response = app.get(&format!("eth/token?contract={UNLISTED}")).await;
    assert_eq!(response.data()["name"], "x".repeat(64));
    assert_eq!(response.data()["ticker"], "AB");
    let app = App::new().await;
    deploy(&app, UNLISTED, &[(DECIMALS, word(2)), (TOTAL_SUPPLY, word(0))]);
    let response = app.get(&format!("eth/token?contract={UNLISTED}")).await;
    let data = response.data();
    assert_eq!(
        json!([data["name"], data["ticker"], data["decimals"]]),
        json!(["", "", 2])
    );
}

#[tokio::test]
async fn other_contracts_are_not_found() {
    let app = App::new().await;
    let not_found = async |contract: &str| {
        let response = app.get(&format!("eth/token?contract={contract}")).await;
        response.assert_error(404, "not_found", None);
    };
    not_found(OWN).await;
    // ERC-721 has no decimals, and further contracts no supply.
    for returns in [
        &[(NAME, text("Art")), (SYMBOL, text("ART")), (TOTAL_SUPPLY, word(1))][..],
        &[(DECIMALS, word(18))],
        &[(DECIMALS, word(78)), (TOTAL_SUPPLY, word(1))],
        &[(DECIMALS, String::new()), (TOTAL_SUPPLY, word(1))],
    ] {
        app.fixture().node.returns.clear();
        deploy(&app, UNLISTED, returns);
        not_found(UNLISTED).await;
    }
    // Without `balanceOf`.
    deploy(&app, UNLISTED, &erc20(text("A"), text("A"), 1));
    app.fixture().node.tokens.clear();
    not_found(UNLISTED).await;
}

#[tokio::test]
async fn invalid_requests_are_rejected_without_requests_to_the_node() {
    let app = App::new().await;
    for (query, code, field) in [
        (String::new(), "invalid_request", "contract"),
        ("contract=".to_owned(), "invalid_address", "contract"),
        (format!("contract={}", &MAKER[2..]), "invalid_address", "contract"),
        (
            format!("contract={}", MAKER.replacen("9f8F", "9F8f", 1)),
            "invalid_address",
            "contract",
        ),
        ("contract=x&network=x".to_owned(), "invalid_address", "contract"),
        (format!("contract={MAKER}&network=x"), "invalid_request", "network"),
    ] {
        let response = app.get(&format!("eth/token?{query}")).await;
        response.assert_error(400, code, Some(field));
    }
    let path = format!("/address-info-eth-like/v1/api/eth/token?contract={MAKER}");
    let get = async |token: &str| call(&app.router, request(Method::GET, &path, token, None)).await;
    get("").await.assert_error(401, "unauthorized", None);
    let other = get(&tokens::token(&["register", "secret", "assets"])).await;
    other.assert_error(403, "insufficient_permission", None);
    let response = app.get(&format!("btc/token?contract={MAKER}")).await;
    response.assert_error(404, "chain_not_supported", None);
    assert!(app.requests().is_empty());
}

/// A contract that uses all gas, or returns an error with the text of a rate limit, is the caller's choice: such a
/// contract neither pauses the node nor counts as a failure.
#[tokio::test]
async fn hostile_contract_never_counts_as_a_failure_of_the_node() {
    let app = App::new().await;
    deploy(&app, LISTED, &erc20(text("Tether USD"), text("USDT"), 6));
    for message in [
        "out of gas",
        "execution reverted: rate limit exceeded",
        "execution aborted (timeout = 5s)",
    ] {
        app.fixture().error_of_contract = Some((UNLISTED.to_lowercase(), message));
        for _ in 0..20 {
            let requests = app.requests().len();
            let response = app.get(&format!("eth/token?contract={UNLISTED}")).await;
            assert!([404, 502].contains(&response.status.as_u16()), "{}", response.text);
            assert!(!response.text.contains(message), "{}", response.text);
            assert!(app.requests().len() > requests, "the node is in use");
        }
    }
    app.get(&format!("eth/token?contract={LISTED}")).await.data();
}

/// A caller's contract does not change what further callers receive.
#[tokio::test]
async fn contract_that_returns_too_much_is_not_found_and_affects_no_other_request() {
    let app = App::new().await;
    let huge = "00".repeat(140_000);
    deploy(&app, LISTED, &erc20(text("Tether USD"), text("USDT"), 6));
    deploy(&app, UNLISTED, &erc20(text("A"), text("A"), 1));
    app.fixture()
        .node
        .returns
        .insert((UNLISTED.to_lowercase(), DECIMALS), huge.clone());
    for number in 0..100 {
        let response = app.get(&format!("eth/token?contract={UNLISTED}")).await;
        response.assert_error(404, "not_found", None);
        if number % 10 == 9 {
            let listed = app.get(&format!("eth/token?contract={LISTED}")).await;
            assert_eq!(listed.data()["ticker"], "USDT");
            app.get(&format!("eth?address={OWN}&limit=0")).await.data();
        }
    }
    // Name and symbol are optional.
    deploy(&app, UNLISTED, &erc20(huge, text("A"), 1));
    let response = app.get(&format!("eth/token?contract={UNLISTED}")).await;
    let data = response.data();
    assert_eq!(
        json!([data["name"], data["ticker"], data["decimals"]]),
        json!(["", "A", 1])
    );
}
