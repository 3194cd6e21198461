//! Rejections common to all endpoints, in the order of the checks.

use super::fixture::{App, CONTRACT, TETHER, meta};
use crate::support::client::{TestResponse, call, request};
use crate::support::tokens;
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::json;
use wallet_tests::support::chains::evm_chains;

const BASE: &str = "/asset-info/v1/api";

/// Sends a request with an invalid body; the test supplies the remaining parts.
async fn send(app: &App, method: &Method, path: &str, token: Option<&str>) -> TestResponse {
    let mut request = Request::builder().method(method).uri(format!("{BASE}/{path}"));
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    call(&app.router, request.body(Body::from("no JSON")).expect("a request")).await
}

#[tokio::test]
async fn unknown_paths_and_kinds_are_not_found_without_token() {
    let app = App::new().await;
    for (method, path) in [
        (Method::GET, ""),
        (Method::GET, "xlm/list"),
        (Method::GET, "ERC20/list"),
        (Method::GET, "bond/usd"),
        (Method::PUT, "bond/usd"),
        (Method::DELETE, "bond/usd"),
        (Method::POST, "bond"),
        (Method::GET, "fiat/usd/more"),
        (Method::GET, "%ff/list"),
        (Method::GET, "fiat/%ff"),
    ] {
        let response = send(&app, &method, path, None).await;
        response.assert_error(404, "not_found", None);
    }
}

#[tokio::test]
async fn other_methods_are_405_with_allow_without_token() {
    let app = App::new().await;
    for (method, path, allowed) in [
        (Method::POST, "fiat/list", "GET"),
        (Method::PUT, "fiat/list", "GET"),
        (Method::DELETE, "fiat/list", "GET"),
        (Method::GET, "fiat", "POST"),
        (Method::DELETE, "fiat", "POST"),
        (Method::POST, "fiat/usd", "PUT"),
        (Method::PATCH, "fiat/usd", "DELETE"),
    ] {
        let response = send(&app, &method, path, None).await;
        response.assert_error(405, "method_not_allowed", None);
        let allow = response.headers["allow"].to_str().expect("a string");
        assert!(allow.contains(allowed), "{method} {path}: {allow}");
    }
}

#[tokio::test]
async fn reading_requires_read_and_editing_requires_assets() {
    let app = App::new().await;
    let dash = format!("erc20/dash:{CONTRACT}");
    for (method, path, permission) in [
        (Method::GET, "fiat/list", "read"),
        (Method::GET, "coin/list?chain=dash", "read"),
        (Method::GET, dash.as_str(), "read"),
        (Method::POST, "fiat", "assets"),
        (Method::PUT, dash.as_str(), "assets"),
        (Method::DELETE, dash.as_str(), "assets"),
    ] {
        let none = send(&app, &method, path, None).await;
        none.assert_error(401, "unauthorized", None);
        assert_eq!(none.headers["www-authenticate"], "Bearer");
        let broken = send(&app, &method, path, Some("e30.e30.e30")).await;
        broken.assert_error(401, "invalid_token", None);
        let others: Vec<_> = ["read", "register", "secret", "assets"]
            .into_iter()
            .filter(|name| *name != permission)
            .collect();
        let other = send(&app, &method, path, Some(&tokens::token(&others))).await;
        other.assert_error(403, "insufficient_permission", None);
        assert_eq!(other.detail("required"), permission);
    }
    assert_eq!(app.proxy.take_operations(), [""; 0]);
}

#[tokio::test]
async fn unknown_chain_is_reported_before_the_body() {
    let app = App::new().await;
    let editor = tokens::token(&["read", "assets"]);
    let eth_like = json!(evm_chains());
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        for chain in ["btc", "ETH", "dash", ""] {
            for kind in ["erc20", "erc721", "erc1155"] {
                let response = send(&app, &method, &format!("{kind}/{chain}:{CONTRACT}"), Some(&editor)).await;
                response.assert_error(404, "chain_not_supported", None);
                assert_eq!(response.detail("supported"), &eth_like);
            }
        }
        let response = send(&app, &method, "coin/dash", Some(&editor)).await;
        response.assert_error(404, "chain_not_supported", None);
        assert_eq!(response.detail("supported").as_array().expect("chains").len(), 15);
    }
}

#[tokio::test]
async fn invalid_contract_is_reported() {
    let app = App::new().await;
    for contract in [
        "",
        "0x",
        "usdt",
        &TETHER[..41],
        &TETHER[2..],
        &format!("{TETHER}0"),
        &TETHER.replace("dAC", "DAC"),
    ] {
        let path = format!("erc20/eth:{contract}");
        for response in [
            app.get(&path).await,
            app.put(&path, &meta("Mine")).await,
            app.delete(&path).await,
        ] {
            response.assert_error(400, "invalid_address", Some("id"));
        }
    }
}

#[tokio::test]
async fn body_is_json_of_bounded_size() {
    let app = App::new().await;
    let editor = tokens::token(&["assets"]);
    let send = async |method: Method, path: &str, content_type: &str, body: String| {
        let request = Request::builder()
            .method(method)
            .uri(format!("{BASE}/{path}"))
            .header("authorization", format!("Bearer {editor}"))
            .header("content-type", content_type)
            .body(Body::from(body));
        call(&app.router, request.expect("a request")).await
    };
    for (method, path) in [(Method::POST, "fiat"), (Method::PUT, "fiat/usd")] {
        let large = " ".repeat(256 * 1024 + 1);
        let text = send(method.clone(), path, "text/plain", large.clone()).await;
        text.assert_error(415, "unsupported_media_type", None);
        let large = send(method.clone(), path, "application/json", large).await;
        large.assert_error(413, "payload_too_large", None);
        for body in ["", "[]", "null", "{", "\"fiat\"", "{\"name\":}"] {
            let response = send(method.clone(), path, "application/json; charset=utf-8", body.to_owned()).await;
            response.assert_error(400, "invalid_request", None);
        }
    }
}

#[tokio::test]
async fn service_documents_require_no_token() {
    let app = App::new().await;
    for path in ["health", "openapi.json"] {
        let request = request(Method::GET, &format!("/asset-info/v1/{path}"), "", None);
        assert_eq!(call(&app.router, request).await.status, 200, "{path}");
    }
}
