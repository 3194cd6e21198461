//! `GET /health?deep=true` of the connector, and a chain without an upstream.

use super::App;
use super::fixture::service;
use super::wallet::ADDRESS;
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;

#[tokio::test]
async fn deep_health_lists_upstreams() {
    let app = App::new().await;
    let path = "/blockchain-connector-eth-like/v1/health?deep=true";
    let response = call(&app.router, request(Method::GET, path, app.token(), None)).await;
    let upstreams = response.data()["upstreams"].as_array().expect("an array");
    assert_eq!(upstreams.len(), 20, "{}", response.text);
    assert!(upstreams.iter().all(|it| it["kind"] == "jsonrpc"), "{}", response.text);
    assert_eq!(response.data()["status"], "ok", "{}", response.text);
}

#[tokio::test]
async fn chain_without_upstream_names_the_setting() {
    let router = service(|_| None);
    let path = format!("/blockchain-connector-eth-like/v1/api/prepare-transaction/nonce/bsc?address={ADDRESS}");
    let response = call(&router, request(Method::GET, &path, &tokens::token(&["read"]), None)).await;
    response.assert_error(503, "not_configured", None);
    assert_eq!(response.detail("setting"), "WALLET_CLOUD_UPSTREAM_BSC_LIVENET");
}
