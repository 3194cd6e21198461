//! Errors that every operation of all services has in common, by calls made from the documents.

mod budgets;
mod operations;
mod rejected;
mod requests;
mod services;
mod upstreams;

use crate::support::client::{TestResponse, call};
use crate::support::stub::{Reply, Stub};
use crate::support::tokens;
use axum::Router;
use axum::http::Method;
use operations::{Operation, operations};
use requests::{Content, build};
use serde_json::json;
use services::{Stores, Upstreams};

/// The maximum size of a body in bytes.
const MAX_BODY: usize = 256 * 1024;

/// Returns all services, which have no upstreams.
async fn services() -> Router {
    services::all(&Stores::new().await, &tokens::authorizer(), &Upstreams::none())
}

async fn send(router: &Router, operation: &Operation, token: &str, content: Content) -> TestResponse {
    call(router, build(operation.method.clone(), &operation.path, token, content)).await
}

#[tokio::test]
async fn tokens_that_grant_nothing_are_rejected() {
    let stores = Stores::new().await;
    let stub = Stub::start(|_| Reply::ok("{}")).await;
    let upstreams = Upstreams::at(stub.url.clone());
    let router = services::all(&stores, &tokens::authorizer(), &upstreams);
    let without_upstreams = services::all(&stores, &tokens::authorizer(), &Upstreams::none());
    let without_keys = services::all(&stores, &tokens::authorizer_without_keys(), &upstreams);
    let all = tokens::token(&tokens::ALL);
    let mut count = 0;
    for operation in operations().iter().filter(|operation| operation.lists("unauthorized")) {
        let send = async |token: &str| send(&router, operation, token, Content::Empty).await;
        send("").await.assert_error(401, "unauthorized", None);
        send("e30.e30.e30").await.assert_error(401, "invalid_token", None);
        let expired = send(&tokens::expired(&tokens::ALL)).await;
        expired.assert_error(401, "token_expired", None);
        // No operation requires both permissions.
        let read = tokens::token(&["read"]);
        let response = self::send(&without_upstreams, operation, &read, Content::Empty).await;
        let requires_read = response.status != 403;
        let rejected = if requires_read {
            send(&tokens::token(&["secret"])).await
        } else {
            send(&read).await
        };
        rejected.assert_error(403, "insufficient_permission", None);
        assert_eq!(
            rejected.detail("required") == "read",
            requires_read,
            "{}",
            rejected.text
        );
        let response = self::send(&without_keys, operation, &all, Content::Empty).await;
        response.assert_error(503, "service_unavailable", None);
        count += 1;
    }
    assert!(count > 50, "{count}");
    assert_eq!(stub.requests(), []);
}

#[tokio::test]
async fn bodies_without_json_are_rejected() {
    let router = services().await;
    let token = tokens::token(&tokens::ALL);
    let mut count = 0;
    for operation in operations().iter().filter(|operation| operation.has_body) {
        let send = async |content| send(&router, operation, &token, content).await;
        send(Content::Text)
            .await
            .assert_error(415, "unsupported_media_type", None);
        send(Content::Json("{".to_owned()))
            .await
            .assert_error(400, "invalid_request", None);
        let large = " ".repeat(MAX_BODY + 1);
        send(Content::Json(large))
            .await
            .assert_error(413, "payload_too_large", None);
        count += 1;
    }
    assert!(count > 30, "{count}");
}

#[tokio::test]
async fn other_methods_and_queries_are_rejected() {
    let router = services().await;
    let token = tokens::token(&tokens::ALL);
    let operations = operations();
    for operation in &operations {
        let methods = [Method::GET, Method::POST, Method::PUT, Method::DELETE];
        let is_known = |method: &Method| {
            let mut at_path = operations.iter().filter(|other| other.template == operation.template);
            at_path.any(|other| other.method == method)
        };
        let other = methods
            .into_iter()
            .find(|method| !is_known(method))
            .expect("another method");
        let response = call(&router, build(other, &operation.path, &token, Content::Empty)).await;
        response.assert_error(405, "method_not_allowed", None);
        let allow = response.headers["allow"].to_str().expect("a text");
        assert!(allow.contains(operation.method.as_str()), "{}: {allow}", operation.path);
        if let Some(path) = &operation.with_invalid_query {
            let request = build(operation.method.clone(), path, &token, Content::Empty);
            let response = call(&router, request).await;
            assert_eq!(
                response.json["error"]["code"], "invalid_request",
                "{path}: {}",
                response.text
            );
        }
    }
}

#[tokio::test]
async fn chains_of_other_services_are_not_found() {
    let router = services().await;
    let token = tokens::token(&tokens::ALL);
    let operations = operations();
    let mut count = 0;
    for operation in operations
        .iter()
        .filter(|operation| operation.lists("chain_not_supported"))
    {
        let Some(own) = operation.chains.first() else { continue };
        let families = ["btc", "eth", "xlm"].map(str::to_owned).into_iter();
        let families = families.filter(|chain| !operation.chains.contains(chain));
        let unknown = [
            own.to_uppercase(),
            format!("{own}%20"),
            "%2e%2e".to_owned(),
            "zora".to_owned(),
        ];
        for chain in families.chain(unknown) {
            let path = operation.template.replace("{chain}", &chain);
            let content = if operation.has_body {
                Content::Json("{}".to_owned())
            } else {
                Content::Empty
            };
            let response = call(&router, build(operation.method.clone(), &path, &token, content)).await;
            response.assert_error(404, "chain_not_supported", None);
            assert_eq!(response.detail("supported"), &json!(operation.chains), "{path}");
        }
        count += 1;
    }
    assert!(count > 40, "{count}");
}
