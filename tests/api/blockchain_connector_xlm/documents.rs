//! The service documents and what all endpoints share.

use super::App;
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::HashSet;

const BASE: &str = "/blockchain-connector-xlm/v1";

/// Every endpoint.
const ENDPOINTS: [(&str, Method); 16] = [
    ("get-address/{chain}", Method::POST),
    ("prepare-transaction/fee-stat/{chain}", Method::GET),
    ("transaction/get-hash/{chain}/transfer", Method::POST),
    ("transaction/get-hash/{chain}/add-trustline", Method::POST),
    ("transaction/get-hash/{chain}/claimable-balance", Method::POST),
    ("transaction/get-hash/{chain}/multi-operations", Method::POST),
    ("transaction/get-hash/{chain}/fee-bump", Method::POST),
    ("transaction/attach-signature/{chain}", Method::POST),
    ("transaction/send/{chain}", Method::POST),
    ("transaction/parse/{chain}", Method::POST),
    ("transaction/status/{chain}", Method::GET),
    ("utility/account-reserve", Method::POST),
    ("utility/base-reserve", Method::GET),
    ("utility/check-account", Method::POST),
    ("utility/check-account-trustline", Method::POST),
    ("validate-address/{chain}", Method::GET),
];

/// The path on a chain.
fn on(path: &str, chain: &str) -> String {
    format!("{BASE}/api/{}", path.replace("{chain}", chain))
}

#[tokio::test]
async fn every_endpoint_needs_a_token_with_read() {
    let app = App::new();
    let other = tokens::token(&["register", "secret", "assets"]);
    for (path, method) in ENDPOINTS {
        let path = on(path, "xlm");
        let answer = call(&app.router, request(method.clone(), &path, "", Some(&json!({})))).await;
        answer.assert_error(401, "unauthorized", None);
        let answer = call(
            &app.router,
            request(method.clone(), &path, "e30.e30.e30", Some(&json!({}))),
        )
        .await;
        answer.assert_error(401, "invalid_token", None);
        let answer = call(&app.router, request(method, &path, &other, Some(&json!({})))).await;
        answer.assert_error(403, "insufficient_permission", None);
        assert_eq!(answer.detail("required"), "read");
    }
    assert_eq!(app.asked(), [""; 0]);
}

#[tokio::test]
async fn a_chain_of_another_service_is_not_found() {
    let app = App::new();
    for (path, method) in ENDPOINTS.into_iter().filter(|(path, _)| path.contains("{chain}")) {
        for chain in ["btc", "eth", "XLM", "xlm%20", "%2e%2e", "stellar"] {
            let path = on(path, chain);
            let answer = call(
                &app.router,
                request(method.clone(), &path, app.token(), Some(&json!({}))),
            )
            .await;
            answer.assert_error(404, "chain_not_supported", None);
            assert_eq!(answer.detail("supported"), &json!(["xlm"]));
        }
    }
}

#[tokio::test]
async fn another_method_is_405_with_allow() {
    let app = App::new();
    for (path, method) in ENDPOINTS {
        let path = on(path, "xlm");
        let answer = call(&app.router, request(Method::PUT, &path, app.token(), None)).await;
        answer.assert_error(405, "method_not_allowed", None);
        let allow = answer.headers["allow"].to_str().expect("a text");
        assert!(allow.contains(method.as_str()), "{allow}");
    }
}

#[tokio::test]
async fn the_document_describes_every_endpoint_and_every_field() {
    let app = App::new();
    let answer = call(
        &app.router,
        request(Method::GET, &format!("{BASE}/openapi.json"), "", None),
    )
    .await;
    let document = &answer.json;
    assert!(
        document["openapi"].as_str().expect("a version").starts_with("3.1"),
        "{document}"
    );
    for (path, method) in ENDPOINTS {
        let operation = &document["paths"][format!("/api/{path}")][method.as_str().to_lowercase()];
        assert!(operation["summary"].is_string(), "{path}");
        let responses = operation["responses"].as_object().expect("responses");
        for status in ["200", "400", "401", "403", "404", "405", "500"] {
            assert!(responses.contains_key(status), "{path} {status}");
        }
    }
    let operations = ENDPOINTS.map(|(path, method)| {
        let operation = &document["paths"][format!("/api/{path}")][method.as_str().to_lowercase()];
        operation["operationId"].as_str().expect("an id").to_owned()
    });
    assert_eq!(
        operations.iter().collect::<HashSet<_>>().len(),
        operations.len(),
        "{operations:?}"
    );
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    for (name, schema) in schemas {
        for (field, property) in properties(schema) {
            assert!(
                property["description"].is_string() || property["$ref"].is_string(),
                "{name}.{field}"
            );
            assert!(property.get("default") != Some(&Value::Null), "{name}.{field}");
        }
    }
    let chain = &document["paths"]["/api/transaction/send/{chain}"]["post"]["parameters"][0];
    assert_eq!(chain["schema"]["enum"], json!(["xlm"]), "{chain}");
    let document = document.to_string();
    for name in wallet_core::xlm::operation::OperationBody::NAMES {
        assert!(document.contains(&format!("\"{name}\"")), "{name}");
    }
}

/// The properties of a schema, those of its parts included.
fn properties(schema: &Value) -> Vec<(&String, &Value)> {
    let own = schema["properties"].as_object().into_iter().flatten();
    let parts = schema["allOf"].as_array().into_iter().flatten();
    own.chain(parts.filter_map(|part| part["properties"].as_object()).flatten())
        .collect()
}
