//! `GET /health?deep=true` of the connector, and failover if the key of an upstream is missing.

use super::App;
use super::fixture::{estimate, service};
use crate::support::client::{call, request};
use crate::support::stub::Stub;
use crate::support::tokens;
use axum::http::Method;

#[tokio::test]
async fn deep_health_lists_upstreams() {
    let app = App::new().await;
    let path = "/blockchain-connector-btc-like/v1/health?deep=true";
    let response = call(&app.router, request(Method::GET, path, &tokens::token(&["read"]), None)).await;
    let upstreams = response.data()["upstreams"].as_array().expect("an array");
    assert!(!upstreams.is_empty(), "{}", response.text);
    assert!(
        upstreams.iter().all(|it| it["kind"] == "blockbook"),
        "{}",
        response.text
    );
}

#[tokio::test]
async fn upstream_without_key_is_unavailable_and_failover_skips_it() {
    let path = "/blockchain-connector-btc-like/v1/api/prepare-transaction/price-per-byte/btc";
    let keyed = "blockbook+https://keyed.example.org/{key}";
    let router = service(&[], |name| name.ends_with("BTC_LIVENET").then(|| keyed.to_owned()));
    let response = call(&router, request(Method::GET, path, &tokens::token(&["read"]), None)).await;
    response.assert_error(503, "upstream_unavailable", None);
    assert!(response.headers.contains_key("retry-after"));
    assert!(!response.text.contains("keyed"), "{}", response.text);

    let valid = Stub::start(|_| estimate("0.00002000")).await;
    let list = format!("{keyed},blockbook+{}", valid.url);
    let router = service(&[], move |name| name.ends_with("BTC_LIVENET").then(|| list.clone()));
    let response = call(&router, request(Method::GET, path, &tokens::token(&["read"]), None)).await;
    assert!(response.data()["bytePrices"].is_object(), "{}", response.text);
}
