//! Balances of requested tokens, which may be outside the asset list.

use super::App;
use super::fixture::{CONTRACT, LISTED, OWN, UNLISTED};
use crate::support::json_rpc::calls;
use serde_json::{Value, json};

const DECIMALS: &str = "313ce567";

/// Returns a service with a node that has the unlisted token with 9 decimals.
async fn app() -> App {
    let app = App::new().await;
    {
        let node = &mut app.fixture().node;
        node.coin = 5;
        node.tokens = [(LISTED.to_lowercase(), 0), (UNLISTED.to_lowercase(), 7)].into();
        node.returns = [((UNLISTED.to_lowercase(), DECIMALS), format!("{:064x}", 9))].into();
    }
    app
}

fn amounts(info: &Value) -> Value {
    let balances = info["balances"].as_array().expect("a list").iter();
    let amount = |balance: &Value| {
        let value = &balance["balance"];
        assert_eq!(&balance["spendable"], value);
        json!([balance["asset"]["contract"], value["amount"], value["decimals"]])
    };
    balances.map(amount).collect()
}

#[tokio::test]
async fn requested_tokens_are_returned_in_the_same_round() {
    let app = app().await;
    let coin = json!([null, "5", 18]);
    let info = app.info().await;
    assert_eq!(amounts(&info), json!([coin]), "no token is requested");
    let response = app
        .get(&format!("eth?address={OWN}&limit=0&tokens={}", UNLISTED.to_lowercase()))
        .await;
    assert_eq!(amounts(response.data()), json!([coin, [UNLISTED, "7", 9]]));
    assert_eq!(response.data()["source"]["partial"], Value::Null);
    let before = app.requests().len();
    let response = app
        .get(&format!("eth?address={OWN}&limit=0&tokens={UNLISTED},{LISTED}"))
        .await;
    let expected = json!([coin, [LISTED, "0", 6], [UNLISTED, "7", 9]]);
    assert_eq!(amounts(response.data()), expected, "also a balance of zero");
    let requests = app.requests().split_off(before);
    let calls: Vec<_> = requests.iter().flat_map(calls).collect();
    assert_eq!(calls.iter().filter(|call| call.method == "eth_call").count(), 2);
}

#[tokio::test]
async fn contract_without_balance_or_decimals_is_omitted_and_disclosed() {
    let app = app().await;
    app.fixture().node.tokens.insert(CONTRACT.to_lowercase(), 8);
    let response = app
        .get(&format!("eth?address={OWN}&limit=0&tokens={CONTRACT},{OWN}"))
        .await;
    assert_eq!(amounts(response.data()), json!([[null, "5", 18]]));
    assert_eq!(response.data()["source"]["partial"], json!(["tokens"]));
}

#[tokio::test]
async fn listed_token_that_reverts_is_disclosed() {
    let app = app().await;
    app.fixture().node.tokens.remove(&LISTED.to_lowercase());
    let info = app.info().await;
    assert_eq!(amounts(&info), json!([[null, "5", 18]]));
    assert_eq!(info["source"]["partial"], json!(["tokens"]));
}

#[tokio::test]
async fn pending_transfer_of_a_requested_token_reduces_its_spendable_amount() {
    let app = app().await;
    {
        let node = &mut app.fixture().node;
        node.coin = 1_000_000;
        node.counts = (7, 8);
        let data = format!("0xa9059cbb{:0>64}{:064x}", &CONTRACT[2..].to_lowercase(), 3);
        node.pool = Some(json!({ "pending": { "7": {
            "blockNumber": null, "from": OWN.to_lowercase(), "gas": "0x5208", "gasPrice": "0x1",
            "hash": format!("0x{}", "ab".repeat(32)), "input": data, "nonce": "0x7", "to": UNLISTED.to_lowercase(),
            "value": "0x0",
        } } }));
    }
    let response = app.get(&format!("eth?address={OWN}&limit=0&tokens={UNLISTED}")).await;
    let token = &response.data()["balances"][1];
    assert_eq!(
        json!([token["balance"]["amount"], token["spendable"]["amount"]]),
        json!(["7", "4"])
    );
}

