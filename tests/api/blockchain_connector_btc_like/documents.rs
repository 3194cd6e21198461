//! The service documents and what all endpoints share.

use super::App;
use crate::support::client::{call, request};
use crate::support::tokens;
use axum::http::Method;
use serde_json::{Value, json};
use std::collections::HashSet;

const BASE: &str = "/blockchain-connector-btc-like/v1";

/// Every endpoint.
const ENDPOINTS: [(&str, Method); 11] = [
    ("get-address", Method::POST),
    ("prepare-transaction/estimate", Method::POST),
    ("prepare-transaction/utxo-list", Method::GET),
    ("prepare-transaction/size", Method::POST),
    ("prepare-transaction/price-per-byte", Method::GET),
    ("transaction/get-hash", Method::POST),
    ("transaction/attach-signature", Method::POST),
    ("transaction/send", Method::POST),
    ("transaction/parse", Method::POST),
    ("transaction/status", Method::GET),
    ("validate-address", Method::GET),
];

#[tokio::test]
async fn every_endpoint_needs_a_token_with_read() {
    let app = App::new().await;
    let other = tokens::token(&["register", "secret", "assets"]);
    for (path, method) in ENDPOINTS {
        let path = format!("{BASE}/api/{path}/btc");
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
    for (path, method) in ENDPOINTS {
        for chain in ["eth", "xlm", "BTC", "btc%20", "%2e%2e", "dash"] {
            let path = format!("{BASE}/api/{path}/{chain}");
            let answer = call(
                &app.router,
                request(method.clone(), &path, app.token(), Some(&json!({}))),
            )
            .await;
            answer.assert_error(404, "chain_not_supported", None);
            assert_eq!(answer.detail("supported"), &json!(["btc", "ltc", "bch", "doge"]));
        }
    }
}

#[tokio::test]
async fn another_method_is_405_with_allow() {
    let app = App::new().await;
    for (path, method) in ENDPOINTS {
        let path = format!("{BASE}/api/{path}/btc");
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
        let operation = &document["paths"][format!("/api/{path}/{{chain}}")][method.as_str().to_lowercase()];
        assert!(operation["summary"].is_string(), "{path}");
        let responses = operation["responses"].as_object().expect("responses");
        for status in ["200", "400", "401", "403", "404", "405", "500"] {
            assert!(responses.contains_key(status), "{path} {status}");
        }
    }
    let operations = ENDPOINTS.map(|(path, method)| {
        let operation = &document["paths"][format!("/api/{path}/{{chain}}")][method.as_str().to_lowercase()];
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
    for name in [
        "GetHashRequest",
        "AttachSignatureRequest",
        "UtxoInput",
        "InputSignature",
        "Signature",
        "FeeSet",
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
