//! Checks that the document of a service lists every error that a test receives from one of its operations.

use axum::http::{Method, StatusCode};
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// The documents of all services by name.
static DOCUMENTS: LazyLock<Vec<(&str, Value)>> = LazyLock::new(|| {
    let parse = |(name, text)| (name, serde_json::from_str(text).expect("a JSON document"));
    TEXTS.into_iter().map(parse).collect()
});

macro_rules! texts {
    ($($service:literal)*) => {
        [$(($service, include_str!(concat!("../../../functions/", $service, "/openapi.json"))),)*]
    };
}

const TEXTS: [(&str, &str); 8] = texts! {
    "address-info-btc-like"
    "address-info-eth-like"
    "address-info-xlm"
    "asset-info"
    "authorization"
    "blockchain-connector-btc-like"
    "blockchain-connector-eth-like"
    "blockchain-connector-xlm"
};

/// Checks that the document lists the status of a response, and the code of an error with its details. A request that
/// matches no operation is not checked.
#[track_caller]
pub fn check(method: &Method, path: &str, status: StatusCode, body: &Value) {
    let Some((document, operation)) = operation(method, path) else {
        return;
    };
    let context = format!("{method} {path}: {status} {body}");
    let response = &operation["responses"][status.as_str()];
    assert!(response.is_object(), "status is not in the document: {context}");
    if status.is_success() || status.is_redirection() {
        return;
    }
    let error = &body["error"];
    let code = error["code"].as_str().unwrap_or_else(|| panic!("no code: {context}"));
    for owner in [operation, response] {
        let codes = owner["x-error-codes"].as_array().expect("a list of codes");
        assert!(
            codes.iter().any(|listed| listed == code),
            "code is not in the document: {context}"
        );
    }
    check_details(details_schema(document, code), error["details"].as_object(), &context);
}

/// Returns the schema of the `details` of a code, or `null` if it has none.
fn details_schema<'a>(document: &'a Value, code: &str) -> &'a Value {
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let of_code = |schema: &&Value| schema.pointer("/properties/error/properties/code/enum/0") == Some(&code.into());
    let schema = schemas.values().find(of_code).expect("a schema of the code");
    &schema["properties"]["error"]["properties"]["details"]
}

fn check_details(schema: &Value, details: Option<&Map<String, Value>>, context: &str) {
    for required in schema["required"].as_array().into_iter().flatten() {
        let name = required.as_str().expect("a name");
        assert!(
            details.is_some_and(|details| details.contains_key(name)),
            "no {name}: {context}"
        );
    }
    for (name, value) in details.into_iter().flatten() {
        let property = &schema["properties"][name];
        let has_type = match property["type"].as_str() {
            Some("string") => value.is_string(),
            Some("integer") => value.is_u64(),
            Some("boolean") => value.is_boolean(),
            Some("array") => value.is_array(),
            Some("object") => value.is_object(),
            _ => panic!("{name} is not in the document: {context}"),
        };
        assert!(has_type, "{name} has another type than in the document: {context}");
        if let Some(values) = property["enum"].as_array() {
            assert!(
                values.contains(value),
                "{name} has a value that is not in the document: {context}"
            );
        }
    }
}

/// Returns the operation of a request with its document.
fn operation(method: &Method, path: &str) -> Option<(&'static Value, &'static Value)> {
    let path = path.trim_end_matches('/');
    let (document, path) = DOCUMENTS.iter().find_map(|(name, document)| {
        let path = path.strip_prefix(&format!("/{name}/v1"))?;
        Some((document, path))
    })?;
    let templates = document["paths"].as_object()?.iter();
    let matching = templates.filter(|(template, _)| matches(template, path));
    // A literal segment takes precedence over a parameter.
    let (_, item) = matching.min_by_key(|(template, _)| template.matches('{').count())?;
    let operation = item.get(method.as_str().to_lowercase())?;
    Some((document, operation))
}

fn matches(template: &str, path: &str) -> bool {
    let (template, path): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
    let is_same = |(expected, found): (&&str, &&str)| expected.starts_with('{') || expected == found;
    template.len() == path.len() && template.iter().zip(&path).all(is_same)
}

#[test]
#[should_panic(expected = "code is not in the document")]
fn unlisted_code_is_found() {
    let body = serde_json::json!({ "error": { "code": "fee_too_low" } });
    let path = "/blockchain-connector-btc-like/v1/api/get-address/btc";
    check(&Method::POST, path, StatusCode::BAD_REQUEST, &body);
}

#[test]
#[should_panic(expected = "is not in the document")]
fn unlisted_detail_is_found() {
    let body = serde_json::json!({ "error": { "code": "invalid_request", "details": { "hint": "x" } } });
    let path = "/blockchain-connector-btc-like/v1/api/get-address/btc/";
    check(&Method::POST, path, StatusCode::BAD_REQUEST, &body);
}

#[test]
#[should_panic(expected = "no supported")]
fn missing_detail_is_found() {
    let body = serde_json::json!({ "error": { "code": "chain_not_supported" } });
    let path = "/blockchain-connector-btc-like/v1/api/get-address/eth";
    check(&Method::POST, path, StatusCode::NOT_FOUND, &body);
}
