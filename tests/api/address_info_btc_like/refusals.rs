//! What is refused: status, code and field. None of it asks the network.

use super::App;
use super::world::service;
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;
use serde_json::json;

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

#[tokio::test]
async fn bad_parameters_are_named_in_the_order_of_the_specification() {
    let app = App::new().await;
    let good = format!("address={OWN}");
    for (query, code, field) in [
        (String::new(), "invalid_request", Some("address")),
        ("network=mainnet&limit=0".to_owned(), "invalid_request", Some("address")),
        ("address=".to_owned(), "invalid_address", Some("address")),
        ("address=nobody&limit=0".to_owned(), "invalid_address", Some("address")),
        (
            "address=DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE".to_owned(),
            "invalid_address",
            Some("address"),
        ),
        (format!("{good}&network=testnet"), "invalid_address", Some("address")),
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
        (format!("{good}&limit=1.5"), "invalid_request", Some("limit")),
        (format!("{good}&limit=ten"), "invalid_request", Some("limit")),
        (
            format!("{good}&limit=99999999999999999999"),
            "invalid_request",
            Some("limit"),
        ),
        (format!("{good}&cursor="), "invalid_request", Some("cursor")),
        (format!("{good}&cursor=2"), "invalid_request", Some("cursor")),
        (
            format!("{good}&cursor=AQAAAKoAAAABAA"),
            "invalid_request",
            Some("cursor"),
        ),
        (format!("{good}&cursor=%00"), "invalid_request", Some("cursor")),
        (format!("{good}&{good}"), "invalid_request", None),
        ("address=%ff".to_owned(), "invalid_address", Some("address")),
    ] {
        let answer = app.get(&format!("btc/?{query}")).await;
        answer.assert_error(400, code, field);
    }
    assert_eq!(app.asked(), Vec::<String>::new());
}

#[tokio::test]
async fn a_token_with_read_is_needed() {
    let app = App::new().await;
    let path = format!("/address-info-btc-like/v1/api/btc/?address={OWN}");
    let get = async |token: &str| call(&app.router, request(Method::GET, &path, token, None)).await;
    get("").await.assert_error(401, "unauthorized", None);
    get("e30.e30.e30").await.assert_error(401, "invalid_token", None);
    let other = get(&tokens::token(&["register", "secret", "assets"])).await;
    other.assert_error(403, "insufficient_permission", None);
    assert_eq!(other.detail("required"), "read");
    assert_eq!(app.asked(), Vec::<String>::new());
}

#[tokio::test]
async fn a_chain_of_another_service_is_not_found() {
    let app = App::new().await;
    for chain in ["eth", "xlm", "BTC", "btc%20", "dash"] {
        let answer = app.get(&format!("{chain}?address={OWN}")).await;
        answer.assert_error(404, "chain_not_supported", None);
        assert_eq!(answer.detail("supported"), &json!(["btc", "ltc", "bch", "doge"]));
    }
    app.get("").await.assert_error(404, "not_found", None);
    app.get("btc/more").await.assert_error(404, "not_found", None);
}

#[tokio::test]
async fn another_method_is_405_with_allow() {
    let app = App::new().await;
    let path = "/address-info-btc-like/v1/api/btc/";
    for method in [Method::POST, Method::PUT, Method::DELETE] {
        let answer = call(&app.router, request(method, path, app.token(), None)).await;
        answer.assert_error(405, "method_not_allowed", None);
        assert!(answer.headers["allow"].to_str().expect("a text").contains("GET"));
    }
}

#[tokio::test]
async fn a_chain_without_an_upstream_names_the_setting() {
    let router = service(|_| None);
    let path = format!("/address-info-btc-like/v1/api/btc/?address={OWN}");
    let answer = call(&router, request(Method::GET, &path, &tokens::token(&["read"]), None)).await;
    answer.assert_error(503, "upstream_unavailable", None);
    assert_eq!(answer.detail("setting"), "WALLET_CLOUD_UPSTREAM_BTC_LIVENET");
}
