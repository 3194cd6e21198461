//! Checks that the document of a service describes every response that a test receives from one of the operations.

use super::provoked;
use axum::http::{HeaderMap, StatusCode};
use std::sync::LazyLock;
use wallet_client::{Method, Request, Response};
use wallet_cloud::check::{Contract, Document};

/// The documents of all services.
static CONTRACT: LazyLock<Contract> = LazyLock::new(|| {
    let parse = |(name, text): (&str, &str)| Document::parse(name, 200, text.as_bytes()).expect("a document");
    Contract::new(TEXTS.into_iter().map(parse).collect())
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

/// Checks that the document lists the status of a response and the code of an error, and that its headers and the body,
/// which has no other fields, match their schemas. A request that matches no operation is not checked.
#[track_caller]
pub fn check(method: &axum::http::Method, path: &str, status: StatusCode, headers: &HeaderMap, body: &[u8]) {
    let Some(method) = known(method) else { return };
    let path = path.trim_end_matches('/');
    let document = CONTRACT.document(path);
    let operations: Vec<_> = document
        .into_iter()
        .flat_map(|document| document.at_path(path))
        .collect();
    if operations.is_empty() {
        return;
    }
    let headers = headers.iter().map(|(name, value)| {
        let value = value.to_str().expect("a header of visible characters");
        (name.as_str().to_owned(), value.to_owned())
    });
    let request = Request {
        method,
        url: path.to_owned(),
        headers: Vec::new(),
        body: None,
    };
    let response = Response {
        status: status.as_u16(),
        headers: headers.collect(),
        body: body.to_vec(),
    };
    let (operation, problems) = CONTRACT.compare(path, &request, &response);
    // Tests of defects expect a 500, which a deployment must not return.
    let problems: Vec<_> = problems
        .into_iter()
        .filter(|(_, text)| text != "an internal error")
        .collect();
    let body = String::from_utf8_lossy(body);
    assert!(
        problems.is_empty(),
        "{operation}: {problems:?}: {path}: {status} {body}"
    );
    // This error is one of a path, not of a method.
    let of_path = operations
        .iter()
        .filter(|it| it.name == operation || response.status == 405);
    of_path.for_each(|operation| provoked::record(&operation.name, &response));
}

fn known(method: &axum::http::Method) -> Option<Method> {
    match method.as_str() {
        "GET" => Some(Method::Get),
        "POST" => Some(Method::Post),
        "PUT" => Some(Method::Put),
        "DELETE" => Some(Method::Delete),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use axum::http::{HeaderMap, StatusCode};
    use serde_json::{Value, json};

    const ADDRESS: &str = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";

    /// Checks a response of `POST /api/get-address/btc`.
    fn check_address(status: u16, body: &Value) {
        let path = "/blockchain-connector-btc-like/v1/api/get-address/btc/";
        let status = StatusCode::from_u16(status).expect("a status");
        let id = "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a";
        let mut body = body.clone();
        body["requestId"] = id.into();
        let headers = [("content-type", "application/json"), ("request-id", id)];
        let headers = headers.map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value")));
        check(
            &axum::http::Method::POST,
            path,
            status,
            &HeaderMap::from_iter(headers),
            body.to_string().as_bytes(),
        );
    }

    fn error(code: &str, details: &Value) -> Value {
        json!({ "error": { "code": code, "message": "Use x.", "retriable": false, "details": details } })
    }

    #[test]
    fn described_responses_are_accepted() {
        check_address(200, &json!({ "data": { "address": ADDRESS } }));
        check_address(404, &error("chain_not_supported", &json!({ "supported": ["btc"] })));
    }

    fn is_found(status: u16, body: &Value, expected: &str) {
        let body = body.clone();
        let panic = std::panic::catch_unwind(move || check_address(status, &body)).expect_err("a deviation");
        let text = panic.downcast_ref::<String>().expect("a message");
        assert!(text.contains(expected), "{text}");
    }

    #[test]
    fn responses_that_are_not_described_are_found() {
        let supported = json!({ "supported": ["btc"] });
        for (status, body, expected) in [
            (
                200,
                json!({ "data": { "address": ADDRESS, "other": 1 } }),
                "'other' was unexpected",
            ),
            (
                200,
                json!({ "data": { "address": ADDRESS }, "other": 1 }),
                "'other' was unexpected",
            ),
            (200, json!({ "data": {} }), "is a required property"),
            (200, json!({ "data": { "address": 5 } }), "not of type"),
            (418, json!({ "data": {} }), "the status 418 is not documented"),
            (
                400,
                error("fee_too_low", &json!({})),
                "the code fee_too_low is not documented",
            ),
            (404, error("chain_not_supported", &json!({})), "Body"),
            (
                404,
                error("chain_not_supported", &json!({ "supported": "btc" })),
                "Body",
            ),
            (400, error("invalid_request", &json!({ "hint": "x" })), "Body"),
            (
                404,
                error("invalid_request", &supported),
                "the code invalid_request is not documented",
            ),
        ] {
            is_found(status, &body, expected);
        }
    }
}
