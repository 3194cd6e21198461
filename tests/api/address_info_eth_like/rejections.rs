//! Rejected requests: status, code and field. None of them causes an upstream request.

use super::App;
use super::fixture::OWN;
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;
use serde_json::json;
use wallet_tests::support::chains::evm_chains;

#[tokio::test]
async fn invalid_parameters_are_reported_in_specification_order() {
    let app = App::new().await;
    let valid = format!("address={OWN}");
    let of_another_chain = format!("{valid}&cursor=AQAAAKoAAAAB");
    let invalid_checksum = OWN.replacen("aA", "Aa", 1);
    for (query, code, field) in [
        (String::new(), "invalid_request", Some("address")),
        ("limit=201&cursor=x".to_owned(), "invalid_request", Some("address")),
        ("address=".to_owned(), "invalid_address", Some("address")),
        (
            "address=vitalik.eth&limit=201".to_owned(),
            "invalid_address",
            Some("address"),
        ),
        (
            "network=mainnet&address=vitalik.eth".to_owned(),
            "invalid_address",
            Some("address"),
        ),
        (format!("{valid}00"), "invalid_address", Some("address")),
        (format!("address={}", &OWN[2..]), "invalid_address", Some("address")),
        (
            format!("address={invalid_checksum}"),
            "invalid_address",
            Some("address"),
        ),
        (
            "address=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4".to_owned(),
            "invalid_address",
            Some("address"),
        ),
        (
            format!("{valid}&network=mainnet&limit=201"),
            "invalid_request",
            Some("network"),
        ),
        (format!("{valid}&network="), "invalid_request", Some("network")),
        (format!("{valid}&limit=201&cursor=x"), "invalid_request", Some("limit")),
        (format!("{valid}&limit=0&cursor=x"), "invalid_request", Some("cursor")),
        (format!("{valid}&limit=201"), "invalid_request", Some("limit")),
        (format!("{valid}&limit="), "invalid_request", Some("limit")),
        (format!("{valid}&limit=-1"), "invalid_request", Some("limit")),
        (format!("{valid}&limit=%2B5"), "invalid_request", Some("limit")),
        (format!("{valid}&limit=ten"), "invalid_request", Some("limit")),
        (
            format!("{valid}&limit=99999999999999999999"),
            "invalid_request",
            Some("limit"),
        ),
        (format!("{valid}&cursor="), "invalid_request", Some("cursor")),
        (format!("{valid}&cursor=2"), "invalid_request", Some("cursor")),
        (of_another_chain, "invalid_request", Some("cursor")),
        (format!("{valid}&{valid}"), "invalid_request", None),
        ("address=%ff".to_owned(), "invalid_address", Some("address")),
    ] {
        let response = app.get(&format!("eth/?{query}")).await;
        response.assert_error(400, code, field);
    }
    assert!(app.requests().is_empty());
}

#[tokio::test]
async fn read_permission_is_required() {
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
async fn chain_of_another_service_is_not_found() {
    let app = App::new().await;
    for chain in ["btc", "xlm", "ETH", "eth%20", "zora"] {
        let response = app.get(&format!("{chain}?address={OWN}")).await;
        response.assert_error(404, "chain_not_supported", None);
        assert_eq!(response.detail("supported"), &json!(evm_chains()));
    }
    app.get("").await.assert_error(404, "not_found", None);
    app.get("eth/more").await.assert_error(404, "not_found", None);
}

#[tokio::test]
async fn other_methods_return_405_with_allow() {
    let app = App::new().await;
    let path = "/address-info-eth-like/v1/api/eth/";
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let response = call(&app.router, request(method, path, app.token(), None)).await;
        response.assert_error(405, "method_not_allowed", None);
        assert!(response.headers["allow"].to_str().expect("a text").contains("GET"));
    }
}

#[tokio::test]
async fn chain_without_node_returns_the_setting() {
    let app = App::new().await;
    let response = app.get(&format!("op?address={OWN}&network=testnet")).await;
    response.assert_error(503, "not_configured", None);
    assert_eq!(response.detail("setting"), "WALLET_CLOUD_UPSTREAM_OP_TESTNET");
}
