//! GET /health?deep=true of the connector, and a chain whose upstream is not there.

use super::App;
use super::wallet::ADDRESS;
use super::world::service;
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;

#[tokio::test]
async fn the_connector_tells_of_its_upstreams() {
    let app = App::new().await;
    let path = "/blockchain-connector-eth-like/v1/health?deep=true";
    let answer = call(&app.router, request(Method::GET, path, app.token(), None)).await;
    let upstreams = answer.data()["upstreams"].as_array().expect("a list");
    assert_eq!(upstreams.len(), 14, "{}", answer.text);
    assert!(upstreams.iter().all(|it| it["kind"] == "jsonrpc"), "{}", answer.text);
    assert_eq!(answer.data()["status"], "ok", "{}", answer.text);
}

#[tokio::test]
async fn a_chain_without_an_upstream_names_the_setting() {
    let router = service(|_| None);
    let path = format!("/blockchain-connector-eth-like/v1/api/prepare-transaction/nonce/bsc?address={ADDRESS}");
    let answer = call(&router, request(Method::GET, &path, &tokens::token(&["read"]), None)).await;
    answer.assert_error(503, "upstream_unavailable", None);
    assert_eq!(answer.detail("setting"), "WALLET_CLOUD_UPSTREAM_BSC_LIVENET");
}
