//! What every endpoint refuses, in the order of refusals.

use super::world::{App, CONTRACT, TETHER, meta};
use crate::support::client::{Answer, call, request};
use crate::support::tokens;
use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::json;

const BASE: &str = "/asset-info/v1/api";

/// A request that is wrong in what the test does not change.
async fn send(app: &App, method: &Method, path: &str, token: Option<&str>) -> Answer {
    let mut request = Request::builder().method(method).uri(format!("{BASE}/{path}"));
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    call(&app.router, request.body(Body::from("no JSON")).expect("a request")).await
}

#[tokio::test]
async fn unknown_paths_and_kinds_need_no_token_to_be_refused() {
    let app = App::new().await;
    for (method, path) in [
        (Method::GET, ""),
        (Method::GET, "xlm-asset/list"),
        (Method::GET, "ERC20/list"),
        (Method::GET, "bond/usd"),
        (Method::PUT, "bond/usd"),
        (Method::DELETE, "bond/usd"),
        (Method::POST, "bond"),
        (Method::GET, "fiat/usd/more"),
        (Method::GET, "%ff/list"),
        (Method::GET, "fiat/%ff"),
    ] {
        let answer = send(&app, &method, path, None).await;
        answer.assert_error(404, "not_found", None);
    }
}

#[tokio::test]
async fn another_method_is_405_with_allow_and_without_a_token() {
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
        let answer = send(&app, &method, path, None).await;
        answer.assert_error(405, "method_not_allowed", None);
        let allow = answer.headers["allow"].to_str().expect("a text");
        assert!(allow.contains(allowed), "{method} {path}: {allow}");
    }
}

#[tokio::test]
async fn reading_wants_read_and_editing_wants_assets() {
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
    assert_eq!(app.line.take_operations(), [""; 0]);
}

#[tokio::test]
async fn an_unknown_chain_comes_before_the_body() {
    let app = App::new().await;
    let editor = tokens::token(&["read", "assets"]);
    let eth_like = json!(["eth", "etc", "ftm", "avax", "matic", "bsc", "op"]);
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        for chain in ["btc", "ETH", "dash", ""] {
            for kind in ["erc20", "erc721", "erc1155"] {
                let answer = send(&app, &method, &format!("{kind}/{chain}:{CONTRACT}"), Some(&editor)).await;
                answer.assert_error(404, "chain_not_supported", None);
                assert_eq!(answer.detail("supported"), &eth_like);
            }
        }
        let answer = send(&app, &method, "coin/dash", Some(&editor)).await;
        answer.assert_error(404, "chain_not_supported", None);
        assert_eq!(answer.detail("supported").as_array().expect("chains").len(), 12);
    }
}

#[tokio::test]
async fn a_contract_that_is_no_address_is_named() {
    let app = App::new().await;
    for contract in [
        "",
        "0x",
        "usdt",
        &TETHER[..41],
        &format!("{TETHER}0"),
        &TETHER.replace("dAC", "DAC"),
    ] {
        let path = format!("erc20/eth:{contract}");
        for answer in [
            app.get(&path).await,
            app.put(&path, &meta("Mine")).await,
            app.delete(&path).await,
        ] {
            answer.assert_error(400, "invalid_address", Some("id"));
        }
    }
}

#[tokio::test]
async fn a_body_is_json_of_a_bounded_size() {
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
            let answer = send(method.clone(), path, "application/json; charset=utf-8", body.to_owned()).await;
            answer.assert_error(400, "invalid_request", None);
        }
    }
}

#[tokio::test]
async fn service_documents_need_no_token() {
    let app = App::new().await;
    for path in ["health", "openapi.json"] {
        let request = request(Method::GET, &format!("/asset-info/v1/{path}"), "", None);
        assert_eq!(call(&app.router, request).await.status, 200, "{path}");
    }
}
