//! What is refused: status, code and field. None of it asks the network.

use super::App;
use super::world::OWN;
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;
use serde_json::json;

#[tokio::test]
async fn bad_parameters_are_named_in_the_order_of_the_specification() {
    let app = App::new().await;
    let good = format!("address={OWN}");
    let wrong_case = OWN.replacen("aA", "Aa", 1);
    for (query, code, field) in [
        (String::new(), "invalid_request", Some("address")),
        ("limit=0&cursor=x".to_owned(), "invalid_request", Some("address")),
        ("address=".to_owned(), "invalid_address", Some("address")),
        (
            "address=vitalik.eth&limit=0".to_owned(),
            "invalid_address",
            Some("address"),
        ),
        (
            "network=mainnet&address=vitalik.eth".to_owned(),
            "invalid_address",
            Some("address"),
        ),
        (format!("{good}00"), "invalid_address", Some("address")),
        (format!("address={wrong_case}"), "invalid_address", Some("address")),
        (
            "address=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4".to_owned(),
            "invalid_address",
            Some("address"),
        ),
        (
            format!("{good}&network=mainnet&limit=0"),
            "invalid_request",
            Some("network"),
        ),
        (format!("{good}&network="), "invalid_request", Some("network")),
        (format!("{good}&limit=0&cursor=x"), "invalid_request", Some("limit")),
        (format!("{good}&limit=201"), "invalid_request", Some("limit")),
        (format!("{good}&limit="), "invalid_request", Some("limit")),
        (format!("{good}&limit=-1"), "invalid_request", Some("limit")),
        (format!("{good}&limit=%2B5"), "invalid_request", Some("limit")),
        (format!("{good}&limit=ten"), "invalid_request", Some("limit")),
        (
            format!("{good}&limit=99999999999999999999"),
            "invalid_request",
            Some("limit"),
        ),
        (format!("{good}&cursor="), "invalid_request", Some("cursor")),
        (format!("{good}&cursor=2"), "invalid_request", Some("cursor")),
        (format!("{good}&cursor=AQAAAKoAAAAB"), "invalid_request", Some("cursor")),
        (format!("{good}&{good}"), "invalid_request", None),
        ("address=%ff".to_owned(), "invalid_address", Some("address")),
    ] {
        let answer = app.get(&format!("eth/?{query}")).await;
        answer.assert_error(400, code, field);
    }
    assert!(app.requests().is_empty());
}

#[tokio::test]
async fn a_token_with_read_is_needed() {
    let app = App::new().await;
    let path = format!("/address-info-eth-like/v1/api/eth/?address={OWN}");
    let get = async |token: &str| call(&app.router, request(Method::GET, &path, token, None)).await;
    get("").await.assert_error(401, "unauthorized", None);
    get("e30.e30.e30").await.assert_error(401, "invalid_token", None);
    let other = get(&tokens::token(&["register", "secret", "assets"])).await;
    other.assert_error(403, "insufficient_permission", None);
    assert_eq!(other.detail("required"), "read");
    assert!(app.requests().is_empty());
}

#[tokio::test]
async fn a_chain_of_another_service_is_not_found() {
    let app = App::new().await;
    for chain in ["btc", "xlm", "ETH", "eth%20", "base"] {
        let answer = app.get(&format!("{chain}?address={OWN}")).await;
        answer.assert_error(404, "chain_not_supported", None);
        let supported = json!(["eth", "etc", "ftm", "avax", "matic", "bsc", "op"]);
        assert_eq!(answer.detail("supported"), &supported);
    }
    app.get("").await.assert_error(404, "not_found", None);
    app.get("eth/more").await.assert_error(404, "not_found", None);
}

#[tokio::test]
async fn another_method_is_405_with_allow() {
    let app = App::new().await;
    let path = "/address-info-eth-like/v1/api/eth/";
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let answer = call(&app.router, request(method, path, app.token(), None)).await;
        answer.assert_error(405, "method_not_allowed", None);
        assert!(answer.headers["allow"].to_str().expect("a text").contains("GET"));
    }
}

#[tokio::test]
async fn a_chain_without_a_node_names_the_setting() {
    let app = App::new().await;
    let answer = app.get(&format!("op?address={OWN}&network=testnet")).await;
    answer.assert_error(503, "upstream_unavailable", None);
    assert_eq!(answer.detail("setting"), "WALLET_CLOUD_UPSTREAM_OP_TESTNET");
}