#[tokio::test]
async fn invalid_tokens_are_rejected() {
    let app = App::new().await;
    let many: Vec<_> = (0..51).map(|number| format!("0x{number:040x}")).collect();
    let invalid_checksum = LISTED.replacen("D12", "d12", 1);
    for (tokens, code, field) in [
        (String::new(), "invalid_address", "tokens[0]"),
        (format!("{LISTED},"), "invalid_address", "tokens[1]"),
        (format!("{LISTED},x"), "invalid_address", "tokens[1]"),
        (invalid_checksum, "invalid_address", "tokens[0]"),
        (
            format!("{LISTED},{}", LISTED.to_lowercase()),
            "invalid_request",
            "tokens[1]",
        ),
        (many.join(","), "invalid_request", "tokens"),
    ] {
        let response = app.get(&format!("eth?address={OWN}&tokens={tokens}")).await;
        response.assert_error(400, code, Some(field));
    }
    let response = app.get(&format!("eth?address={OWN}&cursor=2&tokens=x")).await;
    response.assert_error(400, "invalid_request", Some("cursor"));
    assert!(app.requests().is_empty());
    app.fixture().node.coin = 5;
    let fifty = many[..50].join(",");
    app.get(&format!("eth?address={OWN}&limit=0&tokens={fifty}"))
        .await
        .data();
}

/// A caller's token does not change what further callers receive.
#[tokio::test]
async fn token_that_fails_as_a_whole_is_disclosed() {
    let app = app().await;
    for _ in 0..20 {
        app.fixture().error_of_contract = Some((UNLISTED.to_lowercase(), "execution aborted (timeout = 5s)"));
        let response = app.get(&format!("eth?address={OWN}&limit=0&tokens={UNLISTED}")).await;
        assert_eq!(amounts(response.data()), json!([[null, "5", 18]]));
        assert_eq!(response.data()["source"]["partial"], json!(["tokens"]));
        assert_eq!(amounts(&app.info().await), json!([[null, "5", 18]]));
    }
}

/// A caller's token hides neither the remaining tokens nor tokens of further callers.
#[tokio::test]
async fn token_that_returns_too_much_is_omitted_alone() {
    let app = app().await;
    let huge = "00".repeat(140_000);
    {
        let node = &mut app.fixture().node;
        node.tokens.insert(CONTRACT.to_lowercase(), 3);
        node.returns.insert((CONTRACT.to_lowercase(), DECIMALS), huge);
    }
    let expected = json!([[null, "5", 18], [UNLISTED, "7", 9]]);
    for _ in 0..100 {
        let response = app
            .get(&format!("eth?address={OWN}&limit=0&tokens={CONTRACT},{UNLISTED}"))
            .await;
        assert_eq!(amounts(response.data()), expected);
        assert_eq!(response.data()["source"]["partial"], json!(["tokens"]));
        let other = app.get(&format!("eth?address={OWN}&limit=0&tokens={UNLISTED}")).await;
        assert_eq!(amounts(other.data()), expected);
    }
}

/// Erigon limits the result of a call, with a separate error.
#[tokio::test]
async fn contract_beyond_the_limit_of_the_node_has_no_balance() {
    let app = app().await;
    let error = "call returned result on length 1000000 exceeding --rpc.returndata.limit 100000";
    app.fixture().error_of_contract = Some((CONTRACT.to_lowercase(), error));
    let response = app
        .get(&format!("eth?address={OWN}&limit=0&tokens={CONTRACT},{UNLISTED}"))
        .await;
    assert_eq!(amounts(response.data()), json!([[null, "5", 18], [UNLISTED, "7", 9]]));
    let token = app.get(&format!("eth/token?contract={CONTRACT}")).await;
    token.assert_error(404, "not_found", None);
}
