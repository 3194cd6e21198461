//! Rejected requests: status, code and field. None of them causes an upstream request.

use super::scripted::{App, ZPUB};
use crate::address_info_btc_like::fixture::service;
use crate::support::client::{call, request};
use crate::support::tokens;
use address_info_btc_like::NAME;
use axum::http::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn invalid_fields_are_reported_in_order() {
    let app = App::new().await;
    let with = |field: &str, value: Value| {
        let mut body = json!({ "xpub": ZPUB });
        body[field] = value;
        body
    };
    for (body, code, field) in [
        (json!({}), "invalid_request", "xpub"),
        (json!({ "xpub": 5, "network": "mainnet" }), "invalid_request", "xpub"),
        (json!({ "xpub": null }), "invalid_request", "xpub"),
        (json!({ "xpub": "", "limit": 201 }), "invalid_public_key", "xpub"),
        (json!({ "xpub": "nobody", "limit": 201 }), "invalid_public_key", "xpub"),
        (
            json!({ "xpub": "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu" }),
            "invalid_public_key",
            "xpub",
        ),
        (json!({ "xpub": format!("{ZPUB}x") }), "invalid_public_key", "xpub"),
        (
            json!({ "xpub": format!("pkh({ZPUB}/0/*)") }),
            "invalid_public_key",
            "xpub",
        ),
        (json!({ "xpub": format!("wpkh({ZPUB})") }), "invalid_public_key", "xpub"),
        (
            json!({ "xpub": format!("wpkh({ZPUB}/0/*)#00000000") }),
            "invalid_public_key",
            "xpub",
        ),
        (json!({ "xpub": "x".repeat(100_000) }), "invalid_public_key", "xpub"),
        (with("network", json!("testnet")), "invalid_public_key", "xpub"),
        (with("network", json!("mainnet")), "invalid_request", "network"),
        (with("limit", json!(201)), "invalid_request", "limit"),
        (with("limit", json!(-1)), "invalid_request", "limit"),
        (with("limit", json!(1.5)), "invalid_request", "limit"),
        (with("limit", json!("5")), "invalid_request", "limit"),
        (with("cursor", json!("2")), "invalid_request", "cursor"),
        (with("cursor", json!("")), "invalid_request", "cursor"),
        (with("cursor", json!(2)), "invalid_request", "cursor"),
        (with("gap", json!(0)), "invalid_request", "gap"),
        (with("gap", json!(101)), "invalid_request", "gap"),
        (with("gap", json!(4_294_967_297_u64)), "invalid_request", "gap"),
        (with("gap", json!("20")), "invalid_request", "gap"),
        (
            json!({ "xpub": ZPUB, "limit": 201, "cursor": "x", "gap": 0 }),
            "invalid_request",
            "limit",
        ),
        (
            json!({ "xpub": ZPUB, "cursor": "x", "gap": 0 }),
            "invalid_request",
            "cursor",
        ),
    ] {
        let response = app.post("btc", &body).await;
        response.assert_error(400, code, Some(field));
    }
    for chain in ["bch", "doge"] {
        let response = app.post(chain, &json!({ "xpub": ZPUB })).await;
        response.assert_error(400, "invalid_public_key", Some("xpub"));
    }
    app.post("eth", &json!({ "xpub": ZPUB }))
        .await
        .assert_error(404, "chain_not_supported", None);
    assert_eq!(app.requested_paths(), Vec::<String>::new());
}

#[tokio::test]
async fn read_permission_and_an_upstream_are_required() {
    let app = App::new().await;
    let path = format!("/{NAME}/v1/api/btc/xpub");
    let body = json!({ "xpub": ZPUB });
    let post = async |token: &str| call(&app.router, request(Method::POST, &path, token, Some(&body))).await;
    post("").await.assert_error(401, "unauthorized", None);
    post(&tokens::token(&["secret"]))
        .await
        .assert_error(403, "insufficient_permission", None);
    let get = call(
        &app.router,
        request(Method::GET, &path, &tokens::token(&["read"]), None),
    )
    .await;
    get.assert_error(405, "method_not_allowed", None);
    let router = service(|_| None);
    let response = call(
        &router,
        request(Method::POST, &path, &tokens::token(&["read"]), Some(&body)),
    )
    .await;
    response.assert_error(503, "not_configured", None);
}
