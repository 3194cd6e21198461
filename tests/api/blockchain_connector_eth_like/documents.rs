//! The service documents and what all endpoints share.

use super::App;
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::HashSet;

const BASE: &str = "/blockchain-connector-eth-like/v1";

/// Every endpoint, on a chain where it wants one.
const ENDPOINTS: [(&str, Method); 13] = [
    ("get-address/{chain}", Method::POST),
    ("prepare-transaction/erc20-transfer-data", Method::GET),
    ("prepare-transaction/erc20-approve-data", Method::GET),
    ("prepare-transaction/estimate/{chain}", Method::POST),
    ("prepare-transaction/nonce/{chain}", Method::GET),
    ("prepare-transaction/gas-limit/{chain}", Method::POST),
    ("prepare-transaction/gas-price/{chain}", Method::GET),
    ("transaction/get-hash/{chain}", Method::POST),
    ("transaction/attach-signature/{chain}", Method::POST),
    ("transaction/send/{chain}", Method::POST),
    ("transaction/parse/{chain}", Method::POST),
    ("transaction/status/{chain}", Method::GET),
    ("validate-address/{chain}", Method::GET),
];

/// The path on a chain.
fn on(path: &str, chain: &str) -> String {
    format!("{BASE}/api/{}", path.replace("{chain}", chain))
}

/// Every chain, in the order of the documentation.
const CHAINS: [&str; 7] = ["eth", "etc", "ftm", "avax", "matic", "bsc", "op"];

#[tokio::test]
async fn every_endpoint_needs_a_token_with_read() {
    let app = App::new().await;
    let other = tokens::token(&["register", "secret", "assets"]);
    for (path, method) in ENDPOINTS {
        let path = on(path, "eth");
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
    assert_eq!(app.asked(), []);
}

#[tokio::test]
async fn a_chain_of_another_service_is_not_found() {
    let app = App::new().await;
    for (path, method) in ENDPOINTS.into_iter().filter(|(path, _)| path.contains("{chain}")) {
        for chain in ["btc", "xlm", "ETH", "eth%20", "%2e%2e", "base"] {
            let path = on(path, chain);
            let answer = call(
                &app.router,
                request(method.clone(), &path, app.token(), Some(&json!({}))),
            )
            .await;
            answer.assert_error(404, "chain_not_supported", None);
            assert_eq!(answer.detail("supported"), &json!(CHAINS));
        }
    }
}

#[tokio::test]
async fn another_method_is_405_with_allow() {
    let app = App::new().await;
    for (path, method) in ENDPOINTS {
        let path = on(path, "eth");
        let answer = call(&app.router, request(Method::PUT, &path, app.token(), None)).await;
        answer.assert_error(405, "method_not_allowed", None);
        let allow = answer.headers["allow"].to_str().expect("a text");
        assert!(allow.contains(method.as_str()), "{allow}");
    }
}

#[tokio::test]
async fn the_document_describes_every_endpoint_and_every_field() {
    let app = App::new().await;
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
    let chain = &document["paths"]["/api/transaction/get-hash/{chain}"]["post"]["parameters"][0];
    assert_eq!(chain["schema"]["enum"], json!(CHAINS), "{chain}");
    for name in [
        "GetHashRequest",
        "AttachSignatureRequest",
        "Signature",
        "FeeSet",
        "PriceSet",
    ] {
        assert!(schemas.contains_key(name), "{name} of {:?}", schemas.keys());
    }
}

/// The properties of a schema, those of its parts included.
fn properties(schema: &Value) -> Vec<(&String, &Value)> {
    let own = schema["properties"].as_object().into_iter().flatten();
    let parts = schema["allOf"].as_array().into_iter().flatten();
    own.chain(parts.filter_map(|part| part["properties"].as_object()).flatten())
        .collect()
}
