//! GET /health?deep=true of the connector, and why a chain without the key of its upstream answers 503.

use super::App;
use super::world::{estimate, service};
use crate::support::client::{call, request};
use crate::support::stub::Stub;
use crate::support::tokens;
use axum::http::Method;

#[tokio::test]
async fn the_connector_tells_of_its_upstreams() {
    let app = App::new().await;
    let path = "/blockchain-connector-btc-like/v1/health?deep=true";
    let answer = call(&app.router, request(Method::GET, path, &tokens::token(&["read"]), None)).await;
    let upstreams = answer.data()["upstreams"].as_array().expect("a list");
    assert!(!upstreams.is_empty(), "{}", answer.text);
    assert!(upstreams.iter().all(|it| it["kind"] == "blockbook"), "{}", answer.text);
}

#[tokio::test]
async fn an_upstream_whose_key_is_missing_counts_as_unreachable_and_the_next_one_is_asked() {
    let path = "/blockchain-connector-btc-like/v1/api/prepare-transaction/price-per-byte/btc";
    let keyed = "blockbook+https://keyed.example.org/{key}";
    let router = service(&[], |name| name.ends_with("BTC_LIVENET").then(|| keyed.to_owned()));
    let answer = call(&router, request(Method::GET, path, &tokens::token(&["read"]), None)).await;
    answer.assert_error(503, "upstream_unavailable", None);
    assert!(answer.headers.contains_key("retry-after"));
    assert!(!answer.text.contains("keyed"), "{}", answer.text);

    let good = Stub::start(|_| estimate("0.00002000")).await;
    let list = format!("{keyed},blockbook+{}", good.url);
    let router = service(&[], move |name| name.ends_with("BTC_LIVENET").then(|| list.clone()));
    let answer = call(&router, request(Method::GET, path, &tokens::token(&["read"]), None)).await;
    assert!(answer.data()["bytePrices"].is_object(), "{}", answer.text);
}
